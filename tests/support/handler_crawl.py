"""Real crawls, each in a separate process."""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

HANDLER = "blogcrawler.downloader.archiving_handler.ArchivingDownloadHandler"
SETTINGS = {
    "DOWNLOAD_HANDLERS": {"http": HANDLER, "https": HANDLER},
    "TWISTED_DNS_RESOLVER": "blogcrawler.downloader.private_network.GuardedResolver",
    "DOWNLOADER_MIDDLEWARES": {"blogcrawler.downloader.private_network.PrivateNetworkMiddleware": 900},
    "TELNETCONSOLE_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
    "RETRY_ENABLED": False,
    "USER_AGENT": "testbot/1.0",
    "CONCURRENT_REQUESTS": 1,
    "DNS_TIMEOUT": 5,
    "LOG_LEVEL": "INFO",
}


_server: subprocess.Popen[str] | None = None


def crawl(folder: Path, requests: list[Any], **more: Any) -> dict[str, Any]:
    """Crawl in a new process.

    ``more`` holds ``settings``, ``host`` (with its port, that of a blog that was not crawled before), ``private_hosts``
    (those of known blogs, by folder), ``names`` (the answers of a name server), ``env``, ``at_once`` and ``public``.

    The process is forked from one that has imported Scrapy already: that saves a second.
    """
    global _server
    if _server is None:
        command = [sys.executable, __file__]
        _server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        atexit.register(_server.communicate)
    assert _server.stdin is not None
    assert _server.stdout is not None
    with tempfile.TemporaryDirectory() as results:
        spec = {"folder": str(folder), "requests": requests, "results": results} | more
        print(json.dumps(spec), file=_server.stdin, flush=True)
        code = int(_server.stdout.readline())
        log = Path(results, "log").read_text()
        assert code == 0, log
        result: dict[str, Any] = json.loads(Path(results, "result").read_text())
    return result | {"log": log}


def serve() -> None:
    """Run a crawl for each line of input, each in a fork."""
    from scrapy.utils.misc import walk_modules_iter

    for package in ("crawler", "core.engine", "core.scheduler", "downloadermiddlewares", "spidermiddlewares"):
        list(walk_modules_iter(f"scrapy.{package}"))
    list(walk_modules_iter("blogcrawler.downloader"))
    assert "twisted.internet.reactor" not in sys.modules
    for line in sys.stdin:
        spec = json.loads(line)
        child = os.fork()
        if child == 0:
            log = os.open(Path(spec["results"], "log"), os.O_WRONLY | os.O_CREAT)
            os.dup2(log, 1)
            os.dup2(log, 2)
            os.environ.update(spec.get("env", {}))
            signal.alarm(30)
            try:
                main(spec)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def main(spec: dict[str, Any]) -> None:
    import socket

    import scrapy
    from scrapy.crawler import AsyncCrawlerProcess

    from blogcrawler.downloader import CrawlContext
    from blogcrawler.downloader import private_network as network

    got: list[dict[str, Any]] = []
    names: dict[str, list[str]] = spec.get("names", {})
    lookup = socket.gethostbyname

    def gethostbyname(name: str) -> str:
        if name in names:  # one answer after the other, as a name server that rebinds
            return names[name].pop(0) if len(names[name]) > 1 else names[name][0]
        return lookup(name)

    socket.gethostbyname = gethostbyname  # type: ignore[assignment]
    if public := spec.get("public"):  # a loopback address that stands for one on the internet
        is_public = network.is_public
        network.is_public = lambda address: str(address) == public or is_public(address)

    class Spider(scrapy.Spider):
        name = "test"
        handle_httpstatus_all = True

        @classmethod
        def from_crawler(cls, crawler: Any, *args: Any, **kwargs: Any) -> Any:
            private = {Path(folder): host for folder, host in spec.get("private_hosts", {}).items()}
            CrawlContext(
                folder=Path(spec["folder"]), undecided_host=spec.get("host", ""), private_hosts=private
            ).provide(crawler)
            return super().from_crawler(crawler, *args, **kwargs)

        async def start(self) -> AsyncIterator[Any]:
            if spec.get("at_once"):
                await asyncio.gather(*(self.fetch(wanted) for wanted in spec["requests"]))
            else:
                for wanted in spec["requests"]:
                    await self.fetch(wanted)
            return
            yield

        async def fetch(self, wanted: str | dict[str, Any]) -> None:
            assert self.crawler.engine is not None
            request = scrapy.Request(**({"url": wanted} if isinstance(wanted, str) else wanted))
            if "blog_folder" in request.meta:
                request.meta["blog_folder"] = Path(request.meta["blog_folder"])
            try:
                response = await self.crawler.engine.download_async(request)
            except Exception as error:
                result = {"url": request.url, "error": type(error).__name__, "message": str(error)}
                result["warc"] = request.meta.get("warc")
            else:
                result = {"url": response.url, "status": response.status, "flags": response.flags}
                result |= {"body": response.body.decode(errors="replace"), "warc": response.meta.get("warc")}
            got.append(result)

    local = {} if "host" in spec else {"BLOGCRAWLER_PRIVATE_HOSTS": ["127.0.0.1"]}
    process = AsyncCrawlerProcess(SETTINGS | local | spec.get("settings", {}))
    crawler = process.create_crawler(Spider)
    process.crawl(crawler)
    process.start()
    assert crawler.stats is not None
    stats = {key: value for key, value in crawler.stats.get_stats().items() if isinstance(value, int | str)}
    Path(spec["results"], "result").write_text(json.dumps({"got": got, "stats": stats}))


if __name__ == "__main__":
    serve()
