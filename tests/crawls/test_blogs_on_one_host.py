"""Several blogs on one host: each has its own folder and keeps it."""

from __future__ import annotations

import json
import re
from pathlib import Path

from blogsite import Answer, BlogSite, MadePost, fill, make_posts
from crawl_processes import crawl, start

POSTS = {name: make_posts(12, seed=seed) for seed, name in enumerate(("ann", "bob"), 1)}


def put_below(site: BlogSite, name: str, posts: list[MadePost]) -> None:
    """Put a blog on the site below ``/name/``."""
    with BlogSite() as own:
        own.url = f"{site.url}{name}/"
        fill(own, posts)
    for path, answer in own.pages.items():
        assert isinstance(answer, Answer)
        body = re.sub(r'(href="?)/', rf"\1/{name}/", str(answer.body))
        site.pages[f"/{name}{path}"] = Answer(body, answer.kind)


def record_urls(folder: Path) -> set[str]:
    return {json.loads(line)["url"] for line in (folder / "posts.jsonl").read_text().splitlines()}


def test_two_blogs_on_one_host_do_not_overwrite_each_other(tmp_path: Path) -> None:
    with BlogSite() as site:
        for name, posts in POSTS.items():
            put_below(site, name, posts)
            assert crawl(tmp_path, f"{site.url}{name}/").poll() == 0
        for name, posts in POSTS.items():
            folder = tmp_path / f"127.0.0.1_{site.port}_{name}"
            assert record_urls(folder) == {f"{site.url}{name}{post.path}" for post in posts}
            assert list(folder.glob("warc/*.warc.gz"))


def test_an_update_adds_to_the_folder_of_its_blog(tmp_path: Path) -> None:
    with BlogSite() as site:
        for name, posts in POSTS.items():
            put_below(site, name, posts[1:])
            crawl(tmp_path, f"{site.url}{name}/")
        put_below(site, "bob", POSTS["bob"])
        before = set(tmp_path.glob("*/warc/*.warc.gz"))
        assert start(tmp_path, "scrapy", "crawl", "updatecrawl", "-a", f"url={site.url}bob/").wait() == 0
        added = set(tmp_path.glob("*/warc/*.warc.gz")) - before
        assert {file.parent.parent.name for file in added} == {f"127.0.0.1_{site.port}_bob"}


def test_a_redirected_blog_is_known_under_both_addresses(tmp_path: Path) -> None:
    with BlogSite() as site:
        put_below(site, "ann", POSTS["ann"])
        site.pages["/old/"] = Answer(status=301, headers={"Location": f"{site.url}ann/"})
        assert crawl(tmp_path, f"{site.url}old/").poll() == 0
        for url in (f"{site.url}old/", f"{site.url}ann/"):
            shown = start(tmp_path, "blogcrawler", "posts", url, "--json")
            assert shown.wait() == 0, shown.log
            assert len(shown.out.splitlines()) == len(POSTS["ann"])
        crawl(tmp_path, f"{site.url}ann/")
        assert [folder.name for folder in tmp_path.iterdir() if folder.is_dir()] == [f"127.0.0.1_{site.port}_old"]
