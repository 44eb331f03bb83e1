"""The virtual document that detection patterns are matched against: the HTTP response and the page's tree.

<response status="200">
  <url scheme="https" host="example.org" path="/viewtopic.php" query="t=7" port=""/>
  <parameter name="t" value="7"/>
  <header name="x-powered-by" value="PHP/8.2"/>
  <cookie name="phpbb3_u" value="1"/>
</response>
<html>…</html>
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlsplit

from lxml import etree
from lxml.etree import _Element

from ...dom import Page

__all__ = ["Document", "address", "document"]

_ILLEGAL = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MAX_HEADERS, _MAX_VALUE_LENGTH, _MAX_PARAMETERS = 100, 2000, 30


@dataclass(frozen=True, slots=True)
class Document:
    """A page with its response: ``roots`` are walked in this order, the response first."""

    page: Page
    response: _Element

    @property
    def roots(self) -> tuple[_Element, _Element]:
        """Both parts of the document."""
        return self.response, self.page.tree


def document(page: Page, headers: Iterable[tuple[str, str]] = (), status: int = 200) -> Document:
    """The virtual document of a page; of ``Set-Cookie`` headers, it has the names and values of the cookies."""
    response = address(page.url)
    response.set("status", str(status))
    for name, value in list(headers)[:_MAX_HEADERS]:
        name = name.lower()
        if name == "set-cookie":
            key, _, rest = value.partition("=")
            _add(response, "cookie", name=key.strip(), value=rest.partition(";")[0].strip())
        else:
            _add(response, "header", name=name, value=value)
    return Document(page, response)


def address(url: str) -> _Element:
    """The part of the virtual document that follows from the address: patterns for links are matched against it."""
    response = etree.Element("response")
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return response
    _add(response, "url", scheme=parts.scheme, host=host, path=unquote(parts.path) or "/", query=parts.query)
    if parts.query:
        try:
            parameters = parse_qsl(parts.query, keep_blank_values=True, max_num_fields=_MAX_PARAMETERS)
        except ValueError:
            parameters = []
        for name, value in parameters:
            _add(response, "parameter", name=name, value=value)
    return response


def _add(parent: _Element, tag: str, **values: str) -> None:
    for name, value in values.items():
        if len(value) > _MAX_VALUE_LENGTH or not value.isprintable():
            values[name] = _ILLEGAL.sub("", value[:_MAX_VALUE_LENGTH])
    etree.SubElement(parent, tag, values)
