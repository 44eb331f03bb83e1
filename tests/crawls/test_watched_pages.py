"""Watched pages of sites without a feed, from the first look to a clip."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite
from crawl_processes import FAST, Program, start

from blogcrawler.store import WATCHED_PAGES, open_store

SETTINGS = [part for name, value in FAST.items() for part in ("-s", f"{name}={value}")]
FILLER = "The council met on Tuesday and talked about roads, schools and the new library for more than three hours. "
MENU = "<nav><ul>" + "".join(f"<li><a href='/m{n}'>Lighthouse {n}</a></li>" for n in range(6)) + "</ul></nav>"


def item(name: str, text: str) -> str:
    return f"<article><h2><a href='/{name}'>News about {name}</a></h2><p>{FILLER * 2}</p><p>{text}</p></article>"


def hub(*names: str) -> str:
    links = [f"<li><a href='/{name}'>A long report about the {name} of this town</a> in brief</li>" for name in names]
    return f"<div><ul>{''.join(links)}</ul></div>"


def page(*parts: str) -> Answer:
    return Answer(f"<html lang=en><body>{MENU}{''.join(parts)}</body></html>")


def run(home: Path, *arguments: str, code: int = 0) -> Program:
    settings = SETTINGS if arguments[0] == "update" else []
    program = start(home, "blogcrawler", *arguments, *settings)
    assert program.wait() == code, program.log
    return program


def test_new_areas_of_a_page_and_what_its_hubs_lead_to_become_clips(tmp_path: Path) -> None:
    home, out = tmp_path / "home", tmp_path / "clips.jsonl"
    old_hub = ("bridge", "market", "theatre", "station")
    with BlogSite() as site:
        site.pages["/news"] = page(item("old", "The old lighthouse stands."), item("roads", "Dull."), hub(*old_hub))
        run(home, "watch", "add", "lighthouse", "--exec", f"tee -a {out}")
        run(home, "watch", "page", "add", f"{site.url}news")
        assert run(home, "update", "--all").stats["pages/visited"] == 1
        assert not out.exists()  # the first look only notes what is there
        assert site.asked == ["/robots.txt", "/news"]

        site.pages["/museum"] = page("<h1>The museum</h1>", f"<div><p>{FILLER * 3}</p><p>A lighthouse lamp.</p></div>")
        moved = (item("roads", "Dull."), item("old", "The old lighthouse stands."))
        site.pages["/news"] = page(item("new", "A lighthouse opens."), *moved, hub("museum", "harbour", *old_hub))
        site.asked.clear()
        assert run(home, "update", "--all").stats["pages/news"] == 1
        assert [path for path in site.asked if path != "/robots.txt"] == ["/news", "/museum", "/harbour"]
        run(home, "update", "--all")

        clips = [json.loads(line) for line in out.read_text().splitlines()]
        assert {(clip["url"], clip["title"]) for clip in clips} == {
            (f"{site.url}new", "News about new"),
            (f"{site.url}museum", "The museum"),
        }
        assert {clip["blog"] for clip in clips} == {f"{site.url}news"}
        assert run(home, "watch", "page", "list").out.startswith(f"{site.url}news  visited ")
        run(home, "watch", "page", "remove", f"{site.url}news")
        assert "pages/visited" not in run(home, "update", "--all").stats


def test_robots_txt_is_obeyed_and_failures_are_shown(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with BlogSite() as site:
        site.pages["/robots.txt"] = Answer("User-agent: *\nDisallow: /", "text/plain")
        site.pages["/news"] = page(item("old", ""))
        run(home, "watch", "page", "add", f"{site.url}news")
        assert run(home, "update", "--all").stats["pages/failed"] == 1
        assert "/news" not in site.asked
        assert "failed: " in run(home, "watch", "page", "list").out


def test_an_unchanged_page_is_not_read_again(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with BlogSite() as site:
        answer = page(item("old", ""))
        answer.headers["ETag"] = '"1"'
        site.pages["/news"] = answer
        run(home, "watch", "page", "add", f"{site.url}news")
        run(home, "update")
        with closing(open_store(None, home)) as store:
            (document,) = store.schedule.sources(WATCHED_PAGES)
            assert document.due is not None
        assert "pages/visited" not in run(home, "update").stats  # it is not due
        assert run(home, "update", "--all").stats["downloader/response_status_count/304"] == 1


@pytest.mark.parametrize("address", ["https://", "ftp://a.example/"])
def test_only_web_pages_can_be_watched(tmp_path: Path, address: str) -> None:
    assert "not a web address" in run(tmp_path / "home", "watch", "page", "add", address, code=2).log
