"""Learning the rules of a blog from feed entries and their pages."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from typing import TypeVar

from ...dom import Page, read
from ...faults import attempt
from ...items import FeedEntry
from ..cleaning.lead_image import lead_picture, shared_pictures
from ..fields.copyright_holder import copyright_holder
from ..fields.language import page_language
from ..fields.page_timestamps import Timestamps, learn_timestamps
from ..fields.site_name import blog_owner, fold_name, site_names
from ..fields.title_affixes import blog_name_affixes
from ..fields.titles import guess_titles
from ..fields.visible_date import visible_date
from ..rules import URL, ArticleRule, FieldRule, RuleSet
from ..training.sample import TrainingSample
from ..training.training_set import seek_closing_lines, training_samples
from .article_rules.agreement import choose_by_agreement, has_too_little
from .article_rules.article import learn_verified_article
from .article_rules.picture_posts import are_picture_posts, finds_titles_only, learn_picture_posts
from .article_rules.verification import ArticleBounds
from .authors import Authorship, learn_authorship
from .comment_signatures import learn_signatures
from .partial_dates import learn_partial_dates
from .published import learn_published
from .stated_fields import stated_rules
from .tags import learn_tags
from .title_and_authors import learn_title
from .updated import learn_updated
from .without_feed.published import guess_published, shown_day
from .without_feed.tags import guess_tags

__all__ = ["LearningParameters", "learn"]


@dataclass(frozen=True, slots=True)
class LearningParameters:
    """How many of the training pages are enough to conclude something about the whole blog."""

    #: The number of words of a post that tell its language.
    language_words: int = 400
    #: If this many posts have no picture above their article, none is looked for on other pages.
    lead_picture_posts: int = 6
    #: The feed needs this many dated posts before a day that most of them share means that they were imported.
    min_batch_posts: int = 4
    #: The day by the blog's clock may be the one next to the day by the feed's.
    max_days_off: timedelta = timedelta(days=1)
    #: If this many pages show the same date, and no page another one, it is not the date of a post.
    min_same_dates: int = 3


_PARAMETERS = LearningParameters()

T = TypeVar("T")


def learn(
    pairs: Iterable[tuple[FeedEntry, Page]], feed_language: str | None = None, fetched: datetime | None = None
) -> RuleSet:
    """Learn the rules for all posts of a blog from a dozen entries of its feed and their pages.

    ``fetched`` is the time at which the pages were downloaded; relative dates ("3 days ago") count back from it.
    """
    with _without_garbage_collection():
        samples = training_samples(pairs)
        try:
            return _learn(samples, feed_language, fetched)
        finally:
            for sample in samples:
                sample.closing_words = None  # it refers to all samples


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Learning makes hundreds of thousands of small objects: collecting is slow and futile. None of them may stay in a
    cycle, because those made here are not looked at for a long time, and they hold the training pages."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            # Without these two, the first object made after this would start a collection of all that were made here.
            gc.freeze()
            gc.unfreeze()
            gc.enable()


def _learn(samples: list[TrainingSample], feed_language: str | None, fetched: datetime | None) -> RuleSet:
    if not samples:
        return RuleSet()
    url = samples[0].outline.page.url

    def alone(default: T, learner: Callable[[], T]) -> T:
        """What one learner finds; the default if it fails, so that the rules of the other fields are not lost."""
        return attempt("learning", url, default, learner)

    language = alone(feed_language, partial(_language, samples, feed_language))
    short_language = (language or "en").split("-")[0]
    for sample in samples:
        sample.language = short_language
    found = alone(_LearnedArticle((), [None] * len(samples), ArticleBounds()), partial(_article, samples))
    published = alone(list[FieldRule](), partial(_published, samples, found.nodes, short_language, fetched))
    undated = [sample for sample in samples if sample.day is None]
    if published and (len(undated) == len(samples) or any(sample.entry.from_page for sample in undated)):
        found = alone(found, partial(_article_with_days, samples, undated, published[0], short_language))
    articles = found.nodes
    authors = alone(Authorship(), partial(learn_authorship, samples, articles))
    pages = [sample.outline.page for sample in samples]
    pictures = tuple(alone(list[str](), partial(shared_pictures, pages)))
    names = alone(set[str](), partial(site_names, pages))
    return RuleSet(
        article=tuple(found.rules),
        title=tuple(alone([], partial(_title, samples, articles))),
        authors=authors.rules,
        published=tuple(published),
        updated=tuple(alone([], partial(_updated, samples, published))),
        tags=tuple(alone([], partial(_tags, samples, articles))),
        language=language,
        author=authors.only,
        pseudonym=authors.pseudonym,
        publisher=authors.publisher,
        pages=len(samples),
        dated=sum(bool(sample.entry.published or sample.entry.updated) for sample in samples),
        batch=alone(("", 0, 0), partial(_batch, samples)),
        leads=alone(False, partial(_have_lead_pictures, samples, articles, pictures)),
        names=tuple(sorted(names)),
        headed=alone(False, partial(_have_own_heads, pages, names)),
        shares_date=not published and alone(False, partial(_share_date, pages, short_language)),
        shows_date=bool(published) and alone(False, partial(_show_dates, samples, published, short_language)),
        timestamps=() if published else alone((), partial(_timestamps, samples, short_language)),
        emblems=pictures,
        shortest=found.bounds.shortest,
        others=found.bounds.others,
        signatures=() if authors.rules else alone((), partial(_signatures, samples)),
    )


def _share_date(pages: Sequence[Page], language: str) -> bool:
    """Whether all pages that show a date show the same one."""
    days = [moment.day for page in pages if (moment := visible_date(page, language))]
    return len(days) >= _PARAMETERS.min_same_dates and len(set(days)) == 1


def _show_dates(samples: Sequence[TrainingSample], published: Sequence[FieldRule], language: str) -> bool:
    """Whether the pages on which no rule finds a date show the feed's."""
    left = [
        (sample.outline.page, sample.entry.published)
        for sample in samples
        if sample.entry.published and not any(_finds_value(rule, sample.outline.page) for rule in published)
    ]
    return bool(left) and all(
        (moment := visible_date(page, language, or_updated=True)) is not None
        and abs(moment.day - day.date()) <= _PARAMETERS.max_days_off
        for page, day in left
    )


