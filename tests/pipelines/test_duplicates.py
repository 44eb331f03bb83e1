from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from duplicate_pipelines import opened
from scrapy.exceptions import DropItem

from blogcrawler.items import Post
from blogcrawler.pipelines.duplicates import DuplicatesPipeline
from blogcrawler.pipelines.resumed_export import exported_records


def a_post(url: str) -> Post:
    return Post(url, "http://example.org/")


a_pipeline = partial(opened, DuplicatesPipeline)


def test_a_post_passes_once_under_all_spellings_of_its_url():
    pipeline = a_pipeline()
    post = a_post("http://example.org/a")
    assert pipeline.process_item(post) is post
    for same in ("http://example.org/a", "https://www.example.org/a/", "http://example.org/a/index.html"):
        with pytest.raises(DropItem, match="already harvested"):
            pipeline.process_item(a_post(same))
    assert pipeline.process_item(a_post("http://example.org/b"))
    assert pipeline._crawler.stats.get_value("posts/duplicates") == 3


def test_other_items_pass_untouched():
    assert a_pipeline().process_item({"url": "x"}) == {"url": "x"}


def lines(file: Path, *urls: str) -> Path:
    file.write_text("".join(json.dumps({"url": url}) + "\n" for url in urls))
    return file


def test_a_resumed_crawl_knows_what_it_has_exported(tmp_path: Path):
    file = lines(tmp_path / "example.org.jsonl", "http://example.org/a", "http://example.org/b")
    feeds = {f"{tmp_path}/%(folder_name)s.jsonl": {"format": "jsonlines"}}
    pipeline = a_pipeline(feeds, resumed=True)
    with pytest.raises(DropItem):
        pipeline.process_item(a_post("http://example.org/b/"))
    assert pipeline.process_item(a_post("http://example.org/c"))
    assert pipeline._crawler.stats.get_value("posts/before") == 2
    assert a_pipeline(feeds).process_item(a_post("http://example.org/a")), "a new crawl knows nothing"
    assert file.exists()


@pytest.mark.parametrize(
    "feeds",
    [
        {"{folder}/example.org.jsonl": {"format": "jsonlines", "overwrite": True}},
        {"{folder}/example.org.jsonl": {"format": "csv"}},
        {"ftp://example.org/x.jsonl": {"format": "jsonlines"}},
        {"{folder}/%(unknown)s": {"format": "jsonlines"}},
    ],
)
def test_files_that_are_overwritten_remote_or_not_jsonl_are_not_read(tmp_path: Path, feeds: dict[str, Any]):
    lines(tmp_path / "example.org.jsonl", "http://example.org/a")
    made = {name.replace("{folder}", str(tmp_path)): options for name, options in feeds.items()}
    assert a_pipeline(made, resumed=True).process_item(a_post("http://example.org/a"))


@pytest.mark.parametrize(
    "torn", ['{"url": "http://example.org/c"', '{"url": "http://exa', "\0\0\0", '{"url": 1}', "[]"]
)
def test_an_incomplete_line_is_cut_off(tmp_path: Path, torn: str):
    file = lines(tmp_path / "posts.jsonl", "http://example.org/a", "http://example.org/b")
    whole = file.read_bytes()
    file.write_bytes(whole + torn.encode())
    assert [record["url"] for record in exported_records(file)] == ["http://example.org/a", "http://example.org/b"]
    assert file.read_bytes() == whole


def test_a_complete_record_without_a_line_break_is_cut_off_too(tmp_path: Path):
    file = lines(tmp_path / "posts.jsonl", "http://example.org/a")
    file.write_bytes(file.read_bytes().rstrip())
    assert [record["url"] for record in exported_records(file)] == []
    assert file.read_bytes() == b""


def test_an_invalid_line_does_not_hide_those_after_it(tmp_path: Path):
    file = tmp_path / "posts.jsonl"
    file.write_text('{"url": "http://example.org/a"}\nmy remarks\n\n[]\n{"url": "http://example.org/b"}\n')
    before = file.read_bytes()
    assert [record["url"] for record in exported_records(file)] == ["http://example.org/a", "http://example.org/b"]
    assert file.read_bytes() == before


def test_a_missing_file_has_no_records(tmp_path: Path):
    assert [record["url"] for record in exported_records(tmp_path / "posts.jsonl")] == []
