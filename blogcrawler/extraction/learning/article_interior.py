"""Learning what inside the article's node is not part of the article.

Five ways, in the order in which they are trusted: what comes before a mark that always stands before the
article, what comes after one that always stands behind it (comments follow "posted by"), nodes that never
hold the article's words, phrases and pictures that stand on most pages.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, compress

from lxml.etree import _Element

from ...dom import PLUGIN_NAMES, SCREEN_READER_NAMES, Selector
from ..cleaning.attributes import absolute_url
from ..cleaning.tracking_pixels_and_smileys import smiley_text
from ..repeated_text import REPEATED_SHARE, repeated_blocks, shingles
from ..rules import ArticleRule
from ..training.article_labels import ArticleLabels, add_footnotes, fill_gaps
from ..training.sample import TrainingSample
from .position_rules import make_specific

__all__ = ["learn_interior"]

#: A node is taken for noise if less than this share of its words is the article's.
_NOISE_SHARE = 0.15
#: What holds such a share of a short article, beside much else, is none; but on so few pages it may be by chance.
_HARM, _SELDOM = 0.5, 0.2
#: A mark must stand on so many of the pages, and may have so few of the article's words on its far side.
_MARK_SHARE, _MARK_LOSS = 0.8, 0.01

#: A heading of the template does not make the article's headings noise.
_SUBHEADINGS = frozenset({".//h2", ".//h3"})

#: A picture that stands on such a share of the pages is the template's; so many of them are kept in mind.
_PICTURE_SHARE, _MOST_PICTURES = 0.8, 50
#: A heading of the article's that a table of contents repeats has so many words at most.
_HEADING = 12

#: What is taken for noise by its tag may be spared by it.
_BARE: dict[str, tuple[Selector, ...]] = {"aside": ("//aside",), "footer": ("//footer",)}

_Page = tuple[TrainingSample, ArticleLabels, int, dict[Selector, list[int]]]


def learn_interior(
    labelled: Sequence[tuple[TrainingSample, ArticleLabels]], rules: Sequence[ArticleRule], *, full: bool
) -> list[ArticleRule]:
    """The rules with what is to be dropped inside their nodes."""
    learned: dict[tuple[int | None, ...], ArticleRule] = {}  # several names may be those of the same nodes
    found: list[ArticleRule] = []
    for rule in rules:
        nodes = tuple(sample.selectors.node(rule.selector) for sample, _ in labelled)
        if nodes not in learned:
            learned[nodes] = _inside(labelled, nodes, rule, full=full)
        found.append(replace(learned[nodes], selector=rule.selector, confidence=rule.confidence))
    return found


def _inside(
    labelled: Sequence[tuple[TrainingSample, ArticleLabels]],
    nodes: Sequence[int | None],
    rule: ArticleRule,
    *,
    full: bool,
) -> ArticleRule:
    pages: list[_Page] = []
    for (sample, labels), node in zip(labelled, nodes, strict=True):
        if node is not None:
            pages.append(
                (
                    sample,
                    add_footnotes(sample, labels if full else fill_gaps(sample, labels, node), node),
                    node,
                    _places(sample, node),
                )
            )
    if not pages:
        return rule
    tallies = _tally(pages, least=_often(pages))
    spare = [name for name, tally in tallies.items() if full and tally.noisy and _is_spared(name, tally)]
    after, until = _marks(pages)
    found = [(sample, places) for sample, _, _, places in pages]
    drop, titles = make_specific(_fewest(_bad(tallies, pages), pages), found)
    return replace(
        rule,
        after=after,
        until=until,
        drop=tuple(drop),
        titles=tuple(titles),
        spare=tuple(spare),
        ends=_ends(pages),
        phrases=tuple(_phrases(pages)),
        pictures=tuple(_pictures(pages)),
    )


def _is_spared(name: Selector, tally: _Tally) -> bool:
    """Whether nodes that call themselves noise are the article's, as the feed has them: not what is only read."""
    mostly = name.startswith(".//") and tally.good > 0.5 * tally.written > 0
    return mostly and not PLUGIN_NAMES.search(name) and not SCREEN_READER_NAMES.search(name)


