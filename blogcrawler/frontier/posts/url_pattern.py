"""What the address of a post looks like, learned from the feed's links.

A pattern is a handful of shapes with the segments that all links of the shape share. There are no
regular expressions made of foreign text, so there is nothing that could run away.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from .url_shape import UrlShape, url_shape_of

__all__ = ["PostPattern", "Verdict", "learn_pattern", "likely_posts"]

# Segments that name lists, machinery or pages about the blog, never a post, where a slug could stand.
_LISTS = re.compile(
    r"^(?:tags?|tagged|categor(?:y|ies|ia|ie)|kategorie|labels?|topics?|archives?|archivos?|authors?|users?|page|pages?"
    r"|search|feeds?|rss|atom|comments?|sitemap|wp-(?:content|json|admin|login|includes)|login|register|signup|series)$",
    re.IGNORECASE,
)


# Names of pages about the blog; they are made like posts, dates and all, by many programs.
_ABOUT = re.compile(
    r"^(?:about(?:[-_]?(?:me|us|this(?:[-_](?:blog|site))?))?|contact(?:[-_]?(?:me|us))?|imprint|impressum"
    r"|privacy(?:[-_]policy)?|datenschutz(?:erkl(?:ae|ä)rung)?|disclaimer|colophon|guestbook|friends|[uü]e?ber(?:[-_](?:mich|uns))?|a-propos"
    r"|acerca(?:[-_]de)?|sobre(?:[-_]m[ií])?|404)$",
    re.IGNORECASE,
)
_DAYS = 31
#: Numbers that name no post: days and months, and the pages that servers show when there is none.
_NO_POST = re.compile(r"^(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-3]\d)?|403|404|410|500|502|503)$")
#: Names of parameters whose number is that of a list or of a page about the blog.
_LIST_PARAMETERS = frozenset(
    "cat category tag author user m month year day w paged page page_id pg start offset".split()
)
_ARCHIVE = re.compile(r"^archiv(?:es?|os?)$", re.IGNORECASE)


class Verdict(IntEnum):
    """What an address says: no post, perhaps one (the page must decide), a post."""

    NO = 0
    MAYBE = 1
    YES = 2


@dataclass(frozen=True, slots=True)
class _Form:
    """A shape and, for each segment, the text that all posts share there (``None`` where they differ)."""

    shape: UrlShape
    fixed: tuple[str | None, ...]
    support: int

    def matches(self, shape: UrlShape, segments: tuple[str, ...]) -> bool:
        return shape == self.shape and all(
            want is None or want == got for want, got in zip(self.fixed, segments, strict=True)
        )

    def telling(self) -> bool:
        """Whether an address of this form can hardly be anything but a post."""
        kinds = self.shape.kinds
        free = [kind for kind, want in zip(kinds, self.fixed, strict=True) if want is None]
        dated = "D" in free or ("Y" in kinds and kinds.index("Y") < len(kinds) - 1 and kinds[-1] in "SN")
        numbered = any(name.endswith("=N") for name in self.shape.query) or (free[-1:] == ["N"])
        placed = any(want is not None for want in self.fixed[:-1]) and free == ["S"]
        return bool(free or self.shape.query) and (dated or numbered or placed)


@dataclass(frozen=True, slots=True)
class PostPattern:
    """The forms of a blog's post addresses, most frequent first."""

    forms: tuple[_Form, ...] = ()

    def judge(self, url: str) -> Verdict:
        """What the address says of its page."""
        shape, segments = url_shape_of(url)
        if not segments and not shape.query:
            return Verdict.NO
        form = self._form(shape, segments) or self._numbered(shape, segments)
        if form is not None:
            free = [s for s, want in zip(segments, form.fixed, strict=True) if want is None]
            if any(_LISTS.match(s) for s in free):
                return Verdict.NO
            return Verdict.YES if form.telling() else Verdict.MAYBE
        if any(_LISTS.match(s) for s in segments) and not _below_archive(shape, segments):
            return Verdict.NO
        if self.forms and segments and _ABOUT.match(segments[-1]):
            return Verdict.NO
        if self._below_post(shape, segments):
            return Verdict.NO
        if shape.kinds and all(k in "YN" for k in shape.kinds):
            # /2014/03/ is an archive by date, /3/ a further page of a list; /1036.html may be an old post.
            numbered = shape.kinds == ("N",) and int(segments[0][:9]) > _DAYS and not _NO_POST.match(segments[0])
            return Verdict.MAYBE if numbered else Verdict.NO
        if shape.kinds[-1:] == ("D",) and any(form.shape == shape for form in self.forms):
            return Verdict.YES  # /news/2014-03-01-name where the feed lists /notes/2014-03-02-other
        return Verdict.MAYBE

    def fits(self, url: str) -> bool:
        """Whether posts of the blog have addresses like this one, though other pages may have them, too."""
        return self._form(*url_shape_of(url)) is not None

    def _form(self, shape: UrlShape, segments: tuple[str, ...]) -> _Form | None:
        return next((form for form in self.forms if form.matches(shape, segments)), None)

    def _below_post(self, shape: UrlShape, segments: tuple[str, ...]) -> bool:
        """Whether an address is one below that of a post with its date: WordPress has such pages for pictures."""
        if shape.kinds[-1:] != ("S",) or "Y" not in shape.kinds[:-2]:
            return False
        form = self._form(UrlShape(shape.kinds[:-1]), segments[:-1])
        return form is not None and form.shape.kinds[-1] == "S"

    def _numbered(self, shape: UrlShape, segments: tuple[str, ...]) -> _Form | None:
        """The form of an address whose last name happens to be a number that is no day: /2014/03/220/."""
        if shape.kinds[-1:] != ("N",) or int(segments[-1][:9]) <= _DAYS:
            return None
        return self._form(replace(shape, kinds=(*shape.kinds[:-1], "S")), segments)

    def record(self) -> list[dict[str, Any]]:
        """The pattern as plain JSON values."""
        return [
            {
                "segments": [want or kind for kind, want in zip(f.shape.kinds, f.fixed, strict=True)],
                "fixed": list(f.fixed),
                "kinds": list(f.shape.kinds),
                "extension": f.shape.extension,
                "query": list(f.shape.query),
                "posts": f.support,
                "telling": f.telling(),
            }
            for f in self.forms
        ]

    @classmethod
    def from_record(cls, record: list[dict[str, Any]]) -> PostPattern:
        """The pattern that ``record`` gave."""
        return cls(
            tuple(
                _Form(UrlShape(tuple(f["kinds"]), f["extension"], tuple(f["query"])), tuple(f["fixed"]), f["posts"])
                for f in record
            )
        )


