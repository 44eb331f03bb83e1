"""A real forum: django-spirit, in a separate environment."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from blogsite import Answer

HERE = Path(__file__).resolve().parent
SPIRIT = HERE.parents[1] / ".venv-spirit"
PYTHON = str(SPIRIT / "bin" / "python")
IS_INSTALLED = (SPIRIT / ".installed").exists()


@dataclass(frozen=True)
class Forum:
    """A forum at ``url``; ``requests`` are those that it has answered."""

    url: str
    log: Path
    folder: Path

    def add(self, threads: Sequence[dict[str, Any]]) -> None:
        """Write further threads."""
        _run_in_spirit(self.folder, "seed", list(threads))

    def change(self, **changes: Any) -> None:
        """Write replies (``reply``), edit or erase messages (``edit``, ``erase``), remove threads (``remove``)."""
        _run_in_spirit(self.folder, "change", changes)

    def requests(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []

    def forget_requests(self) -> None:
        self.log.unlink(missing_ok=True)


def some_threads(number: int) -> list[dict[str, Any]]:
    """Different threads; every fifth has three pages, and some posts link elsewhere."""
    subjects = "valves dials speakers aerials cabinets transformers knobs cables".split()
    begin = datetime(2021, 3, 1, 12)
    threads = []
    for n in range(number):
        posts = []
        for k in range(45 if n % 5 == 0 else 2 + n % 4):
            link = f' See <a href="https://radio{n}.example/{k}">this</a>.' if k % 3 == 0 else ""
            posts.append(
                {
                    "user": f"user{(n + 3 * k) % 9}",
                    "date": (begin + timedelta(days=n, minutes=7 * k)).isoformat(),
                    "html": f"<p>Answer {k} on {subjects[(n + k) % 8]} of set {n}: I measured {11 * n + k} volts at "
                    f"pin {k % 9} and {13 * k + n} ohms to ground, so replace {subjects[(n * k) % 8]} first.{link}</p>",
                }
            )
        threads.append(
            {"title": f"Repairing {subjects[n % 8]} of set {n}", "category": f"Decade {n % 3}", "posts": posts}
        )
    return threads


def _environment() -> dict[str, str]:
    return {
        **{name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")},
        "PATH": f"{SPIRIT / 'bin'}:{os.environ['PATH']}",
    }


def _run(command: list[str], folder: Path, given: str = "") -> None:
    done = subprocess.run(
        command, cwd=folder, env=_environment(), input=given, capture_output=True, text=True, timeout=120
    )
    if done.returncode:
        raise RuntimeError(done.stderr or done.stdout)


def _run_in_spirit(folder: Path, action: str, given: Any) -> None:
    command = [PYTHON, str(HERE / "spirit_server.py"), str(folder / "forum"), action]
    _run(command, folder, json.dumps(given))


@contextmanager
def running_forum(folder: Path, threads: Sequence[dict[str, Any]]) -> Iterator[Forum]:
    """A forum with these threads, until the end of the block."""
    _run([str(SPIRIT / "bin" / "spirit"), "startproject", "forum"], folder)
    project = folder / "forum"
    _run([PYTHON, str(project / "manage.py"), "spiritinstall", "--settings=forum.settings.dev"], folder)
    _run_in_spirit(folder, "seed", list(threads))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = folder / "requests.log"
    server = subprocess.Popen(
        [PYTHON, str(HERE / "spirit_server.py"), str(project), "serve", str(port), str(log)],
        cwd=folder,
        env=_environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait(f"http://127.0.0.1:{port}/")
        forum = Forum(f"http://127.0.0.1:{port}/", log, folder)
        forum.forget_requests()
        yield forum
    finally:
        server.terminate()
        server.wait(20)


def in_own_style(forum: Forum, path: str) -> Answer:
    """The forum's page as it is."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(forum.url + path.removeprefix("/"), timeout=20) as answer:
            return Answer(answer.read().decode())
    except urllib.error.HTTPError as error:
        return Answer("", status=error.code)


def in_another_style(forum: Forum, path: str) -> Answer:
    """The forum's page with other names and tags, so that no action finds anything on it."""
    answer = in_own_style(forum, path)
    renamed = re.sub(
        r'(class|id)="([^"]+)"', lambda match: f'{match[1]}="{re.sub("[A-Za-z_-]+", "z", match[2])}"', str(answer.body)
    )
    return Answer(re.sub(r"(</?)div\b", r"\1section", renamed), status=answer.status)


def with_renamed_classes(forum: Forum, path: str) -> Answer:
    """The forum's page with other names of classes, as in another theme."""
    answer = in_own_style(forum, path)
    renamed = re.sub(
        r'class="([^"]+)"',
        lambda match: 'class="{}"'.format(" ".join(f"x-{name[::-1]}" for name in match[1].split())),
        str(answer.body),
    )
    return Answer(renamed, status=answer.status)


def _wait(url: str) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with suppress(urllib.error.URLError, OSError), opener.open(url, timeout=5) as answer:
            if answer.status == 200:
                return
        time.sleep(0.2)
    raise RuntimeError(f"{url} does not answer")
