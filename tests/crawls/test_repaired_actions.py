"""A blog with known software and an unknown theme: actions that fail are repaired once."""

from __future__ import annotations

from pathlib import Path

from blogsite import Answer, BlogSite, MadePost, fill, make_posts
from crawl_processes import FAST, crawl, start, urls

from blogcrawler.store import open_store

GENERATOR = '<meta name="generator" content="WordPress 6.4">'
NAMES = {"class=entry-title": "class=headline", "class=entry-content": "class=words", "class=author": "class=who"}


def in_a_theme(site: BlogSite, posts: set[str], names: dict[str, str]) -> None:
    for path, answer in site.pages.items():
        if isinstance(answer, Answer) and "<main>" in str(answer.body):
            text = str(answer.body).replace("<head>", f"<head>{GENERATOR}")
            text = text.replace("<body>", f"<body class={'single' if path in posts else 'blog'}>")
            text = text.replace("<h2><a", "<h2 class=teaser-title><a").replace(
                "<a href=/page/", "<a class=on href=/page/"
            )
            for old, new in names.items():
                text = text.replace(old, new)
            site.pages[path] = Answer(text)


def learned(home: Path, url: str) -> dict[tuple[str, str], str]:
    store = open_store(None, home)
    blog = store.blog(url)
    store.close()
    assert blog is not None
    assert blog.knowledge is not None
    assert blog.knowledge["application"] == "blog/wordpress"
    return {(one["type"], one.get("to", "")): one["path"] for one in blog.knowledge["learned"]}


def test_actions_are_repaired_and_the_next_crawl_needs_no_repair(tmp_path: Path) -> None:
    posts = make_posts(25)
    with BlogSite() as site:
        addresses = fill(site, posts, in_feed=8)
        in_a_theme(site, {post.path for post in posts}, NAMES)
        assert crawl(tmp_path, site.url).poll() == 0
        assert urls(tmp_path) == sorted(addresses)
        first = learned(tmp_path, site.url)
        assert first["follow", "post"] == "h2[@class~='teaser-title']/a/@href"
        assert first["follow", "home"] == "a[@class~='on']/@href"
        assert first["title", ""] == "h1[@class~='headline']"
        assert first["content", ""] == "div[@class~='words']"
        assert crawl(tmp_path, site.url).poll() == 0
        assert urls(tmp_path) == sorted(addresses)
        assert learned(tmp_path, site.url) == first


def other_theme(post: MadePost) -> Answer:
    return Answer(
        f"<!DOCTYPE html><html lang=en><title>{post.title}</title>{GENERATOR}<body><div class=wrap><h2 class=headline>"
        f"{post.title}</h2><section class=story>{post.article()}</section><div class=who>{post.author}, "
        f"{post.published:%d %B %Y}</div></div><div class=rail>Read also: nothing else today</div>"
    )


def test_an_update_aligns_actions_on_a_new_theme_once(tmp_path: Path) -> None:
    posts = make_posts(20)
    with BlogSite() as site:

        def publish(number: int, *, anew: bool) -> None:
            fill(site, posts[-number:], in_feed=8)
            in_a_theme(site, {post.path for post in posts}, {})
            for post in posts if anew else ():
                site.pages[post.path] = other_theme(post)

        def update() -> dict[str, object]:
            given = [part for name, value in FAST.items() for part in ("-s", f"{name}={value}")]
            program = start(tmp_path, "scrapy", "crawl", "updatecrawl", "-a", "all=1", *given)
            assert program.wait() == 0, program.log[-3000:]
            return program.stats

        publish(15, anew=False)
        assert crawl(tmp_path, site.url).poll() == 0
        assert ("title", "") not in learned(tmp_path, site.url)
        posts[7].paragraphs.append("And one more paragraph at the end of this post.")
        publish(18, anew=True)
        assert update()["blogs/relearned"] == 1
        after = learned(tmp_path, site.url)
        assert after["title", ""] == "h2[@class~='headline']"
        assert after["content", ""] == "section[@class~='story']"
        publish(20, anew=True)
        stats = update()
        assert stats["posts/new"] == 2
        assert "blogs/relearned" not in stats
        assert learned(tmp_path, site.url) == after
