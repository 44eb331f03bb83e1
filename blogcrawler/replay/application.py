"""The replay as an ASGI application."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ..errors import ArchiveError, StoreError
from .address import FRAMED, ReplayAddress
from .collection import ReplayCollection
from .memento_replies import MementoRequest, memento_reply
from .pages import ReplayedBlog
from .rebuilt_replies import Rebuild, RebuiltRequest, rebuilt_reply
from .reply import Reply
from .responses import Browser, list_reply, replay_reply

__all__ = ["replay_app"]

_PATH = "/replay"
_HOST = re.compile(r"[\w.-]+(?::\d+)?|\[[0-9a-fA-F:]+\](?::\d+)?")


def replay_app(
    home: Path,
    *,
    blogs: Sequence[ReplayedBlog] = (),
    only: str | None = None,
    scripts: bool = True,
    rebuild: Rebuild | None = None,
    hosts: Sequence[str] = ("127.0.0.1", "localhost", "::1"),
) -> Starlette:
    """The archive in a folder, for browsers: ``/replay/20140301120000/http://some.blog/``.

    ``blogs`` are listed on the first page. ``only`` is the folder of the one blog to show. ``scripts`` says whether the
    scripts of archived pages run; they do so only in the sandboxed frame, cut off from the live web. ``rebuild`` puts
    pages together that were never captured, at ``/replay/rebuilt/20140301/http://some.blog/``. Serve it at an
    origin of its own (another port is enough), because archived pages are hostile. ``hosts`` are the names of the
    server; requests to others are refused, so that no other site can read the archive.
    """
    collection = ReplayCollection(home, only)
    # SQLite connections belong to a thread.
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="replay")

    async def first_page(request: Request) -> Response:
        return _response(list_reply(blogs, _prefix(request)))

    async def replay(request: Request) -> Response:
        service = MementoRequest.parse(_path(request), _prefix(request))
        if service is not None:
            accept = request.headers.get("accept-datetime")
            return await in_thread(memento_reply, collection, service, _origin(request), accept)
        past = RebuiltRequest.parse(_path(request), _prefix(request)) if rebuild is not None else None
        if past is not None:
            return await in_thread(rebuilt_reply, collection, rebuild, past, _origin(request))
        address = _address(request)
        if isinstance(address, Response):
            return address
        browser = Browser(_origin(request), request.headers.get("sec-fetch-dest") in ("iframe", "frame"), scripts)
        return await in_thread(replay_reply, collection, address, browser)

    async def in_thread(make: Callable[..., Reply], *arguments: Any) -> Response:
        loop = asyncio.get_running_loop()
        try:
            return _response(await loop.run_in_executor(thread, make, *arguments))
        except (ArchiveError, StoreError, OSError) as error:
            return PlainTextResponse(f"The archive cannot be read: {error}", 503)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await asyncio.get_running_loop().run_in_executor(thread, collection.close)
        thread.shutdown()

    middleware = (
        [] if "*" in hosts else [Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False)]
    )
    routes = [Route("/", first_page), Route("/{path:path}", replay)]
    return Starlette(routes=routes, middleware=middleware, lifespan=lifespan)


def _address(request: Request) -> ReplayAddress | Response:
    """The asked address; or the response to a request for another one."""
    prefix = _prefix(request)
    path = request.scope["raw_path"].decode("latin-1")
    whole = _path(request)
    address = ReplayAddress.parse(whole, prefix)
    if address is not None:
        return address
    if path.rstrip("/") == prefix and (typed := request.query_params.get("url")):
        now = f"{datetime.now(UTC):%Y%m%d%H%M%S}"
        url = typed if "://" in typed else f"https://{typed}"
        if urlsplit(url).scheme in ("http", "https"):
            return _moved(ReplayAddress(prefix, "", now, FRAMED, url))
    return _of_a_script(request, prefix, whole) or PlainTextResponse("Not found", 404)


def _path(request: Request) -> str:
    """The path and query of a request, still percent-encoded."""
    path = request.scope["raw_path"].decode("latin-1")
    query = request.scope["query_string"].decode("latin-1")
    return f"{path}?{query}" if query else path


def _of_a_script(request: Request, prefix: str, path: str) -> Response | None:
    """Lead an address that a script has made (``/wp-json/``) to the host of the page that requests it."""
    referer = urlsplit(request.headers.get("referer", ""))
    page = ReplayAddress.parse(referer.path + (f"?{referer.query}" if referer.query else ""), prefix)
    if page is None:
        return None
    parts = urlsplit(page.url)
    return _moved(page.of(f"{parts.scheme}://{parts.netloc}{path}"))


def _moved(address: ReplayAddress) -> Response:
    return Response(status_code=302, headers={"Location": address.path, "Cache-Control": "no-store"})


def _prefix(request: Request) -> str:
    return f"{request.scope.get('root_path', '').rstrip('/')}{_PATH}"


def _origin(request: Request) -> str:
    host = request.headers.get("host", "")
    return f"{request.url.scheme}://{host}" if _HOST.fullmatch(host) else "'self'"


def _response(reply: Reply) -> Response:
    return Response(reply.body, reply.status, reply.headers)
