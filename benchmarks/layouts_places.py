"""Unusual layouts: where a blog is, and what its addresses are like."""

from __future__ import annotations

import re

from worlds import Answer, World, layout, make_posts, usual


def _company(world: World, seed: str) -> None:
    posts = make_posts(30, path="/blog/{slug}")
    world.nav = (
        '<a href="/">Home</a> <a href="/products/">Products</a> <a href="/docs/">Docs</a> '
        '<a href="/forum/">Forum</a> <a href="/blog/">Blog</a>'
    )
    head = world.rss(posts[:10], "/blog/rss.xml", home=f"{world.home}blog/")
    world.write(posts, head=head)
    world.lists(posts, "/blog/", "/blog/page/{}", head)
    world.put("/", world.frame("We sell lanterns", "<h1>Lanterns</h1><p>The best there are.</p>"))
    for part, kind in (("products", "lantern"), ("docs", "chapter"), ("forum", "topic")):
        links = "".join(f'<li><a href="/{part}/{kind}-{n}">{kind} {n}</a>' for n in range(25))
        world.put(f"/{part}/", world.frame(part, f"<h1>{part}</h1><ul>{links}</ul>"))
        world.about(*(f"/{part}/{kind}-{n}" for n in range(25)))
    world.seed = world.home + seed


@layout
def a_blog_below_a_company_site(world: World) -> None:
    _company(world, "blog/")


@layout
def the_home_page_of_a_company_with_a_blog(world: World) -> None:
    _company(world, "")


@layout
def two_people_on_one_host(world: World) -> None:
    for who in ("ann", "bob"):
        posts = make_posts(20, seed=len(who) + ord(who[0]), path=f"/~{who}/{{date:%Y}}/{{slug}}.html")
        world.nav = '<a href="/~ann/">Ann</a> <a href="/~bob/">Bob</a>'
        head = world.rss(posts[:8], f"/~{who}/feed.xml", home=f"{world.home}~{who}/")
        world.write(posts, head=head)
        world.lists(posts, f"/~{who}/", f"/~{who}/page{{}}.html", head)
    world.posts = {url: text for url, text in world.posts.items() if "~ann" in url}
    world.put("/", world.frame("People", '<a href="/~ann/">Ann</a> <a href="/~bob/">Bob</a>'))
    world.seed = world.home + "~ann/"


@layout
def a_feed_on_another_host_with_counting_links(world: World) -> None:
    posts = usual(world)
    there = {f"http://feeds.{world.host}/~r/x/~3/{n}/": post for n, post in enumerate(posts[:10])}
    for url, post in there.items():
        world.to(url, post.path, 302)
    links = {post.path: url for url, post in there.items()}
    head = world.rss(posts[:10], f"http://feeds.{world.host}/x", link=lambda post: links[post.path])
    del world.pages[world.home + "feed.xml"]
    world.write(posts, head=head)
    world.lists(posts, head=head)


@layout
def posts_on_a_host_beside_the_home_page(world: World) -> None:
    blog = f"http://blog.{world.host}/"
    posts = make_posts(30, path=blog + "{slug}/")
    head = world.rss(posts[:10], f"{blog}feed/", home=blog)
    world.write(posts, head=head)
    world.lists(posts, blog, blog + "page/{}/", head)
    world.put("/", world.frame("Ann", f'<h1>Ann</h1><p>I write at <a href="{blog}">my blog</a>.</p>', head))
    world.about()


@layout
def links_with_and_without_www(world: World) -> None:
    posts = usual(world)
    www = f"http://www.{world.host}"
    for url, answer in list(world.pages.items()):
        if isinstance(answer.body, str):
            mixed = re.sub(r'href="(/\d\d\d\d/\d[02468]/)', rf'href="{www}\1', answer.body)
            world.pages[url] = Answer(mixed, answer.kind, answer.status, answer.headers)
    for post in posts:
        world.to(www + post.path, post.path)


