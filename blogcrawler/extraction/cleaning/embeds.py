"""What a page shows by a plug-in or a script, put down as plain elements: players, formulas, code kept elsewhere.

The original address stays in the article, so that an archive can follow it, where the element itself has to go.
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

__all__ = ["EMBED_TAGS", "PLAYER_ATTRIBUTES", "is_widget", "plain_replacement", "player_of"]

#: Players made with Flash, dead since, and the pages that have the same recordings today.
_PLAYERS = (
    (re.compile(r"youtube(?:-nocookie)?\.com/(?:v|e)/([\w-]{6,})", re.IGNORECASE), "https://www.youtube.com/embed/{}"),
    (re.compile(r"vimeo\.com/moogaloop\.swf\?(?:.*&)?clip_id=(\d+)"), "https://player.vimeo.com/video/{}"),
    (re.compile(r"dailymotion\.com/swf/(?:video/)?(\w+)"), "https://www.dailymotion.com/embed/video/{}"),
)
#: Scripts that write something of somebody else's into the article, and where that can be read.
_SCRIPTS = (
    (re.compile(r"//gist\.github\.com/([\w./-]+?)\.js"), "https://gist.github.com/{}"),
    (re.compile(r"//asciinema\.org/a/(\w+)\.js"), "https://asciinema.org/a/{}"),
    (re.compile(r"//jsfiddle\.net/([\w/-]+?)/embed(?:ded)?\b"), "https://jsfiddle.net/{}/"),
)
#: The attributes of scripts and elements that name what is embedded.
_NAMED = {
    "data-telegram-post": "https://t.me/{}",
    "data-gist-id": "https://gist.github.com/{}",
}
_YOUTUBE, _VIMEO = "https://www.youtube.com/embed/{}", "https://player.vimeo.com/video/{}"
#: Elements of scripts' own making: which attributes name what they show, and where that is.
_ELEMENTS = {
    "lite-youtube": (("videoid", "video-id"), _YOUTUBE),
    "youtube-video": (("src", "videoid"), "{}"),
    "youtube-embed": (("videoid", "video-id", "id"), _YOUTUBE),
    "lite-vimeo": (("videoid", "video-id"), _VIMEO),
    "amp-youtube": (("data-videoid",), _YOUTUBE),
    "amp-vimeo": (("data-videoid",), _VIMEO),
    "amp-iframe": (("src",), "{}"),
    "oembed": (("url",), "{}"),
}
_AMP = {"amp-img": "img", "amp-anim": "img", "amp-video": "video", "amp-audio": "audio"}
#: Attributes by which a picture or a box stands for a player that a script would put there.
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
_MARKUP, _WRITTEN = "data-html", re.compile(r'<iframe[^>]*\ssrc=["\']([^"\']+)')
_WATCHED = (
    (re.compile(r"^https?://(?:www\.|m\.)?youtube\.com/watch\?(?:.*&)?v=([\w-]{6,})"), _YOUTUBE),
    (re.compile(r"^https?://youtu\.be/([\w-]{6,})"), _YOUTUBE),
    (re.compile(r"^https?://(?:www\.)?vimeo\.com/(\d+)"), _VIMEO),
)
_KINDS = (
    (re.compile(r"\.(?:svgz?|png|jpe?g|gif|webp|avif|bmp)$", re.IGNORECASE), "img"),
    (re.compile(r"\.(?:mp3|ogg|oga|wav|m4a|flac|aac|midi?)$", re.IGNORECASE), "audio"),
    (re.compile(r"\.(?:mp4|m4v|webm|ogv|mov)$", re.IGNORECASE), "video"),
)
#: Frames that are buttons, advertisements or counters.
_WIDGETS = re.compile(
    r"""facebook\.com/(?:plugins/(?:like|share|follow|page|likebox|send|subscribe|comments)|widgets/like)
      | platform\.twitter\.com/widgets/(?:tweet_button|follow) | plusone\.google | apis\.google\.com/.*plusone
      | googletagmanager\.com | doubleclick\.net | googlesyndication\.com | amazon-adsystem\.com | //rcm[-\w]*\.amazon
      | flattr\.com | ghbtns\.com | buttons\.github\.io | stumbleupon\.com/badge | linkedin\.com/.*/share
      | pinterest\.com/.*/button | reddit\.com/(?:static|buttons?)\b | b\.hatena\.ne\.jp/entry/button
      | substack\.com/embed\b | disqus\.com/(?:embed|recommendations)""",
    re.VERBOSE | re.IGNORECASE,
)
_NOTHING = frozenset({"0", "1", "0px", "1px"})
_MATH = re.compile(r"^math/(?:tex|asciimath)\b", re.IGNORECASE)
_CDATA = re.compile(r"%?\s*<!\[CDATA\[|%?\s*\]\]>")
_DRAWN = re.compile(r"(?:^|\s)(?:MathJax|mjx)", re.IGNORECASE)
_RECORDING = re.compile(r"\.(?:mp3|ogg|wav|m4a|mp4|webm|ogv)$", re.IGNORECASE)
_KEPT_OF_NOSCRIPT = ("img", "iframe", "pre", "video", "audio")
#: So many elements around a ``noscript`` are looked at.
_BESIDE = 3
#: What browsers show without a plug-in.
_BETTER = ("iframe", "video", "audio")
_ATTRIBUTES = ("alt", "title", "width", "height", "poster", "srcset", "sizes", "class")


def is_widget(frame: _Element) -> bool:
    """Whether a frame is a button, an advertisement or a counter."""
    if frame.get("width") in _NOTHING or frame.get("height") in _NOTHING:
        return True
    return _WIDGETS.search(frame.get("src") or frame.get("data-src") or "") is not None


def plain_replacement(element: _Element) -> _Element | None:
    """What is to stand before an element that must go, or the element itself if it may stay under another name."""
    maker = _MAKERS.get(element.tag)
    return maker(element) if maker is not None else None


def player_of(box: _Element, youtube: str = "") -> _Element | None:
    """The player that a box stands for, by its attributes or the name of a recording."""
    if youtube:
        return _frame(_YOUTUBE.format(youtube), None)
    written = _WRITTEN.search(box.get(_MARKUP) or "")
    if written:
        return _medium(unescape(written[1]))
    for name, form in PLAYER_ATTRIBUTES.items():
        if value := (box.get(name) or "").strip():
            return _medium(form.format(value) if form != "{}" else value) if form else None
    return None


def _new(tag: str, text: str | None = None, **attributes: str) -> _Element:
    element = etree.Element(tag, attributes)
    element.text = text
    return element


def _medium(address: str, like: _Element | None = None) -> _Element | None:
    """The element that shows what is at an address; none if there is nothing to show."""
    address = address.strip()
    if not address or address.startswith(("data:", "clsid:", "#", "about:")):
        return None
    for pattern, form in (*_PLAYERS, *_WATCHED):
        if found := pattern.search(address):
            return _frame(form.format(found[1]), like)
    try:
        path = urlsplit(address).path
    except ValueError:
        return None
    tag = next((tag for pattern, tag in _KINDS if pattern.search(path)), "iframe")
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
    """The player of an ``object``; what it shows where there is none, if that is all."""
    if next(element.iter(*_BETTER), None) is not None:
        element.tag = "div"
        return element
    stated = element.get("data") or ""
    for parameter in element.iter("param"):
        if (parameter.get("name") or "").lower() in ("movie", "src", "url", "filename"):
            stated = stated or parameter.get("value") or ""
    inner = next(element.iter("embed"), None)
    if inner is not None:
        stated = stated or inner.get("src") or ""
    made = _medium(stated, element)
    if made is None and next(element.iter("img", "a", "p"), None) is not None:
        element.tag = "div"
        return element
    return made


def _embed(element: _Element) -> _Element | None:
    above = element.getparent()
    if above is not None and any(other.tag in _BETTER for other in above):
        return None
    return _medium(element.get("src") or "", element)


def _script(element: _Element) -> _Element | None:
    """The formula that a script would draw, or a link to what it would write."""
    kind = element.get("type") or ""
    if _MATH.match(kind):
        return _formula(element, kind)
    source = element.get("src") or ""
    addresses = [form.format(found[1]) for pattern, form in _SCRIPTS if source and (found := pattern.search(source))]
    addresses += [form.format(value) for name, form in _NAMED.items() if (value := element.get(name))]
    return _new("a", addresses[0], href=addresses[0]) if addresses else None


def _formula(element: _Element, kind: str) -> _Element | None:
    text = _CDATA.sub("", element.text or "").strip()
    if not text:
        return None
    drawn = element.getprevious()
    while drawn is not None and _DRAWN.search(drawn.get("class") or ""):  # by the script, in the browser
        gone, drawn = drawn, drawn.getprevious()
        above = cast("_Element", gone.getparent())
        if gone.tail and gone.tail.strip():
            break
        above.remove(gone)
    shown = "mode=display" in kind.replace(" ", "")
    if "asciimath" in kind.lower():
        return _new("span", f"`{text}`", **{"class": "math inline"})
    left, right = ("\\[", "\\]") if shown else ("\\(", "\\)")
    return _new("span", f"{left}{text}{right}", **{"class": "math display" if shown else "math inline"})


def _own_element(element: _Element) -> _Element | None:
    names, form = _ELEMENTS[element.tag]
    value = next((value for name in names if (value := (element.get(name) or "").strip())), "")
    return _medium(form.format(value) if form != "{}" else value, element) if value else None


def _amp(element: _Element) -> _Element | None:
    source = element.get("src")
    if not source and element.get("srcset") is None:
        return None
    made = _new(_AMP[element.tag])
    for name in ("src", *_ATTRIBUTES):
        if value := element.get(name):
            made.set(name, value)
    if made.tag != "img":
        made.set("controls", "")
    return made


def _noscript(element: _Element) -> _Element | None:
    """What those without scripts see, if it is more than they are told, and not shown to others."""
    kept = next(element.iter(*_KEPT_OF_NOSCRIPT), None)
    if kept is None and any(_RECORDING.search(link.get("href") or "") for link in element.iter("a")):
        element.tag = "div"
        return element
    if kept is None or _is_shown(element, kept):
        return None
    element.tag = "span" if kept.tag == "img" else "div"
    return element


def _is_shown(element: _Element, hidden: _Element) -> bool:
    """Whether an element beside a ``noscript`` has the address of what is in it."""
    name = (hidden.get("src") or hidden.get("data-src") or "").partition("?")[0].rstrip("/").rpartition("/")[2]
    if hidden.tag == "pre":
        return False
    if not name:
        return True
    before, after = element.itersiblings(preceding=True), element.itersiblings()
    for sibling in (*islice(before, _BESIDE), *islice(after, _BESIDE)):
        for other in islice(sibling.iter("img", "source", "iframe", "video", "audio"), _BESIDE):
            if any(name in str(value) for value in other.attrib.values()):
                return True
    return False


_MAKERS: dict[str, Callable[[_Element], _Element | None]] = {
    "script": _script,
    "object": _object,
    "embed": _embed,
    "noscript": _noscript,
    **dict.fromkeys(_ELEMENTS, _own_element),
    **dict.fromkeys(_AMP, _amp),
}
#: Elements that go, or are shown by others.
EMBED_TAGS = frozenset(_MAKERS)
