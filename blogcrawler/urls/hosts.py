"""Hosts of addresses: which ones are the same, or belong together."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit, urlunsplit

__all__ = ["adopt", "bare_host", "related_hosts", "same_host", "server_of", "split_url"]

_USUAL_PORTS = (None, 80, 443)


def split_url(url: str) -> SplitResult | None:
    """The parts of an address, or ``None`` if it is not a valid web address."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  (raises unless it is a number)
    except ValueError:
        return None
    return parts if parts.scheme in ("http", "https") and parts.hostname else None


def bare_host(url: str, *, web_only: bool = True) -> str:
    """The host in lower case, without ``www.`` and port; empty if there is none.

    ``web_only`` means that only a complete http or https address has a host. Without it, ``//example.org/`` has one,
    too.
    """
    if web_only:
        parts = split_url(url)
    else:
        try:
            parts = urlsplit(url)
        except ValueError:
            parts = None
    return (parts.hostname or "").removeprefix("www.") if parts else ""


def server_of(url: str) -> str:
    """The server of an address: its host without ``www.``, with the port if that is unusual; empty if there is none."""
    parts = split_url(url)
    port = f":{parts.port}" if parts and parts.port not in _USUAL_PORTS else ""
    return f"{bare_host(url)}{port}"


def same_host(one: str, other: str) -> bool:
    """Whether two hosts are the same, ignoring ``www.``."""
    return one.lower().removeprefix("www.") == other.lower().removeprefix("www.")


def related_hosts(one: str, other: str) -> bool:
    """Whether two hosts are the same or one is a subdomain of the other, ignoring ``www.``."""
    one, other = (host.lower().removeprefix("www.") for host in (one, other))
    shorter, longer = sorted((one, other), key=len)
    return one == other or ("." in shorter and longer.endswith(f".{shorter}"))


def adopt(url: str, home: SplitResult) -> str:
    """The address with the scheme and host of the blog's home, if they only differ in http(s), ``www.`` or port."""
    parts = split_url(url)
    if parts is None or (parts.netloc == home.netloc and parts.scheme == home.scheme):
        return url
    if same_host(parts.hostname or "", home.hostname or "") and (parts.port == home.port or parts.port in _USUAL_PORTS):
        return urlunsplit((home.scheme, home.netloc, *parts[2:]))
    return url