@layout
def languages_below_the_root(world: World) -> None:
    en, fr = (make_posts(20, seed=n, path=f"/{code}/{{slug}}/") for n, code in ((1, "en"), (2, "fr")))
    alternate = '<link rel=alternate hreflang={0} href="/{0}/">'
    for code, posts in (("en", en), ("fr", fr)):
        world.nav = f'<a href="/{code}/">Home</a> <a href="/en/">English</a> <a href="/fr/">Français</a>'
        head = alternate.format("en") + alternate.format("fr") + world.rss(posts[:8], f"/{code}/feed.xml")
        world.write(posts, head=head)
        world.lists(posts, f"/{code}/", f"/{code}/page/{{}}/", head)
    world.to("/", "/en/", 302)


@layout
def a_home_page_of_whole_posts(world: World) -> None:
    posts = make_posts(30, path="/{slug}/")
    head = world.rss(posts[:10])
    world.write(posts, head=head)
    for n in range(6):
        whole = "".join(
            f'<article class=post><h1><a href="{p.path}">{p.title}</a></h1><p class=meta>by <span class=author>'
            f"{p.author}"
            f'</span> on <time datetime="{p.published.isoformat()}">{p.published:%d %B %Y}</time></p><div class=body>'
            f"{p.article()}</div></article>"
            for p in posts[5 * n : 5 * n + 5]
        )
        older = f'<a href="/page/{n + 2}/">Older posts</a>' if n < 5 else ""
        world.put(f"/page/{n + 1}/" if n else "/", world.frame("Home", whole + older, head))
    world.about()


@layout
def a_home_page_that_refreshes(world: World) -> None:
    posts = make_posts(30, path="/blog/{slug}/")
    head = world.rss(posts[:10], "/blog/feed.xml")
    world.write(posts, head=head)
    world.lists(posts, "/blog/", "/blog/page/{}/", head)
    world.put("/", '<html><head><meta http-equiv="refresh" content="0; url=/blog/"></head><body></body></html>')


@layout
def a_home_page_that_refreshes_to_another_host(world: World) -> None:
    posts = usual(world)
    for url in list(world.pages):
        world.pages[url.replace(world.host, "new." + world.host)] = world.pages.pop(url)
    world.pages = {
        url: Answer(
            a.body.replace(world.home, f"http://new.{world.host}/") if isinstance(a.body, str) else a.body, a.kind
        )
        for url, a in world.pages.items()
    }
    world.posts = {f"http://new.{world.host}{post.path}": post.text for post in posts}
    world.put("/", f'<html><head><meta http-equiv="refresh" content="0; url=http://new.{world.host}/"></head></html>')


@layout
def a_home_page_of_frames(world: World) -> None:
    posts = make_posts(30, path="/{date:%Y}/{slug}.html")
    world.write(posts)
    world.lists(posts, "/main.html", "/main{}.html")
    world.put("/menu.html", world.frame("Menu", '<a href="/main.html" target=main>Blog</a>'))
    world.put(
        "/",
        "<html><head><title>x</title></head><frameset cols=20,80><frame src=menu.html><frame src=main.html>"
        "</frameset></html>",
    )


@layout
def one_language_of_two(world: World) -> None:
    languages_below_the_root(world)
    world.seed = world.home + "fr/"
    world.posts = {url: text for url, text in world.posts.items() if "/fr/" in url}


@layout
def numbers_in_the_query_beside_pages(world: World) -> None:
    posts = usual(world, "/?p={id}")
    world.lists(posts, further="/?paged={}", head=world.rss(posts[:10]))
    world.nav = '<a href="/?page_id=2">About</a> <a href="/?cat=3">Things</a>'
    world.about("/?page_id=2")
    world.put("/?cat=3", world.frame("Things", world.teasers(posts[3:9])))
    world.write(posts, head=world.rss(posts[:10]))


