"""The replay's own pages: the list of blogs, the frame around an archived page, and what to say if there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from html import escape
from typing import NamedTuple

from ..archive import PageCapture
from .address import CONTENT, FRAMED, RAW, ReplayAddress

__all__ = ["ReplayedBlog", "frame_page", "list_page", "missing_page", "rebuilt_frame"]

#: Captures to list in the bar above a page.
_MAX_LISTED = 100

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 2rem auto; max-width: 46rem; padding: 0 1rem }
a { overflow-wrap: anywhere }
form { display: flex; gap: .5rem; margin: 1.5rem 0 }
input { flex: 1; font: inherit; padding: .4rem .6rem } button { font: inherit; padding: .4rem 1rem }
"""
_FRAME_STYLE = """
:root { color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif }
html, body { height: 100%; margin: 0 }
body { display: flex; flex-direction: column }
header { box-sizing: border-box; height: 36px; display: flex; gap: 1rem; padding: 0 .8rem; align-items: center;
  border-bottom: 1px solid #8886 }
#url { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
details { position: relative } details ol { position: absolute; right: 0; margin: 0; padding: .5rem 1rem; z-index: 1;
  background: Canvas; border: 1px solid #8886; list-style: none; max-height: 60vh; overflow: auto; white-space: nowrap }
iframe { flex: 1; border: 0; background: #fff; color-scheme: light }
"""
# A page tells its frame where it is, when a link was followed. Whatever it says is only shown.
_FRAME_SCRIPT = """
const frame = document.querySelector("iframe"), prefix = document.body.dataset.prefix;
addEventListener("message", ({source, data}) => {
  if (source !== frame.contentWindow || typeof data?.path !== "string" || !data.path.startsWith(prefix + "/")) return;
  document.getElementById("url").textContent = String(data.url);
  document.getElementById("date").textContent = String(data.date);
  document.querySelector("details")?.remove();
  history.replaceState(null, "", data.path);
});
"""


class ReplayedBlog(NamedTuple):
    """A blog of the archive: its name, home page and folder."""

    title: str
    url: str
    folder: str


def list_page(blogs: Sequence[ReplayedBlog], prefix: str, nonce: str) -> str:
    """Links to the home pages of all blogs, and a form for any other address."""
    rows = "".join(
        f'<li><a href="{escape(_latest(prefix, blog).path)}">{escape(blog.title or blog.url)}</a>'
        f" <small>{escape(blog.url)}</small></li>"
        for blog in blogs
    )
    body = (
        f'<h1>Archived blogs</h1><form action="{escape(prefix)}" method="get"><input name="url" type="url" required'
        ' aria-label="Address of a page" placeholder="Address of a page"><button>Show</button></form>'
        f"<ul>{rows}</ul>"
    )
    return _document("Archived blogs", _STYLE, body, nonce)


def missing_page(address: ReplayAddress, nonce: str) -> str:
    """Says that the archive has no page."""
    body = f"<h1>Not in the archive</h1><p>No crawl has saved <strong>{escape(address.url)}</strong>.</p>"
    return _document("Not in the archive", _STYLE, body, nonce)


def frame_page(
    address: ReplayAddress, shown: PageCapture, captures: Sequence[PageCapture], nonce: str, scripts: bool
) -> str:
    """The archived page in a frame that keeps it apart from everything else, below a bar that says what it is."""
    others = "".join(
        f'<li><a href="{escape(replace(address, timestamp=one.timestamp, mode=FRAMED).path)}">'
        f"{escape(date_words(one.timestamp))}</a>{'' if one.status == '200' else f' ({escape(one.status)})'}</li>"
        for one in captures[:_MAX_LISTED]
    )
    listed = f"<details><summary>{len(captures):,} captures</summary><ol>{others}</ol></details>"
    sandbox = "allow-scripts" if scripts else ""
    body = (
        f'<header><span id="url" title="{escape(address.url)}">{escape(address.url)}</span>'
        f'<span id="date">{escape(date_words(shown.timestamp))}</span>{listed if len(captures) > 1 else ""}'
        f'<a href="{escape(address.with_mode(RAW).path)}">Source</a></header>'
        f'<iframe title="The archived page" sandbox="{sandbox}" referrerpolicy="unsafe-url"'
        f' src="{escape(address.with_mode(CONTENT).path)}"></iframe>'
        + (f'<script nonce="{nonce}">{_FRAME_SCRIPT}</script>' if scripts else "")
    )
    return _document(f"{address.url} – archived", _FRAME_STYLE, body, nonce, f' data-prefix="{escape(address.prefix)}"')


def rebuilt_frame(url: str, content: str, words: str, nonce: str) -> str:
    """A reconstructed page in a frame without scripts, below a bar that says that it is one."""
    frame = f'<iframe title="The page" sandbox="" src="{escape(content)}"></iframe>' if content else ""
    body = f'<header><span id="url">{escape(url)}</span><span>{escape(words)}</span></header>{frame}'
    return _document(f"{url} – reconstructed", _FRAME_STYLE, body, nonce)


def date_words(timestamp: str) -> str:
    """A timestamp for people."""
    try:
        return f"{datetime.strptime(timestamp, '%Y%m%d%H%M%S'):%-d %B %Y, %H:%M} UTC"
    except ValueError:
        return timestamp


def _latest(prefix: str, blog: ReplayedBlog) -> ReplayAddress:
    return ReplayAddress(prefix, blog.folder, f"{datetime.now():%Y%m%d%H%M%S}", FRAMED, blog.url)


def _document(title: str, style: str, body: str, nonce: str, attributes: str = "") -> str:
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<title>{escape(title)}</title><style nonce="{nonce}">{style}</style></head>'
        f"<body{attributes}>{body}</body></html>"
    )
