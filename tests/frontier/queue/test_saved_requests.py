from __future__ import annotations

import json
import pickle
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from scrapy import FormRequest, Request, Spider

from blogcrawler.frontier.queue.saved_requests import restore_request, save_request
from blogcrawler.items import FeedEntry

URL = "http://example.org/a"


class BlogSpider(Spider):
    name = "blog"

    def parse(self, response: Any) -> None:
        pass

    def failed(self, failure: Any) -> None:
        pass


SPIDER = BlogSpider()


def test_a_request_comes_back_as_it_was() -> None:
    published = datetime(2020, 5, 1, 12, tzinfo=UTC)
    entry = FeedEntry(URL, "Títle \ud800", ("A", "B"), published, tags=("x",), content_html="<p>")
    request = Request(
        URL,
        SPIDER.parse,
        method="POST",
        headers={"X-Name": ["1", b"\xff"]},
        body=b"\x00\xff",
        priority=-7,
        errback=SPIDER.failed,
        meta={"link_features": b"\x01\x80", "depth": 3, "redirect_urls": ["http://example.org/b"]},
        cb_kwargs={"entry": entry, "thread": {"title": None, "posts": [{"id": 1}]}},
        dont_filter=True,
    )
    restored = restore_request(save_request(request, SPIDER), SPIDER)
    assert restored.to_dict(spider=SPIDER) == request.to_dict(spider=SPIDER)
    assert restored.cb_kwargs["entry"] == entry


def test_a_form_comes_back_as_one() -> None:
    restored = restore_request(save_request(FormRequest(URL, formdata={"a": "b"}), SPIDER), SPIDER)
    assert (type(restored), restored.body) == (FormRequest, b"a=b")


@pytest.mark.parametrize("value", [object(), {1, 2}, lambda: 1], ids=["object", "set", "function"])
def test_what_json_does_not_know_cannot_be_saved(value: Any) -> None:
    with pytest.raises(ValueError, match="cannot be saved"):
        save_request(Request(URL, meta={"value": value}), SPIDER)


def test_a_saved_request_cannot_run_code(tmp_path: Path) -> None:
    class Attack:
        def __reduce__(self) -> Any:
            return (tmp_path.joinpath("attacked").touch, ())

    values = json.loads(save_request(Request(URL), SPIDER)) | {"_class": "subprocess.Popen"}
    for data in (pickle.dumps(Attack()), json.dumps(values).encode()):
        with pytest.raises(ValueError):  # noqa: PT011 - of JSON, of Unicode or ours
            restore_request(data, SPIDER)
    assert list(tmp_path.iterdir()) == []
