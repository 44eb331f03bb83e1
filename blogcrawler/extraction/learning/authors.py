"""Who wrote the posts, where the feed does not say: what pages state, who they say something is posted by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...dom import META, read
from ..fields.author_names import is_placeholder_name, split_names
from ..fields.site_name import fold_name, site_names, squeeze_name
from ..rules import FieldRule
from ..training.sample import TrainingSample
from .title_and_authors import learn_authors
from .without_feed import guess_authors

__all__ = ["Authorship", "learn_authorship"]

#: What fewer of the pages state is asked last.
_MOST = 0.8


@dataclass(frozen=True, slots=True)
class Authorship:
    """Rules for the authors' names, and the only author that the feed names.

    ``pseudonym`` says that this one is no person but the blog itself, or "admin": whom a page names is believed first.
    It is a ``publisher`` if different people write for it: then it is named behind them, as the feed says so.
    """

    rules: tuple[FieldRule, ...] = ()
    only: str | None = None
    pseudonym: bool = False
    publisher: bool = False


def learn_authorship(found: Sequence[TrainingSample], articles: Sequence[int | None]) -> Authorship:
    """Where authors are named, by the feed or by the pages themselves.

    If the feed names people whom the pages do not, nobody else is looked for: the owner of a site did not write all.
    """
    only = _only_author(found)
    sites = site_names([sample.outline.page for sample in found])
    if only and (is_placeholder_name(only) or fold_name(only) in sites):
        rules = _named_by_pages(found, articles, sites | {fold_name(only)}, handles=is_placeholder_name(only))
        if rules and (_differs(found, rules[0]) or not _is_stated(found, only)):
            publisher = not is_placeholder_name(only) and _differs(found, rules[0])
            return Authorship(tuple(rules), only, pseudonym=True, publisher=publisher)
    if not any(sample.entry.authors for sample in found):
        return Authorship(tuple(_named_by_pages(found, articles, sites)))
    return Authorship(tuple(learn_authors(found, articles)), only)


def _only_author(found: Sequence[TrainingSample]) -> str | None:
    """The author that the feed names for each of its posts, if it is always the same one."""
    names = {sample.entry.authors for sample in found}
    if len(names) == 1:
        (authors,) = names
        return authors[0] if len(authors) == 1 else None
    return None


def _is_stated(found: Sequence[TrainingSample], name: str) -> bool:
    """Whether most pages say to machines that this is the author."""
    for selector, take in META["authors"]:
        values = [value for sample in found for value in read(sample.outline.page, selector, take, 1)]
        if 2 * sum(fold_name(value) == fold_name(name) for value in values) > len(found):
            return True
    return False


def _named_by_pages(
    found: Sequence[TrainingSample], articles: Sequence[int | None], sites: set[str], *, handles: bool = True
) -> list[FieldRule]:
    """Rules for whom the pages name: what most of them say to machines, then to readers; not the site itself.

    What differs from page to page is asked first; ``handles`` of social networks are names only if there is no other.
    """
    plain = fold_name if handles else squeeze_name
    sites = {plain(name) for name in sites}
    stated: list[tuple[bool, FieldRule]] = []
    for selector, take in META["authors"]:
        values = [value for sample in found for value in read(sample.outline.page, selector, take, 1)]
        named = [value for value in values if handles or not value.startswith("@")]
        people = [value for value in named if any(plain(name) not in sites for name in split_names(value))]
        if people and 2 * len(people) > len(values):
            stated.append((len(set(values)) == 1, FieldRule(selector, round(len(people) / len(found), 4), take)))
    ranked = [rule for _, rule in sorted(stated, key=lambda one: one[0])]
    often = [rule for rule in ranked if rule.confidence >= _MOST]
    seldom = [rule for rule in ranked if rule.confidence < _MOST]
    if often and _differs(found, often[0]):
        return often
    shown = guess_authors(found, articles)
    # The owner of a site is said to machines, who wrote a post to readers.
    return [*shown, *ranked] if shown and (not often or _differs(found, shown[0])) else often + seldom


def _differs(found: Sequence[TrainingSample], rule: FieldRule) -> bool:
    """Whether what a rule finds is not the same on all pages."""
    return len({value for sample in found for value in read(sample.outline.page, rule.selector, rule.take, 1)}) > 1
