"""Unusual layouts: which ways there are to the posts."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from typing import Any
from urllib.parse import urljoin

from worlds import XML, MadePost, World, layout, make_posts, usual


def _scroll(world: World, button: Callable[[int], str], answers: str = "/page/{}") -> None:
    posts = make_posts(40)
    head = world.rss(posts[:5])
    world.write(posts, head=head)
    world.put("/", world.frame("Home", f"<div id=list>{world.teasers(posts[:5])}</div>{button(2)}", head))
    for number in range(2, 9):
        part = world.teasers(posts[5 * number - 5 : 5 * number])
        world.put(answers.format(number), world.frame("More", part + (button(number + 1) if number < 8 else ""), head))
    world.about()


@layout
def a_button_with_data(world: World) -> None:
    _scroll(world, lambda n: f'<button class=more data-url="/posts?page={n}">Load more</button>', "/posts?page={}")


@layout
def a_form_that_turns_pages(world: World) -> None:
    form = '<form method=get action="/list"><input type=hidden name=page value={}><button>More</button></form>'
    _scroll(world, form.format, "/list?page={}")


@layout
def a_button_with_a_script(world: World) -> None:
    _scroll(world, lambda n: f"""<button onclick="location.href='/list/{n}'">Older</button>""", "/list/{}")


@layout
def further_pages_as_json(world: World) -> None:
    _scroll(world, lambda n: f'<div class=scroller data-next="/api/posts?page={n}"></div>', "/none{}")
    posts = make_posts(40)
    for n in range(2, 9):
        part = posts[5 * n - 5 : 5 * n]
        answer = {"html": world.teasers(part), "next": f"/api/posts?page={n + 1}" if n < 8 else None}
        world.put(f"/api/posts?page={n}", json.dumps(answer), "application/json")


@layout
def an_archive_drawn_by_a_script(world: World) -> None:
    posts = make_posts(40)
    head = world.rss(posts[:8])
    world.write(posts, head=head)
    world.lists(posts[:8], head=head, each=8)
    world.nav = '<a href="/">Home</a> <a href="/archive/">Archive</a>'
    data = json.dumps([{"title": p.title, "url": p.path, "year": p.published.year} for p in posts])
    world.put("/", world.frame("Home", world.teasers(posts[:8]), head))
    script = f"<h1>Archive</h1><a href='javascript:show(2023)'>2023</a><script>var posts = {data};</script>"
    world.put("/archive/", world.frame("Archive", script, head))
    world.about()


@layout
def sitemaps_of_all_kinds(world: World) -> None:
    posts = usual(world, "/{slug}/")
    world.put("/", world.frame("Home", world.teasers(posts[:5]), world.rss(posts[:10])))
    urls = [urljoin(world.home, post.path) for post in posts]
    world.sitemap([*urls[:15], *(f"{world.home}dead-{n}/" for n in range(8))], "/sitemap-posts-1.xml.gz", packed=True)
    world.sitemap([*urls[15:], "http://elsewhere.test/a/", "http://elsewhere.test/b/"], "/sitemap-posts-2.xml")
    images = "".join(
        f"<url><loc>{u}</loc><image:image><image:loc>{u}x.png</image:loc></image:image></url>" for u in urls[:5]
    )
    world.put(
        "/sitemap-images.xml",
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        f'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">{images}</urlset>',
        XML,
    )
    parts = ("sitemap-posts-1.xml.gz", "sitemap-posts-2.xml", "sitemap-images.xml", "sitemap-dead.xml")
    rows = "".join(f"<sitemap><loc>{world.home}{p}</loc><lastmod>2024-02-02</lastmod></sitemap>" for p in parts)
    world.put(
        "/sitemap_index.xml",
        f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</sitemapindex>',
        XML,
    )
    world.put("/robots.txt", f"User-agent: *\nDisallow:\nSitemap: {world.home}sitemap_index.xml\n", "text/plain")


def _feed_only(world: World, pages: Callable[[list[MadePost]], None], path: str = "/{slug}/") -> None:
    """Posts that only further pages of the feed list."""
    posts = make_posts(40, path=path)
    world.write(posts)
    pages(posts)
    world.put(
        "/",
        world.frame("Home", world.teasers(posts[:10]), '<link rel=alternate type="application/atom+xml" href="/feed">'),
    )
    world.about()


@layout
def a_feed_with_archives(world: World) -> None:
    def pages(posts: list[MadePost]) -> None:
        for n in range(4):
            before = f"<atom:link rel='prev-archive' href='{world.home}feed-{n + 1}'/>" if n < 3 else ""
            world.rss(posts[10 * n : 10 * n + 10], "/feed" if n == 0 else f"/feed-{n}", more=before)

    _feed_only(world, pages)


@layout
def a_feed_with_next_pages(world: World) -> None:
    def pages(posts: list[MadePost]) -> None:
        for n in range(4):
            after = f"<atom:link rel='next' href='{world.home}feed?page={n + 2}'/>" if n < 3 else ""
            world.rss(posts[10 * n : 10 * n + 10], "/feed" if n == 0 else f"/feed?page={n + 1}", more=after)

    _feed_only(world, pages)


@layout
def a_feed_of_wordpress_with_paged(world: World) -> None:
    def pages(posts: list[MadePost]) -> None:
        generator = "<generator>https://wordpress.org/?v=6.4</generator>"
        for n in range(4):
            world.rss(posts[10 * n : 10 * n + 10], "/feed" if n == 0 else f"/feed?paged={n + 1}", more=generator)

    _feed_only(world, pages)


@layout
def a_json_feed_with_next_url(world: World) -> None:
    def pages(posts: list[MadePost]) -> None:
        for n in range(4):
            items = [
                {
                    "id": p.path,
                    "url": urljoin(world.home, p.path),
                    "title": p.title,
                    "content_html": p.article(),
                    "date_published": p.published.isoformat(),
                }
                for p in posts[10 * n : 10 * n + 10]
            ]
            made: dict[str, Any] = {"version": "https://jsonfeed.org/version/1.1", "title": "x", "items": items}
            if n < 3:
                made["next_url"] = f"{world.home}feed.json?page={n + 2}"
            world.put("/feed" if n == 0 else f"/feed.json?page={n + 1}", json.dumps(made), "application/feed+json")

    _feed_only(world, pages)


@layout
def rss_1_0(world: World) -> None:
    posts = usual(world)
    items = "".join(
        f'<item rdf:about="{urljoin(world.home, p.path)}"><title>{p.title}</title>'
        f"<link>{urljoin(world.home, p.path)}</link>"
        f"<dc:date>{p.published.isoformat()}</dc:date><description>{p.paragraphs[0]}</description></item>"
        for p in posts[:10]
    )
    world.put(
        "/feed.xml",
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="{world.home}"><title>x</title></channel>'
        f"{items}</rdf:RDF>",
        XML,
    )


@layout
def atom_with_xml_base(world: World) -> None:
    posts = usual(world, "/notes/{date:%Y}/{slug}.html")
    entries = "".join(
        f'<entry><title>{p.title}</title><link href="{p.path.removeprefix("/notes/")}"/><id>tag:x,{n}</id>'
        f'<updated>{p.published.isoformat()}</updated><content type="html">{escape(p.article())}</content></entry>'
        for n, p in enumerate(posts[:10])
    )
    world.put(
        "/feed.xml",
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="{world.home}notes/"><title>x</title>{entries}</feed>',
        "application/atom+xml",
    )


@layout
def months_drawn_as_select(world: World) -> None:
    posts = usual(world)
    months = sorted({f"/{p.published:%Y/%m}/" for p in posts}, reverse=True)
    head = world.rss(posts[:6])
    options = "".join(f'<option value="{world.home[:-1]}{m}">{m}' for m in months)
    select = f'<select onchange="document.location.href=this.value"><option value="">Month{options}</select>'
    world.put("/", world.frame("Home", world.teasers(posts[:6]) + select, head))
    for month in months:
        world.put(
            month, world.frame(month, world.teasers([p for p in posts if p.path.startswith(month)]) + select, head)
        )
