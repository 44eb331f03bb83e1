"""Learning where the tags of a post stand: by those that the feed gives, or, if it gives none, by what calls itself so.

A rule for tags finds several nodes. Sidebars show the tags of all posts, with links of the same kind: a rule may say
within which element the links have to stand.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import islice

from ...dom import JSON_LD, META, Selector, read, selector_cost, words
from ...items import Provenance
from ..fields.tags import read_tags, strip_tag_symbols
from ..rules import FieldRule
from ..training.candidate_nodes import small_nodes, steps_from_article
from ..training.sample import TrainingSample

__all__ = ["guess_tags", "learn_tags"]

_WORDY = 6
#: Tags stand in such elements.
_KINDS = frozenset({"a", "li", "span"})
#: So many pages tell where tags stand.
_PAGES = 5
#: What is said to machines only is trusted a little less than what readers see.
_META_COST = 0.03
#: Rules must agree with the feed so well; one that hardly does better within some element is not asked for that.
_LEAST, _WELL = 0.5, 0.9
_KEPT = 2
#: Two rules together must be better by so much than one; the second gives such a share of the tags.
_BETTER, _PART = 0.04, 0.2
#: So many are tried.
_SECONDS = 4
#: So many rules are tried; one that finds hardly more or less than its nodes is taken.
_TRIED, _NEARLY = 8, 0.9
#: So many of the elements around a link may say where the tags of the post stand.
_HOLDERS = 5
#: A folder that may be that of tags, behind the host or what leads up.
_FOLDER = re.compile(r"(?<!/)/([a-z][a-z_-]{1,20})(?=/)", re.IGNORECASE)

#: What is guessed is trusted less than what agrees with a feed.
_TRUST = 0.6
#: Tags stand on such a share of the pages at least, and on no fewer pages; so many of a post are its own.
_SHARE, _FEWEST, _MOST_TAGS = 0.5, 3, 15
#: Such a share of the tags may be on every page: more of them are those of the blog.
_COMMON = 0.5
_STEP_COST = 0.01
#: What finds more tags of a post is better, up to so many.
_MORE, _ENOUGH = 0.02, 5
#: More places on one page are not looked at.
_MOST = 300
_CALLED = re.compile(
    r"(?:^|[-_/?&\s])(?:tags?|labels?|topics?|keywords?|hashtags?|etiquetas?|schlagw(?:ort|orte|oerter)|mots?-cles?|标签)"
    r"(?:$|[-_/=\s])",
    re.IGNORECASE,
)
#: What has tags in its name and is none, or has all there are.
_CLOUD = re.compile(r"cloud|\ball\b|count|list-all|icon|index|selector", re.IGNORECASE)

#: How often the blog has a tag, behind its name.
_COUNTED = re.compile(r"\w[\s(（\[]*\d{1,4}[)）\]]?$")

#: A year beside another number.
_DAY = re.compile(r"\b(?:19|20)\d\d\b.*\d|\d.*\b(?:19|20)\d\d\b")

_Namer = Callable[[TrainingSample, int], list[Selector]]


@dataclass(slots=True)
class _Score:
    total: float = 0.0
    cost: float = 0.0
    found: set[frozenset[str]] = field(default_factory=set)

    def add(self, tags: Set[str], wanted: Set[str], cost: float) -> None:
        """Count one more page, with the tags that were found and those that the feed has."""
        self.found.add(frozenset(tags))
        self.total += _dice(tags, wanted)
        self.cost += cost


def _tag_nodes(sample: TrainingSample, said: Set[str] | None = None, kinds: Container[str] = _KINDS) -> list[int]:
    return [node for node in small_nodes(sample, _WORDY, said) if sample.outline.tags[node] in kinds]


def _tag_text(sample: TrainingSample, node: int) -> str:
    return strip_tag_symbols(sample.text(node)).casefold()


def _folders(sample: TrainingSample, node: int) -> list[str]:
    address = sample.outline.nodes[node].get("href") if sample.outline.tags[node] == "a" else None
    return _FOLDER.findall(address) if address else []


def _tag_names(sample: TrainingSample, node: int) -> list[Selector]:
    """The selectors of a node; a link has one by each folder of its address, as many themes name nothing else."""
    return sample.selectors.of(node) + [f'//a[contains(@href,"/{folder}/")]' for folder in _folders(sample, node)]


def _names_within(sample: TrainingSample, node: int) -> list[Selector]:
    """The selectors of a link by the folders of its address and by what it stands in."""
    folders = _folders(sample, node)
    holders = islice(sample.outline.ancestors(node), _HOLDERS) if folders else ()
    names = [name for holder in holders for name in sample.selectors.own[holder][:3]]
    return [f'{name}//a[contains(@href,"/{folder}/")]' for name in names for folder in folders]


def learn_tags(found: Sequence[TrainingSample]) -> list[FieldRule]:
    """Rules for the tags: they find several nodes, whose texts together are the feed's tags."""
    found = [sample for sample in found if sample.entry.tags][:_PAGES]
    pages = len(found)
    if not pages:
        return []
    scores = _stated(found) | _scores(found, _tag_names)
    if max(score.total for score in scores.values()) < _WELL * pages:
        scores |= _scores(found, _names_within)
    if pages >= _FEWEST and len({sample.entry.tags for sample in found}) > 1:
        # What is the same on all pages are the tags of the blog, unless nearly all posts have these.
        scores = {key: score for key, score in scores.items() if len(score.found) > 1 or score.total > _WELL * pages}
    ranked = sorted(scores.items(), key=lambda one: (one[1].cost - one[1].total, one[0]))
    rules = [FieldRule(name, round(score.total / pages, 4), take) for (name, take), score in ranked[:_TRIED]]
    believed = (r for r in rules if r.confidence >= _LEAST and _finds_so_much(r, found, r.confidence))
    kept = list(islice(believed, _KEPT))
    others = [(name, score) for (name, take), score in ranked if take == "text" and score.total >= _PART * pages]
    return [*(both for rule in kept[:1] if (both := _with_another(rule, others, found))), *kept]


