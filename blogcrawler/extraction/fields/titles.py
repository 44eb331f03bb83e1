"""What can be said of a single page without any rule: its title."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlsplit

from lxml.etree import _Element

from ...dom import META, Page, find, node_text, own_text, read, words
from ...urls import page_key, related_hosts, resolve

__all__ = [
    "contains_words",
    "guess_title",
    "guess_titles",
    "has_ambiguous_titles",
    "split_head_title",
    "title_shared_with_head",
]

#: Headings that are dates.
_NUMBERS = re.compile(r"[\d\s./-]+")
_TITLE = "/html/head/title"
#: What stands between the title of a page and the name of its blog.
_BETWEEN = re.compile(r"\s+[-–—|·•:»«/]+\s+|(?<=\w)[:|»]\s+")
#: What templates put around a heading to link to it.
_SIGNS = " #§¶\u200b\u2693\U0001f517"
#: A ``<title>`` of more parts is not one of a title and names; a heading is hardly farther below or above its link.
_MOST_PARTS, _ABOVE = 8, 3


def guess_title(
    page: Page, repeated: Collection[str] = (), names: Collection[str] = (), *, untitled: bool = False
) -> str | None:
    """The heading that the page's ``<title>`` repeats, else what the page says to machines.

    ``repeated`` are headings that stand on other pages too, such as the blog's name; ``names`` are those of the blog,
    folded. A post that is ``untitled`` has an empty place for its title: other headings are not taken for it.
    """
    named = _named(page)
    head = _folded(named)
    shown = [one for one in _headings(page) if one.text not in repeated and _folded(one.text) not in names]
    headings = [heading.text for heading in shown]
    own = [heading for heading in shown if not heading.home]
    matching = (
        _in_head((heading.text for heading in own), head)
        or _in_head((heading.own for heading in own), head)
        or _in_head(headings, head)
    )
    if matching:
        stated = {_folded(value) for value in _stated_titles(page)}
        return _as_named(max(matching, key=lambda value: (_folded(value) in stated, len(value))), named)
    # A heading may have more in it than the title, such as the hour.
    held = [
        part
        for part in _runs(named, repeated)
        if part not in repeated
        and _folded(part) not in names
        and any(contains_words(value, part) for value in headings)
    ]
    if held:
        return max(held, key=len)
    for selector, take in META["title"]:
        for value in read(page, selector, take, 1):
            if value not in repeated and _folded(value) not in names:
                return _without(value, repeated)
    if untitled:
        return None
    unlinked = [heading.text for heading in shown if not heading.leads]
    return next((value for value in unlinked or headings if not _NUMBERS.fullmatch(value)), None)


def _folded(text: str) -> str:
    return " ".join(words(text))


def _in_head(headings: Iterable[str], head: str) -> list[str]:
    return [value for value in headings if (said := _folded(value)) and said in head]


def _stated_titles(page: Page) -> Iterator[str]:
    """What the page calls itself in its metadata, which may be less than in its ``<title>``: without a subtitle."""
    for selector, take in META["title"]:
        if selector != _TITLE:
            yield from read(page, selector, take, 1)


def _as_named(heading: str, named: str) -> str:
    """A heading without the sign that links to it, if the page's ``<title>`` has none there."""
    bare = heading
    while bare not in named and bare[-1:] in _SIGNS:
        bare = bare[:-1].rstrip()
    if bare not in named:
        bare = heading.lstrip(_SIGNS)
    return bare if bare in named else heading


def _without(title: str, repeated: Collection[str]) -> str:
    """A title without what is repeated at its ends, such as the blog's name behind a bar."""
    between = list(_BETWEEN.finditer(title))
    if between and title[between[-1].end() :] in repeated:
        return title[: between[-1].start()]
    if between and title[: between[0].start()] in repeated:
        return title[between[0].end() :]
    return title


def guess_titles(pages: Sequence[Page]) -> list[str | None]:
    """The titles of pages of one blog: a heading that several of them have is not the title of any, nor is the blog's
    name, which is at that end of ``<title>`` where fewer of them differ, or all that most of them have."""
    headings = [_headings(page) for page in pages]
    counts = Counter(value for one in headings for value in {heading.text for heading in one})
    repeated = {value for value, count in counts.items() if count > 1}
    own = _linked_titles(pages, headings)
    names = Counter(map(_named, pages))
    repeated |= {name for name, count in names.items() if count > 1 and 2 * count > len(pages)}
    parts = [parts for page in pages if (parts := split_head_title(_named(page)))]
    first, last = {one[0] for one in parts}, {one[-1] for one in parts}
    if len(first) != len(last) and 2 * min(len(first), len(last)) <= len(parts):
        repeated |= min(first, last, key=len)
    return [guess_title(page, repeated - titles) for page, titles in zip(pages, own, strict=True)]


