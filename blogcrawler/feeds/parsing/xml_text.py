"""Turning XML from the web into a form that is safe to parse."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.entities import html5
from xml.parsers import expat
from xml.sax.saxutils import escape, unescape

from ...errors import FeedError
from .doctype import read_doctype

__all__ = ["in_cdata", "is_wellformed", "repair", "safe_xml"]

# https://www.w3.org/TR/xml/#charsets
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_OPENING = re.compile(r"<!\[CDATA\[|<!--")
_AMPERSAND = re.compile(
    r"&(?!(?:amp|lt|gt|quot|apos);)(?:(?P<name>[A-Za-z][\w.-]{0,40});|#(?:(?P<dec>\d{1,8})|[xX](?P<hex>[\da-fA-F]{1,7}));)?"
)
_HTML = re.compile(r"<(?:html|head|body)[\s>]", re.I)
_DOCTYPE = re.compile(r"<!DOCTYPE\b", re.I)
_OPEN_ROOT = re.compile(r"\A(<[^<>]*)(?=<)")
_STRAY = re.compile(r"<(?!/?[A-Za-z_][^<>]*>|\?[^<>]*>)")
_PREFIX = re.compile(r"</?([A-Za-z_][\w.-]*):[A-Za-z_]")
_ATTRIBUTE_PREFIX = re.compile(r"\s([A-Za-z_][\w.-]*):[A-Za-z_][\w.-]*\s*=\s*[\"']")
_TAG_AND_TEXT = re.compile(r"""(<(?:[^<>"']|"[^"<]*"|'[^'<]*')*>)([^<]*&[^<]*)""")
_DECLARED = re.compile(r"xmlns:([\w.-]+)\s*=")

NAMESPACES: Mapping[str, str] = {
    "atom": "http://www.w3.org/2005/Atom",
    "content": "http://purl.org/rss/1.0/modules/content/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/",
    "feedburner": "http://rssnamespace.org/feedburner/ext/1.0",
    "itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
    "media": "http://search.yahoo.com/mrss/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "slash": "http://purl.org/rss/1.0/modules/slash/",
    "sy": "http://purl.org/rss/1.0/modules/syndication/",
    "thr": "http://purl.org/syndication/thread/1.0",
    "wfw": "http://wellformedweb.org/CommentAPI/",
    "xhtml": "http://www.w3.org/1999/xhtml",
}


def safe_xml(text: str, roots: re.Pattern[str], url: str) -> str:
    """The document from its root element on, without DTD, comments, CDATA and illegal characters.

    ``roots`` matches the root's start tag; anything before it (blank lines, PHP warnings, stylesheets) is
    dropped. Entities are replaced by plain characters, so nothing is left to expand.

    :raises FeedError: if the root is missing, or the document is an XML bomb.
    """
    text = _flatten(_ILLEGAL.sub("", text))
    entities: Mapping[str, str] = {}
    root = roots.search(text)
    doctype = _DOCTYPE.search(text)
    if doctype and (root is None or doctype.start() < root.start()):
        declared = read_doctype(text, doctype.start(), url)
        entities = declared.entities
        root = roots.search(text, declared.end)
    html = _HTML.search(text)
    if root is None or (html and html.start() < root.start()):
        raise FeedError(f"{url} is {_kind(text, html is not None)}")
    return _AMPERSAND.sub(lambda match: _reference(match, entities), text[root.start() :])


def is_wellformed(document: str) -> bool:
    """Whether a namespace-aware XML parser accepts the document."""
    try:
        expat.ParserCreate(None, " ").Parse(document.encode("utf-8"), True)
    except expat.ExpatError:
        return False
    return True


def in_cdata(document: str) -> str:
    """Put the escaped texts of a well-formed document into CDATA sections.

    Expat splits a text at every reference, and escaped HTML is full of them. A CDATA section comes in one
    piece, which makes parsing several times faster.
    """
    return _TAG_AND_TEXT.sub(lambda match: match[1] + _section(match[2]), document)


def _section(text: str) -> str:
    if "&#" in text:
        return text
    plain = unescape(text, {"&quot;": '"', "&apos;": "'"})
    return f"<![CDATA[{plain.replace(']]>', ']]]]><![CDATA[>')}]]>"


def repair(document: str) -> str:
    """Repair what needs no guessing: truncated tags, stray ``<``, undeclared namespace prefixes."""
    last = document.rfind("<")
    if last > document.rfind(">"):
        document = document[:last]
    document = _STRAY.sub("&lt;", _OPEN_ROOT.sub(r"\1>", document))
    used = {*_PREFIX.findall(document), *_ATTRIBUTE_PREFIX.findall(document)}
    missing = used - set(_DECLARED.findall(document)) - {"xml", "xmlns"}
    declarations = "".join(
        f' xmlns:{prefix}="{NAMESPACES.get(prefix, f"urn:undeclared:{prefix}")}"' for prefix in sorted(missing)
    )
    name = re.match(r"<[^\s/>]+", document)
    return document[: name.end()] + declarations + document[name.end() :] if name else document


def _flatten(text: str) -> str:
    """Turn CDATA sections into escaped text and remove comments, in one linear pass."""
    parts: list[str] = []
    position = 0
    last_comment = text.rfind("-->")
    while opening := _OPENING.search(text, position):
        parts.append(text[position : opening.start()])
        position = opening.end()
        if opening.group() == "<!--":
            if position <= last_comment:
                position = text.index("-->", position) + 3
        else:
            end = text.find("]]>", position)
            end, after = (len(text), len(text)) if end == -1 else (end, end + 3)
            parts.append(escape(text[position:end]))
            position = after
    parts.append(text[position:])
    return "".join(parts).replace("]]>", "]]&gt;")


def _reference(match: re.Match[str], entities: Mapping[str, str]) -> str:
    name, dec, hexa = match["name"], match["dec"], match["hex"]
    if name:
        if name in entities:
            return escape(entities[name])
        character = html5.get(name + ";")
        return escape(character) if character else f"&amp;{name};"
    if dec or hexa:
        code = int(dec) if dec else int(hexa, 16)
        character = chr(code) if code <= 0x10FFFF else ""
        if 0x80 <= code <= 0x9F:  # meant as Windows-1252, as browsers read it
            character = bytes([code]).decode("cp1252", "ignore")
        return escape(_ILLEGAL.sub("", character))
    return "&amp;"


def _kind(text: str, is_html: bool) -> str:
    if not text.strip():
        return "empty"
    if is_html or re.match(r"\s*<!DOCTYPE\s+html", text, re.I):
        return "an HTML page, not a feed"
    root = re.search(r"<([A-Za-z_][\w:.-]{0,40})[\s/>]", text[:10_000])
    if root and text.lstrip()[:1] == "<":
        return f"not a feed: its root element is <{root.group(1)}>"
    return "not a feed: it is neither RSS, Atom, RDF nor JSON Feed"
