"""Learning where pages show the date of publication, how it is written, and by which clock."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache, partial

from ...dates import Moment, learn_clock, offset_minutes, persian_year, read_date, read_timestamp
from ..rules import FieldRule
from ..training.sample import TrainingSample
from .date_candidates import DateKey, date_candidates, may_be_date_of
from .scoreboard import MIN_PAGES_LEFT, Scoreboard

__all__ = ["PublishedParameters", "learn_published"]


@dataclass(frozen=True, slots=True)
class PublishedParameters:
    """How well a date agrees with the feed's, and when a place is trusted."""

    #: A place needs this mean score over the training pages to become a rule.
    min_score: float = 0.4
    #: The number of rules to keep: pages of different ages often show their dates in different places.
    max_rules: int = 4
    #: A place that also states the time of day is preferred, a little more if it states the offset from UTC.
    time_bonus: float = 0.05
    offset_bonus: float = 0.01
    #: Instants this close are the same: some templates leave out the seconds.
    same_instant: timedelta = timedelta(minutes=2)
    #: No clock on earth is further from UTC.
    max_offset: timedelta = timedelta(hours=14)
    #: Scores for the same day by either clock, a time that no time zone explains, and a day next to the feed's.
    same_day_score: float = 0.9
    odd_time_score: float = 0.8
    next_day_score: float = 0.5


_PARAMETERS = PublishedParameters()

#: Text without a year in full or three numbers close together is not a date.
_LOOKS_LIKE_DATE = re.compile(r"\d{4}|\d\D{1,3}\d{1,2}\D{1,3}\d|[’']\d\d|\d\D{3,15}\d\d(?!\d)")

#: How a date is written, what it says, and the date that the feed gives.
_Reading = tuple[str, Moment, datetime]
#: The places on a page that show the feed's date, each with its score and cost.
_Places = dict[DateKey, tuple[float, float, _Reading]]
_Readings = Callable[[str], list[tuple[str, Moment]]]


def learn_published(
    samples: Sequence[TrainingSample], articles: Sequence[int | None], language: str
) -> list[FieldRule]:
    """Rules for the date of publication, best first; then one for pages on which none of them finds it, if there are
    several: posts from before a redesign."""
    readings = cache(partial(read_date, language=language))
    pages = [
        _agreeing_dates(sample, article, target, language, readings)
        for sample, article in zip(samples, articles, strict=True)
        if (target := sample.entry.published or sample.entry.updated) is not None
    ]
    best = _best_places(pages, _PARAMETERS.max_rules)
    left = [found for found in pages if not any(key in found for key, _ in best)]
    if len(left) >= MIN_PAGES_LEFT:
        best += [one for one in _best_places(left, 1) if len(one[1]) >= MIN_PAGES_LEFT]
    return [_rule(key, evidence, len(pages)) for key, evidence in best]


def _best_places(pages: Sequence[_Places], most: int) -> list[tuple[DateKey, list[_Reading]]]:
    """The places that show the feed's date on enough of the pages, best first, and what they show."""
    board: Scoreboard[DateKey, _Reading] = Scoreboard()
    for found in pages:
        board.add_page(found)
    ranked = board.ranked()[:most]
    return [(key, one.evidence) for key, one in ranked if board.mean_score(one) >= _PARAMETERS.min_score]


def _agreeing_dates(
    sample: TrainingSample, article: int | None, target: datetime, language: str, readings: _Readings
) -> _Places:
    """The places on a page that show the feed's date."""
    found: _Places = {}
    years = _possible_years(target, language)
    read_once = cache(partial(_best_reading, readings=readings, target=target, years=years))
    for keys, text in date_candidates(sample, article, years):
        score, form, moment = read_once(text)
        if moment is None:
            continue
        when = moment.when()
        bonus = 0.0
        if when is not None:
            bonus = _PARAMETERS.time_bonus + (_PARAMETERS.offset_bonus if when.tzinfo else 0.0)
        for key, cost in keys:
            if key not in found:
                found[key] = (score, cost - bonus, (form, moment, target))
    return found


def _possible_years(target: datetime, language: str) -> frozenset[str]:
    """The years that the page may show for a date, in any time zone and in the calendar of its language."""
    days = [target - timedelta(days=1), target + timedelta(days=1)]
    years = {str(day.year) for day in days}
    return frozenset(years | {str(persian_year(day)) for day in days} if language == "fa" else years)


def _best_reading(
    text: str, *, readings: _Readings, target: datetime, years: frozenset[str]
) -> tuple[float, str, Moment | None]:
    """How well a text gives the date, how it is written and what it says; without a moment if it is another date."""
    stamp = read_timestamp(text)
    if stamp is not None:
        score = _agreement(stamp, target)
        return (score, "stamp", stamp) if score else (0.0, "", None)
    if not _LOOKS_LIKE_DATE.search(text) or not may_be_date_of(text, years):
        return 0.0, "", None
    scored = [(_agreement(moment, target), form, moment) for form, moment in readings(text)]
    best = max(scored, key=lambda reading: reading[0], default=None)
    return best if best is not None and best[0] > 0 else (0.0, "", None)


def _agreement(moment: Moment, target: datetime) -> float:
    """How well a date fits the feed's, between 0 and 1."""
    when = moment.when()
    if when is not None and when.tzinfo is not None and target.tzinfo is not None:
        if abs(when - target) < _PARAMETERS.same_instant:
            return 1.0
        return _PARAMETERS.same_day_score if moment.same_day(target) else 0.0
    if when is not None and target.tzinfo is not None:
        gap = when - target.astimezone(UTC).replace(tzinfo=None)
        if abs(gap) > _PARAMETERS.max_offset:
            return 0.0
        return 1.0 if offset_minutes(gap) is not None else _PARAMETERS.odd_time_score
    if moment.day == target.date():
        return 1.0
    if moment.same_day(target):
        return _PARAMETERS.same_day_score
    return _PARAMETERS.next_day_score if abs(moment.day - target.date()) == timedelta(days=1) else 0.0


def _rule(key: DateKey, readings: list[_Reading], pages: int) -> FieldRule:
    """The rule, with the share of pages on which it gives the feed's day as its confidence."""
    selector, take = key
    form = Counter(form for form, _, _ in readings).most_common(1)[0][0]
    clock = learn_clock((moment, target) for _, moment, target in readings)
    right = sum(clock.set(moment).same_day(target) for _, moment, target in readings)
    return FieldRule(
        selector,
        round(right / pages, 4),
        take,
        form=form,
        zone=clock.zone,
        clock=clock.hour,
        usual=clock.usual,
        daily=all(moment.hour is None for _, moment, _ in readings),
    )
