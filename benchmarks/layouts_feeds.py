"""Unusual layouts: what feeds there are, and what they say."""

from __future__ import annotations

import re
from urllib.parse import urljoin

from worlds import Answer, World, layout, make_posts, usual


@layout
def a_feed_that_nobody_names(world: World) -> None:
    usual(world, "/{slug}/")
    for url, answer in list(world.pages.items()):
        if isinstance(answer.body, str):
            world.pages[url] = Answer(re.sub("<link rel=alternate[^>]*>", "", answer.body), answer.kind)
    world.pages[world.home + "atom.xml"] = world.pages.pop(world.home + "feed.xml")


@layout
def a_feed_that_is_a_page(world: World) -> None:
    usual(world, "/{slug}/")
    world.put("/feed.xml", world.frame("Feed", "<h1>Our feed has moved</h1><p>Sorry.</p>"))


@layout
def a_feed_with_one_entry(world: World) -> None:
    posts = usual(world, "/{slug}/")
    world.rss(posts[:1])


@layout
def an_empty_feed(world: World) -> None:
    usual(world, "/{slug}/")
    world.rss([])


@layout
def three_posts(world: World) -> None:
    usual(world, "/{slug}/", 3)


@layout
def three_posts_without_a_feed(world: World) -> None:
    usual(world, "/{slug}/", 3)
    del world.pages[world.home + "feed.xml"]


@layout
def a_link_blog(world: World) -> None:
    posts = make_posts(30, path="/linked/{date:%Y/%m/%d}/{slug}")
    head = world.rss(
        posts[:10],
        link=lambda post: f"http://news.test{post.path}",
        each=lambda p: f"<guid isPermaLink='true'>{urljoin(world.home, p.path)}</guid>",
    )
    world.write(posts, head=head)
    world.lists(posts, head=head)
    world.about()


@layout
def a_link_blog_whose_feed_names_its_own_posts_in_the_text_only(world: World) -> None:
    posts = make_posts(30, path="/{date:%Y/%m}/{slug}/")
    for post in posts:
        post.paragraphs[-1] += " ∞"
    head = world.rss(
        posts[:10],
        link=lambda post: f"http://news.test{post.path}",
        each=lambda p: f"<guid isPermaLink='false'>tag:{p.path}</guid>",
    )
    world.write(posts, head=head)
    world.lists(posts, head=head)
    world.about()


@layout
def a_podcast(world: World) -> None:
    posts = make_posts(30, path="/episodes/{id}")
    head = world.rss(
        posts[:10],
        each=lambda p: f'<enclosure url="{world.home}audio/{p.path[10:]}.mp3" length="9" type="audio/mpeg"/>',
    )
    world.write(posts, head=head, more="<audio controls src=/audio/x.mp3></audio>")
    world.lists(posts, head=head)
    world.about()


@layout
def a_feed_of_old_addresses(world: World) -> None:
    posts = usual(world, "/{slug}/")
    for post in posts:
        world.to(f"/blog{post.path[:-1]}.html", post.path)
    world.rss(posts[:10], link=lambda p: f"{world.home}blog{p.path[:-1]}.html")


@layout
def a_feed_made_on_somebodys_machine(world: World) -> None:
    posts = usual(world)
    world.rss(posts[:10], link=lambda p: f"http://localhost:4000{p.path}", home="http://localhost:4000/")


@layout
def a_feed_and_sitemap_of_another_name(world: World) -> None:
    posts = usual(world)
    world.rss(posts[:10], link=lambda p: f"https://example.com{p.path}", home="https://example.com/")
    world.sitemap([f"https://example.com{p.path}" for p in posts])


@layout
def a_feed_without_the_folder_of_the_blog(world: World) -> None:
    posts = make_posts(30, path="/blog/{date:%Y}/{slug}.html")
    head = world.rss(posts[:10], "/blog/feed.xml", link=lambda p: world.home + p.path[6:], home=world.home)
    world.write(posts, head=head)
    world.lists(posts, "/blog/", "/blog/page/{}/", head)
    world.seed = world.home + "blog/"


@layout
def a_comment_feed_named_first(world: World) -> None:
    posts = usual(world, "/{slug}/")
    comments = world.rss(posts[:10], "/comments.xml", link=lambda p: f"{world.home[:-1]}{p.path}#comment-12")
    feed = str(world.pages[world.home + "comments.xml"].body).replace("<title>", "<title>Comment on ")
    world.put("/comments.xml", feed, "application/rss+xml")
    world.lists(posts, head=comments + world.rss(posts[:10]))


@layout
def feeds_of_categories_only(world: World) -> None:
    posts = usual(world, "/{slug}/")
    heads = "".join(world.rss(posts[n::3][:6], f"/category/c{n}/feed/") for n in range(3))
    del world.pages[world.home + "feed.xml"]
    world.write(posts, head=heads)
    world.lists(posts, head=heads)
