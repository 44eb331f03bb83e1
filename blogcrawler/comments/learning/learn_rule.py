"""Learns where the comments are on a blog's pages, from the comments in its feeds.

A comment feed has only the newest comments, a page has all of them. So the learner searches for the feed's comments on
the page. Selectors that find fewer nodes than the feed has comments are out; the others are scored by matching their
nodes with the comments. From the texts the learner goes up to the node of the whole comment and to its fields.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lxml.etree import _Element

from ...dom import candidate_selectors, selector_cost, squash, words
from ..locations import FieldLocation
from ..page.rule_reader import find_nodes, read_page
from ..page.rules import CommentRule
from .learn_fields import Pair, learn_locations
from .matching import CommentSample, Match, best_match

__all__ = ["learn_comments", "score"]

#: Selectors of the comments' texts to try.
_MAX_SELECTORS = 12
#: Levels above the text to search for the node of the whole comment.
_MAX_LEVELS = 8
_MAX_NODES = 1000
#: Rules with a lower score are not used.
_MIN_SCORE = 0.6


def learn_comments(samples: Sequence[CommentSample], platform: str = "", language: str = "en") -> CommentRule | None:
    """The best rule for the comments of these pages, or None if the feeds' comments are not on them."""
    used = [sample for sample in samples if sample.near]
    best: CommentRule | None = None
    for content in _content_selectors(used):
        rule = _rule(content, used, language)
        if rule is not None:
            rule = replace(rule, platform=platform, confidence=score(rule, used, language))
            if best is None or rule.confidence > best.confidence:
                best = rule
            if best.confidence > 0.99:
                break
    return best if best is not None and best.confidence >= _MIN_SCORE else None


def score(rule: CommentRule, samples: Sequence[CommentSample], language: str = "en") -> float:
    """The share of the feeds' comments whose text and author the rule reads correctly."""
    right = every = 0
    for sample in samples:
        present = sample.present
        every += len(present)
        read = Counter(
            (" ".join(words(comment.text)), squash(comment.author or "").casefold())
            for comment in read_page(sample.page, rule, language)
        )
        if sum(read.values()) < len(present):
            continue
        for number in present:
            key = (sample.keys[number], squash(sample.comments[number].author or "").casefold())
            if read[key] > 0:
                read[key] -= 1
                right += 1
    return round(right / every, 4) if every else 0.0


def _content_selectors(samples: Sequence[CommentSample]) -> Iterator[str]:
    """Selectors of the comments' texts, the best first."""
    votes: Counter[str] = Counter()
    for sample in samples:
        for number, nodes in sample.near.items():
            named = {name for node in nodes for name in _names(node) if sample.weight(node, number) > 0.3}
            votes.update(named)
    needed = max(votes.values(), default=0) * 0.7
    ranked = []
    for selector, number in votes.most_common(60):
        if number < needed:
            break
        matches = _matches(selector, samples)
        if matches is not None:
            weight = sum(match.weight for match in matches) / sum(len(sample.near) for sample in samples)
            ranked.append((selector_cost(selector) - weight, selector))
    yield from (selector for _, selector in sorted(ranked)[:_MAX_SELECTORS])


def _matches(selector: str, samples: Sequence[CommentSample]) -> list[Match] | None:
    matches = []
    for sample in samples:
        nodes = find_nodes(sample.page.tree, selector)
        if not len(sample.near) <= len(nodes) <= _MAX_NODES:
            return None
        matches.append(best_match(nodes, sample))
    return matches


def _rule(content: str, samples: Sequence[CommentSample], language: str) -> CommentRule | None:
    matches = _matches(content, samples)
    item = _item_selector(content, samples, matches or [])
    if item is None:
        return None
    pairs = []
    for sample, match in zip(samples, matches or [], strict=True):
        items = set(find_nodes(sample.page.tree, item))
        for node, number in match.pairs:
            holder = next((one for one in _upwards(node) if one in items), None)
            if holder is not None:
                pairs.append(Pair(holder, node, sample.comments[number], items))
    fields = learn_locations(pairs, language)
    fields["content"] = (FieldLocation(xpath=_relative(content) if content != item else "."),)
    return CommentRule(selector=item, fields=fields, comments=len(pairs))


def _item_selector(content: str, samples: Sequence[CommentSample], matches: Sequence[Match]) -> str | None:
    """The selector of the highest nodes that each contain the text of one comment, apart from its replies."""
    start = next((match.pairs[0][0] for match in matches if len(match.pairs) > 1), None)
    several = start is not None
    if start is None:
        start = next((match.pairs[0][0] for match in matches if match.pairs), None)
    if start is None:
        return None
    best: str | None = None
    for level, node in enumerate(_upwards(start)):
        if level > _MAX_LEVELS or node.tag == "body":
            break
        fitting = [name for name in _names(node) if all(_one_each(name, content, sample) for sample in samples)]
        if fitting:
            best = min(fitting, key=selector_cost)
            if not several and level > 1:  # with a single comment it is unclear where it ends
                break
    return best


def _one_each(item: str, content: str, sample: CommentSample) -> bool:
    """Whether every text is in an item of its own."""
    items = set(find_nodes(sample.page.tree, item))
    holders = [
        next((one for one in _upwards(node) if one in items), None)
        for node in find_nodes(sample.page.tree, content)[:_MAX_NODES]
    ]
    return None not in holders and len(set(holders)) == len(holders)


def _upwards(node: _Element) -> Iterator[_Element]:
    yield node
    yield from node.iterancestors()


def _names(node: _Element) -> list[str]:
    return list(candidate_selectors(node, _is_not_numbered))


def _is_not_numbered(name: str) -> bool:
    """An id with a number in it belongs to one comment."""
    return "@id=" not in name or not any(map(str.isdigit, name))


def _relative(selector: str) -> str:
    return f".{selector}"
