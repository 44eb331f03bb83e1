"""Learning where pages show a short text that the feed gives, such as the title or the author.

The nodes of the page and its metadata compete on equal terms: what agrees with the feed on the training pages wins.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, takewhile

from ...dom import HEADINGS, OWN, Selector, own_text, read, selector_cost, similarity, squash, words
from ..fields.author_names import ends_with_byline_phrase
from ..rules import FieldRule
from ..training.candidate_nodes import small_nodes, steps_from_article
from ..training.sample import TrainingSample
from .affixes import Affixes, common_affixes, find_affix, is_label
from .scoreboard import MIN_PAGES_LEFT, Candidate, Scoreboard

__all__ = ["TextFieldParameters", "learn_text_field"]


@dataclass(frozen=True, slots=True)
class TextFieldParameters:
    """What to look for, and when to trust it."""

    #: The metadata that may give the field: selectors, and what to read of the nodes they find.
    metadata: Sequence[tuple[Selector, str]]
    #: A candidate needs this mean score over the training pages to become a rule.
    min_confidence: float
    #: A node may have this many words more than the longest value of the feed.
    max_extra_words: int
    #: Whether nodes may have other text around the value ("Posted by Ann in Cats"). Metadata always may: ``<title>``
    #: often ends with the name of the blog.
    allows_affixes: bool
    #: Whether headings are also read without their child elements, which may hold a date or a link.
    reads_own_text: bool = False
    #: More rules than this are seldom tried when extracting.
    max_rules: int = 3
    #: A node must have this share of the words of the shortest value to be compared at all.
    min_word_share: float = 0.3
    #: A node must be at least this similar to count.
    min_score: float = 0.4
    #: Scores of a value with other text around it; with text that introduces a name ("by "); and of a text that only
    #: resembles the value, times its similarity.
    affixed_score: float = 0.95
    introduced_score: float = 0.99
    similar_score: float = 0.9
    #: Texts whose lengths differ by more than this factor are not compared: similarity is slow.
    max_length_ratio: float = 3.5
    #: A candidate whose surrounding text differs on every page loses this share of its score.
    unstable_penalty: float = 0.5
    #: Small costs that decide between candidates that agree equally well: metadata, which readers do not see; each step
    #: up the tree from the article; and leaving out the text of child elements.
    metadata_cost: float = 0.03
    step_cost: float = 0.002
    own_text_cost: float = 0.003


_Key = tuple[Selector, str]
#: The text before and after a value.
_Around = tuple[str, str]
_Found = dict[_Key, tuple[float, float, _Around]]
_Compare = Callable[[str], tuple[float, _Around]]

#: The cost of a node, from the steps between it and the article and the text before the value.
NodeCost = Callable[[TrainingSample, int, int, str], float]


def learn_text_field(
    samples: Sequence[TrainingSample],
    articles: Sequence[int | None],
    values: Callable[[TrainingSample], Sequence[str]],
    parameters: TextFieldParameters,
    extra_cost: NodeCost | None = None,
) -> list[FieldRule]:
    """Rules for a field, best first; then one for pages on which none of them finds it, if there are several.

    ``values`` are what the feed gives for a page; ``extra_cost`` is what counts against a node. With it, the text
    around the value must also be a label, not half a sentence.
    """
    pages: list[_Found] = []
    for sample, article in zip(samples, articles, strict=True):
        targets = [squash(value) for value in values(sample) if value.strip()]
        if targets:
            pages.append(_matches(sample, article, targets, parameters, extra_cost))
    best = _best_rules(pages, parameters, parameters.max_rules, labelled=extra_cost is not None)
    left = [found for found in pages if not any((rule.selector, rule.take) in found for rule in best)]
    if len(left) >= MIN_PAGES_LEFT:
        further = _best_rules(left, parameters, 1, labelled=extra_cost is not None)
        best += [
            rule for rule in further if sum((rule.selector, rule.take) in found for found in left) >= MIN_PAGES_LEFT
        ]
    return best


def _best_rules(
    pages: Sequence[_Found], parameters: TextFieldParameters, most: int, *, labelled: bool
) -> list[FieldRule]:
    """Rules for what gives the field on enough of the pages, best first."""
    board: Scoreboard[_Key, _Around] = Scoreboard()
    for found in pages:
        board.add_page(found)
    affixes: defaultdict[_Key, Affixes] = defaultdict(Affixes)
    for key, candidate in board.candidates.items():
        if candidate.score >= parameters.min_confidence * board.pages:
            around = affixes[key] = _settle_affixes(candidate, parameters)
            if labelled and around.marks == (0, 0) and not is_label(around.prefix, around.suffix):
                candidate.score = 0.0
    ranked = board.ranked(lambda _, candidate: candidate.cost / board.pages - candidate.score / board.pages)
    trusted = takewhile(lambda item: board.mean_score(item[1]) >= parameters.min_confidence, ranked)
    return [_rule(key, board.mean_score(candidate), affixes[key]) for key, candidate in islice(trusted, most)]


def _rule(key: _Key, confidence: float, around: Affixes) -> FieldRule:
    selector, take = key
    return FieldRule(selector, round(confidence, 4), take, around.prefix, around.suffix, marks=around.marks)


def _matches(
    sample: TrainingSample,
    article: int | None,
    targets: Sequence[str],
    parameters: TextFieldParameters,
    extra_cost: NodeCost | None,
) -> _Found:
    """What on a page has one of the target texts, with its score, its cost and the text around the target."""
    found: _Found = {}
    compare = _comparer(targets, parameters, affixes=parameters.allows_affixes)
    target_words = [words(target) for target in targets]
    most = max(map(len, target_words)) + parameters.max_extra_words
    fewest = max(1, round(parameters.min_word_share * min(map(len, target_words))))
    wanted = {word for target in target_words for word in target}
    steps = steps_from_article(sample, article)
    out = sample.outline
    for node in small_nodes(sample, most, wanted, fewest):
        score, around = compare(sample.text(node))
        if score > parameters.min_score:
            climbed = steps(node)
            cost = parameters.step_cost * climbed
            if extra_cost:
                cost += extra_cost(sample, node, climbed, around[0])
            own = own_text(out.nodes[node]) if parameters.reads_own_text and out.tags[node] in HEADINGS else ""
            for selector in sample.selectors.finding_first(node):
                found[selector, "text"] = (score, cost + selector_cost(selector), around)
                if own:
                    own_score, own_around = compare(own)
                    own_cost = cost + selector_cost(selector) + parameters.own_text_cost
                    found[selector, OWN] = (own_score, own_cost, own_around)
    compare = compare if parameters.allows_affixes else _comparer(targets, parameters, affixes=True)
    for selector, take in parameters.metadata:
        stated = read(out.page, selector, take, 3)
        if stated:
            score, around = max(compare(value) for value in stated)
            found[selector, take] = (score, parameters.metadata_cost, around)
    return found


def _comparer(targets: Sequence[str], parameters: TextFieldParameters, *, affixes: bool) -> _Compare:
    """A function that says how well a text matches one of the targets, and what text is around the target."""
    known = [(target, words(target), target.casefold()) for target in targets]
    ratio = parameters.max_length_ratio

    @cache
    def compare(text: str) -> tuple[float, _Around]:
        said = words(text)
        best: tuple[float, _Around] = (0.0, ("", ""))
        for target, wanted, lower in known:
            if said == wanted:  # there may be signs around it, like those of heading links
                return 1.0, find_affix(text, target) or ("", "")
            around = find_affix(text, target) if affixes else None
            if around is not None:
                score = parameters.introduced_score if ends_with_byline_phrase(around[0]) else parameters.affixed_score
                best = max(best, (score, around))
            elif len(target) < ratio * len(text) and len(text) < ratio * len(target):
                best = max(best, (parameters.similar_score * similarity(text.casefold(), lower), ("", "")))
        return best

    return compare


def _settle_affixes(candidate: Candidate[_Around], parameters: TextFieldParameters) -> Affixes:
    """The text around the value on most pages. If it is different everywhere, the candidate's score drops."""
    counts = Counter(candidate.evidence)
    around = common_affixes(counts)
    if around is None:
        candidate.score *= parameters.unstable_penalty
        around = Affixes(*counts.most_common(1)[0][0])
    return around
