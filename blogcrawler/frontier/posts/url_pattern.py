"""What the URLs of posts look like, learned from the links in the feed.

A pattern is a handful of shapes, each with the segments that all links of the shape share. No regular expression is
built from the links, so hostile ones cannot make matching slow.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from ...word_lists import word_list, word_pattern
from .url_shape import SegmentKind, UrlShape, url_shape_of

__all__ = ["PostPattern", "Verdict", "learn_pattern", "likely_posts"]

_YEAR, _NUMBER, _DATED, _WORDS = SegmentKind
_LISTS = word_pattern(__package__, "url_pattern.toml", "lists")
_ABOUT = word_pattern(__package__, "url_pattern.toml", "about_pages")
_LIST_PARAMETERS = frozenset(word_list(__package__, "url_pattern.toml", "list_parameters"))
_ARCHIVE = re.compile(r"^archiv(?:es?|os?)$", re.IGNORECASE)
#: Numbers that do not identify a post: months, days, and the error pages of servers.
_NOT_A_POST_NUMBER = re.compile(r"^(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-3]\d)?|403|404|410|500|502|503)$")
_MAX_DAY = 31
#: From this many links on, a shape that only one of them has is left out.
_MANY_LINKS = 8
#: Fewer links than this share numbers and dates by chance.
_MIN_LINKS_FOR_SHARED_NUMBERS = 3


class Verdict(IntEnum):
    """What a URL says about its page: not a post, perhaps a post (the page must decide), a post."""

    NO = 0
    MAYBE = 1
    YES = 2


@dataclass(frozen=True, slots=True)
class _Form:
    """A shape and, for each segment, the text that all posts share there, or ``None`` where they differ."""

    shape: UrlShape
    fixed: tuple[str | None, ...]
    support: int

    def matches(self, shape: UrlShape, segments: tuple[str, ...]) -> bool:
        return shape == self.shape and all(
            want is None or want == got for want, got in zip(self.fixed, segments, strict=True)
        )

    def is_distinctive(self) -> bool:
        """Whether hardly any page but a post has a URL of this form."""
        kinds = self.shape.kinds
        free = [kind for kind, want in zip(kinds, self.fixed, strict=True) if want is None]
        dated = _DATED in free or (
            _YEAR in kinds and kinds.index(_YEAR) < len(kinds) - 1 and kinds[-1] in (_WORDS, _NUMBER)
        )
        numbered = any(name.endswith(f"={_NUMBER}") for name in self.shape.query) or (free[-1:] == [_NUMBER])
        in_folder = any(want is not None for want in self.fixed[:-1]) and free == [_WORDS]
        return bool(free or self.shape.query) and (dated or numbered or in_folder)


@dataclass(frozen=True, slots=True)
class PostPattern:
    """The forms that the URLs of a blog's posts have, most frequent first."""

    forms: tuple[_Form, ...] = ()

    def judge(self, url: str) -> Verdict:
        """What a URL says about its page."""
        shape, segments = url_shape_of(url)
        if not segments and not shape.query:
            return Verdict.NO
        form = self._form(shape, segments) or self._form_with_number_as_name(shape, segments)
        if form is not None:
            free = [s for s, want in zip(segments, form.fixed, strict=True) if want is None]
            if any(_LISTS.match(s) for s in free):
                return Verdict.NO
            return Verdict.YES if form.is_distinctive() else Verdict.MAYBE
        if any(_LISTS.match(s) for s in segments) and not _is_below_archive(shape, segments):
            return Verdict.NO
        if self.forms and segments and _ABOUT.match(segments[-1]):
            return Verdict.NO
        if self._is_below_post(shape, segments):
            return Verdict.NO
        if shape.is_numeric:
            # /2014/03/ is an archive by date, /3/ the third page of a list; /1036.html may be an old post.
            may_be_post = (
                shape.kinds == (_NUMBER,)
                and int(segments[0][:9]) > _MAX_DAY
                and not _NOT_A_POST_NUMBER.match(segments[0])
            )
            return Verdict.MAYBE if may_be_post else Verdict.NO
        if shape.kinds[-1:] == (_DATED,) and any(form.shape == shape for form in self.forms):
            return Verdict.YES  # /news/2014-03-01-name where the feed lists /notes/2014-03-02-other
        return Verdict.MAYBE

    def fits(self, url: str) -> bool:
        """Whether posts of the blog have URLs like this one. Other pages may have them, too."""
        return self._form(*url_shape_of(url)) is not None

    def _form(self, shape: UrlShape, segments: tuple[str, ...]) -> _Form | None:
        return next((form for form in self.forms if form.matches(shape, segments)), None)

    def _is_below_post(self, shape: UrlShape, segments: tuple[str, ...]) -> bool:
        """Whether a URL is one level below that of a dated post: WordPress has such pages for pictures."""
        if shape.kinds[-1:] != (_WORDS,) or _YEAR not in shape.kinds[:-2]:
            return False
        form = self._form(UrlShape(shape.kinds[:-1]), segments[:-1])
        return form is not None and form.shape.kinds[-1] == _WORDS

    def _form_with_number_as_name(self, shape: UrlShape, segments: tuple[str, ...]) -> _Form | None:
        """The form of a URL whose last name happens to be a number, but not a day: /2014/03/220/."""
        if shape.kinds[-1:] != (_NUMBER,) or int(segments[-1][:9]) <= _MAX_DAY:
            return None
        return self._form(replace(shape, kinds=(*shape.kinds[:-1], _WORDS)), segments)

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
                "telling": f.is_distinctive(),
            }
            for f in self.forms
        ]

    @classmethod
    def from_record(cls, record: list[dict[str, Any]]) -> PostPattern:
        """The pattern of such a record."""
        return cls(
            tuple(
                _Form(
                    UrlShape(tuple(map(SegmentKind, f["kinds"])), f["extension"], tuple(f["query"])),
                    tuple(f["fixed"]),
                    f["posts"],
                )
                for f in record
            )
        )


