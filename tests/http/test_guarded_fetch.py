from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from blogsite import Answer, BlogSite
from raw_server import RawServer

from blogcrawler.errors import NotFetched
from blogcrawler.http import GuardedFetcher, guarded_fetch

HELLO = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"


@pytest.fixture
def site() -> Iterator[BlogSite]:
    with BlogSite() as served:
        served.pages["/"] = Answer("hello")
        yield served


@pytest.fixture
def internal() -> Iterator[BlogSite]:
    with BlogSite(host="127.0.0.2") as served:
        served.pages["/"] = Answer("secret")
        yield served


def name_server(**names: list[str]) -> Callable[..., Any]:
    """Answers one address after the other, like a name server that rebinds."""

    def resolve(host: str, port: int, **options: Any) -> Any:
        answers = names.get(host.replace(".", "_"), [host])
        return socket.getaddrinfo(answers.pop(0) if len(answers) > 1 else answers[0], port, **options)

    return resolve


@pytest.fixture
def public_address(monkeypatch: pytest.MonkeyPatch) -> str:
    """A loopback address that stands for one on the internet."""
    is_public = guarded_fetch.is_public
    monkeypatch.setattr(guarded_fetch, "is_public", lambda address: str(address) == "127.0.0.1" or is_public(address))
    return "127.0.0.1"


def test_the_address_that_the_user_named_may_be_private(site: BlogSite) -> None:
    got = GuardedFetcher().fetch(site.url, named=True)
    assert (got.url, got.status, got.body, got.content_type) == (site.url, 200, b"hello", "text/html; charset=utf-8")


def test_other_private_addresses_are_refused(site: BlogSite) -> None:
    fetcher = GuardedFetcher(resolve=name_server(inside_test=["127.0.0.1"]))
    for host in ("127.0.0.1", "localhost", "0x7f.1", "[::ffff:127.0.0.1]", "inside.test"):
        with pytest.raises(NotFetched, match="private network"):
            fetcher.fetch(f"http://{host}:{site.port}/")
    assert site.asked == []


def test_a_named_host_is_allowed_at_its_port_only(site: BlogSite) -> None:
    with BlogSite() as other:
        fetcher = GuardedFetcher()
        fetcher.fetch(site.url, named=True)
        assert fetcher.fetch(f"{site.url}").body == b"hello"
        with pytest.raises(NotFetched, match="private network"):
            fetcher.fetch(other.url)
        assert other.asked == []


def test_a_redirect_into_a_private_network_is_refused(site: BlogSite, internal: BlogSite) -> None:
    site.pages["/away"] = Answer("", status=302, headers={"Location": internal.url})
    with pytest.raises(NotFetched, match=r"127\.0\.0\.2:\d+ is in a private network"):
        GuardedFetcher().fetch(f"{site.url}away", named=True)
    assert internal.asked == []


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://127.0.0.1/", "data:text/plain,x", "gopher://x/"])
def test_redirects_lead_to_the_web_only(site: BlogSite, target: str) -> None:
    site.pages["/away"] = Answer("", status=302, headers={"Location": target})
    with pytest.raises(NotFetched, match="not a web address"):
        GuardedFetcher().fetch(f"{site.url}away", named=True)


def test_redirects_are_followed_but_not_forever(site: BlogSite) -> None:
    site.pages["/old"] = Answer("", status=301, headers={"Location": "/"})
    site.pages["/loop"] = Answer("", status=302, headers={"Location": "/loop"})
    fetcher = GuardedFetcher()
    assert fetcher.fetch(f"{site.url}old", named=True).url == site.url
    with pytest.raises(NotFetched, match="too many redirects"):
        fetcher.fetch(f"{site.url}loop")


def test_a_name_that_was_public_cannot_become_private(site: BlogSite, internal: BlogSite, public_address: str) -> None:
    fetcher = GuardedFetcher(resolve=name_server(rebind_test=[public_address, "127.0.0.2"]))
    assert fetcher.fetch(f"http://rebind.test:{site.port}/", named=True).body == b"hello"
    for named in (False, True):
        with pytest.raises(NotFetched, match="private network"):
            fetcher.fetch(f"http://rebind.test:{site.port}/", named=named)


def test_a_name_is_looked_up_once_for_a_connection(site: BlogSite, public_address: str) -> None:
    answers = [public_address, "127.0.0.2"]
    GuardedFetcher(resolve=name_server(rebind_test=answers)).fetch(f"http://rebind.test:{site.port}/")
    assert answers == ["127.0.0.2"]
    assert site.asked == ["/"]


def test_private_addresses_among_public_ones_are_not_tried(site: BlogSite, public_address: str) -> None:
    def resolve(host: str, port: int, **options: Any) -> Any:
        return [
            one for address in ("127.0.0.2", public_address) for one in socket.getaddrinfo(address, port, **options)
        ]

    with socket.create_server(("127.0.0.2", site.port)):
        got = GuardedFetcher(seconds=5, resolve=resolve).fetch(f"http://mixed.test:{site.port}/", named=True)
    assert got.body == b"hello"


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nX-Slow: ",
        b"HTTP/1.1 200 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n",
    ],
    ids=["status", "headers", "body", "body of a known length"],
)
def test_a_server_that_drips_does_not_hold_up_the_program(start: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_drip, args=(server, start), daemon=True).start()
        began = time.monotonic()
        with pytest.raises(NotFetched, match="did not answer in time"):
            GuardedFetcher(seconds=0.6).fetch(f"http://127.0.0.1:{server.getsockname()[1]}/", named=True)
        assert time.monotonic() - began < 3


def test_a_slow_tls_handshake_does_not_hold_up_the_program() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_drip, args=(server, b"\x16\x03\x03\x40\x00\x02"), daemon=True).start()
        began = time.monotonic()
        with pytest.raises(NotFetched, match="did not answer in time"):
            GuardedFetcher(seconds=0.6).fetch(f"https://127.0.0.1:{server.getsockname()[1]}/", named=True)
        assert time.monotonic() - began < 3


def _drip(server: socket.socket, start: bytes) -> None:
    connection, _ = server.accept()
    with connection:
        connection.recv(65_536)
        try:
            connection.sendall(start)
            while True:
                connection.sendall(b"0")
                time.sleep(0.05)
        except OSError:
            pass


def test_an_endless_body_is_cut(site: BlogSite) -> None:
    site.pages["/long"] = Answer(b"x" * 5_000)
    assert len(GuardedFetcher(max_bytes=1_000).fetch(f"{site.url}long", named=True).body) == 1_000


def test_a_proxy_is_used_and_literal_addresses_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    with RawServer({"/": [HELLO]}) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        monkeypatch.setenv("no_proxy", "")
        fetcher = GuardedFetcher()
        assert fetcher.fetch("http://anything.invalid/").body == b"hello"
        for host in ("10.0.0.1", "localhost"):
            with pytest.raises(NotFetched, match="private network"):
                fetcher.fetch(f"http://{host}/")
        assert len(proxy.served) == 1
