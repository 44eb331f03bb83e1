"""Learning where pages show their tags if the feed gives none: by names such as "tag" in links and classes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from lxml.etree import _Element

from ....dom import META, Selector, selector_cost, words
from ....items import Provenance
from ....word_lists import word_pattern
from ...fields.tags import is_in_sentence, leads_to_all_tags
from ...rules import FieldRule
from ...training.candidate_nodes import steps_from_article
from ...training.sample import TrainingSample
from ..scoreboard import Candidate, Scoreboard
from ..tag_nodes import agreement, tag_nodes, tag_selectors, tag_selectors_within, tag_text, tags_found

__all__ = ["GuessedTagParameters", "guess_tags"]


@dataclass(frozen=True, slots=True)
class GuessedTagParameters:
    """When a place that looks like tags is trusted."""

    #: Tags are in the same place on all pages: more pages cost time and add little.
    max_pages: int = 5
    #: More nodes of one page are not looked at.
    max_nodes: int = 300
    #: Tags must be found on this share of the pages, and on at least this many.
    min_share: float = 0.5
    min_pages: int = 3
    #: A post has no more tags than this on average: longer lists belong to the whole blog.
    max_tags: int = 15
    #: If more than this share of the tags are on every page, they belong to the blog.
    max_common_share: float = 0.5
    #: What is guessed is trusted less than what agrees with a feed.
    confidence: float = 0.6
    #: Each step up the tree from the article.
    step_cost: float = 0.01
    #: Places with more tags are preferred: the bonus for each one, up to this many.
    tag_bonus: float = 0.02
    max_bonus_tags: int = 5
    #: The number of candidates that are tried on the pages.
    max_tried: int = 8
    #: A selector may also find hidden or deeper nodes: it must agree with its own nodes by this much.
    min_agreement: float = 0.9


_PARAMETERS = GuessedTagParameters()

_CALLED_TAGS = word_pattern(__package__, "tags.toml", "called_tags")
#: Names with "tag" in them that are not the tags of a post.
_TAG_CLOUD = re.compile(r"cloud|\ball\b|count|list-all|icon|index|selector", re.IGNORECASE)
#: The number of posts after a tag, as tag clouds have.
_POST_COUNT = re.compile(r"\w[\s(（\[]*\d{1,4}[)）\]]?$")
#: A year next to another number.
_DATE = re.compile(r"\b(?:19|20)\d\d\b.*\d|\d.*\b(?:19|20)\d\d\b")

#: The number of the page, the tag, and whether a post count follows it.
_Tag = tuple[int, str, bool]


def guess_tags(samples: Sequence[TrainingSample], articles: Sequence[int | None]) -> list[FieldRule]:
    """The rule for tags: a place that is called so, is near the article, and differs from page to page."""
    samples, articles = samples[: _PARAMETERS.max_pages], articles[: _PARAMETERS.max_pages]
    board: Scoreboard[Selector, _Tag] = Scoreboard()
    for sample, article in zip(samples, articles, strict=True):
        _add_tags(board, sample, article)
    ranked = board.ranked(lambda selector, candidate: _badness(selector, candidate, len(samples)))
    for selector, candidate in ranked[: _PARAMETERS.max_tried]:
        tags = _tags_by_page(candidate)
        confidence = round(_PARAMETERS.confidence * (len(tags) / len(samples)), 4)
        rule = FieldRule(selector, confidence, by=Provenance.FALLBACK)
        pages = [(samples[number], on_page) for number, on_page in tags.items()]
        if agreement(rule, pages) >= _PARAMETERS.min_agreement * len(pages):
            return [_fuller_metadata(rule, samples) or rule]
    return []


def _add_tags(board: Scoreboard[Selector, _Tag], sample: TrainingSample, article: int | None) -> None:
    steps, out = steps_from_article(sample, article), sample.outline
    for node in islice(_nodes_called_tags(sample), _PARAMETERS.max_nodes):
        text = tag_text(sample, node)
        is_counted = len(out.nodes[node]) > 0 and _POST_COUNT.search(text) is not None
        tag = (board.pages, text, is_counted)
        distance_cost = _PARAMETERS.step_cost * steps(node)
        for selector in (*tag_selectors(sample, node), *tag_selectors_within(sample, node)):
            candidate = board.candidates[selector]
            candidate.evidence.append(tag)
            candidate.cost += distance_cost + selector_cost(selector)
    board.pages += 1


def _tags_by_page(candidate: Candidate[_Tag]) -> dict[int, set[str]]:
    tags: dict[int, set[str]] = {}
    for number, text, _ in candidate.evidence:
        tags.setdefault(number, set()).add(text)
    return tags


def _badness(selector: Selector, candidate: Candidate[_Tag], pages: int) -> tuple[float, Selector] | None:
    """The cost of each tag, tags that are on every page counting as costs; ``None`` if the tags are the blog's."""
    by_page = _tags_by_page(candidate)
    if len(by_page) < max(_PARAMETERS.min_pages, _PARAMETERS.min_share * pages):
        return None
    total, common = sum(map(len, by_page.values())), len(set.intersection(*by_page.values()))
    mean, share = total / len(by_page), len(by_page) / pages
    differ = len(set(map(frozenset, by_page.values()))) > 1
    if mean > _PARAMETERS.max_tags or common > _PARAMETERS.max_common_share * mean or not differ:
        return None
    counted = sum(is_counted for _, _, is_counted in candidate.evidence)
    cost = (common * len(by_page) + counted + candidate.cost) / total
    return cost - share - _PARAMETERS.tag_bonus * min(mean, _PARAMETERS.max_bonus_tags), selector


def _fuller_metadata(shown: FieldRule, samples: Sequence[TrainingSample]) -> FieldRule | None:
    """A rule for metadata that has all tags shown and more: some themes show only the first tag."""
    seen = [tags_found(shown, sample) for sample in samples]
    for selector, take in META["tags"]:
        rule = FieldRule(selector, shown.confidence, take)
        stated = [tags_found(rule, sample) for sample in samples] if take != "text" else []
        more = [tags - fewer for tags, fewer in zip(stated, seen, strict=False)]
        has_all = all(tags >= fewer for tags, fewer in zip(stated, seen, strict=False))
        few = sum(map(len, stated)) <= _PARAMETERS.max_tags * len(stated)
        often = sum(map(bool, more)) > _PARAMETERS.min_share * len(more)
        if stated and has_all and few and often and not set.intersection(*more):
            return rule
    return None


def _nodes_called_tags(sample: TrainingSample) -> Iterator[int]:
    """Links to lists of tags, and short texts whose class says that they are tags."""
    out = sample.outline
    sentences: dict[_Element, bool] = {}
    for node in tag_nodes(sample):
        classes = out.attributes[node].get("class") or ""
        if out.tags[node] == "a":
            address = out.nodes[node].get("href") or ""
            is_rel = out.attributes[node].get("rel") == "tag"
            is_called = is_rel or _CALLED_TAGS.search(address.rpartition("/")[0] + "/") is not None
            is_called = is_called and not leads_to_all_tags(out.nodes[node])
        else:
            is_called = _CALLED_TAGS.search(classes) is not None
        is_called = is_called and _TAG_CLOUD.search(classes) is None and _may_be_tag(sample.text(node))
        if is_called and not is_in_sentence(out.nodes[node], sentences):
            yield node


def _may_be_tag(text: str) -> bool:
    """Whether a text has words and is not a date."""
    return any(not word.isdigit() for word in words(text)) and not _DATE.search(text)
