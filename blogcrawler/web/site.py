"""What all pages share: the archive, the totals, the sessions, the templates and the running crawls."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ..store import open_store
from ..version import __version__
from .crawling.crawl_jobs import CrawlJobs
from .figures_cache import FiguresCache
from .options import WebOptions
from .sessions import SESSION_COOKIE, Sessions
from .store_pool import StorePool
from .views.charts import bars, month_bins, week_cells
from .views.formats import FILTERS, link
from .views.plain_values import plain_value

__all__ = ["Site", "respond", "site_of", "wants_json"]


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("blogcrawler.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        auto_reload=False,
    )
    environment.filters |= FILTERS
    environment.globals |= {
        "link": link,
        "bars": bars,
        "month_bins": month_bins,
        "week_cells": week_cells,
        "program_version": __version__,
    }
    return environment


@dataclass(slots=True)
class Site:
    """The server's state, shared by all requests."""

    options: WebOptions
    stores: StorePool
    figures: FiguresCache
    sessions: Sessions
    crawls: CrawlJobs
    templates: Environment = field(default_factory=_environment)

    @classmethod
    def of(cls, options: WebOptions) -> Site:
        """The state at the start."""
        return cls(
            options,
            StorePool(partial(open_store, options.database, options.home)),
            FiguresCache(),
            Sessions(options.token),
            CrawlJobs(options),
        )

    @property
    def frame_origin(self) -> str:
        """The origin of replayed pages, or nothing."""
        parts = urlsplit(self.options.replay)
        return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""


def site_of(request: Request) -> Site:
    """The state of the server that handles a request."""
    site: Site = request.app.state.site
    return site


def wants_json(request: Request) -> bool:
    """Whether JSON is asked for: by the ending of the address, or because HTML is not accepted."""
    if request.url.path.endswith(".json"):
        return True
    accepted = request.headers.get("accept", "")
    return "application/json" in accepted and "text/html" not in accepted


def respond(request: Request, template: str, data: dict[str, Any], status: int = 200, **shown: Any) -> Response:
    """A page as HTML or JSON. ``data`` is what both show, ``shown`` is for the template alone.

    Records in ``data`` are converted for JSON only: templates read them as they are, and converting takes long.
    """
    if wants_json(request):
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=plain_value)
        return Response(text, status, media_type="application/json")
    site = site_of(request)
    cookie = request.cookies.get(SESSION_COOKIE)
    logged_in = site.sessions.is_valid(cookie)
    here = request.url
    context = {
        "path": here.path,
        "json_link": f"{'/blogs' if here.path == '/' else here.path}.json{'?' if here.query else ''}{here.query}",
        "can_log_in": site.sessions.possible,
        "logged_in": logged_in,
        "form_token": site.sessions.form_token(cookie) if logged_in and cookie else "",
        "words": request.query_params.get("q", "") if here.path == "/search" else "",
    }
    page = site.templates.get_template(template).render(context | data | shown)
    return HTMLResponse(page, status)