def _with_another(
    rule: FieldRule, others: Sequence[tuple[Selector, _Score]], found: Sequence[TrainingSample]
) -> FieldRule | None:
    """The rule together with another, if that gives the feed's tags clearly better: it may list categories, too."""
    if rule.confidence > 1 - _BETTER or rule.take != "text" or not rule.in_body:
        return None
    wanted = [{t.casefold() for t in sample.entry.tags} for sample in found]
    alone = [_read(rule, sample) for sample in found]
    lacking = {tag for tags, seen in zip(wanted, alone, strict=True) for tag in tags - seen}
    best, most = None, rule.confidence + _BETTER
    useful = (name for name, score in others if any(lacking & tags for tags in score.found))
    for name in islice(useful, _SECONDS):
        both = FieldRule(f"{rule.selector} | {name}", 0.0)
        agreed = sum(_dice(_read(both, one), tags) for one, tags in zip(found, wanted, strict=True)) / len(found)
        if agreed >= most:
            best, most = replace(both, confidence=round(agreed, 4)), agreed + 1e-9
    return best


def _finds_so_much(rule: FieldRule, found: Sequence[TrainingSample], wanted: float) -> bool:
    """Whether a rule agrees with the feed as well as its nodes do: it may find others that are hidden, or deeper."""
    agreed = [_dice(_read(rule, one), {t.casefold() for t in one.entry.tags}) for one in found]
    return sum(agreed) >= _NEARLY * wanted * len(agreed)


def _read(rule: FieldRule, sample: TrainingSample) -> set[str]:
    return {tag for value in read_tags(sample.outline.page, rule) if (tag := strip_tag_symbols(value).casefold())}


def _dice(one: Set[str], other: Set[str]) -> float:
    both = len(one & other)
    return 2 * both / (len(one) + len(other)) if both else 0.0


def _scores(found: Sequence[TrainingSample], names: _Namer) -> dict[tuple[Selector, str], _Score]:
    """How well each selector gives the feed's tags, over all pages."""
    scores: defaultdict[tuple[Selector, str], _Score] = defaultdict(_Score)
    for sample in found:
        wanted = {t.casefold() for t in sample.entry.tags}
        said = {word for tag in wanted for word in words(tag)}
        right = [node for node in _tag_nodes(sample, said) if _tag_text(sample, node) in wanted]
        hits = {name for node in right for name in names(sample, node)}
        nodes: defaultdict[Selector, set[str]] = defaultdict(set)
        for node in _like(sample, right) if hits else ():
            if common := hits.intersection(names(sample, node)):
                text = _tag_text(sample, node)
                for name in common:
                    nodes[name].add(text)
        for name in hits:
            scores[name, "text"].add(nodes[name], wanted, selector_cost(name))
    return scores


def _like(sample: TrainingSample, right: Sequence[int]) -> Iterator[int]:
    """The nodes that have a name, or a folder, or a name of what holds them, in common with some: few have."""
    out, own = sample.outline, sample.selectors.own
    named = {name for node in right for name in own[node]}
    held = {name for node in right for name in own[out.parent[node]]}
    folders = {f"/{folder}/" for node in right for folder in _folders(sample, node)}
    for node in _tag_nodes(sample, kinds={out.tags[node] for node in right}):
        address = out.nodes[node].get("href") or "" if folders else ""
        if (
            not named.isdisjoint(own[node])
            or not held.isdisjoint(own[out.parent[node]])
            or any(folder in address for folder in folders)
        ):
            yield node


