"""Search: as a page, as JSON and as an Atom feed."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from ...errors import UsageError
from ...store import SearchQuery, SearchResult
from ..site import Site, respond, site_of
from ..views.atom_feed import search_feed
from ..views.cursors import page_number
from ..views.formats import link, one

__all__ = ["search_atom", "search_page"]

_HITS_PER_PAGE = 20
_HITS_PER_FEED = 50
_MOST_PAGES = 500
_MOST_BLOGS = 1000
_LONGEST_VALUE = 500
_PLACES = ("all", "posts", "comments")


@dataclass(frozen=True, slots=True)
class _BlogChoice:
    """The titles of all blogs by address, and the options of the field in which one is chosen."""

    titles: dict[str, str]
    options: Markup


def search_page(request: Request) -> Response:
    """What a search has found, with the filters that narrow it down."""
    site = site_of(request)
    query = _query(request)
    page = page_number(request.query_params.get("page"), _MOST_PAGES)
    result, complaint = SearchResult((), 0, True), ""
    if _is_asked(query):
        try:
            with site.stores.lend() as store:
                result = store.search(query, limit=_HITS_PER_PAGE, offset=(page - 1) * _HITS_PER_PAGE)
        except UsageError as error:
            complaint = str(error)
    blogs = site.figures.get("titles", partial(_blog_choice, site)) or _BlogChoice({}, Markup())
    data: dict[str, Any] = {
        "query": asdict(query),
        "total": result.total,
        "total_is_exact": result.total_is_exact,
        "page": page,
        "hits": result.hits,
        "complaint": complaint,
    }
    has_more = result.total > page * _HITS_PER_PAGE and page < _MOST_PAGES
    asked = _parameters(query)
    return respond(
        request,
        "search.html",
        data,
        blog_options=_with_chosen(blogs.options, query.blog),
        is_asked=_is_asked(query),
        atom_link=link("/search.atom", **asked),
        next_link=link("/search", **asked, page=page + 1) if has_more else None,
        previous_link=link("/search", **asked, page=page - 1 if page > 2 else None) if page > 1 else None,
        first_number=(page - 1) * _HITS_PER_PAGE + 1,
        titles=blogs.titles,
        status=400 if complaint else 200,
    )


def _blog_choice(site: Site) -> _BlogChoice:
    with site.stores.lend() as store:
        found = [(blog.url, blog.title or blog.url) for blog in store.blogs()]
    found.sort(key=lambda blog: blog[1].casefold())
    option = Markup('<option value="{}">{}</option>')
    return _BlogChoice(dict(found), Markup().join(option.format(url, one(title)) for url, title in found[:_MOST_BLOGS]))


def _with_chosen(options: Markup, blog: str | None) -> Markup:
    """The options, with this blog selected."""
    value = Markup('<option value="{}"').format(blog or "")
    return options.replace(value, value + Markup(" selected"), 1)


def search_atom(request: Request) -> Response:
    """The same query as an Atom feed, to be told about new posts that match."""
    site = site_of(request)
    query = _query(request)
    with site.stores.lend() as store:
        result = store.search(query, limit=_HITS_PER_FEED)
    base = str(request.base_url).rstrip("/")
    asked = _parameters(query)
    feed = search_feed(query, result, f"{base}{link('/search.atom', **asked)}", base)
    return Response(feed, media_type="application/atom+xml")


def _query(request: Request) -> SearchQuery:
    given = {name: value.strip()[:_LONGEST_VALUE] for name, value in request.query_params.items() if value.strip()}
    where = given.get("where", "all")
    return SearchQuery(
        given.get("q", ""),
        given.get("blog"),
        given.get("author"),
        given.get("tag"),
        given.get("since"),
        given.get("until"),
        given.get("language"),
        where if where in _PLACES else "all",
    )


def _parameters(query: SearchQuery) -> dict[str, str | None]:
    values = asdict(query)
    values["q"] = values.pop("words")
    values["where"] = None if query.where == "all" else query.where
    return values


def _is_asked(query: SearchQuery) -> bool:
    return query != SearchQuery(where=query.where)
