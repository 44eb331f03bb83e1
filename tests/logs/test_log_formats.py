from __future__ import annotations

import asyncio
import json
import logging
import sys
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO
from types import SimpleNamespace

import pytest

from blogcrawler.logs import about_blog, keep_log_safe, write_json_log

#: Whatever ends a line somewhere, moves a cursor, changes the direction of text, or cannot be encoded.
NASTY = [
    character
    for character in map(chr, range(sys.maxunicode + 1))
    if unicodedata.category(character) in ("Cc", "Zl", "Zp", "Cs")
    or unicodedata.bidirectional(character) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
    or character in "\u061c\u200e\u200f"
]
logger = logging.getLogger("blogcrawler.test")


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    root = logging.getLogger()
    handlers, level, formatters = list(root.handlers), root.level, [one.formatter for one in root.handlers]
    yield root
    root.handlers[:] = handlers
    root.setLevel(level)
    for handler, formatter in zip(handlers, formatters, strict=True):
        handler.setFormatter(formatter)


@pytest.fixture
def as_json(root: logging.Logger) -> StringIO:
    out = StringIO()
    write_json_log(logging.StreamHandler(out), logging.INFO, "newcrawl", "http://some.blog/")
    keep_log_safe()  # must not touch it
    return out


def test_the_text_log_has_no_control_characters(root: logging.Logger) -> None:
    out = StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    root.addHandler(handler)
    keep_log_safe()
    try:
        raise ValueError("\x1b[2J\x9b2J\u202e")
    except ValueError:
        logger.exception("title %s", "\x1b]0;owned\x07\x9d\u202e")
    assert out.getvalue().startswith("ERROR title ]0;owned\nTraceback")
    assert not set(NASTY) - {"\n", "\t"} & set(out.getvalue())


def test_a_record_is_a_line_of_json(as_json: StringIO) -> None:
    before = datetime.now(UTC)
    logger.info("%d posts of %s", 3, "Ærø & „Søn“")
    logger.debug("too low")
    assert as_json.getvalue().count("\n") == 1
    entry = json.loads(as_json.getvalue())
    time = datetime.fromisoformat(entry.pop("time"))
    assert abs((time - before).total_seconds()) < 60
    assert time.tzinfo is not None
    assert entry == {
        "level": "INFO",
        "logger": "blogcrawler.test",
        "message": "3 posts of Ærø & „Søn“",
        "spider": "newcrawl",
        "blog": "http://some.blog/",
    }
    assert "Ærø" in as_json.getvalue(), "readable without a parser"


def test_no_character_breaks_a_line_or_reaches_a_terminal(as_json: StringIO) -> None:
    text = "".join(f"a{character}" for character in NASTY)
    try:
        raise ValueError(text)
    except ValueError:
        logger.exception("title %s", text)
    line = as_json.getvalue().removesuffix("\n")
    assert not set(NASTY) & set(line)
    entry = json.loads(line)
    assert entry["message"] == f"title {text}"
    assert entry["exception"].startswith("Traceback (most recent call last):\n")
    assert text in entry["exception"]


def test_the_spider_of_the_record_comes_first(as_json: StringIO) -> None:
    logger.info("crawled", extra={"spider": SimpleNamespace(name="updatecrawl")})
    assert json.loads(as_json.getvalue())["spider"] == "updatecrawl"


def test_tasks_name_the_blog_that_they_work_on(as_json: StringIO) -> None:
    async def visit(url: str) -> None:
        about_blog(url)
        await asyncio.sleep(0)
        logger.info("visited")

    async def visit_both() -> None:
        await asyncio.gather(visit("http://one.blog/"), visit("http://two.blog/"))
        logger.info("done")

    asyncio.run(visit_both())
    entries = [json.loads(line) for line in as_json.getvalue().splitlines()]
    assert [entry["blog"] for entry in entries] == ["http://one.blog/", "http://two.blog/", "http://some.blog/"]


def test_a_record_without_an_error_has_no_exception(as_json: StringIO) -> None:
    logger.error("failed", exc_info=True)  # there is none
    assert "exception" not in json.loads(as_json.getvalue())
