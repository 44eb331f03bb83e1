"""Whether a page is a post, and what speaks for and against it."""

from __future__ import annotations

from collections.abc import Iterator

from ..blog import KnownBlog
from ..dom import Page
from ..extraction import Extractor
from ..frontier import PostClassifier, PostPattern, Rejection, Verdict, is_standalone_post, page_traits
from ..items import FeedEntry
from ..urls import page_key
from .model import Fit, PostDecision, PostReason

__all__ = ["decide"]

_OG_TYPE = "og:type="
_REJECTED = {
    Rejection.ADDRESS: "posts do not have such addresses",
    Rejection.HOME: "it is the home page",
    Rejection.CONTINUED: "it is a further page of a post",
    Rejection.NO_ARTICLE: "it has no article where posts have it",
    Rejection.LIST: "it lists other pages, or shows several articles",
    Rejection.NO_TITLE: "its head does not name what it shows",
    Rejection.NO_DATE: "it has no date, but posts do",
    Rejection.TYPE: "its metadata states another type than posts have",
    Rejection.TEMPLATE: "it has another template than posts",
    Rejection.ROBOTS_TAG: "it asks robots not to keep it",
}


def decide(
    blog: KnownBlog, page: Page, url: str, entry: FeedEntry | None, *, saved: bool
) -> tuple[PostDecision, Extractor]:
    """Whether a page is a post by what is known about the blog now, and what reads it if it is one.

    During a crawl less was known at first, and pages that link to each other were compared; so the archive may differ.
    """
    address = blog.pattern.classify(url)
    reasons = [_address_reason(blog.pattern, url, address)]
    is_home = page_key(url) == page_key(blog.home)
    is_list = blog.knowledge.is_list(page)
    verdict = Verdict.YES if entry is not None else Verdict.NO if is_home else address
    if entry is not None:
        reasons.append(PostReason("the feed", Fit.FOR, "lists this page"))
    if is_home:
        reasons.append(PostReason("the home page", Fit.AGAINST, "is never a post"))
    if is_list:
        reasons.append(PostReason("the program", Fit.AGAINST, "calls the page a list"))
    reasons += _trait_reasons(blog.classifier, page, blog.extractor)
    rejection = blog.classifier.rejection(page, blog.extractor, verdict)
    if rejection is None:
        if is_list and entry is None and address is not Verdict.YES:
            rejection = Rejection.LIST
    elif is_home:
        rejection = Rejection.HOME
    if rejection is None:
        return PostDecision(
            True, "it fits the posts that the crawl learned from", saved, tuple(reasons)
        ), blog.extractor
    other = _other_extractor(blog, page, url) if entry is None and verdict is not Verdict.NO else None
    if other is not None:
        return PostDecision(True, "it fits another template of posts", saved, tuple(reasons)), other
    return PostDecision(False, _REJECTED[rejection], saved, tuple(reasons)), blog.extractor


def _other_extractor(blog: KnownBlog, page: Page, url: str) -> Extractor | None:
    """What reads a post in another template than the feed's posts."""
    for template in blog.others:
        if template.is_post(page, url):
            return template.extractor
    language = (blog.rules.language or "en").split("-")[0]
    stated = f"{_OG_TYPE}article" in blog.classifier.common
    return blog.extractor if is_standalone_post(page, url, language, posts_state_kind=stated) else None


def _address_reason(pattern: PostPattern, url: str, verdict: Verdict) -> PostReason:
    forms = [form for form, one in zip(pattern.record(), pattern.forms, strict=True) if PostPattern((one,)).fits(url)]
    fit = {Verdict.YES: Fit.FOR, Verdict.MAYBE: Fit.NEUTRAL, Verdict.NO: Fit.AGAINST}[verdict]
    if forms:
        form = forms[0]
        shape = "/" + "/".join(form["segments"]) + form["extension"]
        shape += "?" + "&".join(form["query"]) if form["query"] else ""
        detail = f"has the form {shape} of {form['posts']} posts"
        if verdict is Verdict.NO:
            detail += ", but names a list"
        elif verdict is Verdict.MAYBE:
            detail += ", which other pages have, too"
    elif verdict is Verdict.NO:
        detail = "belongs to a list, an archive, a picture or a page about the blog"
    else:
        detail = "has a form that no known post has"
    return PostReason("the address", fit, detail)


def _trait_reasons(classifier: PostClassifier, page: Page, extractor: Extractor) -> Iterator[PostReason]:
    """What posts have in common, and whether the page has it; first what distinguishes posts from the home page."""
    traits = page_traits(page, extractor)
    for trait in sorted(classifier.common, key=lambda one: (one not in classifier.telling, one)):
        tells = (
            "distinguishes posts from the home page"
            if trait in classifier.telling
            else "posts and the home page have it"
        )
        yield PostReason(trait, Fit.FOR if trait in traits else Fit.AGAINST, tells)
