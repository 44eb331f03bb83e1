"""The web application: which address leads to which page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ..errors import BlogCrawlerError, UsageError
from .options import WebOptions
from .pages.blog_pages import blog_page, blogs_page
from .pages.change_pages import changes_page
from .pages.crawl_pages import act_on_crawl, crawl_events, crawls_page, log_in, log_out, login_page
from .pages.media_files import media_file
from .pages.past_pages import past_page, time_gate, time_map
from .pages.post_pages import post_page, versions_page
from .pages.search_pages import search_atom, search_page
from .pages.watch_pages import act_on_watch, clips_atom, clips_page, stop_clips, watches_page
from .pages.work_pages import work_page
from .security_headers import SecurityHeaders, page_headers
from .site import Site, respond

__all__ = ["web_app"]


def web_app(options: WebOptions) -> Starlette:
    """The ASGI application that shows an archive."""
    site = Site.of(options)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await site.crawls.close()
        site.figures.close()
        site.stores.close()

    app = Starlette(
        routes=[
            Route("/", blogs_page),
            *_with_json("/blogs", blogs_page),
            *_with_json("/blog", blog_page),
            *_with_json("/post", post_page),
            *_with_json("/versions", versions_page),
            *_with_json("/changes", changes_page),
            *_with_json("/past", past_page),
            Route("/timegate/{url:path}", time_gate),
            Route("/timemap/{form}/{url:path}", time_map),
            *_with_json("/search", search_page),
            Route("/search.atom", search_atom),
            Route("/media/{name}", media_file),
            *_with_json("/crawls", crawls_page),
            Route("/crawls/events", crawl_events),
            Route("/crawls/{action}", act_on_crawl, methods=["POST"]),
            *_with_json("/work", work_page),
            *_with_json("/watches", watches_page),
            Route("/watches/{action}", act_on_watch, methods=["POST"]),
            Route("/clips/{secret}.atom", clips_atom),
            *_with_json("/clips/{secret}", clips_page)[::-1],
            Route("/clips/{secret}/stop", stop_clips, methods=["GET", "POST"]),
            Route("/login", login_page, methods=["GET"]),
            Route("/login", log_in, methods=["POST"]),
            Route("/logout", log_out, methods=["POST"]),
            Mount("/static", StaticFiles(directory=str(files("blogcrawler.web") / "static"))),
        ],
        middleware=[
            Middleware(SecurityHeaders, headers=page_headers(site.frame_origin)),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(options.hosts), www_redirect=False),
        ],
        exception_handlers={HTTPException: _http_error, BlogCrawlerError: _our_error},
        lifespan=lifespan,
    )
    app.state.site = site
    return app


def _with_json(path: str, page: Callable[..., Any]) -> list[Route]:
    return [Route(path, page), Route(f"{path}.json", page)]


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return respond(request, "error.html", {"status": error.status_code, "message": error.detail}, error.status_code)


def _our_error(request: Request, error: Exception) -> Response:
    status = 400 if isinstance(error, UsageError) else 503
    return respond(request, "error.html", {"status": status, "message": str(error)}, status)
