"""Text that every encoding and database can hold."""

from __future__ import annotations

__all__ = ["clean_text"]


def clean_text(text: str) -> str:
    """The text with U+FFFD for NUL and lone surrogates; surrogates that form a pair become their character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\0", "\ufffd") if "\0" in text else text
