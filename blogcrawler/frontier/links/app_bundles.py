"""JavaScript applications: their scripts contain URLs that no link leads to.

How such pages are recognised is data, in ``app_bundles.toml``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Any, cast
from urllib.parse import urlsplit

from lxml import etree
from lxml.etree import _Element

from ...dom import Page
from ...urls import resolve, same_host
from ..posts.url_pattern import Verdict
from .scope import Scope
from .script_links import quoted_addresses

__all__ = ["app_files", "load_apps", "posts_in_script"]

#: Files that a page loads at once. Files loaded later belong to other pages.
_FILES = etree.XPath(
    "/descendant::link[@href and (@rel='modulepreload' or (@rel='preload' and (@as='script' or @as='fetch')))]"
    " | /descendant::script[@src or @data-src]"
)
#: If URLs cannot tell posts from other pages, a string in a script counts as a post only if its name has this many
#: words: other strings look like URLs, too.
_MIN_NAME_WORDS = 3
_MAX_SCRIPT_LENGTH, _MAX_POSTS = 5_000_000, 5_000


def load_apps() -> dict[str, Any]:
    """The content of ``app_bundles.toml``: how applications are recognised, with examples."""
    return tomllib.loads(files(__package__).joinpath("app_bundles.toml").read_text("utf-8"))


@lru_cache(maxsize=1)
def _app() -> etree.XPath:
    data = load_apps()
    ids = " or ".join(f"@id='{one}'" for one in data["ids"])
    attributes = " or ".join(f"@{one}" for one in data["attributes"])
    variables = " or ".join(f"@id='{one}' or contains(., '{one}')" for one in data["variables"])
    roots = f"/html/body/*[{ids} or {attributes}] | /html/body/*/*[{attributes}]"
    return etree.XPath(f"boolean({roots} | /descendant::script[not(@src)][{variables}])")


@lru_cache(maxsize=1)
def _libraries() -> tuple[str, ...]:
    return tuple(load_apps()["libraries"])


def app_files(page: Page) -> Iterator[str]:
    """The files of an application on its own host that the page names; empty for other pages."""
    if not _app()(page.tree):
        return
    own = urlsplit(page.base)
    for element in cast("list[_Element]", _FILES(page.tree)):
        url = resolve(page.base, element.get("href") or element.get("data-src") or element.get("src") or "")
        parts = urlsplit(url or "")
        is_library = parts.path.rpartition("/")[2].lower().startswith(_libraries())
        if url is not None and same_host(parts.netloc, own.netloc) and not is_library:
            yield url


def posts_in_script(text: str, base: str, scope: Scope) -> list[str]:
    """The URLs in a script that look like the blog's posts, each once."""
    found: dict[str, None] = {}
    for address in quoted_addresses(text[:_MAX_SCRIPT_LENGTH]):
        url = resolve(base, address)
        admitted = scope.admit(url) if url is not None else None
        if admitted is not None and _is_post(*admitted, scope):
            found[admitted[0]] = None
            if len(found) >= _MAX_POSTS:
                break
    return list(found)


def _is_post(url: str, verdict: Verdict, scope: Scope) -> bool:
    if verdict is not Verdict.MAYBE:
        return verdict is Verdict.YES
    name = urlsplit(url).path.rstrip("/").rpartition("/")[2]
    return len(name.replace("_", "-").split("-")) >= _MIN_NAME_WORDS and scope.pattern.fits(url)
