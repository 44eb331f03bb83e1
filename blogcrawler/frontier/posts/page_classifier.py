"""Decide whether a page is a post by its content.

Where URLs cannot tell (``/slug/`` for posts and other pages alike), compare the page with the training pages: does it
have the traits that they share, above all those that the blog's home page lacks?
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlsplit

from lxml.etree import _Element

from ...dom import Page, find, node_text, read, words
from ...extraction import Extractor, FieldRule, title_shared_with_head
from ...items import Provenance
from ...urls import page_key, resolve, same_host
from .url_pattern import Verdict

__all__ = ["PostClassifier", "learn_post_classifier"]

#: A trait is common if at least this share of the training pages has it.
_COMMON_SHARE = 0.75
#: Traits of a page. They are stored with the classifier, together with "title" and the classes of some elements.
ARTICLE, DATE, ONE_ARTICLE, TITLE_IN_HEAD, NO_LIST = "article", "date", "one article", "title in head", "no list"
_TITLE = "title"
#: Where the head of a page states its title.
_HEAD_TITLES = (("/html/head/title", "text"), ('/html/head/meta[@property="og:title"]', "content"))
#: Traits that a page must have if they are common and its URL does not say that it is a post.
_REQUIRED = frozenset({ARTICLE, ONE_ARTICLE, DATE, TITLE_IN_HEAD, NO_LIST, "og:type=article"})
#: Share of the common traits that such a page may lack.
_MAX_MISSING_SHARE = 0.25
#: A list links to at least this many other pages by its headings, and these make up at least this share of them.
_MIN_LISTED, _MIN_LISTED_SHARE = 3, 0.75


@dataclass(frozen=True, slots=True)
class PostClassifier:
    """``common``: the traits that the training pages share; ``telling``: those of them that the home page lacks."""

    common: frozenset[str] = frozenset()
    telling: frozenset[str] = frozenset()

    def is_post(self, page: Page, extractor: Extractor, verdict: Verdict) -> bool:
        """Whether a page is a post, given what its URL says."""
        if verdict is Verdict.NO:
            return False
        if not self.common:
            return verdict is Verdict.YES
        traits = page_traits(page, extractor)
        missing = self.common - traits
        if verdict is Verdict.YES:
            return self._is_not_a_list(traits, missing)
        required = _REQUIRED & self.common
        if TITLE_IN_HEAD in required:  # a list may show several articles, but its head does not name one of them
            required -= {ONE_ARTICLE}
        return not (missing & (self.telling | required)) and len(missing) <= _MAX_MISSING_SHARE * len(self.common)

    def _is_not_a_list(self, traits: set[str], missing: frozenset[str]) -> bool:
        """Whether a page with the URL of a post can be one. Old posts may have another template, so little is asked."""
        if TITLE_IN_HEAD in traits & self.telling and ARTICLE in missing and DATE not in missing:
            return True  # dated and named by its first title: a post whose article is elsewhere
        if not traits & {ARTICLE, _TITLE}:
            return True
        return not (ONE_ARTICLE in missing and self.telling & missing)

    def record(self) -> dict[str, Any]:
        """The classifier as plain JSON values."""
        return {name: sorted(traits) for name, traits in asdict(self).items()}

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> PostClassifier:
        """The classifier of such a record."""
        return cls(frozenset(record["common"]), frozenset(record["telling"]))


def page_traits(page: Page, extractor: Extractor) -> set[str]:
    """The traits of a page that are cheap to find."""
    traits: set[str] = set()
    rules = extractor.rules
    rule = extractor.article_rule(page)
    if rule is not None:
        nodes = find(page.tree, rule.selector)
        traits.add(ARTICLE)
        if len(nodes) == 1:
            traits.add(ONE_ARTICLE)
        if not _is_list(nodes[0], page, rules.published[:1]):
            traits.add(NO_LIST)
        holder: _Element | None = nodes[0]
        while holder is not None:
            if holder.tag in ("article", "main", "body", "html") or holder is nodes[0]:
                traits.update(f"{holder.tag}.{token}" for token in (holder.get("class") or "").split())
            holder = holder.getparent()
    heads = [words(" ".join(read(page, selector, take, 1))) for selector, take in _HEAD_TITLES]
    for field_rule in rules.title[:1]:
        for value in read(page, field_rule.selector, field_rule.take, 1):
            traits.add(_TITLE)
            # A guessed title may have the time beside it.
            guessed = field_rule.by == Provenance.GUESS and title_shared_with_head(page, value)
            if guessed or any(_within(words(value), head) for head in heads):
                traits.add(TITLE_IN_HEAD)
    for field_rule in rules.published[:1]:
        if any(c.isdigit() for value in read(page, field_rule.selector, field_rule.take, 1) for c in value):
            traits.add(DATE)
    for value in read(page, '//meta[@property="og:type"]', "content", 1):
        traits.add(f"og:type={value.lower()}")
    return traits


def _is_list(node: _Element, page: Page, date_rules: Sequence[FieldRule]) -> bool:
    """Whether the headings below a node are links to other pages of the site.

    The first heading is the page's own. A list that shows whole posts has the posts' headings, too, but also several
    dates.
    """
    headings = [heading for heading in node.iter("h1", "h2", "h3", "h4") if heading.text or len(heading)]
    if len(headings) < _MIN_LISTED:
        return False
    linked = {address for heading in headings if (address := _link_target(heading, page.base))}
    host, here = urlsplit(page.url).hostname or "", page_key(page.url)
    others = [one for one in linked if same_host(urlsplit(one).hostname or "", host) and page_key(one) != here]
    if len(others) < _MIN_LISTED:
        return False
    if len(others) >= _MIN_LISTED_SHARE * (len(headings) - 1):
        return True
    dates = [value for rule in date_rules for value in read(page, rule.selector, rule.take, _MIN_LISTED)]
    return len(dates) >= _MIN_LISTED


def _link_target(heading: _Element, base: str) -> str | None:
    """Where a heading leads if the whole heading is a link, or inside one."""
    link = next(heading.iter("a"), None)
    if link is not None and node_text(link) != node_text(heading):
        return None
    if link is None:
        near = (above for above, _ in zip(heading.iterancestors(), range(3), strict=False))
        link = next((above for above in near if above.tag == "a"), None)
    return resolve(base, link.get("href") or "") if link is not None else None


def _within(part: Sequence[str], whole: Sequence[str]) -> bool:
    width = len(part)
    return bool(width) and any(list(whole[i : i + width]) == list(part) for i in range(len(whole) - width + 1))


def learn_post_classifier(pages: Iterable[Page], others: Iterable[Page], extractor: Extractor) -> PostClassifier:
    """Learn from training pages and from pages that are known not to be posts (the home page)."""
    found = [page_traits(page, extractor) for page in pages]
    if extractor.rules.article:
        found = [traits for traits in found if ARTICLE in traits]  # the others are not the feed's posts
    counts = Counter(trait for traits in found for trait in traits)
    common = frozenset(t for t, n in counts.items() if n >= _COMMON_SHARE * len(found))
    # If the feed lists a page that lacks only the date, posts of this blog need none.
    if any(common - traits == {DATE} for traits in found):
        common -= {DATE}
    lacking = [common - page_traits(page, extractor) for page in others]
    telling = frozenset.intersection(*lacking) if lacking else frozenset()
    return PostClassifier(common, telling)
