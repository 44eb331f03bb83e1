"""Learning where pages show the title and the authors that the feed gives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from ...dom import META
from ..fields.authors import read_author_names
from ..fields.site_name import fold_name, site_names
from ..rules import FieldRule
from ..training.sample import TrainingSample
from .byline_evidence import byline_cost
from .text_field import TextFieldParameters, learn_text_field

__all__ = ["AUTHORS", "TITLE", "learn_authors", "learn_title"]

TITLE = TextFieldParameters(
    metadata=META["title"],
    # Titles are often shortened or reworded in feeds.
    min_confidence=0.5,
    # Headings may have a date or the number of comments in them.
    max_extra_words=6,
    allows_affixes=False,
    reads_own_text=True,
)
AUTHORS = TextFieldParameters(
    metadata=META["authors"],
    # Names are short: a wrong one may look similar.
    min_confidence=0.6,
    # "Posted on 3 May 2014 by Ann in Cats, with 12 comments".
    max_extra_words=16,
    allows_affixes=True,
)

#: Signs between a title and the blog's name.
_SEPARATOR = re.compile(r"[:|»«\]] +| [-–—|·•»«] +| +\[")
#: Fewer titles may begin alike by chance.
_MIN_TITLES = 3
#: Rules that are compared if posts have several authors: many find only the first.
_MAX_COMPARED = 12


def learn_title(
    samples: Sequence[TrainingSample], articles: Sequence[int | None], titles: Sequence[str | None] | None = None
) -> list[FieldRule]:
    """Rules for the title; ``titles`` are those of the pages if the feed has none."""
    given = [sample.entry.title for sample in samples] if titles is None else titles
    prefix, suffix = _blog_name_around([title for title in given if title], samples)
    wanted = {
        id(sample): _with_and_without(title or "", prefix, suffix) + _without_author(title or "", sample.entry.authors)
        for sample, title in zip(samples, given, strict=True)
    }
    return learn_text_field(samples, articles, lambda sample: wanted[id(sample)], TITLE)


def _blog_name_around(titles: Sequence[str], samples: Sequence[TrainingSample]) -> tuple[str, str]:
    """The blog's name that all titles of the feed begin or end with, including the separator."""
    prefix, suffix = _common_prefix(titles), _common_prefix([title[::-1] for title in titles])[::-1]
    prefixes = [prefix[: sign.end()] for sign in _SEPARATOR.finditer(prefix)]
    suffixes = [suffix[sign.start() :] for sign in _SEPARATOR.finditer(suffix)]
    if len(set(titles)) < _MIN_TITLES or not (prefixes or suffixes):
        return "", ""
    names = site_names([sample.outline.page for sample in samples])
    first = next((prefix for prefix in prefixes if fold_name(prefix) in names), "")
    return first, next((suffix for suffix in suffixes if fold_name(suffix) in names), "")


def _common_prefix(texts: Sequence[str]) -> str:
    first, last = min(texts, default=""), max(texts, default="")
    same = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return first[: sum(1 for _ in same)]


def _with_and_without(title: str, prefix: str, suffix: str) -> list[str]:
    short = title.removeprefix(prefix).removesuffix(suffix).strip()
    return [title, short] if short and short != title else [title]


def _without_author(title: str, authors: Sequence[str]) -> list[str]:
    """The title without the author's name that a feed puts before or after it ("Ann Lee: A walk")."""
    found = []
    for author in authors:
        if title.startswith(author) and (sign := _SEPARATOR.match(title, len(author))):
            found.append(title[sign.end() :].strip())
        signs = [sign for sign in _SEPARATOR.finditer(title) if title[sign.end() :].strip() == author]
        found += [title[: sign.start()].strip() for sign in signs]
    return [short for short in found if short]


def learn_authors(samples: Sequence[TrainingSample], articles: Sequence[int | None]) -> list[FieldRule]:
    """Rules for the authors' names.

    If the feed names several for a post, each rule says whether to take all names it finds, and the rules that find all
    authors come first: one that finds the first of them is right on every page, too, but incomplete.
    """
    has_one_author = len({sample.entry.authors for sample in samples if sample.entry.authors}) == 1
    has_several = any(len(sample.entry.authors) > 1 for sample in samples)
    rules = learn_text_field(
        samples,
        articles,
        lambda sample: sample.entry.authors,
        replace(AUTHORS, max_rules=_MAX_COMPARED) if has_several else AUTHORS,
        byline_cost if has_one_author else None,
    )
    if not has_several:
        return rules
    rated = [_one_or_several(rule, samples) for rule in rules]
    return [rule for rule, _ in sorted(rated, key=lambda one: -one[1])][: AUTHORS.max_rules]


def _one_or_several(rule: FieldRule, samples: Sequence[TrainingSample]) -> tuple[FieldRule, int]:
    """The rule, which takes all names it finds if that agrees with the feed more often; and how often it agrees."""

    def agreement(one: FieldRule) -> int:
        return sum(set(read_author_names(sample.outline.page, one)) == set(sample.entry.authors) for sample in samples)

    several = replace(rule, several=True)
    return max((rule, agreement(rule)), (several, agreement(several)), key=lambda one: one[1])