def _below_archive(shape: UrlShape, segments: tuple[str, ...]) -> bool:
    """Whether an address may be that of an old post: Movable Type keeps them in /archives/000123.html."""
    above = segments[:-1]
    lists = [at for at, name in enumerate(segments) if _LISTS.match(name)]
    if not above or lists != [at for at, name in enumerate(above) if _ARCHIVE.match(name)]:
        return False
    below = shape.kinds[lists[-1] + 1 :]
    return not ("Y" in below and all(kind in "YN" for kind in below))


def learn_pattern(urls: Iterable[str]) -> PostPattern:
    """Learn the pattern from addresses of posts; a single odd one among many is left out."""
    groups: defaultdict[UrlShape, list[tuple[str, ...]]] = defaultdict(list)
    count = 0
    for url in dict.fromkeys(urls):
        shape, segments = url_shape_of(url)
        if segments or shape.query:
            groups[shape].append(segments)
            count += 1
    least = 2 if count >= 8 else 1
    forms = []
    for shape, rows in groups.items():
        if len(rows) >= least:
            forms.append(_Form(shape, _fixed(rows), len(rows)))
    forms.sort(key=lambda form: -form.support)
    return PostPattern(tuple(forms))


def _fixed(rows: list[tuple[str, ...]]) -> tuple[str | None, ...]:
    """The segments that all rows share. The last one names the post and is never fixed."""
    width = len(rows[0])
    fixed: list[str | None] = []
    for column in range(width):
        values = Counter(row[column] for row in rows)
        same = len(values) == 1 and column < width - 1
        # With one or two rows, numbers and dates are the same by chance.
        by_chance = len(rows) < 3 and any(c.isdigit() for c in rows[0][column])
        moving = all(v.isdigit() for v in values)
        fixed.append(rows[0][column] if same and not by_chance and not moving else None)
    return tuple(fixed)


def _is_archive(shape: UrlShape, segments: tuple[str, ...]) -> bool:
    """Whether an address is that of a year, a month or a day: /2014/03/."""
    kinds = shape.kinds
    by_date = kinds[-1] == "Y" or all(kind in "YN" for kind in kinds)
    return "Y" in kinds and (by_date or (kinds[-1] == "N" and int(segments[-1][:9]) <= _DAYS))


def likely_posts(urls: Iterable[str]) -> list[str]:
    """Of many addresses of a blog those of the group that looks most like posts: dated, or with long names."""
    groups: defaultdict[tuple[UrlShape, tuple[str, ...]], list[str]] = defaultdict(list)
    shaped = {url: url_shape_of(url) for url in urls}
    known = {segments for _, segments in shaped.values()}
    for url, (shape, segments) in shaped.items():
        if not shape.kinds:  # /?p=12
            numbers = {name.removesuffix("=N") for name in shape.query if name.endswith("=N")}
            if numbers and not numbers & _LIST_PARAMETERS:
                groups[shape, ()].append(url)
            continue
        if _is_archive(shape, segments):
            continue
        if "Y" in shape.kinds and shape.kinds[-2] == "S" and segments[:-1] in known:
            continue  # WordPress has pages for pictures below those of posts
        # Movable Type keeps its posts in /archives/000123.html: a number below a list's name is a post.
        names = segments if shape.kinds[-1] == "S" else segments[:-2]
        if not any(_LISTS.match(s) for s in names):
            groups[shape, segments[:-1] if "Y" not in shape.kinds else ()].append(url)

    def worth(item: tuple[tuple[UrlShape, tuple[str, ...]], list[str]]) -> float:
        (shape, _), members = item
        dated = "D" in shape.kinds or ("Y" in shape.kinds and shape.kinds[-1] == "S")
        long = sum(len(re.findall(r"[-_]", url.rstrip("/").rpartition("/")[2])) >= 2 for url in members)
        numbered = not shape.kinds or (shape.kinds[-1] == "N" and len(shape.kinds) > 1)
        return min(len(members), 30) * (3 if dated else 2.5 if numbered else 0.1) + 2 * min(long, 30)

    return max(groups.items(), key=worth)[1] if groups else []