def _finds_value(rule: FieldRule, page: Page) -> bool:
    return rule.selector == URL or bool(read(page, rule.selector, rule.take, 1))


def _timestamps(samples: Sequence[TrainingSample], language: str) -> Timestamps:
    return learn_timestamps(((one.outline.page, one.entry.published) for one in samples), language)


@dataclass(frozen=True, slots=True)
class _LearnedArticle:
    """The rules for the article, the node that they find on each page, and what the articles look like."""

    rules: Sequence[ArticleRule]
    nodes: Sequence[int | None]
    bounds: ArticleBounds


def _article(samples: Sequence[TrainingSample]) -> _LearnedArticle:
    rules, bounds = learn_verified_article(samples)
    if not rules and are_picture_posts(samples):
        rules = learn_picture_posts(samples)
    if has_too_little(samples, rules):
        rules = choose_by_agreement(samples, rules)
        if finds_titles_only(rules, samples):
            rules = learn_picture_posts(samples) or rules
    return _LearnedArticle(rules, [_first_node(sample, rules) for sample in samples], bounds)


def _article_with_days(
    samples: Sequence[TrainingSample], undated: Sequence[TrainingSample], published: FieldRule, language: str
) -> _LearnedArticle:
    """The article, learned again: without dates in the feed, only the page shows which line is the byline."""
    for sample in undated:
        sample.day = shown_day(sample, published, language)
    seek_closing_lines(samples)
    return _article(samples)


def _first_node(sample: TrainingSample, rules: Sequence[ArticleRule]) -> int | None:
    return next((node for rule in rules if (node := sample.selectors.node(rule.selector)) is not None), None)


