"""Finding the title of a page without a rule."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from urllib.parse import urlsplit

from lxml.etree import _Element

from ...dom import META, Page, find, node_text, own_text, read, words
from ...urls import page_key, related_hosts, resolve

__all__ = [
    "contains_words",
    "guess_title",
    "guess_titles",
    "has_ambiguous_titles",
    "links_home",
    "split_head_title",
    "title_shared_with_head",
]

#: Headings that are only a date.
_NUMBERS = re.compile(r"[\d\s./-]+")
_HEAD_TITLE = "/html/head/title"
#: What separates the title of a page from the name of its blog.
_SEPARATOR = re.compile(r"\s+[-–—|·•:»«/]+\s+|(?<=\w)[:|»]\s+")
#: Symbols with which templates link to a heading.
_LINK_SYMBOLS = " #§¶\u200b\u2693\U0001f517"
#: A ``<title>`` with more parts does not consist of a title and names.
_MAX_PARTS = 8
#: Number of headings of each level to check.
_MAX_HEADINGS = 5
_ALL_LEVELS = ("//h1", "//h2", "//h3", "//h4", "//h5", "//h6")
#: Fewer pages may begin their ``<title>`` alike by chance.
_MIN_TITLES = 3
#: Number of elements above a heading that may be its link, and of links in it.
_MAX_LINKS = 3


def guess_title(
    page: Page, repeated: Collection[str] = (), names: Collection[str] = (), *, untitled: bool = False
) -> str | None:
    """The heading that the page's ``<title>`` repeats, else the title in the page's metadata.

    ``repeated`` are headings that other pages have, too, such as the blog's name; ``names`` are the folded names of the
    blog. An ``untitled`` post has an empty element for its title: then no other heading is its title.
    """
    head_title = _head_title(page)
    head = _folded(head_title)
    found = [one for one in _headings(page) if one.text not in repeated and _folded(one.text) not in names]
    headings = [heading.text for heading in found]
    own = [heading for heading in found if not heading.links_home]
    stated = {_folded(value) for value in _stated_titles(page)}
    matching = (
        # <title> may be written for search engines, and have words of a chapter's heading
        [heading.text for heading in own if heading.text and _folded(heading.text) in stated]
        or _in_head((heading.text for heading in own), head)
        or _in_head((heading.own_text for heading in own), head)
        or _in_head(headings, head)
    )
    if matching:
        return _as_in_head(max(matching, key=lambda value: (_folded(value) in stated, len(value))), head_title)
    # A heading may hold more than the title, such as the time.
    parts = [
        part
        for part in _runs(head_title, repeated)
        if part not in repeated
        and _folded(part) not in names
        and any(contains_words(value, part) for value in headings)
    ]
    if parts:
        return max(parts, key=len)
    for selector, take in META["title"]:
        for value in read(page, selector, take, 1):
            if value not in repeated and not _is_made_of(names, value):
                return _without_name(value, repeated)
    if untitled:
        return None
    unlinked = [heading.text for heading in found if not heading.target]
    return next((value for value in unlinked or headings if not _NUMBERS.fullmatch(value)), None)


def _folded(text: str) -> str:
    return " ".join(words(text))


def _in_head(headings: Iterable[str], head: str) -> list[str]:
    return [value for value in headings if (folded := _folded(value)) and folded in head]


def _is_made_of(names: Collection[str], title: str) -> bool:
    """Whether a title has nothing but names of the blog."""
    return _folded(title) in names or all(_folded(part) in names for part in _SEPARATOR.split(title))


def _stated_titles(page: Page) -> Iterator[str]:
    """The titles in the page's metadata, which may be shorter than its ``<title>``: without a subtitle."""
    for selector, take in META["title"]:
        if selector != _HEAD_TITLE:
            yield from read(page, selector, take, 1)


def _as_in_head(heading: str, head_title: str) -> str:
    """A heading without link symbols that the page's ``<title>`` does not have."""
    bare = heading
    while bare not in head_title and bare[-1:] in _LINK_SYMBOLS:
        bare = bare[:-1].rstrip()
    if bare not in head_title:
        bare = heading.lstrip(_LINK_SYMBOLS)
    return bare if bare in head_title else heading


