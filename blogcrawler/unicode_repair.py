"""Text that every encoding, database and terminal can hold."""

from __future__ import annotations

import re

__all__ = ["clean_text", "visible_text"]

_CONTROLS = re.compile("[\x7f-\x9f]")
#: What the control characters beyond ASCII meant in Windows-1252, from which they come if a text was decoded wrongly.
_WINDOWS_1252 = {code: bytes([code]).decode("cp1252", "ignore") for code in range(0x80, 0xA0)} | {0x7F: ""}
#: Soft hyphens, zero-width spaces, byte order marks, and what turns the direction of text. Joiners have a meaning.
_INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]")


def clean_text(text: str) -> str:
    """The text with U+FFFD for NUL and lone surrogates; surrogates that form a pair become their character.

    Control characters beyond ASCII, with which escape sequences of terminals can begin, become what they mean in
    Windows-1252. HTML does not allow them, and browsers show nothing.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if _CONTROLS.search(text):
        text = text.translate(_WINDOWS_1252)
    return text.replace("\0", "\ufffd") if "\0" in text else text


def visible_text(text: str) -> str:
    """A short text such as a name without characters that nobody sees. Some turn the direction of whatever follows.

    Articles keep those: they need them in Arabic and Hebrew, and they end with the paragraph.
    """
    return text if text.isascii() or not _INVISIBLE.search(text) else _INVISIBLE.sub("", text).strip()