@layout
def index_php_with_id_and_language(world: World) -> None:
    world.nav = (
        '<a href="/index.php?section=about&lang=en">About</a> <a href="/index.php?section=links&lang=en">Links</a>'
    )
    posts = usual(world, "/index.php?id={id}&lang=en")
    world.lists(posts, further="/index.php?start={}&lang=en", head=world.rss(posts[:10]))
    world.about("/index.php?section=about&lang=en", "/index.php?section=links&lang=en")


@layout
def numbers_at_the_root(world: World) -> None:
    usual(world, "/{id}")


@layout
def names_at_the_root_beside_pages_without_dates(world: World) -> None:
    pages = [
        f"/{name}" for name in "contact imprint now uses my-books things-i-like talks press speaking-at-events".split()
    ]
    world.nav = '<a href="/">Home</a> ' + " ".join(f'<a href="{page}">{page[1:]}</a>' for page in pages)
    usual(world, "/{slug}", dated=False)
    world.about(*pages)


@layout
def names_at_the_root_without_a_feed(world: World) -> None:
    pages = [f"/{name}/" for name in "contact imprint now uses my-books things-i-like talks press".split()]
    world.nav = '<a href="/">Home</a> ' + " ".join(f'<a href="{page}">{page[1:-1]}</a>' for page in pages)
    usual(world, "/{slug}/")
    world.about(*pages)
    del world.pages[world.home + "feed.xml"]


def _strip_feed(world: World) -> None:
    del world.pages[world.home + "feed.xml"]
    for url, answer in list(world.pages.items()):
        if isinstance(answer.body, str):
            world.pages[url] = Answer(re.sub("<link rel=alternate[^>]*>", "", answer.body), answer.kind)


@layout
def numbers_in_the_query_without_a_feed(world: World) -> None:
    world.nav = '<a href="/?page_id=2">About</a> <a href="/?cat=3">Things</a>'
    posts = usual(world, "/?p={id}")
    world.lists(posts, further="/?paged={}")
    world.about("/?page_id=2")
    world.put("/?cat=3", world.frame("Things", world.teasers(posts[3:9])))
    _strip_feed(world)


@layout
def article_php_without_a_feed(world: World) -> None:
    world.nav = '<a href="/list.php?cat=1">One</a> <a href="/list.php?cat=2">Two</a> <a href="/contact.php">Contact</a>'
    posts = usual(world, "/article.php?id={id}")
    world.lists(posts, further="/list.php?page={}")
    world.about("/contact.php")
    world.put("/list.php?cat=1", world.frame("One", world.teasers(posts[3:9])))
    world.put("/list.php?cat=2", world.frame("Two", world.teasers(posts[9:19])))
    _strip_feed(world)


@layout
def a_landing_page_without_a_feed(world: World) -> None:
    world.nav = '<a href="/work/">Work</a> <a href="/writing/">Writing</a> <a href="/contact/">Contact</a>'
    posts = make_posts(30, path="/writing/{slug}/")
    world.write(posts)
    world.put("/", world.frame("Ann", "<h1>Ann</h1><p>I make things.</p>"))
    items = "".join(f'<li><a href="{p.path}">{p.title}</a> <time>{p.published:%Y-%m-%d}</time>' for p in posts)
    world.put("/writing/", world.frame("Writing", f"<h1>Writing</h1><ul>{items}</ul>"))
    links = "".join(f'<li><a href="/work/project-{n}/">Project {n}</a>' for n in range(6))
    world.put("/work/", world.frame("Work", f"<h1>Work</h1><ul>{links}</ul>"))
    world.about("/contact/", *(f"/work/project-{n}/" for n in range(6)))


@layout
def names_at_the_root_without_a_feed_or_dates(world: World) -> None:
    pages = [f"/{name}/" for name in "contact imprint now uses my-books things-i-like talks press".split()]
    world.nav = '<a href="/">Home</a> ' + " ".join(f'<a href="{page}">{page[1:-1]}</a>' for page in pages)
    usual(world, "/{slug}/", dated=False)
    world.about(*pages)
    _strip_feed(world)
