"""The pages of all blogs and of one blog."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ...dom import shorten_selector
from ...items import Blog, Post
from ...store import BlogContents, BlogOutline, Store
from ..site import Site, respond, site_of
from ..views.cursors import cursor_of, cursor_text, page_number

__all__ = ["blog_page", "blogs_page", "known_blog"]

_BLOGS_PER_PAGE = 48
_POSTS_PER_PAGE = 20
_VISITS_SHOWN = 12
_EXAMPLES = 3
_RULE_FIELDS = ("title", "authors", "published", "updated", "tags", "article")
_LONGEST_EXAMPLE = 160
_USUAL_FIELDS = ("title", "authors", "published", "text")


@dataclass(frozen=True, slots=True)
class _DrawnTimeline:
    """A timeline as plain values, and its charts: drawing them takes longer than the rest of the page."""

    timeline: dict[str, Any]
    chart: Markup
    week: Markup


@dataclass(frozen=True, slots=True)
class _DrawnContents:
    """What the posts of a blog contain, and the parts of its page that show it."""

    contents: BlogContents
    people_and_tags: Markup
    fields: Markup


def blogs_page(request: Request) -> Response:
    """All blogs, a card each."""
    site = site_of(request)
    with site.stores.lend() as store:
        known = sorted(store.blogs(), key=lambda blog: (blog.title or blog.url).casefold())
    pages = max(1, -(-len(known) // _BLOGS_PER_PAGE))
    page = min(page_number(request.query_params.get("page")), pages)
    blogs = known[(page - 1) * _BLOGS_PER_PAGE : page * _BLOGS_PER_PAGE]
    outlines = site.figures.get("outlines", partial(_outlines, site)) or {}
    contents = site.figures.get_all({("contents", blog.url): partial(_contents, site, blog.url) for blog in blogs})
    cards = [
        _card(blog, outlines.get(blog.url, BlogOutline()), _contents_of(contents["contents", blog.url]))
        for blog in blogs
    ]
    sparklines = site.figures.get_all(
        {("sparkline", blog.url): partial(_sparkline, site, outlines.get(blog.url)) for blog in blogs}
    )
    totals = {"blogs": len(known), "posts": sum(outline.posts for outline in outlines.values())}
    return respond(
        request, "blogs.html", {"blogs": cards, "totals": totals, "page": page, "pages": pages}, sparklines=sparklines
    )


def _card(blog: Blog, outline: BlogOutline, contents: BlogContents | None) -> dict[str, Any]:
    return {
        "url": blog.url,
        "title": blog.title,
        "language": blog.language,
        "program": _program(blog),
        "crawled": blog.crawled,
        "faults": _fault_count(blog),
        "comments": contents.comments if contents else None,
        "filled": _shares(contents),
        "filled_share": _filled_share(contents),
        **asdict(outline),
    }


def blog_page(request: Request) -> Response:
    """One blog: its timeline, people, tags and rhythm, what was learned, past visits, and its posts."""
    site = site_of(request)
    asked = request.query_params
    since, until = _month_start(asked.get("since")), _month_end(asked.get("until"))
    after, before = cursor_of(asked.get("after")), cursor_of(asked.get("before"))
    with site.stores.lend() as store:
        blog = known_blog(store, asked.get("url", ""))
        entries = store.catalogue.entries(
            blog.url, since=since, until=until, after=after, before=before, limit=_POSTS_PER_PAGE + 1
        )
        visits = store.schedule.visits(blog.url, last=_VISITS_SHOWN)
        due = store.schedule.due(blog.url)
        examples = _examples(store, [entry.url for entry in entries[:_EXAMPLES]]) if blog.rules else []
    has_more = len(entries) > _POSTS_PER_PAGE
    entries = entries[-_POSTS_PER_PAGE:] if before else entries[:_POSTS_PER_PAGE]
    figures = site.figures.get_all(
        {
            ("timeline", blog.url): partial(_timeline, site, blog.url),
            ("contents", blog.url): partial(_contents, site, blog.url),
            ("history", blog.url): partial(_history, site, blog.url),
        }
    )
    drawn: _DrawnTimeline | None = figures["timeline", blog.url]
    drawn_contents: _DrawnContents | None = figures["contents", blog.url]
    contents = _contents_of(drawn_contents)
    gone, versions = figures["history", blog.url] or (None, None)
    data = {
        "blog": {
            "url": blog.url,
            "title": blog.title,
            "language": blog.language,
            "feed": blog.feed,
            "program": _program(blog),
            "crawled": blog.crawled,
            "faults": blog.faults,
            "gone": gone,
            "versions": versions,
            "due": int(due.timestamp()) if due else None,
            "filled": _shares(contents),
        },
        "timeline": drawn.timeline if drawn else None,
        "contents": contents,
        "learned": _learned(blog, examples),
        "visits": visits[::-1],
        "posts": entries,
        "since": asked.get("since"),
        "until": asked.get("until"),
        "newer": cursor_text(entries[0].cursor) if entries and (after or (before and has_more)) else None,
        "older": cursor_text(entries[-1].cursor) if entries and (before or has_more) else None,
    }
    crawl = site.crawls.latest(blog.url)
    return respond(
        request,
        "blog.html",
        data,
        drawn=drawn,
        drawn_contents=drawn_contents.people_and_tags if drawn_contents else None,
        drawn_fields=drawn_contents.fields if drawn_contents else None,
        crawl=crawl.record() if crawl else None,
    )


def known_blog(store: Store, address: str) -> Blog:
    """The blog at an address; an error page if there is none."""
    blog = store.blog(address) if address else None
    if blog is None:
        raise HTTPException(404, "There is no such blog in the archive.")
    return blog


def _outlines(site: Site) -> Mapping[str, BlogOutline]:
    with site.stores.lend() as store:
        return store.catalogue.outlines()


def _timeline(site: Site, blog: str) -> _DrawnTimeline:
    with site.stores.lend() as store:
        timeline = store.catalogue.timeline(blog)
    charts: Any = site.templates.get_template("charts.html").module
    drawn = charts.timeline(timeline.months, blog) if timeline.months else Markup()
    return _DrawnTimeline(asdict(timeline), drawn, charts.week(timeline.week) if any(timeline.week) else Markup())


def _sparkline(site: Site, outline: BlogOutline | None) -> Markup:
    charts: Any = site.templates.get_template("charts.html").module
    drawn: Markup = charts.sparkline(outline.months if outline else (), outline)
    return drawn


def _history(site: Site, blog: str) -> tuple[int, int]:
    """The number of posts that are gone, and that of earlier versions."""
    with site.stores.lend() as store:
        return store.post_states.counts(blog)


def _contents(site: Site, blog: str) -> _DrawnContents:
    with site.stores.lend() as store:
        contents = store.catalogue.contents(blog)
    parts: Any = site.templates.get_template("blog_parts.html").module
    return _DrawnContents(contents, parts.people_and_tags(contents, blog), parts.fields(_shares(contents)))


def _contents_of(drawn: _DrawnContents | None) -> BlogContents | None:
    return drawn.contents if drawn else None


def _program(blog: Blog) -> str | None:
    name = (blog.knowledge or {}).get("application")
    return str(name) if name else None


def _fault_count(blog: Blog) -> int | None:
    return None if blog.faults is None else sum(blog.faults.values())


def _shares(contents: BlogContents | None) -> dict[str, float] | None:
    """The share of posts that have each field."""
    if contents is None or not contents.posts:
        return None
    return {name: round(number / contents.posts, 4) for name, number in contents.filled}


def _filled_share(contents: BlogContents | None) -> float | None:
    """The share of the fields filled that nearly every post has; not every blog has tags."""
    shares = _shares(contents)
    return round(sum(shares[name] for name in _USUAL_FIELDS) / len(_USUAL_FIELDS), 4) if shares else None


def _examples(store: Store, urls: list[str]) -> list[Post]:
    return [post for url in urls if (post := store.post(url)) is not None]


def _learned(blog: Blog, examples: list[Post]) -> list[dict[str, Any]]:
    """For each field the rules that were learned, best first, and what they give on some posts."""
    learned = []
    for name in _RULE_FIELDS:
        rules = (blog.rules or {}).get(name)
        selectors = [
            shorten_selector(str(rule["selector"]))
            for rule in (rules if isinstance(rules, list) else ())
            if isinstance(rule, Mapping) and rule.get("selector")
        ]
        if selectors:
            given = [_example(post, name) for post in examples]
            learned.append({"field": name, "rules": selectors[:5], "examples": [text for text in given if text]})
    return learned


def _example(post: Post, name: str) -> str:
    value = post.text if name == "article" else getattr(post, name)
    text = ", ".join(value) if isinstance(value, list) else str(value or "")
    return text if len(text) <= _LONGEST_EXAMPLE else f"{text[:_LONGEST_EXAMPLE].rstrip()} …"


def _month_start(text: str | None) -> str | None:
    return f"{text}-01" if text and len(text) == 7 else text or None


def _month_end(text: str | None) -> str | None:
    """The last day of a month; the store's days end with it whether the month has it or not."""
    if not text or len(text) != 7:
        return text or None
    year, _, month = text.partition("-")
    days = {"02": 29 if _is_leap(year) else 28, "04": 30, "06": 30, "09": 30, "11": 30}
    return f"{text}-{days.get(month, 31)}"


def _is_leap(year: str) -> bool:
    number = int(year) if year.isdecimal() else 1
    return number % 4 == 0 and (number % 100 != 0 or number % 400 == 0)