def _is_below_archive(shape: UrlShape, segments: tuple[str, ...]) -> bool:
    """Whether a URL may be that of an old post: Movable Type keeps them in /archives/000123.html."""
    above = segments[:-1]
    lists = [at for at, name in enumerate(segments) if _LISTS.match(name)]
    if not above or lists != [at for at, name in enumerate(above) if _ARCHIVE.match(name)]:
        return False
    below = UrlShape(shape.kinds[lists[-1] + 1 :])
    return not (_YEAR in below.kinds and below.is_numeric)


def learn_pattern(urls: Iterable[str]) -> PostPattern:
    """Learn the pattern from URLs of posts, leaving out a single odd one among many."""
    groups: defaultdict[UrlShape, list[tuple[str, ...]]] = defaultdict(list)
    count = 0
    for url in dict.fromkeys(urls):
        shape, segments = url_shape_of(url)
        if segments or shape.query:
            groups[shape].append(segments)
            count += 1
    min_support = 2 if count >= _MANY_LINKS else 1
    forms = [
        _Form(shape, _shared_segments(rows), len(rows)) for shape, rows in groups.items() if len(rows) >= min_support
    ]
    forms.sort(key=lambda form: -form.support)
    return PostPattern(tuple(forms))


def _shared_segments(rows: Sequence[tuple[str, ...]]) -> tuple[str | None, ...]:
    """The segments that all rows share. The last one names the post, so it is never shared."""
    width = len(rows[0])
    shared: list[str | None] = []
    for column in range(width):
        values = Counter(row[column] for row in rows)
        same = len(values) == 1 and column < width - 1
        by_chance = len(rows) < _MIN_LINKS_FOR_SHARED_NUMBERS and any(c.isdigit() for c in rows[0][column])
        is_number = all(v.isdigit() for v in values)  # of a year or month, which other posts do not share
        shared.append(rows[0][column] if same and not by_chance and not is_number else None)
    return tuple(shared)


def _is_date_archive(shape: UrlShape, segments: tuple[str, ...]) -> bool:
    """Whether a URL is that of a year, a month or a day: /2014/03/."""
    kinds = shape.kinds
    if _YEAR not in kinds:
        return False
    return kinds[-1] == _YEAR or shape.is_numeric or (kinds[-1] == _NUMBER and int(segments[-1][:9]) <= _MAX_DAY)


def likely_posts(urls: Iterable[str]) -> list[str]:
    """The largest group among a blog's URLs that look like posts: dated, numbered, or with long names."""
    groups: defaultdict[tuple[UrlShape, tuple[str, ...]], list[str]] = defaultdict(list)
    shaped = {url: url_shape_of(url) for url in urls}
    known = {segments for _, segments in shaped.values()}
    for url, (shape, segments) in shaped.items():
        if not shape.kinds:  # /?p=12
            suffix = f"={_NUMBER}"
            numbers = {name.removesuffix(suffix) for name in shape.query if name.endswith(suffix)}
            if numbers and not numbers & _LIST_PARAMETERS:
                groups[shape, ()].append(url)
            continue
        if _is_date_archive(shape, segments):
            continue
        if _YEAR in shape.kinds and shape.kinds[-2] == _WORDS and segments[:-1] in known:
            continue  # WordPress has pages for pictures below those of posts
        # Movable Type keeps its posts in /archives/000123.html: a number below a list's name is a post.
        names = segments if shape.kinds[-1] == _WORDS else segments[:-2]
        if not any(_LISTS.match(s) for s in names):
            groups[shape, segments[:-1] if _YEAR not in shape.kinds else ()].append(url)
    return max(groups.items(), key=lambda group: _likelihood(group[0][0], group[1]))[1] if groups else []


def _likelihood(shape: UrlShape, urls: Sequence[str]) -> float:
    """How much a group of URLs looks like posts; only the order has a meaning."""
    dated = _DATED in shape.kinds or (_YEAR in shape.kinds and shape.kinds[-1] == _WORDS)
    numbered = not shape.kinds or (shape.kinds[-1] == _NUMBER and len(shape.kinds) > 1)
    long_names = sum(len(re.findall(r"[-_]", url.rstrip("/").rpartition("/")[2])) >= 2 for url in urls)
    return min(len(urls), 30) * (3 if dated else 2.5 if numbered else 0.1) + 2 * min(long_names, 30)
