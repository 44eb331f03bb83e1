"""Learning where the date stands, how it is written, and by which clock."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache, partial

from ...dates import CHANGING_NAMES, Moment, jalali_year, learn_clock, offset_minutes, read_date, read_stamp, url_date
from ...dom import (
    DATE_ATTRIBUTES,
    META,
    PIECES,
    SCRIPT,
    Outline,
    Page,
    Selector,
    head_metas,
    node_pieces,
    read,
    script_dates,
    selector_cost,
)
from ..rules import URL, FieldRule
from ..training.candidate_nodes import small_nodes, steps_from_article
from ..training.sample import TrainingSample

__all__ = ["learn_published"]

#: What is said to machines only is trusted a little less than what readers see.
_META_COST = 0.03
_STEP_COST = 0.002
#: What is said where nobody expects it is trusted still less; so are dates whose names say that they change.
_UNUSUAL_COST, _LATER_COST = 0.01, 0.2
_NAMING, _PLAIN = frozenset({"name", "property", "itemprop"}), re.compile(r"[\w:.\-]+$")
_USUAL = " ".join(selector for selector, _ in META["published"])
#: What each character of a text costs, as there may be another date among them.
_TAKEN = {"text": 1e-4, PIECES: 2e-4}
#: A time of day is worth more than a mere date, an offset a little more.
_TIME_BONUS, _ZONE_BONUS = 0.05, 0.01
_SHORT_YEAR = re.compile(r"[./\-’' ]\d\d(?!\d)|^\d\d[./\-]")
_OTHER_DIGIT = re.compile("[٠-٩۰-۹०-९০-৯]")
#: What has no year and no three numbers beside each other is no date.
_DATELIKE = re.compile(r"\d{4}|\d\D{1,3}\d{1,2}\D{1,3}\d|[’']\d\d|\d\D{3,15}\d\d(?!\d)")
#: A date stands in a node of so many words, and in a text of fewer characters than that, or in attributes.
_WORDY, _LONG = 30, 240
#: A date that is split over several elements has fewer characters than that, with what belongs to it.
_SPLIT = 40
#: No clock on earth is further from UTC.
_FARTHEST = timedelta(hours=14)

_Key = tuple[Selector, str]
_Reading = tuple[str, Moment, datetime, float]


def learn_published(found: Sequence[TrainingSample], articles: Sequence[int | None], language: str) -> list[FieldRule]:
    """Rules for the date, best first."""
    readings: defaultdict[_Key, list[_Reading]] = defaultdict(list)
    costs: defaultdict[_Key, float] = defaultdict(float)
    options = cache(partial(read_date, language=language))
    pages = 0
    for sample, article in zip(found, articles, strict=True):
        target = sample.entry.published or sample.entry.updated
        if target is None:
            continue
        pages += 1
        page: dict[_Key, _Reading] = {}
        years = _years(target, language)
        read_once = cache(partial(_best_reading, options=options, target=target, years=years))
        for keys, text in _texts(sample, article, years):
            best, form, moment = read_once(text)
            if moment is None:
                continue
            when = moment.when()
            bonus = (_TIME_BONUS if when is not None else 0.0) + (_ZONE_BONUS if when and when.tzinfo else 0.0)
            for key, cost in keys:
                if key not in page:
                    page[key] = (form, moment, target, best)
                    costs[key] += cost - bonus
        for key, reading in page.items():
            readings[key].append(reading)
    if not pages:
        return []
    worth_of = {key: sum(r[3] for r in rows) / pages for key, rows in readings.items()}
    ranked = sorted(readings, key=lambda key: costs[key] / len(readings[key]) - worth_of[key])
    return [_rule(key, readings[key], pages) for key in ranked[:4] if worth_of[key] >= 0.4]


def _years(target: datetime, language: str) -> frozenset[str]:
    """The years that a page may say, on whichever clock, and by whichever calendar."""
    days = [target - timedelta(days=1), target + timedelta(days=1)]
    years = {str(day.year) for day in days}
    return frozenset(years | {str(jalali_year(day)) for day in days} if language == "fa" else years)


def _best_reading(
    text: str, *, options: Callable[[str], list[tuple[str, Moment]]], target: datetime, years: frozenset[str]
) -> tuple[float, str, Moment | None]:
    """How well a text gives the date, how it is written, and what it says; no moment if it does not."""
    stamp = read_stamp(text)
    if stamp is not None:
        worth = _agreement(stamp, target)
        return (worth, "stamp", stamp) if worth else (0.0, "", None)
    if not _DATELIKE.search(text) or not _may_be(text, years):
        return 0.0, "", None
    rated = [(_agreement(moment, target), form, moment) for form, moment in options(text)]
    best = max(rated, key=lambda w: w[0], default=None)
    return best if best is not None and best[0] > 0 else (0.0, "", None)


#: Texts without a space where day, month and year meet, or of numbers that nothing else parts.
_MAY_BE_SPLIT = re.compile(r"\d[^\W\d_]|[^\W\d_]\d|\d{5}|^[\d\s./-]+$")


def _texts(
    sample: TrainingSample, article: int | None, years: frozenset[str]
) -> Iterator[tuple[Iterable[tuple[_Key, float]], str]]:
    """All texts of a page that may be its date, each with its rules and what speaks against them."""
    steps = steps_from_article(sample, article)
    out = sample.outline
    small = small_nodes(sample, _WORDY, _date_words(out, years))
    texts = [(node, "text", sample.text(node)) for node in small]
    split = [
        (node, text)
        for node, _, text in texts
        if len(text) < _SPLIT and _MAY_BE_SPLIT.search(text) and len(out.nodes[node]) > 1
    ]
    texts += [(node, PIECES, parted) for node, text in split if (parted := node_pieces(out.nodes[node])) != text]
    for node in out.dated:
        stated = out.attributes[node]
        if out.end[node] - out.start[node] <= _WORDY and not sample.discussion[node]:
            texts += [(node, take, stated[take]) for take in sorted(DATE_ATTRIBUTES & stated.keys())]
    for node, take, text in texts:
        if len(text) < _LONG and (_may_be(text, years) or (take != "text" and text.isdigit())):
            yield _keys(sample, steps, node, take, text), text
    yield from _stated(out.page, years)
    moment = url_date(sample.outline.page.url)
    if moment:
        yield [((URL, "text"), _META_COST)], moment.iso()


def _keys(
    sample: TrainingSample, steps: Callable[[int], int], node: int, take: str, text: str
) -> Iterator[tuple[_Key, float]]:
    """The rules that find a text, made only if somebody asks: most texts are not the date."""
    cost = _STEP_COST * steps(node) + _TAKEN.get(take, 0.0) * len(text)
    for name in sample.selectors.finding(node):
        yield (name, take), cost + selector_cost(name) + _LATER_COST * _is_later(name)


def _stated(page: Page, years: frozenset[str]) -> Iterator[tuple[list[tuple[_Key, float]], str]]:
    """What a page says to machines: where that is usual, in other meta tags, in the data of its scripts."""
    for selector, take in META["published"] + META["shown"]:
        for value in read(page, selector, take, 1):
            yield [((selector, take), _META_COST)], value
    for (attribute, name), ((_, content), *_) in head_metas(page).items():
        if attribute in _NAMING and f'"{name}"' not in _USUAL and len(content) < _LONG and _may_be(content, years):
            selector = f'/html/head/meta[@{attribute}="{name}"]'
            if _PLAIN.match(name) and not _is_later(name) and "updat" not in name.lower():
                yield [((selector, "content"), _META_COST + _UNUSUAL_COST)], content
    for name, value in script_dates(page, years).items():
        if _may_be(value, years) and not _is_later(name) and "updat" not in name.lower():
            yield [((SCRIPT + name, "text"), _META_COST + _UNUSUAL_COST)], value


@lru_cache(maxsize=2048)
def _is_later(name: str) -> bool:
    """Whether a name is that of a date that changes later: of the last edit, or of what the page was made at."""
    return CHANGING_NAMES.search(name) is not None


def _date_words(out: Outline, years: frozenset[str]) -> set[str]:
    """The words that a date of one of the years can have: the year in full or in two digits, or other digits."""
    said = out.text
    found: set[str] = set()
    for year in years:
        at = said.find(year[2:])
        while at >= 0:
            end = said.index(" ", at)
            found.add(said[said.rfind(" ", 0, at) + 1 : end])
            at = said.find(year[2:], end)
    if not said.isascii() and _OTHER_DIGIT.search(said):
        found.update(word for word in out.words if _OTHER_DIGIT.search(word))
    return found


def _may_be(text: str, years: frozenset[str]) -> bool:
    """Whether a text can be the date at all: it has the year, in full or in two digits, or digits of another script."""
    for year in years:
        if year in text or (year[2:] in text and _SHORT_YEAR.search(text)):
            return True
    return not text.isascii() and _OTHER_DIGIT.search(text) is not None


def _agreement(moment: Moment, target: datetime) -> float:
    """How well a reading fits the feed's instant, between 0 and 1."""
    when = moment.when()
    if when is not None and when.tzinfo is not None and target.tzinfo is not None:
        return 1.0 if abs(when - target) < timedelta(minutes=2) else 0.9 if moment.same_day(target) else 0.0
    if when is not None and target.tzinfo is not None:
        gap = when - target.astimezone(UTC).replace(tzinfo=None)
        if abs(gap) <= _FARTHEST:
            return 1.0 if offset_minutes(gap) is not None else 0.8
        return 0.0
    if moment.day == target.date():
        return 1.0
    if moment.same_day(target):
        return 0.9
    return 0.5 if abs(moment.day - target.date()) == timedelta(days=1) else 0.0


def _rule(key: _Key, rows: list[_Reading], pages: int) -> FieldRule:
    """The rule, as sure as the share of the pages on which it tells the feed's day."""
    form = Counter(row[0] for row in rows).most_common(1)[0][0]
    clock = learn_clock((moment, target) for _, moment, target, _ in rows)
    right = sum(clock.set(moment).same_day(target) for _, moment, target, _ in rows)
    return FieldRule(
        key[0],
        round(right / pages, 4),
        key[1],
        form=form,
        zone=clock.zone,
        clock=clock.hour,
        usual=clock.usual,
        daily=all(moment.hour is None for _, moment, _, _ in rows),
    )
