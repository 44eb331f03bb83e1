"""The pages of all blogs and of one blog."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
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
_OUTLINE = tuple(field.name for field in fields(BlogOutline))


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


@dataclass(frozen=True, slots=True)
class _Listed:
    """What one page of the list of blogs shows, with a chart for each."""

    outlines: Mapping[str, BlogOutline]
    sparklines: Mapping[str, Markup]
    posts: int


def blogs_page(request: Request) -> Response:
    """All blogs, a card each."""
    site = site_of(request)
    with site.stores.lend() as store:
        known = sorted(store.blogs(), key=lambda blog: (blog.title or blog.url).casefold())
    pages = max(1, -(-len(known) // _BLOGS_PER_PAGE))
    page = min(page_number(request.query_params.get("page")), pages)
    blogs = known[(page - 1) * _BLOGS_PER_PAGE : page * _BLOGS_PER_PAGE]
    listed = site.figures.get(("outlines", page), partial(_listed, site, tuple(blog.url for blog in blogs)))
    listed = listed or _Listed({}, {}, 0)
    cards = [_card(blog, listed.outlines.get(blog.url, BlogOutline())) for blog in blogs]
    totals = {"blogs": len(known), "posts": listed.posts}
    data = {"blogs": cards, "totals": totals, "page": page, "pages": pages}
    return respond(request, "blogs.html", data, sparklines=listed.sparklines)


def _card(blog: Blog, outline: BlogOutline) -> dict[str, Any]:
    return {
        "url": blog.url,
        "title": blog.title,
        "language": blog.language,
        "program": _program(blog),
        "crawled": blog.crawled,
        "faults": _fault_count(blog),
        **{name: getattr(outline, name) for name in _OUTLINE},  # asdict would copy every month of every blog
        "filled": (shares := _shares(outline)),
        "filled_share": round(sum(shares.values()) / len(shares), 4) if shares else None,
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


def _listed(site: Site, addresses: tuple[str, ...]) -> _Listed:
    with site.stores.lend() as store:
        outlines, total = store.catalogue.outlines(addresses), store.catalogue.total()
    charts: Any = site.templates.get_template("charts.html").module
    return _Listed(outlines, {url: charts.sparkline(one.months, one) for url, one in outlines.items()}, total)


def _timeline(site: Site, blog: str) -> _DrawnTimeline:
    with site.stores.lend() as store:
        timeline = store.catalogue.timeline(blog)
    charts: Any = site.templates.get_template("charts.html").module
    drawn = charts.timeline(timeline.months, blog) if timeline.months else Markup()
    return _DrawnTimeline(asdict(timeline), drawn, charts.week(timeline.week) if any(timeline.week) else Markup())


def _history(site: Site, blog: str) -> tuple[int, int]:
    """The number of posts that are gone, and of earlier versions."""
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


def _shares(counted: BlogContents | BlogOutline | None) -> dict[str, float] | None:
    """The share of posts that have each field."""
    if counted is None or not counted.posts:
        return None
    return {name: round(number / counted.posts, 4) for name, number in counted.filled}


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