def _without_name(title: str, repeated: Collection[str]) -> str:
    """A title without a repeated part at its end or beginning, such as the blog's name after a bar."""
    separators = list(_SEPARATOR.finditer(title))
    if separators and title[separators[-1].end() :] in repeated:
        return title[: separators[-1].start()]
    if separators and title[: separators[0].start()] in repeated:
        return title[separators[0].end() :]
    return title


def guess_titles(pages: Sequence[Page]) -> list[str | None]:
    """The titles of pages of one blog.

    A heading that several pages have is not a title. Neither is the blog's name: the end of ``<title>`` at which
    the pages differ less, or a ``<title>`` that most pages have.
    """
    headings = [_headings(page) for page in pages]
    counts = Counter(text for found in headings for text in {heading.text for heading in found})
    repeated = {text for text, count in counts.items() if count > 1}
    own = _linked_titles(pages, headings)
    head_titles = Counter(map(_head_title, pages))
    repeated |= {title for title, count in head_titles.items() if count > 1 and 2 * count > len(pages)}
    split = [parts for page in pages if (parts := split_head_title(_head_title(page)))]
    first, last = {parts[0] for parts in split}, {parts[-1] for parts in split}
    if len(first) != len(last) and 2 * min(len(first), len(last)) <= len(split):
        repeated |= min(first, last, key=len)
    guessed = [guess_title(page, repeated - titles) for page, titles in zip(pages, own, strict=True)]
    return _without_shared_ends(pages, guessed)


def _without_shared_ends(pages: Sequence[Page], titles: Sequence[str | None]) -> list[str | None]:
    """Titles that are the whole ``<title>``, without words that all pages begin or end it with, if a heading agrees."""
    heads = [_head_title(page).split() for page in pages]
    if len({" ".join(head) for head in heads}) < _MIN_TITLES:
        return list(titles)
    first, last = _count_shared(heads), _count_shared([head[::-1] for head in heads])
    found: list[str | None] = []
    for page, title, head in zip(pages, titles, heads, strict=True):
        whole, rest = " ".join(head), " ".join(head[first : len(head) - last])
        is_doubtful = first + last and words(rest) and words(title or "") == words(whole)
        if is_doubtful and _as_heading(page, whole) is None:
            title = _as_heading(page, rest) or title
        found.append(title)
    return found


def _count_shared(texts: Sequence[Sequence[str]]) -> int:
    """The number of words that all texts begin with."""
    return sum(1 for _ in takewhile(lambda same: len(set(same)) == 1, zip(*texts, strict=False)))


def _as_heading(page: Page, text: str) -> str | None:
    """A text as a heading of the page spells it, or as it is if a heading contains it; else ``None``."""
    headings = [node_text(element) for level in _ALL_LEVELS for element in find(page.tree, level)[:_MAX_HEADINGS]]
    exact = (heading for heading in headings if words(heading) == words(text))
    return next(exact, None) or (text if any(contains_words(heading, text) for heading in headings) else None)


def _linked_titles(pages: Sequence[Page], headings: Sequence[Sequence[_Heading]]) -> list[set[str]]:
    """For each page its headings that other pages repeat only as a link to it, as in lists of related posts."""
    targets: defaultdict[str, set[str]] = defaultdict(set)
    for found in headings:
        for heading in found:
            targets[heading.text].add(heading.target)
    return [
        {heading.text for heading in found if not heading.target and targets[heading.text] == {"", page_key(page.url)}}
        for page, found in zip(pages, headings, strict=True)
    ]


def has_ambiguous_titles(pages: Sequence[Page]) -> bool:
    """Whether either end of ``<title>`` may be the title: both differ on all pages and are headings on most.

    This happens if a blog changed its name. Only more pages can tell the name from the titles.
    """
    split = [(split_head_title(_head_title(page)), [heading.text for heading in _headings(page)]) for page in pages]
    ends = [(parts[0], parts[-1], headings) for parts, headings in split if parts]
    differ = len({first for first, _, _ in ends}) == len({last for _, last, _ in ends}) == len(ends)
    both = sum(
        all(any(contains_words(heading, end) for heading in headings) for end in (first, last))
        for first, last, headings in ends
    )
    return differ and 2 * both > len(pages)


