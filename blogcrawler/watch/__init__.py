"""Watches: words that people want to hear about, and the clips of posts and comments that have them.

Pure functions: no database, no network, no Scrapy. Needs the extra ``watch``.
"""

from .clips import Clip
from .conditions import Hit, find_hits
from .messages import ClipMessage, make_message
from .page_areas import HubLink, PageAreas, PageSection, article_on, read_areas
from .query import And, Condition, Near, Not, Or, Term, parse_query
from .sentences import sentence_spans
from .synonyms import read_synonyms, synonyms_for
from .watch_list import WatchEvent, WatchList
from .watched_page import PageMemory, PageNews, followed_post, keys_of, link_key, next_look, page_news
from .watches import MATCHING, RHYTHMS, Owner, Watch, WatchScope, check_watch, new_owner, next_digest, zone
from .words import WordForms, cut, stemmer_name, word_forms

__all__ = [
    "MATCHING",
    "RHYTHMS",
    "And",
    "Clip",
    "ClipMessage",
    "Condition",
    "Hit",
    "HubLink",
    "Near",
    "Not",
    "Or",
    "Owner",
    "PageAreas",
    "PageMemory",
    "PageNews",
    "PageSection",
    "Term",
    "Watch",
    "WatchEvent",
    "WatchList",
    "WatchScope",
    "WordForms",
    "article_on",
    "check_watch",
    "cut",
    "find_hits",
    "followed_post",
    "keys_of",
    "link_key",
    "make_message",
    "new_owner",
    "next_digest",
    "next_look",
    "page_news",
    "parse_query",
    "read_areas",
    "read_synonyms",
    "sentence_spans",
    "stemmer_name",
    "synonyms_for",
    "word_forms",
    "zone",
]
