"""Unusual layouts: what leads nowhere, and odd pages and answers."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urljoin, urlsplit

from worlds import Answer, World, layout, make_posts, usual


@layout
def traps_everywhere(world: World) -> None:
    posts = usual(world, "/{slug}/")
    tags = [f"tag{n}" for n in range(8)]
    beside = "".join(f'<a href="/tags/{a}+{b}/">{a}+{b}</a> ' for a in tags for b in tags if a < b)
    beside += '<a href="/calendar?y=2024&m=6">June</a>'
    for url, answer in list(world.pages.items()):
        if isinstance(answer.body, str) and "</main>" in answer.body:
            body = re.sub(
                r'href="(/[a-z]+-[a-z]+-[^"]*)"', r'href="\1?utm_source=home&amp;utm_medium=list"', answer.body
            )
            world.pages[url] = Answer(body.replace("</main>", f"</main><aside>{beside}</aside>"), answer.kind)
    plain = dict(world.pages)

    def fallback(url: str) -> Answer | None:
        parts = urlsplit(url)
        if parts.path == "/calendar":
            query = parse_qs(parts.query)
            y, m = int(query["y"][0]), int(query["m"][0])
            links = f'<a href="/calendar?y={y + m // 12}&m={m % 12 + 1}">next</a>'
            links += f'<a href="/calendar?y={y - 1}&m={m}">year</a>'
            return Answer(world.frame(f"{y}-{m}", f"<h1>{y}-{m}</h1><table><tr><td>{links}</table>"))
        if parts.path.startswith("/tags/"):
            name = parts.path[6:].strip("/")
            more = "".join(f'<a href="/tags/{name}+{t}/">{t}</a> ' for t in tags if t not in name)
            return Answer(world.frame(name, f"<h1>{name}</h1>{world.teasers(posts[len(name) % 7 :][:3])}{more}"))
        if "utm_" in parts.query or "sid=" in parts.query:
            return plain.get(f"{world.home.rstrip('/')}{parts.path}")
        return None

    world.fallback = fallback


@layout
def several_views_of_each_post(world: World) -> None:
    posts = usual(world)
    for post in posts:
        base = post.path
        views = (
            f"{base}print/",
            f"{base}amp/",
            f"{base}?m=1",
            f"{base}?replytocom=4",
            f"{base}comment-page-2/",
            f"{base}?share=x",
            f"{base}?print=1",
            f"{base}feed/",
        )
        more = "".join(f'<a href="{view}">view</a> ' for view in views)
        world.put(base, world.article(post, head=world.rss(posts[:10]), more=more))
        for view in views[:7]:
            world.put(view, world.article(post))


@layout
def missing_pages_that_say_200(world: World) -> None:
    posts = usual(world, "/{slug}/")
    dead = "".join(f'<a href="/gone-post-number-{n}/">a post</a> ' for n in range(20))
    world.put(
        "/",
        world.frame(
            "Home", world.teasers(posts[:5]) + dead + '<a href="/page/2/">Older posts</a>', world.rss(posts[:10])
        ),
    )
    world.fallback = lambda url: Answer(
        world.frame(
            "Page not found",
            "<article class=post><h1>Page not found</h1><div class=body><p>Sorry, the page "
            "that you look for is not here. Perhaps it never was.</p></div></article>",
        )
    )


@layout
def missing_pages_that_show_the_home_page(world: World) -> None:
    posts = usual(world, "/{slug}/")
    dead = "".join(f'<a href="/gone-post-number-{n}/">a post</a> ' for n in range(20))
    home = world.frame(
        "Home", world.teasers(posts[:5]) + dead + '<a href="/page/2/">Older posts</a>', world.rss(posts[:10])
    )
    world.put("/", home)
    world.fallback = lambda url: Answer(home)


@layout
def old_addresses_that_redirect(world: World) -> None:
    posts = usual(world, "/{slug}/")
    for number, post in enumerate(posts):
        world.to(f"/index.php?post={number}", post.path)
        world.to(f"/archives/{number}.html", post.path)
    old = "".join(f'<li><a href="/archives/{n}.html">{p.title}</a>' for n, p in enumerate(posts))
    world.put("/archives/", world.frame("Archives", f"<h1>Archives</h1><ul>{old}</ul>"))
    world.nav = '<a href="/archives/">Archives</a>'
    world.lists(posts, head=world.rss(posts[:10]))


def _parts(world: World, further: str) -> None:
    posts = make_posts(24, path="/{date:%Y/%m}/{slug}/")
    head = world.rss(posts[:8])
    for post in posts:
        half = len(post.paragraphs) // 2
        first, second = (
            "".join(f"<p>{p}</p>" for p in part) for part in (post.paragraphs[:half], post.paragraphs[half:])
        )
        there = further.format(post.path)
        world.posts[urljoin(world.home, post.path)] = post.text
        pager = f'<p class=page-links>Pages: <span>1</span> <a href="{there}">2</a></p>'
        world.put(post.path, world.article(post, first, head, pager))
        back = f'<p class=page-links>Pages: <a href="{post.path}">1</a> <span>2</span></p>'
        world.put(there, world.article(post, second, head + f'<link rel=canonical href="{there}">', back))
    world.lists(posts, head=head)
    world.about()


@layout
def posts_over_two_pages(world: World) -> None:
    _parts(world, "{}2/")


@layout
def posts_over_two_pages_by_query(world: World) -> None:
    _parts(world, "{}?page=2")


@layout
def pages_of_the_wrong_type(world: World) -> None:
    posts = usual(world)
    for n, post in enumerate(posts):
        url = urljoin(world.home, post.path)
        kind = ("text/plain", "application/octet-stream", "application/xml", "text/html; charset=nonsense", "")[n % 5]
        world.put(url, world.pages[url].body, kind)


@layout
def deleted_protected_and_draft_posts(world: World) -> None:
    posts = usual(world)
    for post in posts[2:5]:
        world.put(post.path, "<h1>Gone</h1>", status=410)
        del world.posts[urljoin(world.home, post.path)]
    form = (
        "<form action=/wp-login.php?action=postpass method=post class=post-password-form><p>This content is password "
        "protected. To view it please enter your password below:</p><input name=post_password type=password></form>"
    )
    for post in posts[12:14]:
        world.put(post.path, world.article(post, form))
        world.posts[urljoin(world.home, post.path)] = ""
    for post in posts[14:16]:
        world.put(post.path, "<h1>Forbidden</h1>", status=403)
        del world.posts[urljoin(world.home, post.path)]


@layout
def posts_that_call_the_home_page_canonical(world: World) -> None:
    posts = usual(world)
    world.write(posts, head=world.rss(posts[:10]) + f'<link rel=canonical href="{world.home}">')


@layout
def posts_that_are_canonical_elsewhere(world: World) -> None:
    posts = usual(world)
    for post in posts:
        canonical = f'<link rel=canonical href="http://magazine.test{post.path}">'
        world.put(post.path, world.article(post, head=world.rss(posts[:10]) + canonical))


@layout
def a_microblog_without_titles(world: World) -> None:
    posts = make_posts(40, path="/{date:%Y/%m/%d}/{id}.html")
    head = world.rss(posts[:12])
    feed = world.pages[world.home + "feed.xml"]
    feed.body = re.sub("<item><title>.*?</title>", "<item>", str(feed.body))
    for post in posts:
        post.paragraphs = post.paragraphs[0].split(". ")[:1]
        world.posts[urljoin(world.home, post.path)] = post.text
        note = (
            f"<article class=h-entry><div class=e-content><p>{post.text}</p></div><a class=u-url href={post.path}>"
            f'<time class=dt-published datetime="{post.published.isoformat()}">{post.published:%d %b %Y}</time></a>'
            "</article>"
        )
        world.put(post.path, world.frame("Ann", note, head))
    for n in range(4):
        notes = "".join(
            f"<article class=h-entry><div class=e-content><p>{p.text}</p></div><a class=u-url href={p.path}>"
            f"<time>{p.published:%d %b %Y}</time></a></article>"
            for p in posts[10 * n : 10 * n + 10]
        )
        older = f'<a href="/page/{n + 2}/">Older</a>' if n < 3 else ""
        world.put(f"/page/{n + 1}/" if n else "/", world.frame("Ann", notes + older, head))
    world.about()


@layout
def a_photo_blog(world: World) -> None:
    posts = make_posts(30, path="/photo/{slug}")
    for post in posts:
        post.paragraphs = []
    head = world.rss(posts[:10])
    for post in posts:
        world.put(post.path, world.article(post, f'<p><img src="/i/{post.path[7:]}.jpg" alt=""></p>', head))
        world.posts[urljoin(world.home, post.path)] = ""
    thumbs = "".join(f'<a href="{p.path}"><img src="/t/{p.path[7:]}.jpg"></a>' for p in posts)
    world.put(
        "/", world.frame("Home", thumbs[: len(thumbs) // 2].rpartition("<a ")[0] + '<a href="/all">All</a>', head)
    )
    world.put("/all", world.frame("All", thumbs, head))
    world.about()
