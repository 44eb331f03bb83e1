from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.comments import CommentPlatform, page_platforms
from blogcrawler.comments.platforms.definition import read_platform
from blogcrawler.dom import parse_page
from blogcrawler.extraction import ArticleRule, Extractor, RuleSet
from blogcrawler.rendering import browser_need
from blogcrawler.rendering.needs_browser import has_lost

URL = "https://blog.example/post/"
TEXT = "<p>" + "A sentence that a server has written into its page. " * 8 + "</p>"
EXTRACTOR = Extractor(RuleSet(article=(ArticleRule('//div[@id="entry"]', 1.0),)))


def drawn(**tables: object) -> CommentPlatform:
    """A platform whose comments are loaded by a script."""
    data = {"title": "X", "recognise": {"css": ["#talk"], "needs_script": True}, "browser": {"ready": ".c"}, **tables}
    return read_platform(data, "x-loader.toml")


def need(html: str, *platforms: CommentPlatform, expected: int | None = None) -> str | None:
    return browser_need(parse_page(html, URL), EXTRACTOR, platforms, expected)


@pytest.mark.parametrize(
    "html",
    [
        f"<body><div id=entry>{TEXT}</div></body>",
        f"<body><div id=entry>{TEXT}</div><div id=root></div><script src=/a.js></script></body>",
        "<body><div id=entry>A short post.</div><script src=/a.js></script></body>",
        "<body><div id=entry><img src=/a.jpg></div><script src=/a.js></script></body>",
        "<body><div id=entry></div></body>",  # nothing would fill it
        "<body><h1>Picture of the day</h1><img src=/a.jpg><div id=like></div><script src=/a.js></script></body>",
        "<body><h1>Gone</h1><p>This page is gone.</p><script src=/analytics.js></script></body>",
        f"<body>{TEXT}<noscript>Enable JavaScript to see the comments.</noscript><script src=/a.js></script></body>",
        "",
    ],
)
def test_ordinary_pages_need_no_browser(html: str) -> None:
    assert need(html) is None


@pytest.mark.parametrize(
    "html",
    [
        "<body><div id=root></div><script src=/main.js></script></body>",
        "<body><noscript>You need to enable JavaScript to run this app.</noscript><p>…</p><script src=/a.js></script>",
        "<body><app-root></app-root><script type=module src=/a.js></script></body>",
        "<body><header>A Blog</header><div id=app><script>var x = 'a bundle of JavaScript';</script></div></body>",
        f"<script src='//www.blogblog.com/dynamicviews/4224c15c4e7c9321/js/comments.js'></script><body>{TEXT}</body>",
    ],
)
def test_templates_that_are_empty_without_scripts_need_a_browser(html: str) -> None:
    assert need(html) == "template"


def test_an_empty_post_needs_a_browser_only_if_a_script_fills_it() -> None:
    empty = "<main><div id=entry></div><footer>The footer</footer></main>"
    assert need(f"<body>{empty}{TEXT}<script src=/theme.js></script></body>") is None
    fills = "<script>document.getElementById('entry').append(draw())</script>"
    assert need(f"<body>{empty}{TEXT}{fills}</body>") == "article"


@pytest.mark.parametrize("inside", ["", " ", "Loading…", "<div class=spinner></div>"])
def test_an_empty_article_needs_a_browser_if_the_rules_expect_one(inside: str) -> None:
    html = f"<body><h1>Title</h1><div id=entry>{inside}</div><footer>{TEXT}</footer><script src=/a.js></script></body>"
    assert need(html) == "article"


def test_comments_that_only_a_script_loads_need_a_browser() -> None:
    html = f"<body><div id=entry>{TEXT}</div><div id=talk></div><script src=/talk.js></script></body>"
    assert need(html, drawn()) == "comments"
    assert need(html, drawn(), expected=3) == "comments"
    assert need(html, drawn(), expected=0) is None, "there are none"
    assert need(html, drawn(endpoint=[{"kind": "feed", "url": "https://talk.example/feed"}])) is None, (
        "a GET gives them"
    )
    assert need(html, drawn(recognise={"css": ["#talk"]})) is None, "the server writes them into the page"


@pytest.mark.parametrize(
    ("beside", "needed"),
    [
        ("<script src=https://talk.example/embed.js></script>", True),
        ("<script src=/js/x-loader.js></script>", True),
        ("</section><section><script src=/js/theme.js></script>", False),
        ("<script>var talk_url = 'https://blog.example/';</script>", False),
        ("", False),
    ],
)
def test_a_comment_container_without_its_script_needs_no_browser(beside: str, needed: bool) -> None:
    html = f"<body><div id=entry>{TEXT}</div><script src=/a.js></script><section><div id=talk></div>{beside}</section>"
    assert (need(html, drawn()) == "comments") is needed


@given(st.text(alphabet=st.sampled_from("<>/=\"' abdivscriptnoidrt#&;\n"), max_size=300))
def test_any_page_is_checked_without_an_error(html: str) -> None:
    page = parse_page(html, URL)
    assert browser_need(page, EXTRACTOR, page_platforms(page)) in (None, "template", "article", "comments")


@pytest.mark.parametrize(
    ("raw", "rendered", "lost"),
    [
        (TEXT, TEXT, False),
        (TEXT, TEXT + "<p>more</p>", False),
        ("<div id=root></div>", TEXT, False),
        (TEXT, "", True),
        (TEXT, "<p>Please switch off your ad blocker.</p>", True),
        (TEXT, f"<p>Gone.</p><blogcrawler-frame>{TEXT}</blogcrawler-frame>", True),
        (f"<p>Short</p><noscript>{TEXT}</noscript>", "<p>Short</p>", False),
        ("", "", False),
    ],
)
def test_a_rendered_page_that_lost_its_text_is_recognised(raw: str, rendered: str, lost: bool) -> None:
    pages = (parse_page(f"<body>{html}</body>", URL) for html in (raw, rendered))
    assert has_lost(*pages) is lost


@pytest.mark.parametrize(("words", "lost"), [(0, True), (9, True), (10, False), (11, False), (40, False)])
def test_a_rendered_page_with_less_than_half_of_the_text_has_lost_it(words: int, lost: bool) -> None:
    raw, rendered = (parse_page(f"<body><p>{'words' * number}</p></body>", URL) for number in (20, words))
    assert has_lost(raw, rendered) is lost


def test_a_page_without_text_loses_nothing() -> None:
    assert not has_lost(parse_page("<body></body>", URL), parse_page("<body></body>", URL))
