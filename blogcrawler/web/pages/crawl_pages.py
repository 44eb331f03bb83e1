"""Pages and actions for crawls: add a blog, watch it being crawled, pause, resume, update."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from ipaddress import ip_address
from urllib.parse import parse_qsl, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from ...errors import UsageError
from ...urls import blog_address
from ..sessions import SESSION_COOKIE, SESSION_SECONDS
from ..site import Site, respond, site_of
from ..views.formats import link

__all__ = ["act_on_crawl", "crawl_events", "crawls_page", "log_in", "log_out", "login_page", "own_form"]

_MAX_FORM_BYTES = 16_000
_SECONDS_AFTER_WRONG_TOKEN = 1.0
_MOST_LISTENERS = 30
_EVENT_INTERVAL, _SILENCE = 0.5, 15.0


async def crawls_page(request: Request) -> Response:
    """The crawls that were started here, and the form to add a blog."""
    is_owner = _is_owner(request)
    jobs = [job.record(is_owner) for job in site_of(request).crawls.all()]
    return respond(
        request,
        "crawls.html",
        {"crawls": jobs},
        complaint=request.query_params.get("complaint", "")[:300],
        address=request.query_params.get("address", "")[:300],
        most=site_of(request).options.crawls,
    )


async def crawl_events(request: Request) -> Response:
    """The crawls again and again while they change, as server-sent events."""
    if site_of(request).crawls.listeners >= _MOST_LISTENERS:
        raise HTTPException(503, "Too many pages are watching the crawls. Reload this one to see the progress.")
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_events(request), media_type="text/event-stream", headers=headers)


async def _events(request: Request) -> AsyncIterator[str]:
    crawls, is_owner = site_of(request).crawls, _is_owner(request)
    sent, silent = -1, 0.0
    crawls.listeners += 1
    try:
        while not crawls.ending and not await request.is_disconnected():
            if crawls.version != sent:
                sent, silent = crawls.version, 0.0
                yield f"data: {json.dumps([job.record(is_owner) for job in crawls.all()])}\n\n"
            elif silent >= _SILENCE:
                silent = 0.0
                yield ": still here\n\n"
            await asyncio.sleep(_EVENT_INTERVAL)
            silent += _EVENT_INTERVAL
    finally:
        crawls.listeners -= 1


def _is_owner(request: Request) -> bool:
    return site_of(request).sessions.is_valid(request.cookies.get(SESSION_COOKIE))


async def act_on_crawl(request: Request) -> Response:
    """Add, update, pause, resume or forget. Only for visitors who are logged in, and only from our own forms."""
    site = site_of(request)
    form = await own_form(request)
    address = form.get("url", "")
    try:
        match request.path_params["action"]:
            case "add":
                await site.crawls.start("crawl", await run_in_threadpool(_checked_address, site, address))
            case "update":
                await site.crawls.start("update", await run_in_threadpool(_known_address, site, address))
            case "pause":
                site.crawls.pause(form.get("id", ""))
            case "resume":
                await site.crawls.resume(form.get("id", ""))
            case "forget":
                site.crawls.forget(form.get("id", ""))
            case _:
                raise HTTPException(404, "There is no such action.")
    except UsageError as error:
        return RedirectResponse(link("/crawls", complaint=str(error), address=address), 303)
    return RedirectResponse("/crawls", 303)


async def login_page(request: Request) -> Response:
    """The form that asks for the token."""
    if not site_of(request).sessions.possible:
        raise HTTPException(404, "This archive is read-only: the server was started without a token.")
    return respond(request, "login.html", {}, complaint="")


async def log_in(request: Request) -> Response:
    """Check the token and give the browser a cookie that scripts and other sites cannot use."""
    _refuse_other_sites(request)
    sessions = site_of(request).sessions
    cookie = sessions.log_in((await _form(request)).get("token", ""))
    if cookie is None:
        await asyncio.sleep(_SECONDS_AFTER_WRONG_TOKEN)
        return respond(request, "login.html", {}, 403, complaint="This is not the token.")
    response = RedirectResponse("/crawls", 303)
    response.set_cookie(
        SESSION_COOKIE,
        cookie,
        max_age=SESSION_SECONDS,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return response


async def log_out(request: Request) -> Response:
    """Forget the cookie."""
    await own_form(request)
    response = RedirectResponse("/", 303)
    response.delete_cookie(SESSION_COOKIE, httponly=True, samesite="strict")
    return response


async def own_form(request: Request) -> dict[str, str]:
    """The form of a visitor who is logged in; an error if another site has sent it."""
    _refuse_other_sites(request)
    sessions = site_of(request).sessions
    cookie = request.cookies.get(SESSION_COOKIE)
    if cookie is None or not sessions.is_valid(cookie):
        raise HTTPException(403, "Log in first.")
    form = await _form(request)
    if not sessions.is_own_form(cookie, form.get("form_token", "")):
        raise HTTPException(403, "This form is too old. Go back, reload the page and try again.")
    return form


def _refuse_other_sites(request: Request) -> None:
    origin = request.headers.get("origin")
    is_other = request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
    # "null" is what a browser sends from our own pages, because of their referrer policy.
    if is_other or (origin not in (None, "null") and urlsplit(origin or "").netloc != request.headers.get("host")):
        raise HTTPException(403, "This form was sent by another site.")


async def _form(request: Request) -> dict[str, str]:
    """The fields of a small form."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > _MAX_FORM_BYTES:
            raise HTTPException(413, "This form is too large.")
    return dict(parse_qsl(body.decode("utf-8", "replace"), max_num_fields=20))


def _known_address(site: Site, address: str) -> str:
    with site.stores.lend() as store:
        blog = store.blog(address) if address else None
    if blog is None:
        raise UsageError("there is no such blog in the archive")
    return blog.url


def _checked_address(site: Site, address: str) -> str:
    """The address of a blog on the public web; ``UsageError`` for one in a private network.

    The crawler's own guard lets a crawl reach the host that a person has typed at a terminal. Who can type here may
    sit elsewhere, so the private network of the server is closed unless its owner has opened it.
    """
    made = blog_address(address)
    name = urlsplit(made).hostname or ""
    if name in site.options.private_hosts:
        return made
    try:
        found = {entry[4][0] for entry in socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)}
    except OSError:
        return made  # the crawl will say that the host cannot be found
    if not all(ip_address(str(one).partition("%")[0]).is_global for one in found):
        raise UsageError(f"{name} is in a private network; to allow it, set BLOGCRAWLER_PRIVATE_HOSTS={name}")
    return made
