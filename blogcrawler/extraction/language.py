"""The language of a post, by what the page says and by the script that it is written in."""

from __future__ import annotations

import re

from .page import Page

__all__ = ["page_language", "script_language"]

_LETTER = re.compile(r"[^\W\d_]")
_TAG = re.compile(r"^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$")
# A script that only one widely blogged language uses, or for which the tag must be one of several.
_SCRIPTS = (
    (re.compile("[぀-ヿ]"), ("ja",)),
    (re.compile("[가-힯]"), ("ko",)),
    (re.compile("[一-鿿]"), ("zh", "ja", "yue", "nan")),
    (re.compile("[Ѐ-ӿ]"), ("ru", "uk", "bg", "sr", "mk", "be", "kk", "mn")),
    (re.compile("[؀-ۿ]"), ("ar", "fa", "ur", "ckb")),
    (re.compile("[֐-׿]"), ("he", "yi")),
    (re.compile("[Ͱ-Ͽ]"), ("el",)),
    (re.compile("[฀-๿]"), ("th",)),
    (re.compile("[ऀ-ॿ]"), ("hi", "mr", "ne")),
)


def _tag(value: str | None) -> str | None:
    value = (value or "").strip()
    if not _TAG.match(value):
        return None
    parts = value.replace("_", "-").split("-")
    return "-".join([parts[0].lower(), *(p.upper() if len(p) == 2 else p for p in parts[1:])])


def script_language(text: str, stated: str | None) -> str | None:
    """The stated language unless the script says that it cannot be: templates keep the theme's ``en``."""
    text = text[:300]
    if text.isascii():
        return stated
    if sum(c > "\u036f" for c in text) < 20:  # Latin, with accents
        return stated
    letters = len(_LETTER.findall(text))
    if letters < 20:
        return stated
    for pattern, languages in _SCRIPTS:
        if len(pattern.findall(text)) > 0.15 * letters:
            fits = stated is not None and stated.split("-")[0] in languages
            return stated if fits else languages[0]
    return stated


def page_language(page: Page, text: str, feed_language: str | None = None) -> str | None:
    """The BCP 47 tag of a post's language."""
    root = page.tree
    stated = _tag(root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or root.get("xml:lang"))
    return script_language(text, stated or _tag(feed_language))
