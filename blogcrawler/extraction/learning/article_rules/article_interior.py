"""Learning what inside the article's node is not part of the article.

Five ways, in the order in which they are trusted: what comes before a mark that always precedes the article, what comes
after one that always follows it (comments follow "posted by"), nodes that never hold the article's words, and phrases
and pictures that are on most pages.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from ....dom import PLUGIN_NAMES, SCREEN_READER_NAMES, Selector, is_xpath_name
from ...rules import ArticleRule
from ...training.article_labels import ArticleLabels, add_footnotes, fill_gaps
from ...training.sample import TrainingSample
from .article_marks import ends_at_headings, find_marks
from .interior_page import InteriorPage
from .position_rules import make_specific
from .template_content import template_phrases, template_pictures
from .text_marks import find_text_mark

__all__ = ["InteriorParameters", "learn_interior"]


@dataclass(frozen=True, slots=True)
class InteriorParameters:
    """When nodes inside the article are noise."""

    #: Nodes are noise if less than this share of their words is the article's.
    max_article_share: float = 0.15
    #: Dropping a node does harm if it holds over this share of the article. That may happen by chance on this share of
    #: the pages, but not on more.
    max_loss: float = 0.5
    max_harmed_share: float = 0.2
    #: A class or id must be on this share of the pages, and on at least this many.
    min_named_share: float = 0.3
    min_named_pages: int = 2
    #: A position must be the same thing on this share of the pages, and on at least this many.
    min_positional_share: float = 0.8
    min_positional_pages: int = 3
    #: Nodes that are noise by name are kept if the feed has more than this share of their words.
    min_spared_share: float = 0.5


_PARAMETERS = InteriorParameters()

#: A heading of the template must not make the article's headings noise.
_SUBHEADINGS = frozenset({".//h2", ".//h3"})
#: Elements that are noise by their tag, so that the tag may also say that they are kept.
_BARE: dict[str, tuple[Selector, ...]] = {"aside": ("//aside",), "footer": ("//footer",)}


def learn_interior(
    labelled: Sequence[tuple[TrainingSample, ArticleLabels]], rules: Sequence[ArticleRule], *, full: bool
) -> list[ArticleRule]:
    """The rules with what is to be dropped inside their nodes; ``full`` says whether the feed has whole articles."""
    learned: dict[tuple[int | None, ...], ArticleRule] = {}  # several selectors may find the same nodes
    found: list[ArticleRule] = []
    for rule in rules:
        nodes = tuple(sample.selectors.node(rule.selector) for sample, _ in labelled)
        if nodes not in learned:
            learned[nodes] = _with_interior(labelled, nodes, rule, full=full)
        found.append(replace(learned[nodes], selector=rule.selector, confidence=rule.confidence))
    return found


def _with_interior(
    labelled: Sequence[tuple[TrainingSample, ArticleLabels]],
    nodes: Sequence[int | None],
    rule: ArticleRule,
    *,
    full: bool,
) -> ArticleRule:
    pages: list[InteriorPage] = []
    for (sample, labels), node in zip(labelled, nodes, strict=True):
        if node is not None:
            complete = labels if labels.full else fill_gaps(sample, labels, node)
            pages.append((sample, add_footnotes(sample, complete, node), node, _places(sample, node)))
    if not pages:
        return rule
    tallies = _tally(pages)
    after, until = find_marks(pages)
    found = [(sample, places) for sample, _, _, places in pages]
    dropped = _fewest(_noise(tallies, len(pages)), pages)
    drop, titles = make_specific(dropped, found)
    ends = ends_at_headings(pages)
    text_mark = find_text_mark(pages, [_residue(page, dropped, until, ends=ends) for page in pages])
    return replace(
        rule,
        after=after,
        until=" | ".join(filter(None, (until, text_mark))),
        drop=tuple(drop),
        titles=tuple(titles),
        spare=tuple(name for name, tally in tallies.items() if full and tally.noisy and _is_spared(name, tally)),
        ends=ends,
        phrases=tuple(template_phrases(pages)),
        pictures=tuple(template_pictures(pages)),
    )


def _residue(page: InteriorPage, dropped: Sequence[Selector], until: Selector, *, ends: bool) -> list[int]:
    """The words after the article, inside its node, that nothing removes."""
    sample, labels, node, places = page
    out = sample.outline
    last = labels.good.rfind(1, out.start[node], out.end[node])
    end = min([out.end[node], *(out.start[index] for index in places.get(until, ())[:1])])
    left = bytearray(b"\1") * max(0, end - last - 1)
    removed = [(out.start[index], out.end[index]) for name in dropped for index in places.get(name, ())]
    if ends:
        removed += [(out.start[first], out.end[final]) for first, final in sample.endings]
    for begin, stop in removed:
        begin, stop = max(0, begin - last - 1), min(len(left), max(0, stop - last - 1))
        left[begin:stop] = bytes(max(0, stop - begin))
    if not any(left):
        return []
    for block, repeated in zip(out.blocks, sample.repeated, strict=True):
        if (repeated or sample.noisy[block.node]) and last < block.start < end:
            begin, stop = block.start - last - 1, min(block.end, end) - last - 1
            left[begin:stop] = bytes(stop - begin)
    return [word + last + 1 for word, is_left in enumerate(left) if is_left]


def _places(sample: TrainingSample, node: int) -> dict[Selector, list[int]]:
    """The nodes below a node, by their own names and, down to grandchildren, by their position."""
    out, own, tags = sample.outline, sample.selectors.own, sample.outline.tags
    same_names: dict[tuple[Selector, ...], list[int]] = {}
    for index in out.informative_below(node):
        names = own[index] or _BARE.get(tags[index])
        if names:
            same_names.setdefault(names, []).append(index)
    places: dict[Selector, list[int]] = {}
    for names, indexes in same_names.items():
        for name in names:
            places.setdefault("." + name, []).extend(indexes)
    for indexes in places.values():
        indexes.sort()
    for child, path in _children(sample, node, "."):
        places[path] = [child]
        if out.last[child] > child:
            places.update((below, [grandchild]) for grandchild, below in _children(sample, child, path))
    return places


def _children(sample: TrainingSample, node: int, path: Selector) -> Iterator[tuple[int, Selector]]:
    tags, last, position = sample.outline.tags, sample.outline.last, sample.selectors.position
    child, end = node + 1, last[node]
    while child <= end:
        if is_xpath_name(tags[child]):
            yield child, f"{path}/{tags[child]}[{position(child)}]"
        child = last[child] + 1


@dataclass(slots=True)
class _Tally:
    """What the nodes that a selector finds hold, over all training pages.

    ``written`` are the words outside of discussions, ``good`` those of the article; ``harmed`` is the number of pages
    on which dropping the nodes would do harm.
    """

    words: int = 0
    written: int = 0
    good: int = 0
    pages: int = 0
    harmed: int = 0
    noisy: bool = False


def _min_positional_pages(pages: int) -> int:
    return max(_PARAMETERS.min_positional_pages, round(_PARAMETERS.min_positional_share * pages))


def _tally(pages: Sequence[InteriorPage]) -> dict[Selector, _Tally]:
    """What each selector finds. Positions that too few pages have are left out: most are those of a few long posts."""
    least = _min_positional_pages(len(pages))
    tallies: defaultdict[Selector, _Tally] = defaultdict(_Tally)
    counts = Counter(chain.from_iterable(places for _, _, _, places in pages))
    for sample, labels, _, places in pages:
        starts, ends, prefix = sample.outline.start, sample.outline.end, labels.prefix
        harm = _PARAMETERS.max_loss * labels.total
        noisy, discussion = sample.noisy, sample.discussion
        for name, indexes in places.items():
            if counts[name] < least and not name.startswith(".//"):
                continue
            words = written = good = 0
            is_noisy = False
            for index in indexes:
                start, end = starts[index], ends[index]
                words += end - start
                if not discussion[index]:
                    written += end - start
                good += prefix[end] - prefix[start]
                is_noisy = is_noisy or noisy[index]
            tally = tallies[name]
            tally.pages += 1
            tally.words += words
            tally.written += written
            tally.good += good
            tally.harmed += good > harm
            tally.noisy = tally.noisy or is_noisy
    return tallies


def _is_spared(name: Selector, tally: _Tally) -> bool:
    """Whether nodes that are noise by name are in the feed; not those that only screen readers or plugins show."""
    in_feed = name.startswith(".//") and tally.good > _PARAMETERS.min_spared_share * tally.written > 0
    return in_feed and not PLUGIN_NAMES.search(name) and not SCREEN_READER_NAMES.search(name)


def _noise(tallies: dict[Selector, _Tally], pages: int) -> list[Selector]:
    """The selectors whose nodes hold hardly a word of the article."""
    named = max(_PARAMETERS.min_named_pages, round(_PARAMETERS.min_named_share * pages))
    positional = _min_positional_pages(pages)
    return [
        name
        for name, tally in tallies.items()
        if tally.words
        and tally.good < _PARAMETERS.max_article_share * tally.words
        and tally.harmed <= _PARAMETERS.max_harmed_share * tally.pages
        and tally.pages >= (named if name.startswith(".//") else positional)
        and name not in _SUBHEADINGS
    ]


def _fewest(noise: Sequence[Selector], pages: Sequence[InteriorPage]) -> list[Selector]:
    """The fewest selectors that drop everything that all of them drop; names are preferred to positions."""

    def weight(name: Selector) -> tuple[bool, float]:
        words = sum(sample.outline.size(i) for sample, _, _, places in pages for i in places.get(name, ()))
        return (not name.startswith(".//"), -words)

    chosen: list[Selector] = []
    covered: list[set[int]] = [set() for _ in pages]
    for name in sorted(noise, key=weight):
        adds = False
        for (sample, _, _, places), done in zip(pages, covered, strict=True):
            for index in places.get(name, ()):
                if index not in done and sample.outline.size(index):
                    adds = True
                    done.update(range(index, sample.outline.last[index] + 1))
        if adds:
            chosen.append(name)
    return chosen
