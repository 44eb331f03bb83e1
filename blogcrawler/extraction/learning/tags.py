"""Learning where pages show the tags that the feed gives."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice

from ...dom import JSON_LD, META, Selector, read, selector_cost, words
from ..rules import FieldRule
from ..training.sample import TrainingSample
from .scoreboard import Candidate, Scoreboard
from .tag_nodes import (
    agreement,
    tag_dice,
    tag_folders,
    tag_nodes,
    tag_selectors,
    tag_selectors_within,
    tag_text,
    tags_found,
)

__all__ = ["TagParameters", "learn_tags"]


@dataclass(frozen=True, slots=True)
class TagParameters:
    """When a place that shows the feed's tags is trusted."""

    #: Tags are in the same place on all pages: more pages cost time and add little.
    max_pages: int = 5
    #: A candidate needs this mean score over the training pages to become a rule.
    min_score: float = 0.5
    #: Above this mean score the search ends, and tags that are the same on all pages are accepted.
    good_score: float = 0.9
    #: From this many pages on, what is the same on all of them belongs to the blog.
    min_pages_to_compare: int = 3
    #: The number of candidates that are tried on the pages, and of rules to keep.
    max_tried: int = 8
    max_rules: int = 2
    #: A selector may also find hidden or deeper nodes: it must reach this share of the score that its nodes have.
    min_share_of_score: float = 0.9
    #: Two rules are joined if that improves the score by this much. The second must give this share of the tags alone;
    #: only this many are tried.
    min_gain: float = 0.04
    min_second_score: float = 0.2
    max_second_tried: int = 4
    #: Metadata is trusted a little less than what readers see.
    metadata_cost: float = 0.03


_PARAMETERS = TagParameters()

_Key = tuple[Selector, str]
_Tags = frozenset[str]
_Page = tuple[TrainingSample, Set[str]]
_Board = Scoreboard[_Key, _Tags]


def learn_tags(samples: Sequence[TrainingSample]) -> list[FieldRule]:
    """Rules for the tags, best first."""
    tagged = [sample for sample in samples if sample.entry.tags][: _PARAMETERS.max_pages]
    pages: list[_Page] = [(sample, {tag.casefold() for tag in sample.entry.tags}) for sample in tagged]
    if not pages:
        return []
    ranked = _ranked(pages)
    rules = [
        FieldRule(selector, round(candidate.score / len(pages), 4), take)
        for (selector, take), candidate in ranked[: _PARAMETERS.max_tried]
    ]
    trusted = [rule for rule in rules if rule.confidence >= _PARAMETERS.min_score]
    kept = list(islice((rule for rule in trusted if _reaches_score(rule, pages)), _PARAMETERS.max_rules))
    joined = [both for rule in kept[:1] if (both := _join_second_rule(rule, ranked, pages))]
    return joined + kept


def _ranked(pages: Sequence[_Page]) -> list[tuple[_Key, Candidate[_Tags]]]:
    """The candidates, best first, without those that find the same tags on all pages."""
    board = _score_metadata(pages)
    # What is found both as metadata and as a node counts as a node.
    board.candidates.update(_score_selectors(pages, tag_selectors).candidates)
    good = _PARAMETERS.good_score * len(pages)
    if max(candidate.score for candidate in board.candidates.values()) < good:
        board.candidates.update(_score_selectors(pages, tag_selectors_within).candidates)
    differ = len({sample.entry.tags for sample, _ in pages}) > 1
    can_compare = differ and len(pages) >= _PARAMETERS.min_pages_to_compare

    def badness(key: _Key, candidate: Candidate[_Tags]) -> tuple[float, _Key] | None:
        if can_compare and candidate.score <= good and len(set(candidate.evidence)) <= 1:
            return None
        return candidate.cost - candidate.score, key

    return board.ranked(badness)


def _score_metadata(pages: Sequence[_Page]) -> _Board:
    """How well the metadata of the pages gives the feed's tags."""
    board: _Board = Scoreboard()
    for sample, wanted in pages:
        found: dict[_Key, tuple[float, float, _Tags]] = {}
        for selector, take in META["tags"]:
            values = read(sample.outline.page, selector, take)
            tags = frozenset(tag.casefold().strip() for value in values for tag in value.split(","))
            is_metadata = selector.startswith(JSON_LD) or take != "text"
            cost = _PARAMETERS.metadata_cost if is_metadata else selector_cost(selector)
            found[selector, take] = (tag_dice(tags, wanted), cost, tags)
        board.add_page(found)
    return board


def _score_selectors(pages: Sequence[_Page], selectors: Callable[[TrainingSample, int], list[Selector]]) -> _Board:
    """How well each selector gives the feed's tags."""
    board: _Board = Scoreboard()
    for sample, wanted in pages:
        wanted_words = {word for tag in wanted for word in words(tag)}
        right = [node for node in tag_nodes(sample, wanted_words) if tag_text(sample, node) in wanted]
        candidates = {selector for node in right for selector in selectors(sample, node)}
        tags: defaultdict[Selector, set[str]] = defaultdict(set)
        for node in _similar_nodes(sample, right) if candidates else ():
            if finding := candidates.intersection(selectors(sample, node)):
                text = tag_text(sample, node)
                for selector in finding:
                    tags[selector].add(text)
        board.add_page(
            {
                (selector, "text"): (tag_dice(found, wanted), selector_cost(selector), found)
                for selector in candidates
                for found in (frozenset(tags[selector]),)
            }
        )
    return board


def _similar_nodes(sample: TrainingSample, right: Sequence[int]) -> Iterator[int]:
    """The nodes that share a name, a folder or a name of their parent with the right ones. Others cannot be tags."""
    out, own = sample.outline, sample.selectors.own
    names = {name for node in right for name in own[node]}
    parent_names = {name for node in right for name in own[out.parent[node]]}
    folders = {f"/{folder}/" for node in right for folder in tag_folders(sample, node)}
    for node in tag_nodes(sample, elements={out.tags[node] for node in right}):
        address = out.nodes[node].get("href") or "" if folders else ""
        if (
            not names.isdisjoint(own[node])
            or not parent_names.isdisjoint(own[out.parent[node]])
            or any(folder in address for folder in folders)
        ):
            yield node


def _reaches_score(rule: FieldRule, pages: Sequence[_Page]) -> bool:
    """Whether a rule agrees with the feed about as well as the nodes it was made from."""
    return agreement(rule, pages) >= _PARAMETERS.min_share_of_score * rule.confidence * len(pages)


def _join_second_rule(
    rule: FieldRule, ranked: Sequence[tuple[_Key, Candidate[_Tags]]], pages: Sequence[_Page]
) -> FieldRule | None:
    """The rule together with another if that is clearly better: feeds may list tags and categories as one."""
    if rule.confidence > 1 - _PARAMETERS.min_gain or rule.take != "text" or not rule.in_body:
        return None
    missing = {tag for sample, wanted in pages for tag in wanted - tags_found(rule, sample)}
    least = _PARAMETERS.min_second_score * len(pages)
    useful = (
        selector
        for (selector, take), candidate in ranked
        if take == "text" and candidate.score >= least and any(missing & tags for tags in candidate.evidence)
    )
    best, most = None, rule.confidence + _PARAMETERS.min_gain
    for selector in islice(useful, _PARAMETERS.max_second_tried):
        both = FieldRule(f"{rule.selector} | {selector}", 0.0)
        agreed = agreement(both, pages) / len(pages)
        if agreed >= most:
            best, most = replace(both, confidence=round(agreed, 4)), agreed + 1e-9
    return best
