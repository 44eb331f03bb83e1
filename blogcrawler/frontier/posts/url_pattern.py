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

from ...word_lists import word_pattern
from .url_shape import SegmentKind, UrlShape, url_shape_of

__all__ = ["MAX_DAY", "PostPattern", "Verdict", "is_archive_name", "is_list_name", "learn_pattern"]

_YEAR, _NUMBER, _DATED, _WORDS = SegmentKind
_LISTS = word_pattern(__package__, "url_pattern.toml", "lists")
_ABOUT = word_pattern(__package__, "url_pattern.toml", "about_pages")
_COMMENTS = word_pattern(__package__, "url_pattern.toml", "comments")
_ARCHIVE = re.compile(r"^archiv(?:es?|os?)$", re.IGNORECASE)
#: Numbers that do not identify a post: months, days, and the error pages of servers.
_NOT_A_POST_NUMBER = re.compile(r"^(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-3]\d)?|403|404|410|500|502|503)$")
MAX_DAY = 31
#: From this many links on, a shape that only one of them has is left out.
_MANY_LINKS = 8
#: Fewer links than this share numbers and dates by chance.
_MIN_LINKS_FOR_SHARED_NUMBERS = 3


#: The shape and the segments of a URL.
_Row = tuple[UrlShape, tuple[str, ...]]


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

    def classify(self, url: str) -> Verdict:
        """Whether the URL belongs to a post: yes, no or maybe."""
        return self.classify_shape(*url_shape_of(url))

    def classify_shape(self, shape: UrlShape, segments: tuple[str, ...]) -> Verdict:
        """The same for a URL that was taken apart."""
        if not segments and not shape.query:
            return Verdict.NO
        form = self._form(shape, segments) or self._form_with_number_as_name(shape, segments)
        if form is not None:
            free = [s for s, want in zip(segments, form.fixed, strict=True) if want is None]
            if any(_LISTS.match(s) for s in free):
                return Verdict.NO
            if _YEAR not in shape.kinds and segments and _ABOUT.match(segments[-1]):
                return Verdict.NO
            return Verdict.YES if form.is_distinctive() and not self._is_odd(form) else Verdict.MAYBE
        if any(_LISTS.match(s) for s in segments) and not _is_below_archive(shape, segments):
            return Verdict.NO
        if self.forms and segments and _ABOUT.match(segments[-1]):
            return Verdict.NO
        if _is_comment(shape, segments):
            return Verdict.NO
        if self._is_below_post(shape, segments):
            return Verdict.NO
        if shape.is_numeric:
            # /2014/03/ is an archive by date, /3/ the third page of a list; /1036.html may be an old post.
            may_be_post = (
                shape.kinds == (_NUMBER,)
                and int(segments[0][:9]) > MAX_DAY
                and not _NOT_A_POST_NUMBER.match(segments[0])
            )
            return Verdict.MAYBE if may_be_post else Verdict.NO
        if shape.kinds[-1:] == (_DATED,) and any(form.shape == shape for form in self.forms):
            return Verdict.YES  # /news/2014-03-01-name where the feed lists /notes/2014-03-02-other
        return Verdict.MAYBE

    def fits(self, url: str) -> bool:
        """Whether posts of the blog have URLs like this one. Other pages may have them, too."""
        return self._form(*url_shape_of(url)) is not None

    def extended(self, other: PostPattern) -> PostPattern:
        """The pattern with the forms of another one that it lacks."""
        known = {(form.shape, form.fixed) for form in self.forms}
        return PostPattern((*self.forms, *(form for form in other.forms if (form.shape, form.fixed) not in known)))

    def _form(self, shape: UrlShape, segments: tuple[str, ...]) -> _Form | None:
        """The form of a URL; of several, the one that says most about it."""
        matching = [form for form in self.forms if form.matches(shape, segments)]
        return max(matching, key=lambda form: sum(want is not None for want in form.fixed), default=None)

    def _is_odd(self, form: _Form) -> bool:
        """Whether only one of many posts has a form: then its URLs do not say that their pages are posts."""
        return form.support == 1 and sum(other.support for other in self.forms) > _MANY_LINKS

    def _is_below_post(self, shape: UrlShape, segments: tuple[str, ...]) -> bool:
        """Whether a URL is one level below a dated post's: WordPress has such pages for pictures."""
        if shape.kinds[-1:] != (_WORDS,) or _YEAR not in shape.kinds[:-2]:
            return False
        form = self._form(UrlShape(shape.kinds[:-1]), segments[:-1])
        return form is not None and form.shape.kinds[-1] == _WORDS

    def _form_with_number_as_name(self, shape: UrlShape, segments: tuple[str, ...]) -> _Form | None:
        """The form of a URL whose last name happens to be a number, but not a day: /2014/03/220/."""
        if shape.kinds[-1:] != (_NUMBER,) or int(segments[-1][:9]) <= MAX_DAY:
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
        """Restore a pattern from its record."""
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


