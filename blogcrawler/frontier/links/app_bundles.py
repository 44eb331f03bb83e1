"""Pages that are applications: their scripts know addresses to which no link leads.

How such pages are recognised is data, in ``app_bundles.toml`` beside this file.
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

#: What a page loads at once. What it may load later belongs to other pages.
_FILES = etree.XPath(
    "//link[@href and (@rel='modulepreload' or (@rel='preload' and (@as='script' or @as='fetch')))]"
    " | //script[@src or @data-src]"
)
#: An address of the posts' form is not taken for one of them in a script if its name has fewer words: other strings
#: look like addresses, too.
_WORDS = 3
_LARGEST, _MOST = 5_000_000, 5_000


def load_apps() -> dict[str, Any]:
    """How applications are recognised, with examples, as the data file has it."""
    return tomllib.loads(files(__package__).joinpath("app_bundles.toml").read_text("utf-8"))


@lru_cache(maxsize=1)
def _app() -> etree.XPath:
    data = load_apps()
    ids = " or ".join(f"@id='{one}'" for one in data["ids"])
    attributes = " or ".join(f"@{one}" for one in data["attributes"])
    variables = " or ".join(f"@id='{one}' or contains(., '{one}')" for one in data["variables"])
    roots = f"/html/body/*[{ids} or {attributes}] | /html/body/*/*[{attributes}]"
    return etree.XPath(f"boolean({roots} | //script[not(@src)][{variables}])")


@lru_cache(maxsize=1)
def _libraries() -> tuple[str, ...]:
    return tuple(load_apps()["libraries"])


def app_files(page: Page) -> Iterator[str]:
    """The files on its own host that an application is made of, as far as the page names them; none for other pages."""
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
    """Addresses in a script that are like those of the blog's posts, each once; so many at most."""
    found: dict[str, None] = {}
    for address in quoted_addresses(text[:_LARGEST]):
        url = resolve(base, address)
        admitted = scope.admit(url) if url is not None else None
        if admitted is not None and _is_post(*admitted, scope):
            found[admitted[0]] = None
            if len(found) >= _MOST:
                break
    return list(found)


def _is_post(url: str, verdict: Verdict, scope: Scope) -> bool:
    if verdict is not Verdict.MAYBE:
        return verdict is Verdict.YES
    name = urlsplit(url).path.rstrip("/").rpartition("/")[2]
    return len(name.replace("_", "-").split("-")) >= _WORDS and scope.pattern.fits(url)
