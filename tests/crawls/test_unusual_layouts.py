"""Blogs that are laid out unusually: every post once, and whole."""

from __future__ import annotations

import json
from pathlib import Path

from blogsite import Answer, BlogSite, escape, fill, make_posts, page, post_page
from crawl_processes import crawl, urls


def test_posts_over_several_pages_are_one_record_with_the_whole_article(tmp_path: Path):
    posts = make_posts(12, path="/{date:%Y/%m}/{slug}/")
    with BlogSite() as site:
        found = fill(site, posts, full=False)
        for post in posts:
            first, *rest = (f"<p>{escape(text)}</p>" for text in post.paragraphs)
            for number, text in enumerate(rest, 2):
                others = "".join(f"<a href={post.path}{n}/>{n}</a> " for n in range(2, len(rest) + 2) if n != number)
                site.pages[f"{post.path}{number}/"] = Answer(post_page(post, article=text, more=f"<p>{others}</p>"))
            site.pages[post.path] = Answer(
                post_page(post, article=first, more=f"<p>Pages: 1 <a href={post.path}2/>2</a>")
            )
        program = crawl(tmp_path, site.url)
        assert program.poll() == 0
        assert urls(tmp_path) == sorted(found)
        assert len(site.asked) == len(set(site.asked))
    lines = next(tmp_path.glob("*/posts.jsonl")).read_text().splitlines()
    assert sorted(json.loads(line)["text"] for line in lines) == sorted(post.text for post in posts)


def test_lists_that_load_more_as_json_are_followed(tmp_path: Path):
    posts = make_posts(24, path="/{slug}/")
    with BlogSite() as site:
        found = fill(site, posts, in_feed=8)
        for path in [path for path in site.pages if path.startswith(("/page/", "/tag/", "/archive"))]:
            del site.pages[path]
        head = '<link rel=alternate type="application/rss+xml" href="/feed.xml">'
        titles = [f'<h2><a href="{post.path}">{escape(post.title)}</a></h2>' for post in posts]
        button = '<button data-url="/more?page=2">Load more</button>'
        site.pages["/"] = Answer(page("Home", "".join(titles[:8]) + button, head))
        for number in (2, 3):
            answer = {"html": "".join(titles[8 * number - 8 : 8 * number])}
            if number == 2:
                answer["next"] = "/more?page=3"
            site.pages[f"/more?page={number}"] = Answer(json.dumps(answer), "application/json")
        assert crawl(tmp_path, site.url).poll() == 0
        assert urls(tmp_path) == sorted(found)
