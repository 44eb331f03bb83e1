from __future__ import annotations

import gzip
import ssl
import subprocess
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import brotli
import pytest
from handler_crawl import crawl
from raw_server import RawServer, Script, Served
from warc_reading import Record, assert_valid, cdxj, records

if sys.version_info < (3, 14):
    from backports import zstd
else:
    from compression import zstd

HTML = b"<html><p>Gr\xc3\xbc\xc3\x9fe" + b" and more" * 500
LARGE = b"tide " * 130_000  # is compressed in a thread
ZIPPED = gzip.compress(HTML, mtime=0)
PAGE = b"HTTP/1.1 200 Very Fine\r\ncontent-LENGTH: %d\r\nX-Odd:no space\r\nContent-Type: text/html\r\n\r\n" % len(HTML)


def chunked(body: bytes, size: int) -> bytes:
    parts = [body[start : start + size] for start in range(0, len(body), size)]
    framed = b"".join(b"%X;ext=1\r\n%b\r\n" % (len(part), part) for part in parts)
    return framed + b"0\r\nTrailer: yes\r\n\r\n"


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/html\r\n\r\n" + chunked(HTML, 700)
SITE: dict[str, Script] = {
    "/page": [PAGE, HTML],
    "/again": [PAGE, HTML],
    "/large": [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(LARGE), LARGE],
    "/slow": [PAGE[:20], 0.02, PAGE[20:], HTML[:9], 0.02, HTML[9:]],
    "/chunked": [CHUNKED],
    "/gzip": [
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Type: text/html\r\n"
        b"Content-Length: %d\r\n\r\n" % len(ZIPPED),
        ZIPPED,
    ],
    "/chunked-deflate": [
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: deflate\r\n"
        b"Content-Type: text/html\r\n\r\n" + chunked(zlib.compress(HTML), 50)
    ],
    "/redirect": [b"HTTP/1.1 301 Moved\r\nLocation: /page\r\nContent-Length: 4\r\n\r\ngone"],
    "/missing": [b"HTTP/1.1 404 Not Here\r\nContent-Length: 2\r\n\r\nno"],
    "/error": [b"HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n"],
    "/empty": [b"HTTP/1.1 204 No Content\r\n\r\n"],
    "/unchanged": [b'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\n\r\n'],
    "/head": [b"HTTP/1.1 200 OK\r\nContent-Length: 4711\r\n\r\n"],
    "/post": [b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nposted"],
    "/folded": [b"HTTP/1.1 200 OK\nX-Long: a\n  b\nX-Latin: \xe9\nno colon\nContent-Length: 3\n\nabc"],
    "/http10": [b"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nuntil the end", "close"],
}
MORE = [{"url": "/head", "method": "HEAD"}, {"url": "/post", "method": "POST", "body": "a=1&b=ü"}]


@dataclass
class Crawled:
    url: str
    got: dict[str, dict[str, Any]]
    stats: dict[str, Any]
    folder: Path
    served: list[Served]

    def exchange(self, path: str) -> tuple[Record, Record]:
        found = [one for one in records(self.folder) if one.fields.get("WARC-Target-URI") == self.url + path]
        request, response = found
        assert request.kind == "request"
        assert request.fields["WARC-Concurrent-To"] == response.fields["WARC-Record-ID"]
        return request, response


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crawled]:
    folder = tmp_path_factory.mktemp("blog")
    paths = [{"url": path} for path in SITE if path not in ("/head", "/post", "/redirect", "/again")]
    order = [*paths, {"url": "/again"}, *MORE, {"url": "/redirect"}, {"url": "/page#part"}]
    with RawServer(SITE) as server:
        requests = [one | {"url": server.url + one["url"]} for one in order]
        result = crawl(folder, requests, settings={"BLOGCRAWLER_CONTACT": "ann@example.org"})
        got = {one["url"].removeprefix(server.url): one for one in result["got"]}
        yield Crawled(server.url, got, result["stats"], folder / "warc", server.served)


@pytest.mark.parametrize("path", [path for path in SITE if path not in ("/page", "/again", "/slow")])
def test_the_archive_contains_what_went_over_the_wire(site: Crawled, path: str) -> None:
    (served,) = [one for one in site.served if one.path == path]
    request, response = site.exchange(path)
    assert request.block == served.request
    assert response.block == served.response
    assert "WARC-Truncated" not in response.fields
    assert response.fields["WARC-IP-Address"] == "127.0.0.1"


