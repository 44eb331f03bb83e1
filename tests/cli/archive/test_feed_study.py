from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from blogcrawler.cli import main
from blogcrawler.items import Blog, Post, WatchedDocument
from blogcrawler.store import open_store

FEED = """<rss version="2.0"><channel><title>A</title><link>https://a.example/</link>{items}</channel></rss>"""
ITEM = (
    "<item><title>T{n}</title><link>https://a.example/{n}</link><pubDate>{n:02} Mar 2026 12:00:00 GMT</pubDate></item>"
)


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["feeds", "study", *arguments])
    return int(ended.value.code or 0)


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    feed = tmp_path / "a.xml"
    feed.write_text(FEED.format(items="".join(ITEM.format(n=n) for n in range(1, 9))))
    (tmp_path / "b.xml").write_text("this is not a feed")
    file = tmp_path / "feeds.txt"
    file.write_text(f"# feeds\n{feed}\tart\n{feed}  # twice\n{tmp_path / 'b.xml'}\n")
    return file


def test_a_list_of_feeds_is_studied(listed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    table, plot = tmp_path / "feeds.csv", tmp_path / "feeds.svg"
    assert run(str(listed), "--csv", str(table), "--plot", str(plot)) == 0
    shown, errors = capsys.readouterr()
    assert "RSS 2.0" in shown
    assert "1 d 0 h" in shown
    assert "1 could not be read." in shown
    assert "b.xml" in errors
    assert plot.read_text().startswith("<svg")
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [(row["domain"], row["items"], row["median"]) for row in rows] == [
        ("all", "8", "24.0"),
        ("art", "8", "24.0"),
    ]


def test_the_folders_of_opml_are_domains(tmp_path: Path, listed: Path, capsys: pytest.CaptureFixture[str]):
    opml = tmp_path / "feeds.opml"
    opml.write_text(
        '<opml version="2.0"><body><outline text="Art">'
        '<outline type="rss" xmlUrl="http://127.0.0.1:9/feed"/></outline></body></opml>'
    )
    assert run(str(opml)) == 1
    assert "127.0.0.1:9" in capsys.readouterr().err


def test_the_feeds_of_the_archive_are_studied_without_requests(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    store = open_store(None, tmp_path)
    home = "https://a.example/"
    store.save_blog(Blog(home))
    facts = {"type": "Atom", "entries": 10}
    store.schedule.save_source(WatchedDocument(home, f"{home}feed", "feed", facts=facts))
    store.save_posts(Post(f"{home}{n}", home, published=f"2026-03-{n:02}T12:00:00+00:00") for n in range(1, 9))
    store.close()
    assert run("--home", str(tmp_path), "--json") == 0
    record = json.loads(capsys.readouterr().out)
    assert record["types"] == {"Atom": 1}
    assert record["feeds"][0]["intervals"]["median"] == 24
    assert record["feeds"][0]["stay"] == 240


def test_an_unreadable_list_is_a_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(str(tmp_path / "missing.txt")) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_a_single_feed_is_studied(listed: Path, capsys: pytest.CaptureFixture[str]):
    assert run(str(listed.parent / "a.xml")) == 0
    assert "RSS 2.0  1" in capsys.readouterr().out
    (listed.parent / "empty.opml").write_text("<opml><body/></opml>")
    assert run(str(listed.parent / "empty.opml")) == 1
    assert "empty.opml" in capsys.readouterr().err