def _linked_titles(pages: Sequence[Page], headings: Sequence[Sequence[_Heading]]) -> list[set[str]]:
    """For each page its headings that stand on others only to lead to it, as in their lists of related posts."""
    leads: defaultdict[str, set[str]] = defaultdict(set)
    for one in headings:
        for heading in one:
            leads[heading.text].add(heading.leads)
    return [
        {heading.text for heading in one if not heading.leads and leads[heading.text] == {"", page_key(page.url)}}
        for page, one in zip(pages, headings, strict=True)
    ]


def has_ambiguous_titles(pages: Sequence[Page]) -> bool:
    """Whether both ends of ``<title>`` may be the title: both differ on all pages, and are headings on most.

    A blog that changed its name has some pages of each. Only more pages tell the name from the titles.
    """
    parts = [(split_head_title(_named(page)), [heading.text for heading in _headings(page)]) for page in pages]
    ends = [(one[0], one[-1], headings) for one, headings in parts if one]
    differ = len({first for first, _, _ in ends}) == len({last for _, last, _ in ends}) == len(ends)
    both = sum(
        all(any(contains_words(heading, end) for heading in headings) for end in (first, last))
        for first, last, headings in ends
    )
    return differ and 2 * both > len(pages)


def _named(page: Page) -> str:
    return " ".join(read(page, _TITLE, "text", 1))


def contains_words(text: str, part: str) -> bool:
    """Whether the words of a part stand in a text, next to each other."""
    return f" {' '.join(words(part))} " in f" {' '.join(words(text))} "


def title_shared_with_head(page: Page, text: str) -> str | None:
    """What a page's ``<title>`` and a text have in common: the whole text, or a part of ``<title>`` that is in it."""
    named = _named(page)
    if words(text) and contains_words(named, text):
        return _as_named(text, named)
    held = [part for part in _runs(named) if contains_words(text, part)]
    return max(held, key=len) if held else None


def split_head_title(named: str) -> list[str]:
    """What a page's ``<title>`` is made of, such as the title and the blog's name."""
    parts = [part.strip() for part in _BETWEEN.split(named)]
    return [part for part in parts if words(part)] if len(parts) > 1 else []


def _runs(named: str, repeated: Collection[str] = ()) -> list[str]:
    """The parts of a page's ``<title>``, and several of them together: "Part 2: The end" in a longer one."""
    parts = split_head_title(named)
    if not 2 < len(parts) <= _MOST_PARTS:
        return parts
    signs = [0, *(place for sign in _BETWEEN.finditer(named) for place in sign.span()), len(named)]
    begins, ends = signs[::2], signs[1::2]
    runs = [named[begin:end].strip() for number, begin in enumerate(begins) for end in ends[number:]]
    return [run for run in runs if words(run) and not any(part in repeated for part in split_head_title(run))]


@dataclass(frozen=True, slots=True)
class _Heading:
    """A heading: its text, that without its parts, and to which other page it leads, if to one of the same site.

    ``home`` says that it leads to the home page of a site, or to a folder in which the page lies.
    """

    text: str
    own: str
    leads: str
    home: bool


def _headings(page: Page) -> list[_Heading]:
    found = (element for level in ("//h1", "//h2", "//h3") for element in find(page.tree, level)[:5])
    shown = ((element, node_text(element)) for element in found)
    return [_Heading(text, own_text(element), *_leads(page, element, text)) for element, text in shown if text]


def _leads(page: Page, element: _Element, text: str) -> tuple[str, bool]:
    """The page to which a heading, or what it stands in, leads; empty if that is its own, or of another site.

    And whether that is a home page, or a folder in which the page lies.
    """
    links = [above for above in islice(element.iterancestors(), _ABOVE) if above.tag == "a"]
    links += [link for link in islice(element.iter("a"), _ABOVE) if node_text(link) == text]
    home = False
    for link in links:
        target, own = resolve(page.base, link.get("href") or ""), urlsplit(page.url)
        if not target:
            continue
        there = urlsplit(target)
        is_own = page_key(target) == page_key(page.url)
        home = home or (
            not is_own and (own.path if there.hostname == own.hostname else "/").startswith(_folder(there.path))
        )
        if related_hosts(there.hostname or "", own.hostname or ""):
            return "" if is_own else page_key(target), home
    return "", home


def _folder(path: str) -> str:
    """The path of a folder, as addresses begin of what lies in it."""
    return path if path.endswith("/") else f"{path}/"
