"""Whether a page is a post, decided by the page itself.

Where addresses cannot tell (``/slug/`` for posts and for pages alike), the page is compared with the
training pages: does it have what they all have in common, and above all what the blog's home page lacks?
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

#: A trait counts as common if at least this share of the training pages has it.
_COMMON = 0.75
ONE, IN_HEAD, NO_LIST = "one article", "title in head", "no list"
#: Where a page says what it is called.
_NAMED = (("/html/head/title", "text"), ('/html/head/meta[@property="og:title"]', "content"))
#: What a page must have if the training pages have it, for its address does not speak for it.
_STRONG = frozenset({"article", ONE, "date", IN_HEAD, NO_LIST, "og:type=article"})
#: What has so many headings that lead to other pages of the blog, and hardly another one, is a list of these.
_LISTED, _HARDLY_ANOTHER = 3, 0.75


@dataclass(frozen=True, slots=True)
class PostClassifier:
    """``common``: the traits that the training pages share; ``telling``: those that the home page lacks."""

    common: frozenset[str] = frozenset()
    telling: frozenset[str] = frozenset()

    def is_post(self, page: Page, extractor: Extractor, verdict: Verdict) -> bool:
        """Whether a page is a post, given what its address says."""
        if verdict is Verdict.NO:
            return False
        if not self.common:
            return verdict is Verdict.YES
        traits = page_traits(page, extractor)
        missing = self.common - traits
        if verdict is Verdict.YES:
            # The address speaks for it. Old posts may have another template, but a list is a list: what is called by
            # the first of its titles and has no article at all is none.
            called = IN_HEAD in traits & self.telling and "article" in missing and "date" not in missing
            return called or not (ONE in missing and self.telling & missing) or not traits & {"article", "title"}
        strong = _STRONG & self.common
        if IN_HEAD in strong:  # a list may begin with a post's title, but is not called by it
            strong -= {ONE}
        return not (missing & (self.telling | strong)) and len(missing) <= 0.25 * len(self.common)

    def record(self) -> dict[str, Any]:
        """The judge as plain JSON values."""
        return {name: sorted(traits) for name, traits in asdict(self).items()}

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> PostClassifier:
        """The judge that ``record`` gave."""
        return cls(frozenset(record["common"]), frozenset(record["telling"]))


def page_traits(page: Page, extractor: Extractor) -> set[str]:
    """What can be said of a page at the price of a few look-ups."""
    traits: set[str] = set()
    rules = extractor.rules
    rule = extractor.article_rule(page)
    if rule is not None:
        nodes = find(page.tree, rule.selector)
        traits.add("article")
        if len(nodes) == 1:
            traits.add(ONE)
        if not _lists(nodes[0], page, rules.published[:1]):
            traits.add(NO_LIST)
        holder: _Element | None = nodes[0]
        while holder is not None:
            if holder.tag in ("article", "main", "body", "html") or holder is nodes[0]:
                traits.update(f"{holder.tag}.{token}" for token in (holder.get("class") or "").split())
            holder = holder.getparent()
    heads = [words(" ".join(read(page, selector, take, 1))) for selector, take in _NAMED]
    for field_rule in rules.title[:1]:
        for value in read(page, field_rule.selector, field_rule.take, 1):
            traits.add("title")
            # A guessed title may have the hour beside it.
            guessed = field_rule.by == Provenance.GUESS and title_shared_with_head(page, value)
            if guessed or any(_within(words(value), head) for head in heads):
                traits.add(IN_HEAD)
    for field_rule in rules.published[:1]:
        if any(c.isdigit() for value in read(page, field_rule.selector, field_rule.take, 1) for c in value):
            traits.add("date")
    for value in read(page, '//meta[@property="og:type"]', "content", 1):
        traits.add(f"og:type={value.lower()}")
    return traits


def _lists(node: _Element, page: Page, dated: Sequence[FieldRule]) -> bool:
    """Whether the headings below a node are links to other pages of the site, but for the first, which is its own;
    posts that a list shows as a whole have further headings, and each its date."""
    headings = [heading for heading in node.iter("h1", "h2", "h3", "h4") if heading.text or len(heading)]
    if len(headings) < _LISTED:
        return False
    linked = {address for heading in headings if (address := _leads_to(heading, page.base))}
    host, here = urlsplit(page.url).hostname or "", page_key(page.url)
    others = [one for one in linked if same_host(urlsplit(one).hostname or "", host) and page_key(one) != here]
    if len(others) < _LISTED:
        return False
    dates = [value for rule in dated for value in read(page, rule.selector, rule.take, _LISTED)]
    return len(others) >= _HARDLY_ANOTHER * (len(headings) - 1) or len(dates) >= _LISTED


def _leads_to(heading: _Element, base: str) -> str | None:
    """Where a heading leads that is a link as a whole, or stands in one."""
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
    """Learn from training pages, and from pages that are known to be none (the home page)."""
    found = [page_traits(page, extractor) for page in pages]
    if extractor.rules.article:
        found = [traits for traits in found if "article" in traits]  # the others are not what the feed says
    counts = Counter(trait for traits in found for trait in traits)
    common = frozenset(t for t, n in counts.items() if n >= _COMMON * len(found))
    # A feed that lists a page which has all of a post but a date says that such pages are posts here.
    if any(common - traits == {"date"} for traits in found):
        common -= {"date"}
    lacking = [common - page_traits(page, extractor) for page in others]
    telling = frozenset.intersection(*lacking) if lacking else frozenset()
    return PostClassifier(common, telling)
