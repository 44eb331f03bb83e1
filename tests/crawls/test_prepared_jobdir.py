"""A queue that somebody has prepared in JOBDIR runs no code."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

from blogsite import BlogSite, fill, make_posts
from crawl_processes import FAST, crawl, start
from queuelib import LifoDiskQueue


class Attack:
    """Makes a file when it is unpickled."""

    def __init__(self, made: Path) -> None:
        self.made = made

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return exec, (f"open({str(self.made)!r}, 'w').close()",)


def prepare(job: Path, made: Path) -> None:
    """Prepare a queue as Scrapy's scheduler keeps it, for both of its priority queues."""
    queue = job / "requests.queue"
    for folder in (queue, queue / "x-9dd4e461268c8034f5c8564e155c67a6"):
        folder.mkdir(parents=True, exist_ok=True)
        file = LifoDiskQueue(str(folder / "0"))
        file.push(pickle.dumps(Attack(made)))
        file.close()
    (queue / "active.json").write_text(json.dumps({"x": [0]}))


def test_an_update_does_not_unpickle_what_is_in_jobdir(tmp_path: Path) -> None:
    made, job = tmp_path / "made", tmp_path / "job"
    with BlogSite() as site:
        fill(site, make_posts(12))
        assert crawl(tmp_path / "home", site.url).poll() == 0
        prepare(job, made)
        settings = [part for name, value in (FAST | {"JOBDIR": str(job)}).items() for part in ("-s", f"{name}={value}")]
        program = start(tmp_path / "home", "scrapy", "crawl", "updatecrawl", "-a", "all=1", *settings)
        assert program.wait() == 0, program.log
    assert not made.exists()
    assert program.stats["blogs/visited"] == 1