def test_the_spider_gets_the_pages_and_their_places_in_the_archive(site: Crawled) -> None:
    for path in ("/page", "/slow", "/chunked", "/gzip", "/chunked-deflate"):
        assert site.got[path]["body"] == HTML.decode()
    assert site.got["/folded"]["body"] == "abc"
    assert site.got["/http10"]["body"] == "until the end"
    by_id = {record.fields["WARC-Record-ID"]: record for record in records(site.folder)}
    for path, got in site.got.items():
        record = by_id[got["warc"]["record_id"]]
        assert record.fields["WARC-Target-URI"] == site.url + path.partition("#")[0]
        assert (got["warc"]["file"], got["warc"]["offset"]) == (f"warc/{record.file}", record.offset)


def test_the_archive_is_valid_and_counted(site: Crawled) -> None:
    assert_valid(site.folder)
    everything = records(site.folder)
    revisits = [one for one in everything if one.kind == "revisit"]
    assert b"operator: ann@example.org\r\n" in everything[0].block
    assert b"http-header-user-agent: testbot/1.0\r\n" in everything[0].block
    assert site.stats["warc/records"] == len(everything) == 1 + 2 * len(site.served)
    assert site.stats["warc/revisits"] == len(revisits) == 4  # /slow, /again, and /page twice more
    assert site.stats["warc/file_count"] == 1
    assert site.stats["warc/bytes"] == sum(path.stat().st_size for path in site.folder.glob("*.warc.gz"))
    assert {one.block for one in revisits} == {PAGE}


def test_the_index_contains_pages_and_redirects(site: Crawled) -> None:
    status = {line["url"].removeprefix(site.url): line["status"] for line in cdxj(site.folder)}
    assert status["/redirect"] == "301"
    assert status["/missing"] == "404"
    assert status["/page"] == "200"
    assert not status.keys() & {"/head", "/post", "/unchanged"}


def test_connections_were_kept_alive(site: Crawled) -> None:
    assert len({one.connection for one in site.served}) < len(site.served) / 2


TRUNCATED: dict[str, tuple[Script, str, bytes]] = {
    "/short": ([PAGE, HTML[:100], "close"], "disconnect", PAGE + HTML[:100]),
    "/reset": ([PAGE, HTML[:100], 0.1, "reset"], "disconnect", PAGE + HTML[:100]),
    "/chunk": ([CHUNKED[:600], "close"], "disconnect", CHUNKED[:600]),
    "/half-a-head": ([PAGE[:30], "close"], "disconnect", PAGE[:30]),
    "/stuck": ([PAGE, HTML[:50], 3.0], "time", PAGE + HTML[:50]),
    "/large": ([PAGE, HTML], "length", PAGE),
}


def test_responses_that_break_off_are_kept_and_marked(tmp_path: Path) -> None:
    with RawServer({path: script for path, (script, _, _) in TRUNCATED.items()}) as server:
        requests: list[Any] = [{"url": server.url + path, "meta": {}} for path in TRUNCATED]
        requests[-2]["meta"] = {"download_timeout": 0.3}
        requests[-1]["meta"] = {"download_maxsize": 1000}
        result = crawl(tmp_path, requests)
    responses = records(tmp_path / "warc", "response")
    assert len(responses) == len(result["got"]) == len(TRUNCATED)
    for got, response, (_, reason, start) in zip(result["got"], responses, TRUNCATED.values(), strict=True):
        assert "error" in got
        assert got["warc"]["record_id"] == response.fields["WARC-Record-ID"]
        assert response.fields["WARC-Truncated"] == reason
        assert response.block.startswith(start)
        assert (PAGE + HTML).startswith(response.block) or CHUNKED.startswith(response.block)
    assert_valid(tmp_path / "warc")


def test_data_loss_that_is_allowed_is_still_marked(tmp_path: Path) -> None:
    with RawServer({"/short": [PAGE, HTML[:100], "close"]}) as server:
        result = crawl(tmp_path, [server.url + "/short"], settings={"DOWNLOAD_FAIL_ON_DATALOSS": False})
    (response,) = records(tmp_path / "warc", "response")
    assert result["got"][0]["flags"] == ["dataloss"]
    assert response.fields["WARC-Truncated"] == "disconnect"


