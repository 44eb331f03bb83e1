"""Decide whether a page is a post by its content.

Where URLs cannot tell (``/slug/`` for posts and other pages alike), compare the page with the training pages: does it
have the traits that they share, above all those that the blog's home page lacks?
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from ...dom import Page, PageKind, page_kind, page_regions, read, words
from ...extraction import Extractor, visible_date
from .class_names import names_content, page_topics, stated_kinds
from .traits import ARTICLE, DATE, NO_LIST, OG_TYPE, ONE_ARTICLE, OWN_TITLE, TITLE, TITLE_IN_HEAD, is_class, page_traits
from .url_groups import has_dated_path
from .url_pattern import Verdict
from .url_shape import url_shape_of

__all__ = ["PostClassifier", "Rejection", "learn_post_classifier", "without_rare_traits"]

#: A trait is common if at least this share of the training pages has it.
_COMMON_SHARE = 0.75
#: A page has the template of the posts if it lacks at most this share of the class names that tell posts from the home
#: page. No class name decides alone: it may belong to a section, or to a variant of the template.
_MAX_MISSING_CLASSES = 0.5
#: The words of an address that a title must have, and the share of the address that they must make up.
_MIN_NAMED_WORDS, _MIN_NAMED_SHARE = 2, 0.6


class Rejection(StrEnum):
    """Why a page is not a post. The values are the names of stats."""

    ADDRESS = "address"
    """Posts do not have such addresses."""
    HOME = "home"
    """It is the home page."""
    CONTINUED = "continued"
    """It is a further page of a post."""
    NO_ARTICLE = "no_article"
    """It has no article where posts have it."""
    LIST = "list"
    """It lists other pages, or shows several articles."""
    NO_TITLE = "no_title"
    """Its head does not name what it shows."""
    NO_DATE = "no_date"
    """It has no date, but posts do."""
    TYPE = "type"
    """Its metadata states another type than posts have."""
    TEMPLATE = "template"
    """It has another template than posts."""
    ROBOTS_TAG = "robots_tag"
    """Its owner wants no copy of it: ``noarchive`` or, if the crawl respects it, ``noindex``."""


#: What it means if a page lacks a trait, most telling first.
_MEANING = {
    ARTICLE: Rejection.NO_ARTICLE,
    NO_LIST: Rejection.LIST,
    ONE_ARTICLE: Rejection.LIST,
    TITLE: Rejection.NO_TITLE,
    TITLE_IN_HEAD: Rejection.NO_TITLE,
    DATE: Rejection.NO_DATE,
}
#: Traits that a page must have if they are common and its URL does not say that it is a post.
_REQUIRED = frozenset({ARTICLE, ONE_ARTICLE, DATE, TITLE_IN_HEAD, NO_LIST, f"{OG_TYPE}article"})


@dataclass(frozen=True, slots=True)
class PostClassifier:
    """``common``: the traits that the training pages share; ``telling``: those of them that the home page lacks."""

    common: frozenset[str] = frozenset()
    telling: frozenset[str] = frozenset()

    def is_post(self, page: Page, extractor: Extractor, verdict: Verdict) -> bool:
        """Whether a page is a post, given what its URL says."""
        return self.rejection(page, extractor, verdict) is None

    def rejection(self, page: Page, extractor: Extractor, verdict: Verdict) -> Rejection | None:
        """Why a page is not a post, given what its URL says; ``None`` if it is a post."""
        if verdict is Verdict.NO or not self.common:
            return self.rejection_by_traits(page, set(), verdict)
        return self.rejection_by_traits(page, page_traits(page, extractor), verdict)

    def rejection_by_traits(self, page: Page, traits: set[str], verdict: Verdict) -> Rejection | None:
        """Why a page with these traits is not a post, given what its URL says; ``None`` if it is a post."""
        if verdict is Verdict.NO or (not self.common and verdict is not Verdict.YES):
            return Rejection.ADDRESS
        if not self.common:
            return None
        missing = self.common - traits
        if verdict is Verdict.YES:
            return self._speaks_against_address(page, traits, missing)
        required = _REQUIRED & self.common
        if TITLE_IN_HEAD in required:  # a list may show several articles, but its head does not name one of them
            required -= {ONE_ARTICLE}
        lacking = missing & (required | {trait for trait in self.telling if not is_class(trait)})
        if self._has_all_signs(traits):  # the rule finds other elements, too
            lacking -= {ONE_ARTICLE}
        if self._states_other_kind(traits):
            return Rejection.TYPE
        if not lacking:
            return None if self._has_template(missing) else Rejection.TEMPLATE
        if lacking <= {TITLE, TITLE_IN_HEAD} and self._may_be_named_otherwise(traits, missing):
            return None
        return next((meaning for trait, meaning in _MEANING.items() if trait in lacking), Rejection.TYPE)

    def _classes(self) -> frozenset[str]:
        """The class names by which to recognise the template of posts."""
        return frozenset(filter(is_class, self.telling)) or frozenset(filter(is_class, self.common))

    def _has_template(self, missing: frozenset[str]) -> bool:
        classes = self._classes()
        return len(missing & classes) <= _MAX_MISSING_CLASSES * len(classes)

    def _has_all_signs(self, traits: set[str]) -> bool:
        """Whether a page has all class names that tell posts from the home page, and its head names its title."""
        signs = frozenset(filter(is_class, self.telling))
        return bool(signs) and signs | {TITLE_IN_HEAD} <= traits and {TITLE_IN_HEAD, NO_LIST} <= self.common

    def _states_other_kind(self, traits: set[str]) -> bool:
        """Whether class names of a page state another kind of content than those of all posts."""
        own = stated_kinds(filter(is_class, traits))
        return any(not kinds & own.get(prefix, kinds) for prefix, kinds in stated_kinds(self._classes()).items())

    def _may_be_named_otherwise(self, traits: set[str], missing: frozenset[str]) -> bool:
        """Whether a page may be a post although its head does not name its title.

        It must be dated, not look like a list, and have the class names and the type that posts have and the home page
        lacks.
        """
        if ONE_ARTICLE in missing or DATE not in self.common & traits or traits & {TITLE, OWN_TITLE} == {TITLE}:
            return False
        signs = {trait for trait in self.telling if is_class(trait) or trait.startswith(OG_TYPE)}
        return bool(signs) and not missing & signs

    def _speaks_against_address(self, page: Page, traits: set[str], missing: frozenset[str]) -> Rejection | None:
        """Why a page with the URL of a post is not one. Lenient, because old posts may have another template."""
        if ONE_ARTICLE not in missing or not self.telling & missing or not traits & {ARTICLE, TITLE}:
            return None
        if ARTICLE not in missing:
            return Rejection.LIST
        if _is_stated_by_address(page):
            return None
        if TITLE_IN_HEAD in self.common and TITLE_IN_HEAD not in traits & self.telling:
            return Rejection.NO_TITLE
        # Its head names its first title, or those of posts do not: a post whose article is elsewhere, if it is dated or
        # shows a single text.
        if DATE not in missing or visible_date(page):
            return None
        if page_kind(page_regions(page)) is PageKind.ARTICLE:
            return None
        return Rejection.NO_ARTICLE

    def record(self) -> dict[str, Any]:
        """The classifier as plain JSON values."""
        return {name: sorted(traits) for name, traits in asdict(self).items()}

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> PostClassifier:
        """Restore a classifier from its record."""
        return cls(frozenset(record["common"]), frozenset(record["telling"]))


def learn_post_classifier(pages: Iterable[Page], others: Iterable[Page], extractor: Extractor) -> PostClassifier:
    """Learn from training pages and from pages that are known not to be posts (the home page).

    A class name tells posts from other pages only if all training pages have it: without the one that lacks it, it
    would be learned, and that page rejected.
    """
    found = [(page_traits(page, extractor), page) for page in pages]
    if extractor.rules.article:
        found = [one for one in found if ARTICLE in one[0]]  # the others are not the feed's posts
    posts = [traits for traits, _ in found]
    counts = Counter(trait for traits in posts for trait in traits)
    common = {trait for trait, number in counts.items() if number >= _COMMON_SHARE * len(posts)}
    common.discard(OWN_TITLE)  # the titles of some blogs lead elsewhere
    common -= _broken_conditions(common, posts)
    common -= _content_classes(common, [page for _, page in found])
    lacking = [common - page_traits(page, extractor) for page in others]
    telling = frozenset.intersection(*map(frozenset, lacking)) if lacking else frozenset()
    return PostClassifier(frozenset(common), telling - _unsteady_classes(common, posts))


def without_rare_traits(classifier: PostClassifier, missing: Mapping[str, int], posts: int) -> PostClassifier:
    """The classifier without traits that are not common after all; ``missing`` of the ``posts`` lack each trait."""
    rare = {trait for trait, number in missing.items() if number > (1 - _COMMON_SHARE) * posts}
    return PostClassifier(classifier.common - rare, classifier.telling - rare)


def _broken_conditions(common: set[str], posts: Sequence[set[str]]) -> set[str]:
    """The traits that would reject a training page if it were left out, although it has everything else: a date, the
    stated type. Posts of this blog need not have them."""
    missing = [common - traits for traits in posts]
    alone = {trait for one in missing if len(one) == 1 for trait in one}
    return {trait for trait in alone if trait == DATE or trait.startswith(OG_TYPE)}


def _is_stated_by_address(page: Page) -> bool:
    """Whether the address of a page has a date, unlike lists, and its title, unlike pages about errors."""
    if not has_dated_path(page.url):
        return False
    name = words(" ".join(url_shape_of(page.url)[1][-1:]).replace("-", " ").replace("_", " "))
    title = set(words(" ".join(read(page, "/html/head/title", "text", 1))))
    return len(name) >= _MIN_NAMED_WORDS and sum(word in title for word in name) >= _MIN_NAMED_SHARE * len(name)


def _unsteady_classes(common: set[str], posts: Sequence[set[str]]) -> set[str]:
    """The class names that some posts of the same template lack."""
    classes = {trait for trait in common if is_class(trait)}
    missing = [classes - traits for traits in posts]
    return set().union(*(one for one in missing if len(one) <= _MAX_MISSING_CLASSES * len(classes)))


def _content_classes(traits: Iterable[str], pages: Sequence[Page]) -> set[str]:
    """The class names that say what single posts are about."""
    classes = {trait: trait.partition(".")[2] for trait in traits if is_class(trait)}
    topics = set().union(*map(page_topics, pages)) if classes else set()
    return {trait for trait, name in classes.items() if names_content(name, topics)}
