"""Learning from a blog's feed where its posts keep their title, article, authors, date and tags, and
reading them off every page. Pure functions over parsed pages: no I/O, no Scrapy.

    rules = learn((entry, parse_page(html, url)) for entry, html, url in training)
    post = Extractor(rules).extract(parse_page(html, url))
"""

from .clocks import Clock, own_clock
from .dates import Moment
from .dating import Candidate, Dating, Origin, agreement, best_date, between
from .extractor import Extract, Extractor, machine_date
from .generic import guess_title, guess_titles
from .learning import learn
from .listed import completed, learn_listed, listed_dates
from .page import Page, parse_page
from .regions import PageKind, Region, RegionKind, page_kind, page_regions, region_around
from .rules import GUESS, ArticleRule, FieldRule, RuleSet
from .signatures import signature
from .templates import alike, same_template, structure
from .unfed import own_entries

__all__ = [
    "GUESS",
    "ArticleRule",
    "Candidate",
    "Clock",
    "Dating",
    "Extract",
    "Extractor",
    "FieldRule",
    "Moment",
    "Origin",
    "Page",
    "PageKind",
    "Region",
    "RegionKind",
    "RuleSet",
    "agreement",
    "alike",
    "best_date",
    "between",
    "completed",
    "guess_title",
    "guess_titles",
    "learn",
    "learn_listed",
    "listed_dates",
    "machine_date",
    "own_clock",
    "own_entries",
    "page_kind",
    "page_regions",
    "parse_page",
    "region_around",
    "same_template",
    "signature",
    "structure",
]
