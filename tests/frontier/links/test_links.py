from __future__ import annotations

from blogcrawler.dom import parse_page
from blogcrawler.frontier import Link, PostPattern, Scope, Verdict, learn_pattern, page_links, scripted_links

HOME = "https://example.org/"
POSTS = learn_pattern(f"{HOME}2014/0{n}/post-{n}.html" for n in (1, 2, 3))


def links(html: str, pattern: PostPattern = POSTS) -> list[Link]:
    return list(page_links(parse_page(html, HOME), Scope(HOME, pattern)))


def test_each_link_within_the_blog_is_returned_once_without_traps():
    html = """<head><link rel=next href=/page/2><link rel=stylesheet href=/style></head>
        <a href=/2014/05/x.html>x</a> <a href="http://www.example.org/2014/05/x.html#comments">the same</a>
        <a href=/2014/05/x.html?utm_source=y>and again</a> <a href="odd.html ">odd</a>
        <map><area href=/map.html></map> <a href=https://elsewhere.example/>away</a> <a href=/cat.jpg>a cat</a>
        <a href="javascript:x()">js</a> <a href=http://[>broken</a> <a>none</a> <a href="">empty</a>"""
    assert links(html) == [
        Link(f"{HOME}page/2", Verdict.NO),
        Link(f"{HOME}2014/05/x.html", Verdict.YES),
        Link(f"{HOME}odd.html", Verdict.MAYBE),
        Link(f"{HOME}map.html", Verdict.MAYBE),
    ]


def test_links_are_relative_to_the_base_of_the_page():
    assert links("<base href=/blog/><a href=a>a</a>") == [Link(f"{HOME}blog/a", Verdict.MAYBE)]


def test_urls_of_days_are_not_traps_if_posts_have_such_urls():
    days = learn_pattern(f"{HOME}2014/03/{n}/" for n in (11, 12, 13))
    assert links("<a href=/2014/03/14/>a day</a>") == []
    assert links("<a href=/2014/03/14/>a day</a>", days) == [Link(f"{HOME}2014/03/14/", Verdict.YES)]


def test_load_more_buttons_and_frames_are_followed():
    html = """<button data-next-url="/page/2/">Load more</button> <frame src=/inner.html>
        <div data-next-page="/page/3/">more</div> <a href=/a data-next-url=/b>a</a>"""
    assert {link.url.removeprefix(HOME) for link in links(html)} == {"page/2/", "inner.html", "page/3/", "a"}


def scripted(html: str) -> list[str]:
    page = parse_page(html, HOME)
    return [link.url.removeprefix(HOME) for link in scripted_links(page, Scope(HOME, POSTS))]


def test_pagination_buttons_and_forms_are_followed():
    assert scripted("<button data-url=/posts?page=2>Load more</button>") == ["posts?page=2"]
    assert scripted("<button data-there=/more-of-it>Older posts</button>") == ["more-of-it"]
    assert scripted("<div class=scroller data-next='/api/list?page=2'></div>") == ["api/list?page=2"]
    assert scripted("""<span onclick="location.href='/list/2'">older</span>""") == ["list/2"]
    form = "<form action=/list><input type=hidden name=page value=2><button>More</button></form>"
    assert scripted(form) == ["list?page=2"]
    months = "<select onchange='go(this)'><option value=''>Month<option value=/2014/03/>March<option value=3>3</select>"
    assert scripted(months) == ["2014/03/"]


def test_other_buttons_forms_and_scripts_are_ignored():
    assert scripted("<button data-target=/menu data-src=https://elsewhere.example/page/2>Menu</button>") == []
    assert scripted("<form action=/find><input type=hidden name=page value=2><input name=q></form>") == []
    assert scripted("<form method=post action=/vote><input type=hidden name=page value=2></form>") == []
    assert scripted("<script>var a = '/about.html', b = \"/style.css\", c = '/cat.jpg';</script>") == []


def test_post_urls_in_inline_scripts_are_found():
    data = (
        '{"posts": [{"url": "\\/2014\\/05\\/x.html"}, {"url": "https://example.org/2013/01/y.html"}], "n": "/page/2/"}'
    )
    assert scripted(f"<script type=application/json>{data}</script>") == ["2014/05/x.html", "2013/01/y.html", "page/2/"]
