"""Clicking until all comments are loaded."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..comments import Browser
from .more_buttons import loads_more
from .traffic import Traffic

if TYPE_CHECKING:
    from playwright.async_api import Frame, Page

__all__ = ["load_comments"]

logger = logging.getLogger(__name__)

#: Seconds without a request after which a page counts as loaded.
_QUIET_SECONDS = 0.25
#: Comments that are missing after this many seconds without a request will not come.
_HOPELESS_SECONDS = 1.5
_MAX_CLICKS = 2000
#: Number of times to wait for a change after the last click.
_MAX_IDLE_ROUNDS = 3
_MAX_FRAMES = 30

_SCROLL = """roots => {
    for (const root of roots)
        for (const element of document.querySelectorAll(root)) element.scrollIntoView();
    window.scrollTo(0, document.documentElement.scrollHeight);
}"""
_OPEN = "selector => { const found = document.querySelector(selector); if (found) found.click(); return !!found; }"
_READY = "selector => !!document.querySelector(selector)"
# Possible buttons, with their labels and the ids and classes around them. Links to other pages are not buttons.
_FIND = """known => {
    const shown = element => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden"
        && !element.disabled;
    const before = window.__blogcrawler || {clicked: new WeakMap()};
    const size = document.getElementsByTagName("*").length;
    const found = [];
    const add = (element, label, around) => {
        if (found.length < 2000 && shown(element))
            found.push([element, before.clicked.get(element) !== size, label, around]);
    };
    for (const selector of known)
        for (const element of document.querySelectorAll(selector)) add(element, null, "");
    const all = "button, a, summary, [role=button], input[type=button], [onclick]";
    for (const element of document.querySelectorAll(all)) {
        const href = element.getAttribute("href");
        if (href && !href.startsWith("#") && !href.startsWith("javascript:")) continue;
        const label = (element.innerText || element.value || element.getAttribute("aria-label") || "").trim();
        if (!label || label.length > 100) continue;
        let around = "";
        for (let above = element, n = 0; above && above !== document.body && n < 8; above = above.parentElement, n++)
            around += " " + above.id + " " + above.getAttribute("class");
        add(element, label, around);
    }
    window.__blogcrawler = {clicked: before.clicked, found: found.map(one => one[0]), size};
    return found.map(one => one.slice(1));
}"""
_CLICK = """numbers => {
    const now = window.__blogcrawler;
    for (const number of numbers) {
        now.clicked.set(now.found[number], now.size);
        now.found[number].click();
    }
}"""


async def load_comments(page: Page, traffic: Traffic, platforms: Iterable[Browser], until: float) -> int:
    """Make a page load all of its comments; returns the number of clicks.

    First do what the platforms need (scroll to the comments, open them, wait for them). Then click every button that
    loads more, known to the platforms or recognised by its label, until none is left, nothing changes any more, or it
    is ``until`` (monotonic).
    """
    known = list(platforms)
    await _settle(page, traffic, _QUIET_SECONDS, until)
    await _everywhere(page, _SCROLL, [platform.root for platform in known if platform.root])
    for selector in dict.fromkeys(selector for platform in known for selector in platform.open):
        await _everywhere(page, _OPEN, selector)
    for platform in known:
        await _wait_for(page, traffic, platform, until)
    buttons = list(dict.fromkeys(selector for platform in known for selector in platform.buttons))
    return await _click_all(page, traffic, buttons, until)


async def _wait_for(page: Page, traffic: Traffic, platform: Browser, until: float) -> None:
    """Wait for a platform's comments as long as they may come."""
    if not platform.ready:
        return
    while time.monotonic() < until:
        if any(await _everywhere(page, _READY, platform.ready)):
            return
        await asyncio.sleep(0.1)
        if traffic.idle > _HOPELESS_SECONDS:
            logger.debug("%s: nothing like %s", page.url, platform.ready)
            return


async def _click_all(page: Page, traffic: Traffic, buttons: list[str], until: float) -> int:
    clicks = idle_rounds = 0
    while time.monotonic() < until and idle_rounds < _MAX_IDLE_ROUNDS and clicks < _MAX_CLICKS:
        clicked = waiting = 0
        for frame in page.frames[:_MAX_FRAMES]:
            fresh, stale = await _click(frame, buttons)
            clicked, waiting = clicked + fresh, waiting + stale
        if not clicked and not waiting:
            break
        clicks += clicked
        idle_rounds = 0 if clicked else idle_rounds + 1
        await _settle(page, traffic, _QUIET_SECONDS if clicked else 2 * _QUIET_SECONDS, until)
    return clicks


async def _settle(page: Page, traffic: Traffic, seconds: float, until: float) -> None:
    """Wait until the page is quiet. Evaluating a script first makes sure that its requests so far are known."""
    await _everywhere(page, "() => 0", None)
    await traffic.quiet(seconds, until)


async def _click(frame: Frame, buttons: list[str]) -> tuple[int, int]:
    """Numbers of buttons clicked in a frame, and of those not clicked because nothing changed since the last click."""
    from playwright.async_api import Error

    with suppress(Error):
        found = await frame.evaluate(_FIND, buttons)
        wanted = [n for n, (_, label, around) in enumerate(found) if label is None or loads_more(label, around)]
        fresh = [n for n in wanted if found[n][0]]
        if fresh:
            await frame.evaluate(_CLICK, fresh)
        return len(fresh), len(wanted) - len(fresh)
    return 0, 0


async def _everywhere(page: Page, script: str, argument: Any) -> list[Any]:
    """The results of a script in all frames."""
    from playwright.async_api import Error

    results = []
    for frame in page.frames[:_MAX_FRAMES]:
        with suppress(Error):
            results.append(await frame.evaluate(script, argument))
    return results
