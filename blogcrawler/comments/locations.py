"""Where the comments of a page and their fields are: shared by the definitions of platforms and by learned rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["CommentMarkup", "FieldLocation"]


@dataclass(frozen=True, slots=True)
class FieldLocation:
    """Where a value is: in a page (``css``), in its scripts (``script``), in its address (``page``), in the JSON of
    an answer (``path``), or it is a constant (``value``).

    ``attr`` is the attribute to read; without one, the text of the element is read. ``pattern`` must match, and its
    group is the value. ``xpath`` is ``css`` translated for lxml, relative to the given node; ``css = ":scope"`` is that
    node itself. ``utc`` says that a date without an offset is in UTC, ``plain`` that a text is not HTML; ``form`` is
    the order of the numbers in a date. A location with ``when`` (XPath; in files a CSS selector) is used only on pages
    where that finds something.
    """

    css: str = ""
    attr: str = ""
    script: bool = False
    page: str = ""
    path: str = ""
    value: str | None = None
    pattern: re.Pattern[str] | None = None
    utc: bool = False
    plain: bool = False
    form: str = ""
    when: str = ""
    xpath: str = ""


@dataclass(frozen=True, slots=True)
class CommentMarkup:
    """How comments are marked up in a page or in the platform's frame: selectors of a comment and of its fields.

    A comment inside a comment is a reply to it; one inside an element that ``replies`` selects is a reply to the
    comment before that element.
    """

    comment: str
    comment_xpath: str
    replies: str = ""
    replies_xpath: str = ""
    fields: Mapping[str, tuple[FieldLocation, ...]] | None = None
