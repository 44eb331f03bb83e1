"""An error in the learner of one field costs the rules of this field, not those of the others. No page stays behind."""

from __future__ import annotations

import gc
from typing import Any

import pytest
from blogsite import make_posts, post_page, rss

from blogcrawler.dom import Page, parse_page
from blogcrawler.extraction import RuleSet, learn
from blogcrawler.extraction.learning import learn as module  # type: ignore[attr-defined]
from blogcrawler.feeds import parse_feed

HOME = "http://example.org/"
POSTS = make_posts(6)
#: The learners, and the fields of the rules that each of them fills.
LEARNERS = {
    "learn_verified_article": {"article", "shortest", "others"},
    "learn_title": {"title"},
    "learn_authorship": {"authors", "author", "signatures"},
    "learn_published": {"published", "timestamps"},
    "learn_updated": {"updated"},
    "learn_tags": {"tags"},
    "page_language": {"language"},
    "shared_pictures": {"emblems"},
    "site_names": {"names", "headed"},
    "lead_picture": {"leads"},
}


def learned() -> RuleSet:
    links = [HOME.rstrip("/") + post.path for post in POSTS]
    feed = parse_feed(rss(HOME, list(zip(links, links, POSTS, strict=True))).encode(), f"{HOME}feed")
    return learn([(e, parse_page(post_page(p), e.url)) for e, p in zip(feed.entries, POSTS, strict=True)])


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_learner_that_fails_loses_only_its_own_rules(learner: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = learned().record()

    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr(module, learner, fail)
    got = learned().record()
    different = {name for name in expected if got[name] != expected[name]}
    assert got["pages"] == len(POSTS)
    assert {name for name in ("article", "title", "published") if not got[name]} <= LEARNERS[learner]
    if learner != "learn_verified_article":  # other fields are looked for near the article
        assert different <= LEARNERS[learner]


def test_training_pages_leave_memory_without_the_garbage_collector() -> None:
    def pages() -> int:
        return sum(isinstance(one, Page) for one in gc.get_objects())

    gc.collect()
    before = pages()
    gc.disable()
    try:
        learned()
        assert pages() == before
    finally:
        gc.enable()
