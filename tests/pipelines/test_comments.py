from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from scrapy.utils.test import get_crawler

from blogcrawler.comments import BlogComments
from blogcrawler.items import Blog
from blogcrawler.pipelines import comments
from blogcrawler.store import Store, open_store

BLOG = "https://example.org/"


def test_rules_learned_while_comment_rules_are_being_stored_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules are stored in a thread of their own."""
    knowledge = {"application": "blog/wordpress", "learned": [{"path": "//h1"}]}

    def open_late(*args: Any) -> Store:
        store = open_store(*args)
        read = store.blog

        def blog(address: str) -> Blog | None:
            found = read(address)
            with closing(open_store(None, tmp_path)) as other:
                other.change_blog(address, knowledge=knowledge)
            return found

        monkeypatch.setattr(store, "blog", blog)
        return store

    with closing(open_store(None, tmp_path)) as store:
        store.save_blog(Blog(BLOG, rules={"title": []}))
        monkeypatch.setattr(comments, "open_store", open_late)
        crawler = get_crawler(settings_dict={"BLOGCRAWLER_HOME": str(tmp_path)})
        comments.CommentsPipeline(crawler)._store_rules(BLOG, BlogComments())
        assert store.blog(BLOG) == Blog(BLOG, rules={"title": [], "comments": []}, knowledge=knowledge)
