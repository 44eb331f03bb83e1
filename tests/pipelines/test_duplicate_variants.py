from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from duplicate_pipelines import opened
from scrapy.exceptions import DropItem

from blogcrawler.items import Post
from blogcrawler.pipelines.duplicates import VariantsPipeline


def a_post(url: str, **fields: Any) -> Post:
    return Post(url, "http://example.org/", **({"title": "A Title", "text": "Some words."} | fields))


a_pipeline = partial(opened, VariantsPipeline)


def test_the_same_post_at_a_variant_of_its_url_is_dropped():
    pipeline = a_pipeline()
    first = a_post("http://example.org/a")
    assert pipeline.process_item(first) is first
    for url in ("http://example.org/a.html", "http://example.org/a?m=1", "http://example.org/a/amp"):
        with pytest.raises(DropItem, match="under another address"):
            pipeline.process_item(a_post(url, title="A title", published="2014-03-01"))
    assert pipeline._crawler.stats.get_value("posts/duplicates") == 3


@pytest.mark.parametrize(
    "other",
    [
        a_post("http://example.org/b"),
        a_post("http://example.org/a.html", text="Other words."),
        a_post("http://example.org/a.html", title="Another Title"),
        a_post("http://example.org/a.html", text="", content_html="<img src=x>"),
    ],
    ids=["address", "text", "title", "picture"],
)
def test_a_post_with_another_url_text_or_title_is_kept(other: Post):
    pipeline = a_pipeline()
    pipeline.process_item(a_post("http://example.org/a"))
    assert pipeline.process_item(other) is other


def test_pictures_are_compared_by_their_html():
    pipeline = a_pipeline()
    pipeline.process_item(a_post("http://example.org/a", text="", content_html="<img src=x>"))
    assert pipeline.process_item(a_post("http://example.org/a.html", text="", content_html="<img src=y>"))
    with pytest.raises(DropItem):
        pipeline.process_item(a_post("http://example.org/a.htm", text="", content_html="<img src=x>"))


def test_a_resumed_crawl_knows_what_it_has_exported(tmp_path: Path):
    file = tmp_path / "posts.jsonl"
    file.write_text(json.dumps(a_post("http://example.org/a").record()) + '\n{"url": 5, "title": []}\n')
    feeds = {str(file): {"format": "jsonlines"}}
    with pytest.raises(DropItem):
        a_pipeline(feeds, resumed=True).process_item(a_post("http://example.org/a.html"))
    assert a_pipeline(feeds).process_item(a_post("http://example.org/a.html")), "a new crawl knows nothing"


def test_other_items_pass_untouched():
    assert a_pipeline().process_item({"url": "x"}) == {"url": "x"}
