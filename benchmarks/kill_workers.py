"""Kill workers, the database, browsers and Scrapyd at random while three workers crawl, and count what was lost.

    python benchmarks/kill_workers.py [--kills 200] [--blogs 30] [--minutes 30]

Two workers are programs, the third one is a job of a Scrapyd; each has its own folder, as on three machines, and they
share a PostgreSQL. Every few seconds one of them is killed with SIGKILL and started again: a worker while it crawls a
blog, Scrapyd and the database while any is crawled. The blogs of the corpus are crawled in rounds, each with a new
database, until there were enough kills. The posts of each round are compared with those of a crawl that nobody
disturbs. Needs the corpus (CORPUS, by default ../shared/corpus) and PostgreSQL.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections import Counter
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from corpus import CORPUS, ROOT, serve
from warcio.checker import Checker

sys.path.append(str(ROOT / "tests" / "support"))

from postgresql import Server

from blogcrawler.errors import StoreError
from blogcrawler.store import QueuedBlog, open_store
from blogcrawler.urls import address_key

PROGRAM = "import sys; from blogcrawler.cli import main; main(sys.argv[1:])"
SETTINGS = {
    "AUTOTHROTTLE_ENABLED": "0",
    "DOWNLOAD_DELAY": "0",
    "BLOGCRAWLER_LEASE": "12",
    "BLOGCRAWLER_RETRY_PAUSE": "2",
    "BLOGCRAWLER_RETRIES": "1000",
    "BLOGCRAWLER_MEDIA_ENABLED": "0",
    "BLOGCRAWLER_REQUISITES_ENABLED": "0",
    "BLOGCRAWLER_DELIVER": "0",
}
#: Blogs at the end of a round for which nothing is killed: all kills would be theirs, and a blog whose worker has died
#: 25 times is given up.
LAST_BLOGS = 3
#: Blogs whose pages are rendered, so that there are browsers to kill.
RENDERED = 2
TARGETS = ("first", "first", "second", "second", "scrapyd", "job", "database", "browser", "browser")
SCRAPYD = "[scrapyd]\nbind_address = 127.0.0.1\nhttp_port = {port}\npoll_interval = 0.5\nmax_proc = 1\n"


def folders(number: int, only: str) -> list[Path]:
    """The smallest blogs of the corpus whose name matches."""
    found = [folder for folder in (CORPUS / "blogs").iterdir() if (folder / "blog.json").exists()]
    found = [folder for folder in found if re.search(only, folder.name)]
    return sorted(found, key=lambda folder: (sum(1 for _ in folder.rglob("*")), folder.name))[:number]


def address(folder: Path) -> str:
    return json.loads((folder / "blog.json").read_text())["base_url"].replace("https://", "http://")


class Workers:
    """Two workers and a Scrapyd with a third one, which share a database."""

    def __init__(self, folder: Path, database: str, proxy: int) -> None:
        self.folder = folder
        folder.mkdir()
        own = {"BLOGCRAWLER_DATABASE_URL": database, "http_proxy": f"http://127.0.0.1:{proxy}", "no_proxy": "127.0.0.1"}
        self.environment = os.environ | own | {"PYTHONPATH": str(ROOT)}
        self.settings = [part for name, value in SETTINGS.items() for part in ("-s", f"{name}={value}")]
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.job = ""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        (folder / "scrapyd.conf").write_text(SCRAPYD.format(port=self.port))
        (folder / "scrapy.cfg").write_text(
            "[settings]\ndefault = blogcrawler.settings\n[deploy]\nproject = blogcrawler\n"
        )

    def _start(self, name: str, command: list[str]) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command, cwd=self.folder, env=self.environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )

    def start(self, name: str) -> None:
        if name == "scrapyd":
            self._start(name, [sys.executable, "-m", "scrapyd"])
            return
        words = ["work", "--slots", "2", "--home", str(self.folder / name), *self.settings]
        self._start(name, [sys.executable, "-c", PROGRAM, *words])

    def keep_running(self) -> None:
        """Start programs again that have ended, as systemd would: without a database, a worker cannot start."""
        for name, process in list(self.processes.items()):
            if process.poll() is not None:
                self.start(name)

    def keep_job(self) -> None:
        """Schedule the third worker if no such job runs or waits."""
        with suppress(OSError, ValueError, KeyError):
            jobs = self._ask("listjobs.json")
            if not jobs["running"] and not jobs["pending"] and not self._job_processes():
                given = [f"{name}={value}" for name, value in SETTINGS.items()]
                given.append(f"BLOGCRAWLER_HOME={self.folder / 'third'}")
                fields = {"project": "default", "spider": "work", "slots": "1", "setting": given}
                self._ask("schedule.json", **fields)

    def _ask(self, service: str, **fields: object) -> dict:
        data = urllib.parse.urlencode(fields, doseq=True).encode() or None
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"http://127.0.0.1:{self.port}/{service}", data, timeout=5) as response:
            return json.load(response)

    def _job_processes(self) -> list[int]:
        """The jobs of this Scrapyd, also of one that was killed."""
        return [pid for pid, command in _processes() if "scrapyd.runner" in command and str(self.folder) in command]

    def kill(self, name: str, dice: random.Random, holders: list[str]) -> bool:
        """Kill a target if it has something to lose: ``holders`` name the workers that hold a blog."""
        if name == "browser":
            browsers = [pid for pid, command in _processes() if "--type=" not in command and _is_ours(pid, command)]
            if not browsers:
                return False
            return _kill(dice.choice(browsers))
        if name == "job":
            jobs = self._job_processes()
            return bool(jobs) and _holds_a_blog(jobs[0], holders) and _kill(jobs[0])
        if not (holders if name == "scrapyd" else _holds_a_blog(self.processes[name].pid, holders)):
            return False
        self.processes[name].kill()
        self.processes[name].wait()
        self.start(name)
        return True

    def stop(self) -> None:
        for process in self.processes.values():
            process.terminate()
        for pid in self._job_processes():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        for process in self.processes.values():
            with suppress(subprocess.TimeoutExpired):
                process.wait(40)
            process.kill()
            process.wait()
        end = time.monotonic() + 40
        while self._job_processes() and time.monotonic() < end:
            time.sleep(0.2)
        for pid in self._job_processes():
            _kill(pid)


def _processes() -> list[tuple[int, str]]:
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):
                found.append(
                    (
                        int(folder.name),
                        (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace"),
                    )
                )
    return found


def _holds_a_blog(worker: int, holders: list[str]) -> bool:
    return any(f":{worker}:" in holder for holder in holders)


def _is_ours(pid: int, command: str) -> bool:
    """Whether this is a browser of our crawls: its environment names our database."""
    if "chrom" not in command or "remote-debugging-pipe" not in command:
        return False
    with suppress(OSError):
        return OUR_SIGN.encode() in Path(f"/proc/{pid}/environ").read_bytes()
    return False


OUR_SIGN = f"BLOGCRAWLER_CONTACT=https://example.org/kill-workers/{os.getpid()}"


def _kill(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
        return True
    return False


def queue(database: str | None, home: Path, blogs: list[Path], environment: dict[str, str]) -> None:
    for part, render in ((blogs[:RENDERED], "always"), (blogs[RENDERED:], "auto")):
        words = ["add", *map(address, part), "--home", str(home), "-s", f"BLOGCRAWLER_RENDER={render}"]
        given = environment | ({"BLOGCRAWLER_DATABASE_URL": database} if database else {})
        subprocess.run([sys.executable, "-c", PROGRAM, *words], env=given, check=True, stdout=subprocess.DEVNULL)


def undisturbed(home: Path, blogs: list[Path], proxy: int) -> dict[str, set[str]]:
    """The posts of each blog by a worker that is left alone."""
    environment = os.environ | {"http_proxy": f"http://127.0.0.1:{proxy}", "PYTHONPATH": str(ROOT)}
    queue(None, home, blogs, environment)
    settings = [part for name, value in SETTINGS.items() for part in ("-s", f"{name}={value}")]
    words = ["work", "--once", "--slots", "2", "--home", str(home), *settings]
    with (home / "work.log").open("wb") as log:
        # Some may fail and be tried again for ever.
        process = subprocess.Popen([sys.executable, "-c", PROGRAM, *words], env=environment, stdout=log, stderr=log)
        while process.poll() is None and any(blog.task == "crawl" and not blog.failures for blog in queued(home)):
            time.sleep(1)
        process.terminate()
        process.wait()
    return harvested(None, home)


def queued(home: Path) -> list[QueuedBlog]:
    with closing(open_store(None, home)) as store:
        return store.queue.blogs()


def harvested(database: str | None, home: Path) -> dict[str, set[str]]:
    with closing(open_store(database, home)) as store:
        return {blog.url: {post.url for post in store.posts(blog.url)} for blog in store.blogs()}


def is_known(url: str, posts: dict[str, set[str]]) -> bool:
    return any(found and address_key(url) == address_key(blog) for blog, found in posts.items())


def is_done(database: str, home: Path, number: int) -> bool:
    with suppress(StoreError), closing(open_store(database, home)) as store:
        found = store.queue.blogs()
        return len(found) >= number and all(blog.task == "update" for blog in found)
    return False


def holders(database: str, home: Path) -> list[str]:
    """The leases under which blogs are being crawled; none if only a few blogs are left, which are to be finished."""
    with suppress(StoreError), closing(open_store(database, home)) as store:
        blogs = store.queue.blogs()
        if sum(blog.task == "crawl" for blog in blogs) > LAST_BLOGS:
            return [blog.holder for blog in blogs if blog.holder]
    return []


def check_files(folder: Path) -> tuple[int, int, int]:
    """The number of records that a file has twice, of WARC files, and of those that are invalid."""
    twice = 0
    for file in folder.glob("*/*/posts.jsonl"):
        urls = Counter(json.loads(line)["url"] for line in file.read_text().splitlines())
        twice += sum(number - 1 for number in urls.values())
    warcs = list(folder.glob("*/*/warc/*.warc.gz"))
    invalid = [path for path in warcs if not is_valid(path)]
    for path in invalid:
        print(f"invalid: {path}", flush=True)
    return twice, len(warcs), len(invalid)


def is_valid(path: Path) -> bool:
    checker = Checker(argparse.Namespace(inputs=[str(path)], verbose=False))
    with contextlib.redirect_stdout(None), contextlib.redirect_stderr(None):
        try:
            checker.process_all()
        except Exception:
            return False
    return not checker.exit_value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--blogs", type=int, default=30)
    parser.add_argument("--minutes", type=float, default=30, help="end after this time, whatever the number of kills")
    parser.add_argument("--pause", type=float, default=6, help="longest time between two kills, in seconds")
    parser.add_argument("--only", default="", help="a part of the folder's name (a regular expression)")
    parser.add_argument("--seed", type=int, default=21)
    options = parser.parse_args()
    if not (CORPUS / "blogs").is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / 'blogs'} (set CORPUS to its folder)")
    os.environ["BLOGCRAWLER_CONTACT"] = OUR_SIGN.partition("=")[2]
    # Two more than needed: in the corpus, some blogs lack their home page.
    blogs, dice = folders(options.blogs + 2, options.only), random.Random(options.seed)
    site, proxy = serve(blogs, "--latency", "0.05")
    totals: Counter[str] = Counter()
    kills: Counter[str] = Counter()
    base = Path(tempfile.mkdtemp(prefix="kill-workers-"))
    base.chmod(0o755)
    (base / "pg").mkdir()
    server = Server(base / "pg")
    try:
        server.start()
        expected = undisturbed(base / "undisturbed", blogs, proxy)
        blogs = [folder for folder in blogs if is_known(address(folder), expected)][: options.blogs]
        number = sum(map(len, expected.values()))
        print(f"{datetime.now(UTC):%H:%M:%S} undisturbed: {len(expected)} blogs, {number} posts", flush=True)
        end = time.monotonic() + 60 * options.minutes
        while sum(kills.values()) < options.kills and time.monotonic() < end:
            totals["rounds"] += 1
            one_round(
                base / f"round{totals['rounds']}", server, blogs, proxy, expected, dice, options, kills, totals, end
            )
    finally:
        site.terminate()
        server.stop()
        if not any(totals[name] for name in ("lost", "more", "twice", "invalid", "unfinished")):
            shutil.rmtree(base, ignore_errors=True)
    listed = ", ".join(f"{name} × {count}" for name, count in kills.most_common())
    print(f"{sum(kills.values())} kills ({listed}) in {totals['rounds']} rounds of {len(blogs)} blogs: "
          f"{totals['posts']:,} posts, {totals['lost']} lost, {totals['more']} that the undisturbed crawl lacks, "
          f"{totals['twice']} twice; {totals['warcs']:,} WARC files, {totals['invalid']} invalid; "
          f"{totals['unfinished']} blogs unfinished")  # fmt: skip
    sys.exit(any(totals[name] for name in ("lost", "more", "twice", "invalid", "unfinished")))


def one_round(folder, server, blogs, proxy, expected, dice, options, kills, totals, end) -> None:
    """Crawl all blogs once, and kill something every few seconds until they are done."""
    database = server.new_database()
    workers = Workers(folder, database, proxy)
    queue(database, folder / "queue", blogs, workers.environment)
    for name in ("first", "second", "scrapyd"):
        workers.start(name)
    next_kill = time.monotonic() + 3
    limit = end + 300  # finish the round, without further kills
    try:
        while time.monotonic() < limit and not is_done(database, folder / "queue", len(blogs)):
            workers.keep_running()
            workers.keep_job()
            if time.monotonic() >= next_kill and sum(kills.values()) < options.kills and time.monotonic() < end:
                name, busy = dice.choice(TARGETS), holders(database, folder / "queue")
                if name == "database" and busy:
                    server.stop()
                    time.sleep(dice.random())
                    server.start()
                elif name == "database" or not workers.kill(name, dice, busy):
                    time.sleep(1)
                    continue
                kills[name] += 1
                next_kill = time.monotonic() + options.pause * dice.random()
            time.sleep(0.5)
    finally:
        workers.stop()
    found = harvested(database, folder / "queue")
    asked = {
        url: posts for url, posts in expected.items() if any(is_known(address(one), {url: posts}) for one in blogs)
    }
    missing = {url: sorted(posts - found.get(url, set())) for url, posts in asked.items()}
    lost = sum(map(len, missing.values()))
    for url, posts in missing.items():
        if posts:
            print(f"lost: {len(posts)} of {len(asked[url])} posts of {url}, such as {' '.join(posts[:3])}", flush=True)
    more = sum(len(posts - expected.get(url, set())) for url, posts in found.items())
    twice, warcs, invalid = check_files(folder)
    with closing(open_store(database, folder / "queue")) as store:
        left = [blog for blog in store.queue.blogs() if blog.task == "crawl"]
    for blog in left:
        print(f"unfinished: {blog}", flush=True)
    totals.update(posts=sum(map(len, found.values())), lost=lost, more=more, twice=twice, warcs=warcs, invalid=invalid)
    totals["unfinished"] += len(left)
    print(f"{datetime.now(UTC):%H:%M:%S} round {totals['rounds']}: {dict(kills)}, {dict(totals)}", flush=True)


if __name__ == "__main__":
    main()
