"""From feed entries and their pages to the rules of a blog."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import islice

from lxml.etree import _Element

from ...dom import META, Page, read
from ...items import FeedEntry
from ..cleaning.lead_image import lead_picture, shared_pictures
from ..fields.language import page_language
from ..fields.site_name import blog_owner, fold_name, site_names
from ..fields.titles import guess_titles
from ..rules import ArticleRule, FieldRule, RuleSet
from ..training.sample import TrainingSample
from ..training.training_set import training_samples
from .article import learn_article
from .authors import learn_authorship
from .comment_signatures import learn_signatures
from .forest import learn_forest
from .partial_dates import learn_partial_dates
from .published import learn_published
from .tags import learn_tags
from .tags_without_feed import guess_tags
from .title_and_authors import learn_title
from .updated import learn_updated
from .without_feed import guess_published, shown_day

__all__ = ["learn"]

#: Fewer posts of one day are no habit.
_CROWD = 4


def learn(
    pairs: Iterable[tuple[FeedEntry, Page]], feed_language: str | None = None, fetched: datetime | None = None
) -> RuleSet:
    """Learn the rules that hold for all posts of a blog from a dozen entries of its feed and their pages.

    ``fetched`` is when the pages were, from which some count the days that have passed.
    """
    with _no_collection():
        return _learn(pairs, feed_language, fetched)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Learning makes hundreds of thousands of small objects, none in a cycle: to look for some takes long."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _learn(pairs: Iterable[tuple[FeedEntry, Page]], feed_language: str | None, fetched: datetime | None) -> RuleSet:
    found = training_samples(pairs)
    if not found:
        return RuleSet()
    language = _language(found, feed_language)
    spoken = (language or "en").split("-")[0]
    article, places = _article(found)
    published = _dates(found, places, spoken, fetched)
    if published and not any(sample.day for sample in found):
        # No feed tells the day; now that the page has, the line that shows it is known not to be the article's.
        for sample in found:
            sample.day = shown_day(sample, published[0], spoken)
        article, places = _article(found)
    authors = learn_authorship(found, places)
    pages = [sample.outline.page for sample in found]
    blogs, names = tuple(shared_pictures(pages)), site_names(pages)
    return RuleSet(
        article=tuple(article),
        title=tuple(learn_title(found, places) or _guessed_titles(found, places) or _stated(found, "title")),
        authors=authors.rules,
        published=tuple(published),
        updated=tuple(learn_updated(found, _stated(found, "updated"), published)),
        tags=tuple(learn_tags(found) or _guessed_tags(found, places)),
        language=language,
        author=authors.only,
        pseudonym=authors.pseudonym,
        publisher=authors.publisher,
        pages=len(found),
        dated=sum(bool(sample.entry.published or sample.entry.updated) for sample in found),
        batch=_batch(found),
        leads=any(
            lead_picture(sample.outline.page, node, blogs, sample.entry.title)
            for sample, node in islice(_articles(found, places), _SEVERAL)
        ),
        names=tuple(sorted(names)),
        headed=_has_own_heads(pages, names),
        emblems=blogs,
        signatures=() if authors.rules else _signatures(found),
    )


#: If so many posts have no picture above their article, none is looked for.
_SEVERAL = 6
#: So many words of a page tell its language.
_TELLING = 400
#: On so few pages, what is the same on all of them may be so by chance.
_FEW = 3


def _article(found: Sequence[TrainingSample]) -> tuple[list[ArticleRule], list[int | None]]:
    """The rules for the article, and the node that they find on each page."""
    rules = learn_article(found) or learn_forest(found)
    return rules, [_place(sample, [rule.selector for rule in rules]) for sample in found]


def _dates(
    found: Sequence[TrainingSample], places: Sequence[int | None], language: str, fetched: datetime | None
) -> list[FieldRule]:
    return (
        learn_published(found, places, language)
        or learn_partial_dates(found, places, language, fetched)
        or _stated(found, "published")
        or _guessed_dates(found, places, language)
        or _stated(found, "shown")
    )


def _place(sample: TrainingSample, selectors: list[str]) -> int | None:
    return next((node for s in selectors if (node := sample.selectors.node(s)) is not None), None)


def _articles(found: list[TrainingSample], places: list[int | None]) -> Iterator[tuple[TrainingSample, _Element]]:
    """The training pages on which the article was found, with its node."""
    for sample, place in zip(found, places, strict=True):
        if place is not None:
            yield sample, sample.outline.nodes[place]


def _language(found: Sequence[TrainingSample], feed_language: str | None) -> str | None:
    # Menus are often in another language than posts.
    beginnings = [
        " ".join((sample.content or sample.outline.words[sample.after_title :])[:_TELLING]) for sample in found
    ]
    votes = Counter(
        page_language(sample.outline.page, text, feed_language) for sample, text in zip(found, beginnings, strict=True)
    )
    return votes.most_common(1)[0][0]


def _stated(found: Sequence[TrainingSample], name: str) -> list[FieldRule]:
    """Where the training pages state a field for machines, for fields of which the feed says nothing.

    What differs from page to page is asked first: the rest is said of the site. Tags that most posts have are its, too.
    """
    differing: list[FieldRule] = []
    same: list[FieldRule] = []
    for selector, take in META[name]:
        values = [value for sample in found for value in read(sample.outline.page, selector, take, 1)]
        if values:
            rule = FieldRule(selector, round(len(values) / len(found), 4), take)
            differs = len(set(values)) > 1 or len(found) < _FEW
            if name == "tags" and 2 * Counter(values).most_common(1)[0][1] > len(values):
                differs = len(found) < _FEW
            (differing if differs else same).append(rule)
    return differing if name == "tags" else differing + same


def _signatures(found: Sequence[TrainingSample]) -> tuple[tuple[str, str], ...]:
    """Who writes, if pages do not name their authors: by their answers to comments, else by the name of the blog."""
    known = learn_signatures((sample.entry.authors, sample.outline.page) for sample in found)
    if known or any(sample.entry.authors for sample in found):
        return known
    name = blog_owner([sample.outline.page for sample in found])
    return (("", name),) if name else ()


def _has_own_heads(pages: Sequence[Page], names: Collection[str]) -> bool:
    """Whether pages have more in their ``<title>`` than the name of the blog."""
    called = (value for page in pages for value in read(page, "/html/head/title", "text", 1))
    return any(fold_name(value) not in names for value in called)


def _guessed_titles(found: Sequence[TrainingSample], places: Sequence[int | None]) -> list[FieldRule]:
    """Where pages have their titles, if the feed has none."""
    if any(sample.entry.title for sample in found):
        return []
    return learn_title(found, places, guess_titles([sample.outline.page for sample in found]))


def _guessed_dates(found: Sequence[TrainingSample], places: Sequence[int | None], language: str) -> list[FieldRule]:
    """Where pages show their date; not if the feed tells others."""
    told = any(sample.entry.published or sample.entry.updated for sample in found)
    return [] if told else guess_published(found, places, language)


def _guessed_tags(found: Sequence[TrainingSample], places: list[int | None]) -> list[FieldRule]:
    """Where tags stand on the pages, though they are not those of the feed: that may have categories."""
    return [*guess_tags(found, places), *_stated(found, "tags")]


def _batch(found: Sequence[TrainingSample]) -> tuple[str, int, int]:
    """The day that most posts of the feed have: on which a whole blog was moved, or begun with all it had."""
    days = Counter(sample.entry.published.date() for sample in found if sample.entry.published)
    if days.total() < _CROWD:
        return "", 0, 0
    ((day, count),) = days.most_common(1)
    return (day.isoformat(), count, days.total()) if 2 * count > days.total() else ("", 0, 0)
