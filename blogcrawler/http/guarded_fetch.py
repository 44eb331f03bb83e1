"""Downloads outside a crawl, for commands that read single pages.

Servers are hostile: they redirect to hosts in a private network, change the address of a name between two lookups, or
send one byte a second. So addresses are checked when they are connected to, and everything has one deadline.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from threading import Timer
from typing import Any
from urllib.parse import urljoin, urlsplit
from urllib.request import HTTPHandler, HTTPSHandler, OpenerDirector, ProxyHandler, Request

from ..downloader import hostname, is_public, literal_address
from ..errors import NotFetched
from ..version import __version__
from .faults import reason_of

__all__ = ["FetchedDocument", "GuardedFetcher"]

_MAX_REDIRECTS = 10
_REDIRECTS = (301, 302, 303, 307, 308)
_PORTS = {"http": 80, "https": 443}

#: Finds the addresses of a host and port, as ``socket.getaddrinfo`` does.
Resolve = Callable[..., list[tuple[Any, ...]]]


@dataclass(frozen=True, slots=True)
class FetchedDocument:
    """The response at the end of all redirects, whatever its status. ``body`` is cut at the size limit."""

    url: str
    status: int
    body: bytes
    content_type: str | None


class GuardedFetcher:
    """Fetches documents from the web, but none from private networks, and never for longer than a deadline.

    Only http and https. A private address is allowed only if the user has named its host and port, and it was private
    when they were first fetched. Proxies of the environment are used; they resolve names themselves, so with one only
    literal addresses are checked.
    """

    def __init__(self, seconds: float = 60, max_bytes: int = 20_000_000, resolve: Resolve = socket.getaddrinfo) -> None:
        self._seconds = seconds
        self._max_bytes = max_bytes
        self._resolve = resolve
        #: Hosts and ports the user named, and whether they were private at first.
        self._named: dict[tuple[str, int], bool] = {}

    def fetch(self, url: str, *, named: bool = False, allows: Callable[[str], bool] | None = None) -> FetchedDocument:
        """Fetch an address and follow its redirects; ``NotFetched`` if that fails or is refused.

        ``named`` tells that the user gave this address. ``allows`` decides which addresses redirects may lead to.
        """
        download = _Download(self, time.monotonic() + self._seconds)
        try:
            return self._follow(url, named, allows, download)
        except NotFetched as error:
            raise NotFetched(f"{url} could not be fetched: {error}") from None
        except (OSError, HTTPException, ValueError) as error:
            reason = "the server did not answer in time" if download.expired else reason_of(error)
            raise NotFetched(f"{url} could not be fetched: {reason}") from None
        finally:
            download.close()

    def _follow(
        self, url: str, named: bool, allows: Callable[[str], bool] | None, download: _Download
    ) -> FetchedDocument:
        for _ in range(_MAX_REDIRECTS + 1):
            with download.open(url, named) as answer:
                target = answer.headers.get("Location") if answer.status in _REDIRECTS else None
                if target is None:
                    body = answer.read(self._max_bytes)
                    if download.expired:
                        raise NotFetched("the server did not answer in time")
                    return FetchedDocument(url, answer.status, body, answer.headers.get("Content-Type"))
            url, named = urljoin(url, target), False
            if allows is not None and not allows(url):
                raise NotFetched("it redirects to another site")
        raise NotFetched("there are too many redirects")

    def check_literal(self, host: str, port: int, named: bool) -> None:
        """Refuse a host that is written as a private address, unless the user named it."""
        address = literal_address(host)
        if address is not None and not is_public(address) and not self._may_be_private(host, port, named, True):
            raise NotFetched(f"{host}:{port} is in a private network")

    def addresses(self, host: str, port: int, named: bool, is_proxy: bool) -> list[tuple[Any, ...]]:
        """What may be connected to for a host and port, as ``getaddrinfo`` returns it."""
        found = self._resolve(host, port, type=socket.SOCK_STREAM)
        if is_proxy:
            return found
        public = [one for one in found if is_public(ipaddress.ip_address(one[4][0].partition("%")[0]))]
        if self._may_be_private(host, port, named, not public):
            return found
        if not public:
            raise NotFetched(f"{host}:{port} is in a private network")
        return public

    def _may_be_private(self, host: str, port: int, named: bool, is_private: bool) -> bool:
        key = (hostname(host), port)
        if named:
            self._named.setdefault(key, is_private)
        return self._named.get(key, False)


class _Download:
    """The connections of one download. At the deadline they are shut down, whatever they are doing."""

    def __init__(self, fetcher: GuardedFetcher, deadline: float) -> None:
        self._fetcher = fetcher
        self._deadline = deadline
        self._sockets: list[socket.socket] = []
        self._timer = Timer(deadline - time.monotonic(), self._shut_down)
        self._timer.daemon = True
        self._timer.start()

    @property
    def expired(self) -> bool:
        """Whether the deadline is over."""
        return time.monotonic() >= self._deadline

    def open(self, url: str, named: bool) -> HTTPResponse:
        """Send a request and read the headers of the response. Redirects are not followed."""
        parts = urlsplit(url)
        if parts.scheme not in _PORTS or not parts.hostname:
            raise NotFetched(f"{url} is not a web address")
        self._fetcher.check_literal(parts.hostname, parts.port or _PORTS[parts.scheme], named)
        request = Request(url, headers={"User-Agent": f"blogcrawler/{__version__}"})  # noqa: S310 - checked above
        opener = OpenerDirector()
        for handler in (ProxyHandler(), _GuardedHttp(self, named), _GuardedHttps(self, named)):
            opener.add_handler(handler)
        answer: HTTPResponse = opener.open(request, timeout=self._time_left())
        return answer

    def connect(self, host: str, port: int, *, named: bool, proxied: bool) -> socket.socket:
        """Connect to an address that was checked, so that another lookup cannot change it."""
        found = self._fetcher.addresses(host, port, named, proxied)
        failure: OSError = OSError("there is no host of that name")
        for _, _, _, _, address in found:
            try:
                connected = socket.create_connection(address[:2], self._time_left())
            except OSError as error:
                failure = error
                continue
            # A copy: TLS takes the socket over, and its handshake must not outlast the deadline either.
            self._sockets.append(connected.dup())
            return connected
        raise failure

    def _time_left(self) -> float:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        return left

    def _shut_down(self) -> None:
        for connected in self._sockets:
            with suppress(OSError):
                connected.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Forget the deadline."""
        self._timer.cancel()
        self._timer.join()
        for connected in self._sockets:
            connected.close()


def _connection(kind: type[HTTPConnection], download: _Download, request: Request, named: bool) -> Any:
    """What urllib calls to open a connection for the request."""
    proxied = request.host != urlsplit(request.full_url).netloc

    def connect(address: tuple[str, int], *_: Any) -> socket.socket:
        return download.connect(*address, named=named, proxied=proxied)

    def make(host: str, **options: Any) -> HTTPConnection:
        connection = kind(host, **options)
        connection._create_connection = connect  # type: ignore[attr-defined]
        return connection

    return make


class _GuardedHttp(HTTPHandler):
    def __init__(self, download: _Download, named: bool) -> None:
        super().__init__()
        self._download, self._named = download, named

    def http_open(self, req: Request) -> HTTPResponse:
        return self.do_open(_connection(HTTPConnection, self._download, req, self._named), req)


class _GuardedHttps(HTTPSHandler):
    def __init__(self, download: _Download, named: bool) -> None:
        super().__init__()
        self._download, self._named = download, named

    def https_open(self, req: Request) -> HTTPResponse:
        return self.do_open(_connection(HTTPSConnection, self._download, req, self._named), req)
