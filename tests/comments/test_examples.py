"""Every platform's example: the requests, and the comments in the responses and in the rendered page."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

import pytest

from blogcrawler.comments import CommentPlatform, EndpointAnswer, comment_platforms, endpoint_of, page_values
from blogcrawler.comments.page.rule_reader import read_page
from blogcrawler.comments.page.rules import markup_rule
from blogcrawler.comments.platforms.endpoint_client import query_endpoint
from blogcrawler.comments.thread_order import in_thread_order
from blogcrawler.dom import parse_page
from blogcrawler.items import Comment

EXAMPLES = [
    pytest.param(platform, example, id=f"{platform.name}-{number}")
    for platform in comment_platforms()
    for number, example in enumerate(platform.examples)
]


def facts(comment: Comment | dict[str, str], without: tuple[str, ...] = ()) -> dict[str, Any]:
    """What is compared of a comment: all but its HTML, dates as instants."""
    record = comment if isinstance(comment, dict) else comment.record()
    known = {field.name: record.get(field.name) for field in fields(Comment)}
    known["type"] = known["type"] or "comment"
    if known["published"]:
        moment = datetime.fromisoformat(known["published"])
        known["published"] = moment.astimezone(UTC) if moment.tzinfo else moment
    return {name: value for name, value in known.items() if name not in ("content_html", *without)}


@pytest.mark.parametrize(("platform", "example"), EXAMPLES)
def test_the_endpoint_gives_the_comments(platform: CommentPlatform, example: dict[str, Any]) -> None:
    page = parse_page(example["page"], example["url"])
    values = page_values(platform, page, example["url"])
    endpoint = endpoint_of(platform, values)
    if "asks" not in example:
        assert endpoint is None
        return
    assert endpoint is not None
    requested = []
    query = query_endpoint(platform, endpoint, values, example["url"])
    answers = iter(example["answers"])
    try:
        url = next(query)
        while True:
            requested.append(url)
            url = query.send(EndpointAnswer(url, 200, next(answers).encode()))
    except StopIteration as end:
        read = end.value
    assert requested == example["asks"]
    assert [facts(comment) for comment in in_thread_order(read.comments)] == [facts(one) for one in example["comments"]]


@pytest.mark.parametrize(("platform", "example"), EXAMPLES)
def test_the_rendered_page_shows_the_comments(platform: CommentPlatform, example: dict[str, Any]) -> None:
    assert platform.dom is not None
    lost = tuple(example.get("rendered_loses", ()))
    page = parse_page(example["rendered"], example["url"])
    read = read_page(page, markup_rule(platform.dom, platform.name))
    assert [facts(comment, lost) for comment in read] == [facts(one, lost) for one in example["comments"]]
