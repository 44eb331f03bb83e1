"""What a page shows by a plug-in or a script, as plain elements: players, formulas, code on other sites.

The original URL stays in the article, so that an archive can follow it even if the element itself has to go.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from itertools import islice
from typing import cast
from urllib.parse import urlsplit

from lxml import etree
from lxml.etree import _Element

from ....word_lists import word_pattern

__all__ = ["EMBED_TAGS", "PLAYER_ATTRIBUTES", "is_widget", "plain_replacement", "player_of"]

#: URLs of Flash players, which no longer work, and where the same recordings are today.
_FLASH_PLAYERS = (
    (re.compile(r"youtube(?:-nocookie)?\.com/(?:v|e)/([\w-]{6,})", re.IGNORECASE), "https://www.youtube.com/embed/{}"),
    (re.compile(r"vimeo\.com/moogaloop\.swf\?(?:.*&)?clip_id=(\d+)"), "https://player.vimeo.com/video/{}"),
    (re.compile(r"dailymotion\.com/swf/(?:video/)?(\w+)"), "https://www.dailymotion.com/embed/video/{}"),
)
#: Scripts that write content of other sites into the article, and where to read it.
_EMBED_SCRIPTS = (
    (re.compile(r"//gist\.github\.com/([\w./-]+?)\.js"), "https://gist.github.com/{}"),
    (re.compile(r"//asciinema\.org/a/(\w+)\.js"), "https://asciinema.org/a/{}"),
    (re.compile(r"//jsfiddle\.net/([\w/-]+?)/embed(?:ded)?\b"), "https://jsfiddle.net/{}/"),
)
#: Attributes of scripts that name what they embed.
_EMBED_ATTRIBUTES = {
    "data-telegram-post": "https://t.me/{}",
    "data-gist-id": "https://gist.github.com/{}",
}
_YOUTUBE, _VIMEO = "https://www.youtube.com/embed/{}", "https://player.vimeo.com/video/{}"
#: Custom elements: which attributes name what they show, and the URL of that.
_CUSTOM_ELEMENTS = {
    "lite-youtube": (("videoid", "video-id"), _YOUTUBE),
    "youtube-video": (("src", "videoid"), "{}"),
    "youtube-embed": (("videoid", "video-id", "id"), _YOUTUBE),
    "lite-vimeo": (("videoid", "video-id"), _VIMEO),
    "amp-youtube": (("data-videoid",), _YOUTUBE),
    "amp-vimeo": (("data-videoid",), _VIMEO),
    "amp-iframe": (("src",), "{}"),
    "oembed": (("url",), "{}"),
}
_AMP_ELEMENTS = {"amp-img": "img", "amp-anim": "img", "amp-video": "video", "amp-audio": "audio"}
#: Attributes of pictures and boxes in whose place a script puts a player.
PLAYER_ATTRIBUTES = {
    "data-youtube-id": _YOUTUBE,
    "data-youtube": _YOUTUBE,
    "data-yt-id": _YOUTUBE,
    "data-ytid": _YOUTUBE,
    "data-vimeo-id": _VIMEO,
    "data-oembed-url": "{}",
    "data-embed-src": "{}",
    "data-html": "",
}
#: The attribute in which Squarespace keeps the markup of a player.
_MARKUP_ATTRIBUTE = "data-html"
_FRAME_SOURCE = re.compile(r'<iframe[^>]*\ssrc=["\']([^"\']+)')
_VIDEO_PAGES = (
    (re.compile(r"^https?://(?:www\.|m\.)?youtube\.com/watch\?(?:.*&)?v=([\w-]{6,})"), _YOUTUBE),
    (re.compile(r"^https?://youtu\.be/([\w-]{6,})"), _YOUTUBE),
    (re.compile(r"^https?://(?:www\.)?vimeo\.com/(\d+)"), _VIMEO),
)
_TAGS_BY_EXTENSION = (
    (re.compile(r"\.(?:svgz?|png|jpe?g|gif|webp|avif|bmp)$", re.IGNORECASE), "img"),
    (re.compile(r"\.(?:mp3|ogg|oga|wav|m4a|flac|aac|midi?)$", re.IGNORECASE), "audio"),
    (re.compile(r"\.(?:mp4|m4v|webm|ogv|mov)$", re.IGNORECASE), "video"),
)
_WIDGETS = word_pattern(__package__, "embeds.toml", "widgets")
_TINY = frozenset({"0", "1", "0px", "1px"})
_MATH = re.compile(r"^math/(?:tex|asciimath)\b", re.IGNORECASE)
_CDATA = re.compile(r"%?\s*<!\[CDATA\[|%?\s*\]\]>")
_RENDERED_MATH = re.compile(r"(?:^|\s)(?:MathJax|mjx)", re.IGNORECASE)
_RECORDING = re.compile(r"\.(?:mp3|ogg|wav|m4a|mp4|webm|ogv)$", re.IGNORECASE)
_NOSCRIPT_CONTENT = ("img", "iframe", "pre", "video", "audio")
#: Number of elements before and after a ``noscript`` to check.
_MAX_NEIGHBOURS = 3
#: What browsers show without a plug-in.
_NATIVE_TAGS = ("iframe", "video", "audio")
_COPIED_ATTRIBUTES = ("alt", "title", "width", "height", "poster", "srcset", "sizes", "class")


def is_widget(frame: _Element) -> bool:
    """Whether a frame is a button, an advertisement or a counter."""
    if frame.get("width") in _TINY or frame.get("height") in _TINY:
        return True
    return _WIDGETS.search(frame.get("src") or frame.get("data-src") or "") is not None


def plain_replacement(element: _Element) -> _Element | None:
    """A plain element to replace one that must be removed, or the element itself if it may stay under another tag."""
    maker = _MAKERS.get(element.tag)
    return maker(element) if maker is not None else None


def player_of(box: _Element, youtube: str = "") -> _Element | None:
    """The player for a box, by its attributes or by the id of a YouTube video."""
    if youtube:
        return _frame(_YOUTUBE.format(youtube), None)
    source = _FRAME_SOURCE.search(box.get(_MARKUP_ATTRIBUTE) or "")
    if source:
        return _element_for_url(unescape(source[1]))
    for name, form in PLAYER_ATTRIBUTES.items():
        if value := (box.get(name) or "").strip():
            return _element_for_url(form.format(value) if form != "{}" else value) if form else None
    return None


def _new(tag: str, text: str | None = None, **attributes: str) -> _Element:
    element = etree.Element(tag, attributes)
    element.text = text
    return element


def _element_for_url(address: str, like: _Element | None = None) -> _Element | None:
    """The element that shows what is at a URL; ``None`` if there is nothing to show."""
    address = address.strip()
    if not address or address.startswith(("data:", "clsid:", "#", "about:")):
        return None
    for pattern, form in (*_FLASH_PLAYERS, *_VIDEO_PAGES):
        if found := pattern.search(address):
            return _frame(form.format(found[1]), like)
    try:
        path = urlsplit(address).path
    except ValueError:
        return None
    tag = next((tag for pattern, tag in _TAGS_BY_EXTENSION if pattern.search(path)), "iframe")
    if tag == "iframe":
        return _frame(address, like)
    medium = _new(tag, src=address)
    if tag != "img":
        medium.set("controls", "")
    return medium


def _frame(address: str, like: _Element | None) -> _Element:
    frame = _new("iframe", src=address)
    for name in ("width", "height"):
        if like is not None and (size := like.get(name)):
            frame.set(name, size)
    return frame


def _object(element: _Element) -> _Element | None:
    """The player of an ``object``, else its fallback content."""
    if next(element.iter(*_NATIVE_TAGS), None) is not None:
        element.tag = "div"
        return element
    stated = element.get("data") or ""
    for parameter in element.iter("param"):
        if (parameter.get("name") or "").lower() in ("movie", "src", "url", "filename"):
            stated = stated or parameter.get("value") or ""
    inner = next(element.iter("embed"), None)
    if inner is not None:
        stated = stated or inner.get("src") or ""
    made = _element_for_url(stated, element)
    if made is None and next(element.iter("img", "a", "p"), None) is not None:
        element.tag = "div"
        return element
    return made


def _embed(element: _Element) -> _Element | None:
    above = element.getparent()
    if above is not None and any(other.tag in _NATIVE_TAGS for other in above):
        return None
    return _element_for_url(element.get("src") or "", element)


def _script(element: _Element) -> _Element | None:
    """The formula that a script renders, or a link to what it writes."""
    kind = element.get("type") or ""
    if _MATH.match(kind):
        return _formula(element, kind)
    source = element.get("src") or ""
    addresses = [
        form.format(found[1]) for pattern, form in _EMBED_SCRIPTS if source and (found := pattern.search(source))
    ]
    addresses += [form.format(value) for name, form in _EMBED_ATTRIBUTES.items() if (value := element.get(name))]
    return _new("a", addresses[0], href=addresses[0]) if addresses else None


def _formula(element: _Element, kind: str) -> _Element | None:
    text = _CDATA.sub("", element.text or "").strip()
    if not text:
        return None
    rendered = element.getprevious()
    while rendered is not None and _RENDERED_MATH.search(rendered.get("class") or ""):  # left by a browser
        duplicate, rendered = rendered, rendered.getprevious()
        parent = cast("_Element", duplicate.getparent())
        if duplicate.tail and duplicate.tail.strip():
            break
        parent.remove(duplicate)
    is_display = "mode=display" in kind.replace(" ", "")
    if "asciimath" in kind.lower():
        return _new("span", f"`{text}`", **{"class": "math inline"})
    left, right = ("\\[", "\\]") if is_display else ("\\(", "\\)")
    return _new("span", f"{left}{text}{right}", **{"class": "math display" if is_display else "math inline"})


def _custom_element(element: _Element) -> _Element | None:
    names, form = _CUSTOM_ELEMENTS[element.tag]
    value = next((value for name in names if (value := (element.get(name) or "").strip())), "")
    return _element_for_url(form.format(value) if form != "{}" else value, element) if value else None


def _amp(element: _Element) -> _Element | None:
    source = element.get("src")
    if not source and element.get("srcset") is None:
        return None
    made = _new(_AMP_ELEMENTS[element.tag])
    for name in ("src", *_COPIED_ATTRIBUTES):
        if value := element.get(name):
            made.set(name, value)
    if made.tag != "img":
        made.set("controls", "")
    return made


def _noscript(element: _Element) -> _Element | None:
    """The content of a ``noscript``, if it is more than a message and not shown elsewhere."""
    kept = next(element.iter(*_NOSCRIPT_CONTENT), None)
    if kept is None and any(_RECORDING.search(link.get("href") or "") for link in element.iter("a")):
        element.tag = "div"
        return element
    if kept is None or _is_shown(element, kept):
        return None
    element.tag = "span" if kept.tag == "img" else "div"
    return element


def _is_shown(element: _Element, hidden: _Element) -> bool:
    """Whether an element next to a ``noscript`` shows the same URL as the one in it."""
    name = (hidden.get("src") or hidden.get("data-src") or "").partition("?")[0].rstrip("/").rpartition("/")[2]
    if hidden.tag == "pre":
        return False
    if not name:
        return True
    before, after = element.itersiblings(preceding=True), element.itersiblings()
    for sibling in (*islice(before, _MAX_NEIGHBOURS), *islice(after, _MAX_NEIGHBOURS)):
        for other in islice(sibling.iter("img", "source", "iframe", "video", "audio"), _MAX_NEIGHBOURS):
            if any(name in str(value) for value in other.attrib.values()):
                return True
    return False


_MAKERS: dict[str, Callable[[_Element], _Element | None]] = {
    "script": _script,
    "object": _object,
    "embed": _embed,
    "noscript": _noscript,
    **dict.fromkeys(_CUSTOM_ELEMENTS, _custom_element),
    **dict.fromkeys(_AMP_ELEMENTS, _amp),
}
#: Elements that are replaced by others or dropped.
EMBED_TAGS = frozenset(_MAKERS)
