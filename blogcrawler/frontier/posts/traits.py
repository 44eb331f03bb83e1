"""Traits of a page that tell posts from other pages and are cheap to find."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from lxml.etree import _Element

from ...dates import url_date
from ...dom import Page, find, node_text, read, words
from ...extraction import Extractor, FieldRule, title_shared_with_head, visible_date
from ...items import Provenance
from ...urls import page_key, resolve, same_host

__all__ = [
    "ARTICLE",
    "DATE",
    "NO_LIST",
    "OG_TYPE",
    "ONE_ARTICLE",
    "OWN_TITLE",
    "TITLE",
    "TITLE_IN_HEAD",
    "is_class",
    "page_traits",
]

#: Traits are stored with the classifier. The others are the stated type (``og:type=article``) and the classes of the
#: elements around the article (``body.single``).
ARTICLE, DATE, ONE_ARTICLE, NO_LIST = "article", "date", "one article", "no list"
#: The head repeats the title; the title is not a link to another page, as on a list of one post.
TITLE, TITLE_IN_HEAD, OWN_TITLE = "title", "title in head", "own title"
OG_TYPE = "og:type="
#: Where the head of a page states its title.
_HEAD_TITLES = (("/html/head/title", "text"), ('/html/head/meta[@property="og:title"]', "content"))
#: The rule for a date that is in the address.
_IN_URL = "url"
#: A list links to at least this many other pages by its headings, and these make up at least this share of them.
_MIN_LISTED, _MIN_LISTED_SHARE = 3, 0.75


def is_class(trait: str) -> bool:
    """Whether a trait is a class name, with its element's tag before it."""
    return "." in trait and not trait.startswith(OG_TYPE)


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
    if (found := _first_found(page, rules.title)) is not None:
        field_rule, value = found
        traits.add(TITLE)
        if not any(_links_elsewhere(node, page) for node in find(page.tree, field_rule.selector, first=True)):
            traits.add(OWN_TITLE)
        # A guessed title may include the time.
        guessed = field_rule.by == Provenance.GUESS and title_shared_with_head(page, value)
        if guessed or any(_within(words(value), head) for head in heads):
            traits.add(TITLE_IN_HEAD)
    for field_rule in rules.published[:1]:
        if _is_dated(page, field_rule, rules.language):
            traits.add(DATE)
    for value in read(page, '//meta[@property="og:type"]', "content", 1):
        traits.add(f"{OG_TYPE}{value.lower()}")
    return traits


def _first_found(page: Page, rules: Sequence[FieldRule]) -> tuple[FieldRule, str] | None:
    """What extraction would take: the first rule that finds something on the page, and what it finds."""
    for rule in rules:
        for value in read(page, rule.selector, rule.take, 1):
            return rule, value
    return None


def _is_dated(page: Page, rule: FieldRule, language: str | None) -> bool:
    """Whether a page has a date where posts have it; if theirs is in the address, one on the page will do."""
    if rule.selector == _IN_URL:
        return url_date(page.url) is not None or visible_date(page, (language or "en").split("-")[0]) is not None
    return any(c.isdigit() for value in read(page, rule.selector, rule.take, 1) for c in value)


def _links_elsewhere(title: _Element, page: Page) -> bool:
    """Whether a title is a link to another page of the site."""
    target = _link_target(title, page.base)
    return target is not None and _is_other_page(target, page)


def _is_other_page(address: str, page: Page) -> bool:
    host = urlsplit(page.url).hostname or ""
    return same_host(urlsplit(address).hostname or "", host) and page_key(address) != page_key(page.url)


def _is_list(node: _Element, page: Page, date_rules: Sequence[FieldRule]) -> bool:
    """Whether the headings below a node are links to other pages of the site.

    The first heading is the page's own. A list that shows whole posts has the posts' headings, too, but also several
    dates.
    """
    headings = [heading for heading in node.iter("h1", "h2", "h3", "h4") if heading.text or len(heading)]
    if len(headings) < _MIN_LISTED:
        return False
    linked = {address for heading in headings if (address := _link_target(heading, page.base))}
    others = [one for one in linked if _is_other_page(one, page)]
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
