"""Watches: words that people want to hear about, and the clips of posts and comments that have them.

Pure functions: no database, no network, no Scrapy. Needs the extra ``watch``.
"""

from .conditions import Hit, find_hits
from .matcher import Matcher, Question
from .query import And, Condition, Near, Not, Or, Term, parse_query
from .words import WordForms, cut, stemmer_name, word_forms

__all__ = [
    "And",
    "Condition",
    "Hit",
    "Matcher",
    "Near",
    "Not",
    "Or",
    "Question",
    "Term",
    "WordForms",
    "cut",
    "find_hits",
    "parse_query",
    "stemmer_name",
    "word_forms",
]
