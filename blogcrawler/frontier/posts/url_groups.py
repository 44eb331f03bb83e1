"""Groups of URLs that may lead to posts, for blogs without a feed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from ...word_lists import word_list, word_pattern
from .url_pattern import MAX_DAY, is_archive_name, is_list_name
from .url_shape import SegmentKind, UrlShape, url_shape_of

__all__ = ["group_likely_posts", "has_dated_path"]

_YEAR, _NUMBER, _DATED, _WORDS = SegmentKind
_ABOUT = word_pattern(__package__, "url_pattern.toml", "about_pages")
_LIST_PARAMETERS = frozenset(word_list(__package__, "url_pattern.toml", "list_parameters"))
#: From this many URLs on, a group does not become likelier with its size.
_MANY_URLS = 30
#: A group of URLs from several folders counts less: most blogs keep their posts in one.
_SEVERAL_FOLDERS = 0.5
#: Paths with more segments than this are grouped by their first ones.
_MAX_DEPTH = 6

#: A shape, the segments that all URLs of a group share, and whether these are all segments above the last one.
_Key = tuple[UrlShape, tuple[str, ...], bool]


def group_likely_posts(urls: Iterable[str]) -> list[list[str]]:
    """Group a blog's URLs by shape and folder; groups that look most like posts come first.

    A URL is in several groups: of its folder and of the folders above, because some blogs have a folder for each
    category or author. Lists, archives by date and pages about the blog are left out.
    """
    shaped = {url: url_shape_of(url) for url in urls}
    known = {segments for _, segments in shaped.values()}
    groups: defaultdict[_Key, list[str]] = defaultdict(list)
    for url, (shape, segments) in shaped.items():
        if _may_be_post(shape, segments, known):
            for key in _keys(shape, segments):
                groups[key].append(url)
    ranked = sorted(groups.items(), key=lambda group: -_likelihood(group[0], group[1]))
    return [urls for key, urls in ranked if key[2] or _has_several_folders(urls)]


def has_dated_path(url: str) -> bool:
    """Whether a URL has a name below a year, or a name that begins with a date."""
    return _is_dated(url_shape_of(url)[0])


def _may_be_post(shape: UrlShape, segments: tuple[str, ...], known: set[tuple[str, ...]]) -> bool:
    kinds = shape.kinds
    if not kinds:  # /?p=12
        suffix = f"={_NUMBER}"
        numbers = {name.removesuffix(suffix) for name in shape.query if name.endswith(suffix)}
        return bool(numbers) and not numbers & _LIST_PARAMETERS
    if _is_date_archive(shape, segments) or _ABOUT.match(segments[-1]):
        return False
    if _YEAR in kinds and kinds[-2] == _WORDS and segments[:-1] in known:
        return False  # WordPress has pages for pictures below those of posts
    # Movable Type keeps its posts in /archives/000123.html or /archives/2006/03/name.html: a number below an archive is
    # a post, and so is a name below an archive's year.
    lists = [name for name in segments if is_list_name(name)]
    return not lists or ((_is_dated(shape) or kinds[-1] == _NUMBER) and all(map(is_archive_name, lists)))


def _keys(shape: UrlShape, segments: tuple[str, ...]) -> Iterable[_Key]:
    """The groups of a URL. Those of dated URLs ignore the folder: it is the year."""
    if not shape.kinds or _YEAR in shape.kinds:
        return [(shape, (), True)]
    folders = segments[:-1][:_MAX_DEPTH]
    return [(shape, folders[:depth], depth == len(folders)) for depth in range(len(folders), -1, -1)]


def _has_several_folders(urls: Sequence[str]) -> bool:
    return len({url_shape_of(url)[1][:-1] for url in urls}) > 1


def _is_dated(shape: UrlShape) -> bool:
    return _DATED in shape.kinds or (_YEAR in shape.kinds and shape.kinds[-1] == _WORDS)


def _is_date_archive(shape: UrlShape, segments: tuple[str, ...]) -> bool:
    """Whether a URL leads to the list of a year, a month or a day: /2014/03/."""
    kinds = shape.kinds
    if _YEAR not in kinds:
        return False
    return kinds[-1] == _YEAR or shape.is_numeric or (kinds[-1] == _NUMBER and int(segments[-1][:9]) <= MAX_DAY)


def _likelihood(key: _Key, urls: Sequence[str]) -> float:
    """How much a group of URLs looks like posts; only the order has a meaning."""
    shape, _, is_one_folder = key
    numbered = not shape.kinds or (shape.kinds[-1] == _NUMBER and len(shape.kinds) > 1)
    long_names = sum(len(re.findall(r"[-_]", url.rstrip("/").rpartition("/")[2])) >= 2 for url in urls)
    by_kind = 3 if _is_dated(shape) else 2.5 if numbered else 0.1
    likelihood = min(len(urls), _MANY_URLS) * by_kind + 2 * min(long_names, _MANY_URLS)
    return likelihood if is_one_folder else _SEVERAL_FOLDERS * likelihood
