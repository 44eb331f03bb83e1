"""Learning who wrote the posts: from the feed, or from the pages if the feed names nobody or only the blog."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from ...dom import read
from ..fields.author_names import is_placeholder_name, split_names
from ..fields.authors import read_author_names
from ..fields.site_name import fold_name, site_names, squeeze_name
from ..rules import FieldRule
from ..training.sample import TrainingSample
from .stated_fields import stated_values
from .title_and_authors import learn_authors
from .without_feed.authors import guess_authors

__all__ = ["Authorship", "AuthorshipParameters", "learn_authorship"]


@dataclass(frozen=True, slots=True)
class AuthorshipParameters:
    """When metadata is trusted to name the authors."""

    #: Metadata on a smaller share of the pages is tried last.
    min_share: float = 0.8


_PARAMETERS = AuthorshipParameters()


@dataclass(frozen=True, slots=True)
class Authorship:
    """Rules for the authors' names, and the only author that the feed names.

    ``pseudonym`` says that this author is not a person but the blog itself, or "admin": names on pages come first. If
    different people write for it, it is a ``publisher`` and is listed after them, as in the feed.
    """

    rules: tuple[FieldRule, ...] = ()
    only: str | None = None
    pseudonym: bool = False
    publisher: bool = False


def learn_authorship(samples: Sequence[TrainingSample], articles: Sequence[int | None]) -> Authorship:
    """Learn where authors are named, by the feed or by the pages.

    If the feed names people that the pages do not, nobody else is looked for: the owner of a site did not write all.
    """
    only = _only_author(samples)
    sites = site_names([sample.outline.page for sample in samples])
    if only and (is_placeholder_name(only) or fold_name(only) in sites):
        rules = _rules_from_pages(samples, articles, sites | {fold_name(only)}, handles=is_placeholder_name(only))
        if rules and (_differs(samples, rules[0]) or not _is_stated(samples, only)):
            publisher = not is_placeholder_name(only) and _differs(samples, rules[0])
            return Authorship(tuple(rules), only, pseudonym=True, publisher=publisher)
    if not any(sample.entry.authors for sample in samples):
        return Authorship(tuple(_rules_from_pages(samples, articles, sites)))
    if any(sample.entry.from_page for sample in samples):
        rules = _rules_from_pages(samples, articles, sites)
        if rules and _confirms(samples, rules[0]):
            return Authorship(tuple(rules), None if _differs(samples, rules[0]) else only)
    return Authorship(tuple(learn_authors(samples, articles)), only)


def _only_author(samples: Sequence[TrainingSample]) -> str | None:
    """The author that the feed names for each of its posts, if it is always the same one."""
    names = {sample.entry.authors for sample in samples if not sample.entry.from_page}
    if len(names) == 1:
        (authors,) = names
        return authors[0] if len(authors) == 1 else None
    return None


def _confirms(samples: Sequence[TrainingSample], rule: FieldRule) -> bool:
    """Whether the feed names those authors whom a rule finds on its few posts."""
    named = [sample for sample in samples if sample.entry.authors]
    return all(
        {fold_name(name) for name in read_author_names(sample.outline.page, rule)}
        & {fold_name(name) for name in sample.entry.authors}
        for sample in named
    )


def _is_stated(samples: Sequence[TrainingSample], name: str) -> bool:
    """Whether the metadata of most pages names this author."""
    return any(
        2 * sum(fold_name(value) == fold_name(name) for value in values) > len(samples)
        for _, _, values in stated_values(samples, "authors")
    )


def _rules_from_pages(
    samples: Sequence[TrainingSample], articles: Sequence[int | None], sites: set[str], *, handles: bool = True
) -> list[FieldRule]:
    """Rules for the people that the pages name, in metadata or in the text; names of the site do not count.

    ``handles`` says whether handles of social networks ("@ann") count as names.
    """
    stated = _stated_people(samples, sites, handles=handles)
    often = [rule for rule in stated if rule.confidence >= _PARAMETERS.min_share]
    seldom = [rule for rule in stated if rule.confidence < _PARAMETERS.min_share]
    if often and _differs(samples, often[0]):
        return often
    shown = guess_authors(samples, articles)
    # Metadata often names the owner of the site, the text the author of the post.
    prefers_shown = not often or _differs(samples, shown[0]) or _names_host(samples, often[0]) if shown else False
    return [*shown, *stated] if prefers_shown else often + seldom


def _names_host(samples: Sequence[TrainingSample], rule: FieldRule) -> bool:
    """Whether all names that a rule finds are a part of the host's name: "annsblog" on annsblog.example.org."""
    return all(
        squeeze_name(name) in (urlsplit(page.url).hostname or "").split(".")
        for page in (sample.outline.page for sample in samples)
        for name in read(page, rule.selector, rule.take, 1)
    )


def _stated_people(samples: Sequence[TrainingSample], sites: set[str], *, handles: bool) -> list[FieldRule]:
    """Rules for metadata that mostly names people: first those that differ from page to page, then those that agree
    with most others."""
    plain = fold_name if handles else squeeze_name
    sites = {plain(name) for name in sites}
    found: list[tuple[bool, FieldRule, str]] = []
    for selector, take, values in stated_values(samples, "authors"):
        names = [value for value in values if handles or not value.startswith("@")]
        people = [value for value in names if any(plain(name) not in sites for name in split_names(value))]
        if people and 2 * len(people) > len(values):
            is_same = len(set(values)) == 1
            rule = FieldRule(selector, round(len(people) / len(samples), 4), take)
            found.append((is_same, rule, fold_name(people[0]) if is_same else ""))
    votes = Counter(name for _, _, name in found)
    return [rule for _, rule, _ in sorted(found, key=lambda one: (one[0], -votes[one[2]]))]


def _differs(samples: Sequence[TrainingSample], rule: FieldRule) -> bool:
    """Whether a rule finds different values."""
    return len({value for sample in samples for value in read(sample.outline.page, rule.selector, rule.take, 1)}) > 1
