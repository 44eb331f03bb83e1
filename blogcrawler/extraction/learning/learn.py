"""Learning the rules of a blog from feed entries and their pages."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from ...dom import Page, read
from ...items import FeedEntry
from ..cleaning.lead_image import lead_picture, shared_pictures
from ..fields.language import page_language
from ..fields.site_name import blog_owner, fold_name, site_names
from ..fields.titles import guess_titles
from ..rules import ArticleRule, FieldRule, RuleSet
from ..training.sample import TrainingSample
from ..training.training_set import training_samples
from .article_rules.article import learn_article
from .article_rules.forest import learn_forest
from .authors import learn_authorship
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
    """How much of the training pages is enough to tell something about the whole blog."""

    #: The number of words of a post that tell its language.
    language_words: int = 400
    #: If this many posts have no picture above their article, none is looked for on other pages.
    lead_picture_posts: int = 6
    #: The feed needs this many dated posts before a day that most of them share means that they were imported.
    min_batch_posts: int = 4


_PARAMETERS = LearningParameters()


def learn(
    pairs: Iterable[tuple[FeedEntry, Page]], feed_language: str | None = None, fetched: datetime | None = None
) -> RuleSet:
    """Learn the rules for all posts of a blog from a dozen entries of its feed and their pages.

    ``fetched`` is the time at which the pages were downloaded; relative dates ("3 days ago") count back from it.
    """
    with _without_garbage_collection():
        return _learn(pairs, feed_language, fetched)


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Learning makes hundreds of thousands of small objects, none of them in a cycle: collecting is slow and futile."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _learn(pairs: Iterable[tuple[FeedEntry, Page]], feed_language: str | None, fetched: datetime | None) -> RuleSet:
    samples = training_samples(pairs)
    if not samples:
        return RuleSet()
    language = _language(samples, feed_language)
    short_language = (language or "en").split("-")[0]
    article, articles = _article(samples)
    published = _published(samples, articles, short_language, fetched)
    if published and not any(sample.day for sample in samples):
        # Without dates in the feed, only the page tells which line is the byline and not part of the article.
        for sample in samples:
            sample.day = shown_day(sample, published[0], short_language)
        article, articles = _article(samples)
    authors = learn_authorship(samples, articles)
    pages = [sample.outline.page for sample in samples]
    pictures, names = tuple(shared_pictures(pages)), site_names(pages)
    return RuleSet(
        article=tuple(article),
        title=tuple(_title(samples, articles)),
        authors=authors.rules,
        published=tuple(published),
        updated=tuple(learn_updated(samples, stated_rules(samples, "updated"), published)),
        tags=tuple(_tags(samples, articles)),
        language=language,
        author=authors.only,
        pseudonym=authors.pseudonym,
        publisher=authors.publisher,
        pages=len(samples),
        dated=sum(bool(sample.entry.published or sample.entry.updated) for sample in samples),
        batch=_batch(samples),
        leads=_have_lead_pictures(samples, articles, pictures),
        names=tuple(sorted(names)),
        headed=_have_own_heads(pages, names),
        emblems=pictures,
        signatures=() if authors.rules else _signatures(samples),
    )


def _article(samples: Sequence[TrainingSample]) -> tuple[list[ArticleRule], list[int | None]]:
    """The rules for the article, and the node that they find on each page."""
    rules = learn_article(samples) or learn_forest(samples)
    return rules, [_first_node(sample, rules) for sample in samples]


def _first_node(sample: TrainingSample, rules: Sequence[ArticleRule]) -> int | None:
    return next((node for rule in rules if (node := sample.selectors.node(rule.selector)) is not None), None)


def _title(samples: Sequence[TrainingSample], articles: Sequence[int | None]) -> list[FieldRule]:
    """Rules for the title; if the feed has none, for the titles that the pages seem to have."""
    rules = learn_title(samples, articles)
    if not rules and not any(sample.entry.title for sample in samples):
        rules = learn_title(samples, articles, guess_titles([sample.outline.page for sample in samples]))
    return rules or stated_rules(samples, "title")


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


def _tags(samples: Sequence[TrainingSample], articles: Sequence[int | None]) -> list[FieldRule]:
    """Rules for the tags; those on the pages may differ from the feed's, which may be categories."""
    return learn_tags(samples) or [*guess_tags(samples, articles), *stated_rules(samples, "tags")]


def _language(samples: Sequence[TrainingSample], feed_language: str | None) -> str | None:
    # Menus are often in another language than posts.
    posts = [sample.content or sample.outline.words[sample.after_title :] for sample in samples]
    beginnings = [" ".join(words[: _PARAMETERS.language_words]) for words in posts]
    votes = Counter(
        page_language(sample.outline.page, text, feed_language)
        for sample, text in zip(samples, beginnings, strict=True)
    )
    return votes.most_common(1)[0][0]


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
    """The authors of pages that do not name them: by their comments, else the owner of the blog."""
    known = learn_signatures((sample.entry.authors, sample.outline.page) for sample in samples)
    if known or any(sample.entry.authors for sample in samples):
        return known
    name = blog_owner([sample.outline.page for sample in samples])
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