def _head_title(page: Page) -> str:
    return " ".join(read(page, _HEAD_TITLE, "text", 1))


def contains_words(text: str, part: str) -> bool:
    """Whether a text contains the words of a part, one after the other."""
    return f" {' '.join(words(part))} " in f" {' '.join(words(text))} "


def title_shared_with_head(page: Page, text: str) -> str | None:
    """What a text has in common with the page's ``<title>``: the whole text, or a part of ``<title>`` that is in it."""
    head_title = _head_title(page)
    if words(text) and contains_words(head_title, text):
        return _as_in_head(text, head_title)
    shared = [part for part in _runs(head_title) if contains_words(text, part)]
    return max(shared, key=len) if shared else None


def split_head_title(head_title: str) -> list[str]:
    """The parts of a page's ``<title>``, such as the title and the blog's name; empty if it has only one."""
    parts = [part.strip() for part in _SEPARATOR.split(head_title)]
    return [part for part in parts if words(part)] if len(parts) > 1 else []


def _runs(head_title: str, repeated: Collection[str] = ()) -> list[str]:
    """The parts of a page's ``<title>``, and runs of them: "Part 2: The end" in a longer one."""
    parts = split_head_title(head_title)
    if not 2 < len(parts) <= _MAX_PARTS:
        return parts
    bounds = [0, *(bound for separator in _SEPARATOR.finditer(head_title) for bound in separator.span())]
    starts, ends = bounds[::2], [*bounds[1::2], len(head_title)]
    runs = [head_title[start:end].strip() for number, start in enumerate(starts) for end in ends[number:]]
    return [run for run in runs if words(run) and not any(part in repeated for part in split_head_title(run))]


@dataclass(frozen=True, slots=True)
class _Heading:
    """A heading."""

    text: str
    #: Its text without its children's.
    own_text: str
    #: The key of the page of the same site that it links to; empty if it links to its own page or not at all.
    target: str
    #: Whether it links to a home page, or to a folder that contains the page.
    links_home: bool


def _headings(page: Page) -> list[_Heading]:
    elements = (element for level in ("//h1", "//h2", "//h3") for element in find(page.tree, level)[:_MAX_HEADINGS])
    texts = ((element, node_text(element)) for element in elements)
    return [_Heading(text, own_text(element), *_heading_target(page, element, text)) for element, text in texts if text]


def _heading_target(page: Page, element: _Element, text: str) -> tuple[str, bool]:
    """The ``target`` and ``links_home`` of a heading, from the links around it or in it."""
    links = [above for above in islice(element.iterancestors(), _MAX_LINKS) if above.tag == "a"]
    links += [link for link in islice(element.iter("a"), _MAX_LINKS) if node_text(link) == text]
    if not links:
        return "", False
    links_home, own = False, urlsplit(page.url)
    for link in links:
        url = resolve(page.base, link.get("href") or "")
        if not url:
            continue
        if url == page.url:  # the most frequent case
            return "", links_home
        parts = urlsplit(url)
        is_own = page_key(url) == page_key(page.url)
        own_path = own.path if parts.hostname == own.hostname else "/"
        links_home = links_home or (not is_own and own_path.startswith(_folder(parts.path)))
        if related_hosts(parts.hostname or "", own.hostname or ""):
            return "" if is_own else page_key(url), links_home
    return "", links_home


def links_home(page: Page, heading: _Element) -> bool:
    """Whether a heading is a link to a home page, as the name of a blog is."""
    is_linked = next(heading.iter("a"), None) is not None or next(heading.iterancestors("a"), None) is not None
    return is_linked and _heading_target(page, heading, node_text(heading))[1]


def _folder(path: str) -> str:
    """The path with a slash at its end."""
    return path if path.endswith("/") else f"{path}/"
