"""Learning from a blog's feed where its pages have title, article, authors, dates and tags, and reading these fields
from every page. Pure functions over parsed pages: no I/O, no Scrapy.

    rules = learn((entry, parse_page(html, url)) for entry, html, url in training)
    post = Extractor(rules).extract(parse_page(html, url))
"""

from .article_reader import UNMEASURED
from .cleaning.attributes import absolute_url
from .cleaning.cleaner import Article, Cleaner
from .cleaning.plain_text import html_to_text
from .extractor import ExtractedPost, Extractor, metadata_date
from .fallback_article import generic_article
from .fields.author_names import split_names
from .fields.comment_signature import signature
from .fields.language import page_language
from .fields.titles import contains_words, guess_title, guess_titles, has_ambiguous_titles, title_shared_with_head
from .fields.visible_date import visible_date
from .learning.article_rules.article import learn_article
from .learning.article_rules.blogforever import blogforever_article_rule, blogforever_title_rule, uncleaned_text
from .learning.article_rules.forest import (
    PUBLISHED_FOREST,
    ForestParameters,
    forest_rules,
    informativeness,
    learn_forest,
)
from .learning.article_rules.sigfeed import is_stop_word, sigfeed
from .learning.dates_on_lists import learn_list_clock, listed_dates, more_exact_date
from .learning.learn import learn
from .learning.without_feed.entries import entries_beside_feed, own_entries
from .rules import ArticleRule, FieldRule, RuleSet
from .training.sample import html_text
from .training.training_set import training_samples

__all__ = [
    "PUBLISHED_FOREST",
    "UNMEASURED",
    "Article",
    "ArticleRule",
    "Cleaner",
    "ExtractedPost",
    "Extractor",
    "FieldRule",
    "ForestParameters",
    "RuleSet",
    "absolute_url",
    "blogforever_article_rule",
    "blogforever_title_rule",
    "contains_words",
    "entries_beside_feed",
    "forest_rules",
    "generic_article",
    "guess_title",
    "guess_titles",
    "has_ambiguous_titles",
    "html_text",
    "html_to_text",
    "informativeness",
    "is_stop_word",
    "learn",
    "learn_article",
    "learn_forest",
    "learn_list_clock",
    "listed_dates",
    "metadata_date",
    "more_exact_date",
    "own_entries",
    "page_language",
    "sigfeed",
    "signature",
    "split_names",
    "title_shared_with_head",
    "training_samples",
    "uncleaned_text",
    "visible_date",
]