def test_interim_and_surplus_bytes_are_not_part_of_the_response(tmp_path: Path) -> None:
    hints = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
    final = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
    with RawServer({"/a": [hints + final + b"and surplus", "close"], "/b": [hints, "close"]}) as server:
        result = crawl(tmp_path, [server.url + "/a", server.url + "/b"])
    (response,) = records(tmp_path / "warc", "response")
    assert response.block == final
    assert result["got"][1]["warc"] is None


def test_without_a_response_nothing_is_written(tmp_path: Path) -> None:
    with RawServer({"/mute": ["close"], "/ssh": [b"SSH-2.0-OpenSSH_9\r\n", "close"]}) as server:
        urls = [server.url + "/mute", server.url + "/ssh", "http://127.0.0.1:1/"]
        result = crawl(tmp_path, urls)
    assert [one["warc"] for one in result["got"]] == [None, None, None]
    assert not (tmp_path / "warc").exists()


def test_every_retry_is_a_separate_exchange(tmp_path: Path) -> None:
    busy = b"HTTP/1.1 503 Busy\r\nContent-Length: 2\r\n\r\nno"
    with RawServer({"/busy": [busy]}) as server:
        settings = {"RETRY_ENABLED": True, "RETRY_TIMES": 2}
        result = crawl(tmp_path, [server.url + "/busy"], settings=settings)
    responses = records(tmp_path / "warc", "response")
    assert [one.block for one in responses] == [busy] * 3
    assert result["got"][0]["warc"]["record_id"] == responses[-1].fields["WARC-Record-ID"]


def test_a_dead_kept_alive_connection_leaves_one_exchange(tmp_path: Path) -> None:
    first = b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1"
    with RawServer({"/1": [first, "close"], "/2": [first.replace(b"\r\n1", b"\r\n2")]}) as server:
        crawl(tmp_path, [server.url + "/1", server.url + "/2"])
    assert len(records(tmp_path / "warc", "request")) == 2
    assert len(records(tmp_path / "warc", "response")) == 2


def test_robots_txt_is_archived_too(tmp_path: Path) -> None:
    robots = b"HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nUser-agent: *"
    with RawServer({"/robots.txt": [robots], "/page": [PAGE, HTML]}) as server:
        crawl(tmp_path, [server.url + "/page"], settings={"ROBOTSTXT_OBEY": True})
    everything = records(tmp_path / "warc")
    assert b"robots: obey\r\n" in everything[0].block
    assert everything[2].block == robots


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    folder = tmp_path_factory.mktemp("tls")
    key, certificate = folder / "key.pem", folder / "cert.pem"
    subject = ["-subj", "/CN=127.0.0.1", "-days", "2", "-keyout", str(key), "-out", str(certificate)]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject]
    subprocess.run(command, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


def test_https_is_recorded_above_tls_in_the_same_file(tmp_path: Path, tls: ssl.SSLContext) -> None:
    with RawServer({"/page": [PAGE, HTML]}, tls=tls) as secure, RawServer(SITE) as plain:
        crawl(tmp_path, [secure.url + "/page", plain.url + "/chunked"])
    _, request, response, _, other = records(tmp_path / "warc")
    assert request.block == secure.served[0].request
    assert response.block == PAGE + HTML
    assert response.fields["WARC-Target-URI"] == f"https://127.0.0.1:{secure.port}/page"
    assert other.file == response.file


def test_https_through_a_proxy_is_recorded_without_the_tunnel(tmp_path: Path, tls: ssl.SSLContext) -> None:
    with RawServer({"/page": [PAGE, HTML]}, tls=tls) as secure, RawServer({}) as proxy:
        env = {"https_proxy": proxy.url, "no_proxy": ""}
        crawl(tmp_path, [secure.url + "/page"], env=env)
    assert [one.path for one in proxy.served] == [f"127.0.0.1:{secure.port}"]
    _, request, response = records(tmp_path / "warc")
    assert request.block == secure.served[0].request
    assert response.block == PAGE + HTML
    assert "WARC-IP-Address" not in response.fields


def test_through_a_proxy_the_request_is_recorded_as_to_the_server(tmp_path: Path) -> None:
    with RawServer({"/page": [PAGE, HTML]}) as proxy:
        address = proxy.url.replace("http://", "http://ann:secret@")
        env = {"http_proxy": address, "no_proxy": ""}
        result = crawl(tmp_path, ["http://blog.invalid/page"], env=env, host="blog.invalid")
    assert result["got"][0]["body"] == HTML.decode()
    sent = proxy.served[0].request
    assert b"Proxy-Authorization:" in sent
    _, request, response = records(tmp_path / "warc")
    assert request.block.startswith(b"GET /page HTTP/1.1\r\n")
    assert b"Proxy-Authorization" not in request.block
    assert b"Host: blog.invalid\r\n" in request.block
    assert response.block == PAGE + HTML
    assert "WARC-IP-Address" not in response.fields


def test_many_downloads_at_once_are_not_mixed_up(tmp_path: Path) -> None:
    def page(number: int) -> Script:
        body = b"%d " % number * 300
        return [
            b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body),
            0.01,
            body[:50],
            0.01,
            body[50:],
        ]

    with RawServer({f"/{number}": page(number) for number in range(40)}) as server:
        urls = [f"{server.url}/{number}" for number in range(40)]
        settings = {"CONCURRENT_REQUESTS": 8, "CONCURRENT_REQUESTS_PER_DOMAIN": 8, "DOWNLOAD_DELAY": 0}
        crawl(tmp_path, urls, settings=settings, at_once=True)
    expected = {server.url + one.path: (one.request, one.response) for one in server.served}
    requests = {one.fields["WARC-Target-URI"]: one.block for one in records(tmp_path / "warc", "request")}
    responses = {one.fields["WARC-Target-URI"]: one.block for one in records(tmp_path / "warc", "response")}
    assert {url: (requests[url], responses[url]) for url in responses} == expected
    assert len(expected) == 40


