"""Archives of generated posts, for benchmarks: as large as you like, and the same for every run.

Half of the posts are in one blog. Paragraphs are drawn from a pool, because inventing each one would take longer than
saving it; the frequencies of words fall as in natural languages.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

from blogcrawler.items import Blog, Comment, Post
from blogcrawler.store import DATABASE_FILE, open_store

LARGE = "https://large.example/"
BLOGS = 200
CHUNK = 500
_WORDS = 50_000
_POOL = 20_000


class Writer:
    """Invents posts; the frequencies of their words fall as in natural languages."""

    def __init__(self, seed: int = 1) -> None:
        self.random = random.Random(seed)
        letters = "abcdefghijklmnopqrstuvwxyz"
        self.words = ["".join(self.random.choices(letters, k=self.random.randint(2, 10))) for _ in range(_WORDS)]
        self.weights = list(accumulate(1 / (rank + 3) for rank in range(_WORDS)))

    def text(self, length: int) -> str:
        return " ".join(self.random.choices(self.words, cum_weights=self.weights, k=length))

    def post(self, number: int, paragraphs: list[str] | None = None, replies: list[str] | None = None) -> Post:
        """A post; its paragraphs and comments are invented, or chosen from these."""
        chance = self.random
        blog = f"https://blog{chance.randrange(BLOGS)}.example/"
        lengths = chance.randint(2, 8), chance.randint(0, 6)
        article = chance.choices(paragraphs, k=lengths[0]) if paragraphs else [self.text(80) for _ in range(lengths[0])]
        said = chance.choices(replies, k=lengths[1]) if replies else [self.text(40) for _ in range(lengths[1])]
        published = datetime(2005, 1, 1, tzinfo=UTC) + timedelta(minutes=chance.randrange(20 * 525_600))
        comments = [
            Comment(str(at), None, self.text(1), None, published.isoformat(), f"<p>{text}</p>", text)
            for at, text in enumerate(said)
        ]
        return Post(
            f"{blog}{number}",
            blog,
            self.text(6),
            [f"{self.words[number % 40]} {self.words[number % 300]}"],
            published.isoformat(),
            language="en-US" if number % 10 else "de",
            tags=[self.text(1), self.text(1)],
            content_html="".join(f"<p>{text}</p>" for text in article),
            text="\n".join(article),
            links=[f"https://elsewhere.example/{at}" for at in range(8)],
            comments=comments,
            source=dict.fromkeys(("title", "text", "authors", "published"), "rule"),
            fetched="2026-01-01T00:00:00+00:00",
            warc={"file": "example.warc.gz", "offset": number, "record_id": f"urn:uuid:{number:036}"},
        )

    def posts(self, number: int) -> Iterator[Post]:
        """Posts from a pool of paragraphs; every second one is in the large blog."""
        paragraphs, replies = [[self.text(length) for _ in range(_POOL)] for length in (80, 40)]
        for at in range(number):
            post = self.post(at, paragraphs, replies)
            post.blog = LARGE if at % 2 else post.blog
            yield post

    def chunks(self, number: int) -> Iterator[list[Post]]:
        """Posts whose paragraphs are all different, some at a time."""
        for start in range(0, number, CHUNK):
            yield [self.post(at) for at in range(start, min(start + CHUNK, number))]


def fill(home: Path, number: int, seed: int = 1) -> None:
    """Save posts and their blogs as fast as possible, and index them."""
    with closing(open_store(None, home)) as store:
        for url in (LARGE, *(f"https://blog{at}.example/" for at in range(BLOGS))):
            store.save_blog(Blog(url, f"Blog {url}", "en"))
    with closing(sqlite3.connect(home / DATABASE_FILE)) as database:
        database.execute("PRAGMA synchronous = OFF")
        posts = Writer(seed).posts(number)
        while chunk := list(islice(posts, 5_000)):
            _insert(database, chunk)
            done = chunk[-1].warc["offset"] + 1
            if done % 100_000 == 0:
                print(f"  {done:,} posts saved", flush=True)
    with closing(open_store(None, home)) as store:
        store.rebuild_search()


def _insert(database: sqlite3.Connection, posts: list[Post]) -> None:
    """Rows as the store writes them, without its checks."""
    from blogcrawler.store.post_history import post_state_row
    from blogcrawler.store.rows import post_row

    for table, rows in (("posts", map(post_row, posts)), ("looks", map(post_state_row, posts))):
        ready = [{name: _stored(value) for name, value in row.items()} for row in rows]
        names = list(ready[0])
        into = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join(f':{name}' for name in names)})"
        with database:
            database.executemany(into, ready)


def _stored(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) if isinstance(value, list | dict) else value