def _stated(found: Sequence[TrainingSample]) -> dict[tuple[Selector, str], _Score]:
    """How well what pages say to machines are the feed's tags."""
    scores: defaultdict[tuple[Selector, str], _Score] = defaultdict(_Score)
    for sample in found:
        wanted = {t.casefold() for t in sample.entry.tags}
        for selector, take in META["tags"]:
            texts = {t.casefold().strip() for v in read(sample.outline.page, selector, take) for t in v.split(",")}
            cost = _META_COST if selector.startswith(JSON_LD) or take != "text" else selector_cost(selector)
            scores[selector, take].add(texts, wanted, cost)
    return scores


@dataclass(slots=True)
class _Place:
    """The tags in a place, on each page where there are some, and how far from the article they stand."""

    tags: dict[int, set[str]] = field(default_factory=dict)
    cost: float = 0.0
    counted: int = 0


def guess_tags(found: Sequence[TrainingSample], articles: Sequence[int | None]) -> list[FieldRule]:
    """The rule for the tags where no feed tells any: what is called so, is not the same on all pages, and is near."""
    places: defaultdict[Selector, _Place] = defaultdict(_Place)
    found, articles = found[:_PAGES], articles[:_PAGES]
    for number, (sample, article) in enumerate(zip(found, articles, strict=True)):
        steps, out = steps_from_article(sample, article), sample.outline
        for node in islice(_called_tags(sample), _MOST):
            text = _tag_text(sample, node)
            counted = len(out.nodes[node]) > 0 and _COUNTED.search(text) is not None
            far = _STEP_COST * steps(node)
            for name in (*_tag_names(sample, node), *_names_within(sample, node)):
                place = places[name]
                place.tags.setdefault(number, set()).add(text)
                place.counted += counted
                place.cost += far + selector_cost(name)
    least = max(_FEWEST, _SHARE * len(found))
    rules = []
    for name, place in places.items():
        if len(place.tags) < least:
            continue
        tags, common = sum(map(len, place.tags.values())), len(set.intersection(*place.tags.values()))
        mean, share = tags / len(place.tags), len(place.tags) / len(found)
        own = mean <= _MOST_TAGS and common <= _COMMON * mean and len(set(map(frozenset, place.tags.values()))) > 1
        if own:
            rule = FieldRule(name, round(_TRUST * share, 4), by=Provenance.FALLBACK)
            cost = (common * len(place.tags) + place.counted + place.cost) / tags
            rules.append((cost - share - _MORE * min(mean, _ENOUGH), name, rule))
    ranked = [rule for _, _, rule in sorted(rules, key=lambda one: one[:2])][:_TRIED]
    believed = (rule for rule in ranked if _finds_only(rule, found, places[rule.selector].tags))
    return [_fuller(rule, found) or rule for rule in islice(believed, 1)]


def _fuller(shown: FieldRule, found: Sequence[TrainingSample]) -> FieldRule | None:
    """What pages say to machines, if it is all that they show and more: some themes show the first tag only."""
    seen = [_read(shown, sample) for sample in found]
    for selector, take in META["tags"]:
        rule = FieldRule(selector, shown.confidence, take)
        said = [_read(rule, sample) for sample in found] if take != "text" else []
        more = [tags - fewer for tags, fewer in zip(said, seen, strict=False)]
        whole = all(tags >= fewer for tags, fewer in zip(said, seen, strict=False))
        few = sum(map(len, said)) <= _MOST_TAGS * len(said)
        if said and whole and few and sum(map(bool, more)) > _SHARE * len(more) and not set.intersection(*more):
            return rule
    return None


def _finds_only(rule: FieldRule, found: Sequence[TrainingSample], tags: dict[int, set[str]]) -> bool:
    """Whether a rule finds what its nodes have, and no others that are hidden, or deeper."""
    agreed = [_dice(_read(rule, found[number]), said) for number, said in tags.items()]
    return sum(agreed) >= _NEARLY * len(agreed)


def _called_tags(sample: TrainingSample) -> Iterator[int]:
    """Links to lists of tags, and short texts that are called tags."""
    out = sample.outline
    for node in _tag_nodes(sample):
        if sample.outline.tags[node] == "a":
            address = out.nodes[node].get("href") or ""
            is_rel = out.attributes[node].get("rel") == "tag"
            called = is_rel or _CALLED.search(address.rpartition("/")[0] + "/") is not None
        else:
            called = _CALLED.search(out.attributes[node].get("class") or "") is not None
        if called and not _CLOUD.search(out.attributes[node].get("class") or "") and _may_be_tag(sample.text(node)):
            yield node


def _may_be_tag(text: str) -> bool:
    """Whether a text has words, and is neither a number nor a day."""
    return any(not word.isdigit() for word in words(text)) and not _DAY.search(text)