def _places(sample: TrainingSample, node: int) -> dict[Selector, list[int]]:
    """The nodes below a node, by their own names and, near the top, by their place."""
    out, own, tags = sample.outline, sample.selectors.own, sample.outline.tags
    alike: dict[tuple[Selector, ...], list[int]] = {}
    for index in out.informative_below(node):
        names = own[index] or _BARE.get(tags[index])
        if names:
            alike.setdefault(names, []).append(index)
    places: dict[Selector, list[int]] = {}
    for names, indexes in alike.items():
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
        if tags[child].isalnum():
            yield child, f"{path}/{tags[child]}[{position(child)}]"
        child = last[child] + 1


@dataclass(slots=True)
class _Tally:
    """What the nodes that a name finds hold, over all training pages; ``written`` are the words outside discussions."""

    words: int = 0
    written: int = 0
    good: int = 0
    pages: int = 0
    harmed: int = 0
    noisy: bool = False


def _often(pages: Sequence[_Page]) -> int:
    """On so many pages, nearly all of them, a place must be the same thing."""
    return max(3, round(0.8 * len(pages)))


def _tally(pages: Sequence[_Page], least: int) -> dict[Selector, _Tally]:
    """What is found by each name, and in each place that so many pages have: most are those of a few long posts."""
    tallies: defaultdict[Selector, _Tally] = defaultdict(_Tally)
    counts = Counter(chain.from_iterable(places for _, _, _, places in pages))
    for sample, labels, _, places in pages:
        starts, ends, prefix, harm = sample.outline.start, sample.outline.end, labels.prefix, _HARM * labels.total
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


def _bad(tallies: dict[Selector, _Tally], pages: Sequence[_Page]) -> list[Selector]:
    """The names whose nodes hold hardly a word of the article; places must say so on nearly all pages."""
    by_name, by_place = max(2, round(0.3 * len(pages))), _often(pages)
    return [
        name
        for name, tally in tallies.items()
        if tally.words
        and tally.good < _NOISE_SHARE * tally.words
        and tally.harmed <= _SELDOM * tally.pages
        and tally.pages >= (by_name if name.startswith(".//") else by_place)
        and name not in _SUBHEADINGS
    ]


def _fewest(bad: Sequence[Selector], pages: Sequence[_Page]) -> list[Selector]:
    """The fewest of the names that drop all that the names drop together, names before places."""

    def weight(name: Selector) -> tuple[bool, float]:
        words = sum(s.outline.size(i) for s, _, _, places in pages for i in places.get(name, ()))
        return (not name.startswith(".//"), -words)

    chosen: list[Selector] = []
    covered: list[set[int]] = [set() for _ in pages]
    for name in sorted(bad, key=weight):
        fresh = False
        for (sample, _, _, places), done in zip(pages, covered, strict=True):
            for index in places.get(name, ()):
                if index not in done and sample.outline.size(index):
                    fresh = True
                    done.update(range(index, sample.outline.last[index] + 1))
        if fresh:
            chosen.append(name)
    return chosen


def _marks(pages: Sequence[_Page]) -> tuple[Selector, Selector]:
    """The mark after which the article begins and the one at which it ends; empty if there is none."""
    least = max(2, round(_MARK_SHARE * len(pages)))
    counts: Counter[Selector] = Counter()
    for _, _, _, places in pages:
        counts.update(name for name in places if "@class" in name or "@id" in name)
    best_after, best_until = ("", 0), ("", 0)
    blanks = [_blanks(sample, node) for sample, _, node, _ in pages]
    for name, count in counts.items():
        if count < least:
            continue
        before = behind = 0
        for (sample, labels, node, places), blank in zip(pages, blanks, strict=True):
            if name not in places:
                continue
            out = sample.outline
            index = min(places[name][0], blank.get(name, len(out.tags)))
            if 2 * labels.within(out.start[index], out.end[index]) > out.size(index):  # a part of the article itself
                before = behind = -1
                break
            allowed = _MARK_LOSS * labels.total
            if before >= 0:
                lost = labels.within(out.start[node], out.end[index])
                before = before + out.end[index] - out.start[node] if lost <= allowed else -1
            if behind >= 0:
                lost = labels.within(out.start[index], out.end[node])
                behind = behind + out.end[node] - out.start[index] if lost <= allowed else -1
        best_after = max(best_after, (name, before), key=lambda m: m[1])
        best_until = max(best_until, (name, behind), key=lambda m: m[1])
    return best_after[0], best_until[0]