def is_list_name(segment: str) -> bool:
    """Whether a path segment names a list, a feed or a technical page."""
    return _LISTS.match(segment) is not None


def is_archive_name(segment: str) -> bool:
    """Whether a path segment names an archive, which some programs keep posts in."""
    return _ARCHIVE.match(segment) is not None


def _is_below_archive(shape: UrlShape, segments: tuple[str, ...]) -> bool:
    """Whether a URL may belong to an old post: Movable Type keeps them in /archives/000123.html."""
    above = segments[:-1]
    lists = [at for at, name in enumerate(segments) if _LISTS.match(name)]
    if not above or lists != [at for at, name in enumerate(above) if _ARCHIVE.match(name)]:
        return False
    below = UrlShape(shape.kinds[lists[-1] + 1 :])
    return not (_YEAR in below.kinds and below.is_numeric)


def learn_pattern(urls: Iterable[str]) -> PostPattern:
    """Learn the pattern from URLs of posts, leaving out a single odd one among many.

    Each URL is also classified by what the others teach. If they exclude it, what excludes it is no condition for
    posts of this blog, and the pattern gets a form for it.
    """
    every = [row for url in dict.fromkeys(urls) if (row := url_shape_of(url))[1] or row[0].query]
    rows = _without_comments(every)
    pattern = _learn_forms(rows)
    return PostPattern((*pattern.forms, *_excluded_forms(rows, pattern)))


def _learn_forms(rows: Sequence[_Row]) -> PostPattern:
    """The pattern of shapes and shared segments that URLs have."""
    groups: defaultdict[UrlShape, list[tuple[str, ...]]] = defaultdict(list)
    for shape, segments in rows:
        groups[shape].append(segments)
    min_support = 2 if len(rows) >= _MANY_LINKS else 1
    forms = [
        _Form(shape, _shared_segments(group), len(group))
        for shape, group in groups.items()
        if len(group) >= min_support
    ]
    forms.sort(key=lambda form: -form.support)
    return PostPattern(tuple(forms))


def _excluded_forms(rows: Sequence[_Row], pattern: PostPattern) -> Iterable[_Form]:
    """Forms for the URLs that a pattern learned from all others would exclude."""
    sizes = Counter(shape for shape, _ in rows)
    found: Counter[tuple[UrlShape, tuple[str | None, ...]]] = Counter()
    for at, (shape, segments) in enumerate(rows):
        # Without one of three URLs, the others still have their shape.
        rest = pattern if sizes[shape] > 2 else _learn_forms([*rows[:at], *rows[at + 1 :]])
        if rest.classify_shape(shape, segments) is Verdict.NO:
            names = (
                name if kind is _WORDS and place < len(segments) - 1 else None
                for place, (kind, name) in enumerate(zip(shape.kinds, segments, strict=True))
            )
            found[shape, tuple(names)] += 1
    known = {(form.shape, form.fixed) for form in pattern.forms}
    return [_Form(shape, fixed, number) for (shape, fixed), number in found.items() if (shape, fixed) not in known]


def _without_comments(rows: Sequence[_Row]) -> Sequence[_Row]:
    """The URLs without those of single comments, unless most look like that: then these are the blog's posts."""
    others = [row for row in rows if not _is_comment(*row)]
    return others if 2 * len(others) > len(rows) else rows


def _is_comment(shape: UrlShape, segments: tuple[str, ...]) -> bool:
    """Whether a URL leads to a comment, and shows the comment or its post: /comment/1430."""
    below = zip(segments, shape.kinds[1:], strict=False)
    return any(kind is _NUMBER and _COMMENTS.match(name) for name, kind in below)


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