def _title(samples: Sequence[TrainingSample], articles: Sequence[int | None]) -> list[FieldRule]:
    """Rules for the title; if the feed has none, for the titles that the pages seem to have."""
    rules = learn_title(samples, articles)
    if not rules and not any(sample.entry.title for sample in samples):
        rules = learn_title(samples, articles, guess_titles([sample.outline.page for sample in samples]))
    return rules or [_without_blog_name(rule, samples) for rule in stated_rules(samples, "title")]


def _without_blog_name(rule: FieldRule, samples: Sequence[TrainingSample]) -> FieldRule:
    """A rule for the title in the metadata that cuts the blog's name off."""
    pages = [sample.outline.page for sample in samples]
    stated = [value for page in pages for value in read(page, rule.selector, rule.take, 1)]
    prefix, suffix = blog_name_affixes(stated, pages)
    return replace(rule, prefix=prefix, suffix=suffix)


def _published(
    samples: Sequence[TrainingSample], articles: Sequence[int | None], language: str, fetched: datetime | None
) -> list[FieldRule]:
    """Rules for the date; a date that merely looks right is not used if the feed gives others."""
    has_dates = any(sample.entry.published or sample.entry.updated for sample in samples)
    return (
        learn_published(samples, articles, language)
        or learn_partial_dates(samples, articles, language, fetched)
        or stated_rules(samples, "published")
        or ([] if has_dates else guess_published(samples, articles, language))
        or stated_rules(samples, "shown")
    )


def _updated(samples: Sequence[TrainingSample], published: Sequence[FieldRule]) -> list[FieldRule]:
    return learn_updated(samples, stated_rules(samples, "updated"), published)


def _tags(samples: Sequence[TrainingSample], articles: Sequence[int | None]) -> list[FieldRule]:
    """Rules for the tags; those on the pages may differ from the feed's, which may be categories."""
    return learn_tags(samples) or [*guess_tags(samples, articles), *stated_rules(samples, "tags")]


def _language(samples: Sequence[TrainingSample], feed_language: str | None) -> str | None:
    # Menus are often in another language than posts.
    posts = [sample.content or sample.outline.words[sample.after_title :] for sample in samples]
    beginnings = [" ".join(words[: _PARAMETERS.language_words]) for words in posts]
    votes = Counter(
        language
        for sample, text in zip(samples, beginnings, strict=True)
        if (language := page_language(sample.outline.page, text, feed_language)) is not None
    )
    return next((language for language, _ in votes.most_common(1)), None)


def _have_lead_pictures(
    samples: Sequence[TrainingSample], articles: Sequence[int | None], shared: Collection[str]
) -> bool:
    """Whether posts have a picture above their article."""
    found = ((sample, node) for sample, node in zip(samples, articles, strict=True) if node is not None)
    return any(
        lead_picture(sample.outline.page, sample.outline.nodes[node], shared, sample.entry.title)
        for sample, node in islice(found, _PARAMETERS.lead_picture_posts)
    )


def _signatures(samples: Sequence[TrainingSample]) -> tuple[tuple[str, str], ...]:
    """The authors of pages that do not name them: by their comments, else the owner of the blog, else who has the
    copyright."""
    known = learn_signatures((sample.entry.authors, sample.outline.page) for sample in samples)
    if known or any(sample.entry.authors for sample in samples):
        return known
    pages = [sample.outline.page for sample in samples]
    name = blog_owner(pages) or copyright_holder(pages)
    return (("", name),) if name else ()


def _have_own_heads(pages: Sequence[Page], names: Collection[str]) -> bool:
    """Whether pages have more in their ``<title>`` than the name of the blog."""
    titles = (value for page in pages for value in read(page, "/html/head/title", "text", 1))
    return any(fold_name(title) not in names for title in titles)


def _batch(samples: Sequence[TrainingSample]) -> tuple[str, int, int]:
    """The day of most posts in the feed, how many have it, and of how many: the day on which a blog was imported."""
    days = Counter(sample.entry.published.date() for sample in samples if sample.entry.published)
    if days.total() < _PARAMETERS.min_batch_posts:
        return "", 0, 0
    ((day, count),) = days.most_common(1)
    return (day.isoformat(), count, days.total()) if 2 * count > days.total() else ("", 0, 0)
