"""Cookies of a browser, as exported to a file in Netscape's format (``cookies.txt``, also used by curl and wget)."""

from __future__ import annotations

from http.cookiejar import CookieJar, LoadError, MozillaCookieJar
from urllib.request import Request

from .errors import UsageError

__all__ = ["cookie_header", "read_cookie_file"]


def read_cookie_file(path: str) -> CookieJar:
    """The cookies in a file; ``UsageError`` if it cannot be read or has another format."""
    jar = MozillaCookieJar()
    try:
        jar.load(path, ignore_discard=True, ignore_expires=True)
    except LoadError:
        raise UsageError(
            f"{path} is not a cookie file; its first line must be '# Netscape HTTP Cookie File' (export as cookies.txt)"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise UsageError(f"{path} cannot be read: {reason}") from None
    for cookie in jar:
        cookie.expires = cookie.expires or None  # curl and others write 0 for cookies of a session
    return jar


def cookie_header(jar: CookieJar, url: str) -> str:
    """The cookies for an address as a ``Cookie`` header, chosen by domain, path, expiry and ``secure``."""
    request = Request(url)  # noqa: S310  only made, never sent
    jar.add_cookie_header(request)
    return request.get_header("Cookie") or ""
