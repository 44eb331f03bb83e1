"""Watches: the pages to add and remove them, and each owner's clips at a secret address."""

from __future__ import annotations

import csv
from dataclasses import replace
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...delivery import check_address, hidden_address, watch_scope
from ...errors import UsageError
from ...store import Store
from ...watch import MATCHING, RHYTHMS, Clip, Owner, Watch, WatchEvent, WatchList, check_watch, new_owner, zone
from ..sessions import SESSION_COOKIE
from ..site import Site, respond, site_of
from ..views.atom_feed import clips_feed
from ..views.cursors import row_number
from ..views.formats import link
from .crawl_pages import own_form

__all__ = ["act_on_watch", "clips_atom", "clips_page", "stop_clips", "watches_page"]

_CLIPS_PER_PAGE = 50
_MOST_TRIED_POSTS, _MOST_TRIED_CLIPS = 2_000, 10


def watches_page(request: Request) -> Response:
    """All watches and messages that could not be sent, for visitors who are logged in."""
    site = site_of(request)
    if not site.sessions.is_valid(request.cookies.get(SESSION_COOKIE)):
        return respond(request, "watches.html", {"owners": [], "failures": []}, **_form_values(request), tried=None)
    query = request.query_params.get("try", "")[:4_000]
    complaint, tried = "", None
    with site.stores.lend() as store:
        watches = store.watches.all()
        owners = [
            {
                "name": owner.name,
                "rhythm": "paused" if owner.paused else owner.rhythm,
                "timezone": owner.timezone,
                "addresses": [hidden_address(address) for address in owner.addresses],
                "page": f"/clips/{owner.secret}",
                "watches": [
                    {
                        "id": one.id,
                        "query": one.query,
                        "matching": one.matching,
                        "scope": one.scope.record(),
                        "created": one.created,
                    }
                    for one in watches
                    if one.owner == owner.id
                ],
            }
            for owner in store.watches.owners()
        ]
        failures = [
            {"address": hidden_address(one.address), "attempts": one.attempts, "error": one.error}
            for one in store.watches.messages(failed=True)
        ]
        if query:
            try:
                tried = _tried(store, query)
            except UsageError as error:
                complaint = str(error)
    values = _form_values(request)
    values["complaint"] = values["complaint"] or complaint
    return respond(request, "watches.html", {"owners": owners, "failures": failures}, **values, tried=tried)


def _form_values(request: Request) -> dict[str, Any]:
    query = request.query_params.get("try", "") or request.query_params.get("query", "")
    complaint = request.query_params.get("complaint", "")[:300]
    return {"query": query[:4_000], "complaint": complaint, "ways": MATCHING, "rhythms": RHYTHMS}


def _tried(store: Store, query: str) -> list[Clip]:
    """What a watch would have found in the newest posts."""
    watches = WatchList([check_watch(Watch(1, 0, query, old_posts=True))])
    found: list[Clip] = []
    for number, post in enumerate(store.posts()):
        found += watches.clips(WatchEvent(post))
        if number >= _MOST_TRIED_POSTS or len(found) >= _MOST_TRIED_CLIPS:
            break
    return found


async def act_on_watch(request: Request) -> Response:
    """Add or remove a watch. Only for visitors who are logged in, and only from our own forms."""
    form = await own_form(request)
    try:
        await run_in_threadpool(_act, site_of(request), request.path_params["action"], form)
    except UsageError as error:
        return RedirectResponse(link("/watches", complaint=str(error), query=form.get("query")), 303)
    return RedirectResponse("/watches", 303)


def _act(site: Site, action: str, form: dict[str, str]) -> None:
    with site.stores.lend() as store:
        if action == "remove":
            store.watches.remove(row_number(form.get("id")) or 0)
            return
        if action != "add":
            raise HTTPException(404, "There is no such action.")
        name = form.get("owner", "").strip() or "me"
        owner = next((one for one in store.watches.owners() if one.name == name), None) or new_owner(name)
        blogs, tags, languages = (_list(form, name) for name in ("blog", "tag", "language"))
        scope = watch_scope(store, blogs, tags, languages, form.get("where") or "all")
        watch = check_watch(Watch(0, 0, form.get("query", ""), form.get("matching", "stem"), scope))
        if not watch.query:
            raise UsageError("give words to watch for")
        saved = store.watches.save_owner(_changed(owner, form))
        store.watches.add(replace(watch, owner=saved.id))


def _list(form: dict[str, str], name: str) -> list[str]:
    """The values of a field, separated by commas. Quotes keep the commas of a value."""
    rows = csv.reader(form.get(name, "").splitlines(), skipinitialspace=True)
    return [one.strip() for row in rows for one in row if one.strip()]


def _changed(owner: Owner, form: dict[str, str]) -> Owner:
    address, rhythm, timezone = (form.get(name, "").strip() for name in ("address", "rhythm", "timezone"))
    if rhythm and rhythm not in RHYTHMS:
        raise UsageError(f"{rhythm} is not one of {', '.join(RHYTHMS)}")
    if timezone:
        zone(timezone)
    more = (check_address(address),) if address else ()
    addresses = tuple(dict.fromkeys([*owner.addresses, *more]))
    return replace(owner, addresses=addresses, rhythm=rhythm or owner.rhythm, timezone=timezone or owner.timezone)


def _owner(request: Request) -> Owner:
    with site_of(request).stores.lend() as store:
        owner = store.watches.owner_of_secret(request.path_params["secret"])
    if owner is None:
        raise HTTPException(404, "There is no such page.")
    return owner


def clips_page(request: Request) -> Response:
    """The clips of the owner whose secret is in the address, the newest first."""
    owner = _owner(request)
    before = row_number(request.query_params.get("before"))
    with site_of(request).stores.lend() as store:
        found = store.watches.clips(owner.id, _CLIPS_PER_PAGE, before)
        blogs = {blog for blog in {clip.blog for clip in found} if store.blog(blog) is not None}
    base = f"/clips/{owner.secret}"
    return respond(
        request,
        "clips.html",
        {"owner": owner.name, "clips": [clip.record() for clip in found]},
        blogs=blogs,
        atom_link=f"{base}.atom",
        stop_link=f"{base}/stop",
        paused=owner.paused,
        older_link=link(base, before=found[-1].id) if len(found) == _CLIPS_PER_PAGE else "",
    )


def clips_atom(request: Request) -> Response:
    """The same clips as an Atom feed."""
    owner = _owner(request)
    with site_of(request).stores.lend() as store:
        found = store.watches.clips(owner.id, _CLIPS_PER_PAGE)
    base = str(request.base_url).rstrip("/")
    return Response(clips_feed(found, f"{base}/clips/{owner.secret}.atom"), media_type="application/atom+xml")


async def stop_clips(request: Request) -> Response:
    """Ask whether to stop all messages, or stop them: mail programs send the POST of RFC 8058 by themselves."""
    owner = await run_in_threadpool(_owner, request)
    if request.method == "POST":

        def pause() -> None:
            with site_of(request).stores.lend() as store:
                store.watches.save_owner(replace(owner, paused=True))

        await run_in_threadpool(pause)
    return respond(request, "stop.html", {"stopped": request.method == "POST" or owner.paused}, action=request.url.path)