def _ends(pages: Sequence[_Page]) -> bool:
    """Whether the article ends where headings say that something else follows."""
    found = False
    for sample, labels, node, _ in pages:
        for first, last in sample.endings:
            if node < first <= sample.outline.last[node]:
                end = sample.outline.end[min(last, sample.outline.last[node])]
                if labels.within(sample.outline.start[first], end) > _MARK_LOSS * labels.total:
                    return False
                found = True
    return found


def _blanks(sample: TrainingSample, node: int) -> dict[Selector, int]:
    """The first node without words below a node by each of its names: a mark would be found there."""
    first: dict[Selector, int] = {}
    for names, indexes in sample.selectors.blank.items():
        for index in indexes[bisect_right(indexes, node) :][:1]:
            if index <= sample.outline.last[node]:
                for name in names:
                    first["." + name] = min(index, first.get("." + name, index))
    return first


def _phrases(pages: Sequence[_Page]) -> list[str]:
    """Texts of blocks inside the article's node that stand on other pages too and are not the article's."""
    candidates = [
        [
            block
            for block in sample.outline.blocks
            if sample.outline.start[node] <= block.start
            and block.end <= sample.outline.end[node]
            and not labels.within(block.start, block.end)
        ]
        for sample, labels, node, _ in pages
    ]
    streams = [sample.outline.words for sample, _, _, _ in pages]
    repeated = repeated_blocks(list(zip(streams, candidates, strict=True)))
    phrases: list[str] = []
    known = _headings(pages) if any(map(any, repeated)) else set()
    for words, blocks, flags in zip(streams, candidates, repeated, strict=True):
        for block in compress(blocks, flags):
            said = shingles(words[block.start : block.end])
            if sum(shingle in known for shingle in said) < REPEATED_SHARE * len(said):
                text = " ".join(words[block.start : block.end])
                if len(text) < 500:
                    phrases.append(text)
                    known.update(said)
    return phrases


def _headings(pages: Sequence[_Page]) -> set[tuple[str, ...]]:
    """The short blocks of the articles: that a table of contents repeats them does not make them the template's."""
    return {
        shingle
        for sample, labels, _, _ in pages
        for block in sample.outline.blocks
        if block.end - block.start <= _HEADING and 2 * labels.within(block.start, block.end) > block.end - block.start
        for shingle in shingles(sample.outline.words[block.start : block.end])
    }


def _file_name(image: _Element) -> str:
    return (image.get("src") or "").rpartition("/")[2]


def _pictures(pages: Sequence[_Page]) -> list[str]:
    """The addresses of pictures that stand on many pages, but not in the feed."""
    least = max(2, round(_PICTURE_SHARE * len(pages)))
    images = [
        [image for image in sample.outline.nodes[node].iter("img") if image.get("src")] for sample, _, node, _ in pages
    ]
    names = Counter(name for some in images for name in {_file_name(image) for image in some})
    counts: Counter[str] = Counter()
    for (sample, _, _, _), some in zip(pages, images, strict=True):
        base = sample.outline.page.base
        likely = [image for image in some if names[_file_name(image)] >= least and not smiley_text(image)]
        counts.update(list(dict.fromkeys(absolute_url(base, image.get("src") or "") or "" for image in likely)))
    often = [address for address, count in counts.most_common(_MOST_PICTURES) if address and count >= least]
    told = [sample.entry.content_html or sample.entry.summary_html or "" for sample, _, _, _ in pages] if often else []
    return [address for address in often if not any(address.rpartition("/")[2] in content for content in told)]