def test_the_archive_can_be_switched_off(tmp_path: Path) -> None:
    with RawServer(SITE) as server:
        result = crawl(tmp_path, [server.url + "/page"], settings={"BLOGCRAWLER_WARC_ENABLED": False})
    assert result["got"][0]["status"] == 200
    assert list(tmp_path.iterdir()) == []


def test_a_crawl_that_cannot_be_archived_stops(tmp_path: Path) -> None:
    (tmp_path / "warc").write_text("in the way")
    with RawServer(SITE) as server:
        result = crawl(tmp_path, [server.url + "/page"])
    assert result["got"][0]["error"] == "ArchiveError"
    assert result["stats"]["finish_reason"] == "archive_failed"
    assert "The crawl stops: Cannot create the archive's folder" in result["log"]


def wants_no_copy() -> dict[str, Script]:
    """Pages that ask robots to keep no copy, in the header or in a head with each encoding."""
    page = b'<html><head><meta name="robots" content="noarchive"></head><p>Secret' + b" and more" * 500
    bodies = {"identity": page, "gzip": gzip.compress(page), "br": brotli.compress(page), "zstd": zstd.compress(page)}
    bodies |= {"deflate": zlib.compress(page), "raw": zlib.compress(page)[2:-4]}
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n%b\r\n"
    pages: dict[str, Script] = {
        f"/{name}": [head % (len(body), b"Content-Encoding: %b\r\n" % name.replace("raw", "deflate").encode()), body]
        for name, body in bodies.items()
    }
    return pages | {"/header": [head % (len(HTML), b"X-Robots-Tag: noarchive\r\n"), HTML], "/page": [PAGE, HTML]}


@pytest.mark.parametrize(("respected", "kept"), [("noarchive", {"/page"}), ("", set(wants_no_copy()))])
def test_pages_that_want_no_copy_are_not_archived(tmp_path: Path, respected: str, kept: set[str]) -> None:
    site = wants_no_copy()
    with RawServer(site) as server:
        requests = [{"url": server.url + path} for path in site]
        result = crawl(tmp_path, requests, settings={"BLOGCRAWLER_ROBOTS_TAGS": respected})
    found = {line["url"].removeprefix(server.url) for line in cdxj(tmp_path / "warc")}
    assert found == kept
    assert result["stats"].get("warc/noarchive", 0) == len(site) - len(kept)
    everything = b"".join(record.block for record in records(tmp_path / "warc"))
    assert (b"noarchive" in everything) == (not respected)
