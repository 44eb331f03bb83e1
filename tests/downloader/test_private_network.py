from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from handler_crawl import crawl
from raw_server import RawServer

HELLO = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"
INSIDE = {"inside.test": ["127.0.0.1"], "www.blog.test": ["127.0.0.1"], "blog.test": ["127.0.0.1"]}


@pytest.fixture
def server() -> Iterator[RawServer]:
    with RawServer({"/": [HELLO], "/away": [HELLO.replace(b"200 OK", b"302 Go\r\nLocation: //0x7f.1:%d/")]}) as one:
        one.scripts["/away"] = [HELLO.replace(b"200 OK", b"302 Go\r\nLocation: //0x7f.1:%d/" % one.port)]
        yield one


def outcomes(result: dict[str, Any]) -> list[Any]:
    return [one.get("status") or one["error"] for one in result["got"]]


def test_private_hosts_are_refused_whatever_their_spelling(server: RawServer, tmp_path: Path) -> None:
    hosts = ["127.0.0.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "localhost", "inside.test"]
    urls = [f"http://{host}:{server.port}/" for host in hosts]
    settings = {"RETRY_ENABLED": True}
    result = crawl(tmp_path, urls, host="blog.test", names=INSIDE, settings=settings)
    assert outcomes(result) == ["IgnoreRequest"] * len(hosts)
    assert server.served == []
    assert result["stats"]["network/refused"] == len(hosts)
    assert result["log"].count("is in a private network") == len(hosts)
    assert "BLOGCRAWLER_PRIVATE_HOSTS" in result["got"][-1]["message"]
    assert "retry/count" not in result["stats"]


def test_a_redirect_into_a_private_network_is_refused(server: RawServer, tmp_path: Path) -> None:
    result = crawl(tmp_path, [f"http://blog.test:{server.port}/away"], host=f"blog.test:{server.port}", names=INSIDE)
    assert outcomes(result) == ["IgnoreRequest"]
    assert [one.path for one in server.served] == ["/away"]


def test_the_seed_may_be_private_but_no_other_host_or_port(server: RawServer, tmp_path: Path) -> None:
    with RawServer({"/": [HELLO]}) as other:
        urls = [f"http://{host}:{server.port}/" for host in ("blog.test", "www.blog.test", "inside.test")]
        urls.append(f"http://blog.test:{other.port}/")
        result = crawl(tmp_path, urls, host=f"blog.test:{server.port}", names=INSIDE)
        assert other.served == []
    assert outcomes(result) == [200, "IgnoreRequest", "IgnoreRequest", "IgnoreRequest"]


def test_a_seed_that_was_public_cannot_become_private(server: RawServer, tmp_path: Path) -> None:
    names = {"blog.test": ["127.0.0.2", "127.0.0.2", "127.0.0.1"]}  # looked up before connecting and when connecting
    url = f"http://blog.test:{server.port}/"
    settings = {"DNSCACHE_ENABLED": False}
    result = crawl(
        tmp_path, [url, url], host=f"blog.test:{server.port}", names=names, settings=settings, public="127.0.0.2"
    )
    assert outcomes(result) == ["DownloadConnectionRefusedError", "IgnoreRequest"]
    assert server.served == []


def test_a_known_blog_cannot_become_private(server: RawServer, tmp_path: Path) -> None:
    result = crawl(tmp_path, [f"http://blog.test:{server.port}/"], host="", names=INSIDE)
    assert outcomes(result) == ["IgnoreRequest"]


def test_a_blog_does_not_reach_the_private_host_of_another(server: RawServer, tmp_path: Path) -> None:
    url = f"http://inside.test:{server.port}/"
    mine, other = str(tmp_path / "mine"), str(tmp_path / "other")
    requests = [{"url": url, "meta": {"blog_folder": folder}} for folder in (mine, other, mine)]
    private = {mine: f"inside.test:{server.port}"}
    result = crawl(tmp_path, [*requests, url], host="", private_hosts=private, names=INSIDE)
    assert outcomes(result) == [200, "IgnoreRequest", 200, "IgnoreRequest"]


def test_hosts_can_be_allowed(server: RawServer, tmp_path: Path) -> None:
    urls = [f"http://{host}:{server.port}/" for host in ("inside.test", "127.0.0.1")]
    settings = {"BLOGCRAWLER_PRIVATE_HOSTS": ["Inside.test", "127.0.0.1"]}
    result = crawl(tmp_path, urls, host="blog.test", names=INSIDE, settings=settings)
    assert outcomes(result) == [200, 200]


def test_changing_the_address_of_a_name_does_not_help(server: RawServer, tmp_path: Path) -> None:
    names = {"rebind.test": ["127.0.0.2", "127.0.0.2", "127.0.0.2", "127.0.0.1"]}  # two lookups for each request
    url = f"http://rebind.test:{server.port}/"
    settings = {"DNSCACHE_ENABLED": False}
    result = crawl(tmp_path, [url, url], host="blog.test", names=names, settings=settings, public="127.0.0.2")
    assert outcomes(result) == ["DownloadConnectionRefusedError", "IgnoreRequest"]
    assert server.served == []


def test_unknown_host_names_are_ordinary_errors(tmp_path: Path) -> None:
    result = crawl(tmp_path, ["http://nowhere.invalid/"], host="blog.test")
    assert outcomes(result) == ["CannotResolveHostError"]
    assert "network/refused" not in result["stats"]


def test_with_a_proxy_only_literal_addresses_are_checked(tmp_path: Path) -> None:
    with RawServer({"/": [HELLO]}) as proxy:
        urls = ["http://anything.invalid/", "http://10.0.0.1/", "http://127.0.0.1/", "http://localhost/"]
        env = {"http_proxy": proxy.url, "no_proxy": ""}
        result = crawl(tmp_path, urls, host="blog.test", env=env)
        named = {"http_proxy": f"http://proxy.test:{proxy.port}", "no_proxy": ""}
        names = {"proxy.test": ["127.0.0.1"]}
        other = crawl(tmp_path, urls[:1], host="blog.test", env=named, names=names)
    assert outcomes(result) == [200, "IgnoreRequest", "IgnoreRequest", "IgnoreRequest"]
    assert outcomes(other) == [200]


def test_a_missing_resolver_is_reported(server: RawServer, tmp_path: Path) -> None:
    settings = {"TWISTED_DNS_RESOLVER": "scrapy.resolver.CachingThreadedResolver"}
    result = crawl(tmp_path, [server.url + "/"], settings=settings)
    assert "GuardedResolver is not installed" in result["log"]
