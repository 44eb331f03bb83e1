"""Lines of the template that close the article: a byline below it, the caption of the comments.

Without a full feed, comments look like the rest of the article if no name tells them apart. But most templates put a
line between the two, in the same words on every page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from ...dates import day_names, fold_word, month_names, read_date
from ...dom import HEADINGS, Block, DiscussionCaption, discussion_caption, words
from ..fields.author_names import begins_with_byline_phrase, may_be_names
from .article_labels import feed_text_end
from .mentioned_years import mentions_year, mentions_year_since
from .sample import TrainingSample

__all__ = ["ClosingLineParameters", "closing_words"]


@dataclass(frozen=True, slots=True)
class ClosingLineParameters:
    """Which lines close articles."""

    #: Longer blocks are not lines of the template; the date is among the first words.
    max_words: int = 60
    max_words_before_date: int = 25
    #: A caption has no more words (or characters, in scripts without spaces).
    max_caption_words: int = 14
    #: The line must be on this many pages, one with the date on this share of them.
    min_pages: int = 2
    min_dated_share: float = 0.6
    #: On this share of the pages, at least this many words must be between the teaser and the line: a byline directly
    #: below the teaser is above the article.
    min_distant_share: float = 0.5
    min_distance: int = 20
    #: On as large a share, at most this many times as many words must follow a line with a date or an author: one
    #: between a summary and the article is above nearly everything. But so is one between a short article and many
    #: comments, so this is not asked if what is above it is too long for a summary on this share of the pages.
    max_following: float = 3
    max_summary_words: int = 100
    min_long_share: float = 0.25


_PARAMETERS = ClosingLineParameters()
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that may close the article: its first word, and how many words the page has between the teaser and the
    line, and from the line on."""

    start: int
    distance: int
    following: int


#: What lines of different pages have in common: the tag, the kind, and the first words that are not part of a date.
_Key = tuple[str, str, tuple[str, ...]]


def closing_words(samples: Sequence[TrainingSample]) -> list[int]:
    """For each page, the word at which a line of the template closes the article; the number of words if none does."""
    lines: list[dict[_Key, _Line]] = [_lines(sample) for sample in samples]
    groups: defaultdict[_Key, list[_Line]] = defaultdict(list)
    for on_page in lines:
        for key, line in on_page.items():
            groups[key].append(line)
    closing = {key for key, found in groups.items() if _closes(key, found, len(samples))}
    return [
        min((line.start for key, line in on_page.items() if key in closing), default=len(sample.outline.words))
        for sample, on_page in zip(samples, lines, strict=True)
    ]


def _closes(key: _Key, lines: Sequence[_Line], pages: int) -> bool:
    least = _PARAMETERS.min_pages
    distant = [line for line in lines if line.distance >= _PARAMETERS.min_distance]
    if key[1] in (_DATED, _SIGNED):
        least = max(least, round(_PARAMETERS.min_dated_share * pages))
        long = sum(line.distance > _PARAMETERS.max_summary_words for line in lines)
        if long < _PARAMETERS.min_long_share * len(lines):
            distant = [line for line in distant if line.following <= _PARAMETERS.max_following * line.distance]
    return len(lines) >= least and len(distant) >= _PARAMETERS.min_distant_share * len(lines)


_DATED, _SIGNED = "dated", "signed"


def _lines(sample: TrainingSample) -> dict[_Key, _Line]:
    """The first line of each kind after the feed's text, or after the title."""
    out, begin = sample.outline, feed_text_end(sample) if sample.is_anchored else sample.after_title
    found: dict[_Key, tuple[int, int]] = {}
    again: set[_Key] = set()
    distance = 0
    for index, block in enumerate(out.blocks if begin else ()):
        if block.end <= begin or sample.noisy[block.node]:
            continue
        size = block.end - max(block.start, begin)
        if block.start >= begin and size <= _PARAMETERS.max_words and (kind := _kind(sample, block, index)):
            said = [word for word in out.words[block.start : block.end] if not word[:1].isdigit()]
            if kind == _DATED:
                of_dates = _words_of_dates(sample.language)
                said = [word for word in said if fold_word(word) not in of_dates]
            key = (out.tags[block.node], kind, tuple(said[: 1 if kind in (_DATED, _SIGNED) else 2]))
            if key in found and kind not in (_DATED, _SIGNED):
                again.add(key)
            found.setdefault(key, (block.start, distance))
        distance += size
    # A caption is there once. The answers of a quiz are not comments.
    return {key: _Line(start, before, distance - before) for key, (start, before) in found.items() if key not in again}


def _kind(sample: TrainingSample, block: Block, index: int) -> str:
    """What a line shows: the day of publication, the author, or that comments follow."""
    out, size = sample.outline, block.end - block.start
    starts = out.start[block.node] == block.start
    if starts and _has_day(sample, block):
        return _DATED
    if size > _PARAMETERS.max_caption_words or block.linked == size:
        return ""
    is_whole = starts and out.end[block.node] == block.end  # else it is a line between <br>
    text = sample.text(block.node) if is_whole else " ".join(out.words[block.start : block.end])
    if _names_author(text) or (not is_whole and _names_author(text.replace(" ", ": ", 1))):
        return _SIGNED
    caption = discussion_caption(text) if is_whole else None
    if caption is None:
        return ""
    is_certain = caption is DiscussionCaption.COUNTED and out.tags[block.node] in HEADINGS
    return caption.value if is_certain or _has_later_dates(sample, index + 1) else ""


def _names_author(text: str) -> bool:
    return begins_with_byline_phrase(text) and may_be_names(text)


@lru_cache(maxsize=64)
def _words_of_dates(language: str) -> frozenset[str]:
    """The words in the names of months and weekdays."""
    return frozenset(word for name in (*month_names(language), *day_names(language)) for word in words(name))


def _has_day(sample: TrainingSample, block: Block) -> bool:
    """Whether a line has the day of publication."""
    if sample.day is None:
        return False
    return mentions_year(_first_words(sample, block), sample.day.year) and any(
        abs(day - sample.day) <= _DAY for day in _days(sample, block)
    )


def _has_later_dates(sample: TrainingSample, index: int) -> bool:
    """Whether a line after a block has a date that follows the day of publication, as those of comments do."""
    if sample.day is None:
        return False
    earliest, year = sample.day - _DAY, sample.day.year
    return any(
        day >= earliest
        for block in sample.outline.blocks[index:]
        if mentions_year_since(_first_words(sample, block), year)
        for day in _days(sample, block)
    )


def _first_words(sample: TrainingSample, block: Block) -> list[str]:
    """The words of a block among which its date may be; none of a long one."""
    if block.end - block.start > _PARAMETERS.max_words:
        return []
    return sample.outline.words[block.start : min(block.end, block.start + _PARAMETERS.max_words_before_date)]


def _days(sample: TrainingSample, block: Block) -> Iterator[date]:
    """The readings of the date in a short block, or at the beginning of a longer one."""
    out = sample.outline
    # Words lack the signs that 2020-01-14 needs; the element may hold more than the block.
    is_whole = out.start[block.node] == block.start and out.end[block.node] == block.end
    for text in (" ".join(_first_words(sample, block)), *((sample.text(block.node),) if is_whole else ())):
        yield from (moment.day for _, moment in read_date(text, sample.language))
