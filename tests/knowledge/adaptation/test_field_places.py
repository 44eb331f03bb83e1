"""On a new site, fields are learned from metadata and from differences among pages, and nothing else is."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from blogcrawler.dom import Page, parse_page
from blogcrawler.knowledge import Learned, WorkBudget, adapt_new, found_text, known_applications

BASE = known_applications()
APPLICATION = BASE.applications["blog/wordpress"]
SUBJECTS = ("harbours", "windmills", "lanterns", "orchards", "quarries", "glaciers")
MOBILE = """<html><head><title>{title} - A blog</title>{head}</head><body><div class="m-bar">Menu</div>
<div class="m-entry"><p class="m-heading">{title}</p>{when}{who}<section class="m-text">{text}</section></div>
<p><a href="/?desktop=1">Desktop</a></p>{foot}</body></html>"""


def page(n: int, head: str = "", when: str = "", who: str = "", foot: str = "", path: str = "{n}") -> Page:
    """A post on a mobile page without meaningful names."""
    subject = SUBJECTS[n]
    text = "".join(
        f"<p>In {1700 + 7 * n + k} the {subject} of the town were counted for the {k}. time, and many of the {subject} "
        f"were found to be in want of repair, paint, patience and company {n * k}.</p>"
        for k in range(4)
    )
    marks = {"n": n + 1, "subject": subject}
    title = f"Notes on {subject}"
    given_parts = {"head": head, "when": when, "who": who, "foot": foot}
    parts = {name: part.format(**marks) for name, part in given_parts.items()}
    return parse_page(MOBILE.format(title=title, text=text, **parts), f"https://annlee.example/{path.format(**marks)}/")


def learn(*parts: str, **named: str) -> list[Learned]:
    level = APPLICATION.level("post")
    assert level is not None
    siblings = [one for one in BASE.applications.values() if one.category == "blog"]
    return adapt_new(APPLICATION, level, [page(n, *parts, **named) for n in range(5)], "x", siblings)


def read(learned: list[Learned], last: Page) -> dict[str, str]:
    return {one.type: found_text(found) for one in learned for found in one.path.find(last.tree)[:1]}


def test_a_page_that_was_fetched_twice_is_no_obstacle() -> None:
    level = APPLICATION.level("post")
    assert level is not None
    learned = adapt_new(APPLICATION, level, [page(n) for n in (0, 1, 2, 3, 4, 4)], "x", [])
    assert read(learned, page(5))["title"] == "Notes on glaciers"


def test_title_and_article_are_learned_from_the_head_and_from_differences() -> None:
    got = read(learn(), page(5))
    assert got["title"] == "Notes on glaciers"
    assert got["content"].startswith("In 1735 the glaciers")
    assert set(got) == {"title", "content"}


@pytest.mark.parametrize(
    ("parts", "field", "value"),
    [
        ({"when": "<p class='w'>March {n}, 2021</p>"}, "published", "March 6, 2021"),
        (
            {"when": "<p class='w'>2021-03-0{n}T10:00:00Z</p>", "path": "2021/03/0{n}/x"},
            "published",
            "2021-03-06T10:00:00Z",
        ),
        (
            {"when": "<p><time datetime='2021-03-0{n}'>x</time> <time datetime='2022-03-0{n}'>y</time></p>"},
            "published",
            "2021-03-06",
        ),
        # Of two days, the one that the page states.
        (
            {
                "head": "<meta property='article:published_time' content='2021-03-0{n}T23:30:00Z'>",
                "when": "<p class='w'>1{n}.03.2021</p><p class='v'>0{n}.03.2021</p>",
            },
            "published",
            "06.03.2021",
        ),
        ({"who": "<p class='m-author'>Zoe Quill</p>"}, "author", "Zoe Quill"),
        ({"who": "<p class='k'><a href='/author/zoe/'>Zoe Quill</a></p>"}, "author", "Zoe Quill"),
        (
            {"head": "<meta name='author' content='Zoe Quill'>", "who": "<p class='k'>Zoe Quill</p>"},
            "author",
            "Zoe Quill",
        ),
        ({"who": "<p><a class='author-link' href='/z/'>Zoe Quill</a></p>"}, "author", "Zoe Quill"),
        # The blog is called after its author.
        ({"who": "<p class='k'>Ann Lee</p>"}, "author", "Ann Lee"),
    ],
)
def test_date_and_author_are_learned(parts: dict[str, str], field: str, value: str) -> None:
    assert read(learn(**parts), page(5, **parts)).get(field) == value


@pytest.mark.parametrize(
    "parts",
    [
        # The same on each page: the template's.
        {"when": "<p class='w'>March 3, 2021</p>"},
        # Another day than the page says.
        {"when": "<p class='w'>March {n}, 2021</p>", "path": "2019/05/0{n}/x"},
        {"when": "<p class='last-updated'>March {n}, 2021</p>"},
        # In a list of other posts, in a comment.
        {"foot": "<div class='related'><p class='w'>March {n}, 2021</p></div>"},
        {"foot": "<ol class='comments'><li><b class='fn'>Zoe Quill</b> <i class='w'>March {n}, 2021</i></li></ol>"},
        # Nothing says that it is a name, or whose.
        {"who": "<p class='k'>Zoe Quill</p>"},
        {"who": "<p class='k'>Travel</p>"},
        {"who": "<p class='posted-in'><a href='/travel/'>Travel</a></p>"},
        {"foot": "<form><p class='comment-form-author'>Name *</p></form>"},
        {"head": "<meta name='author' content='Blog House'>", "foot": "<p class='copyright'>Blog House</p>"},
    ],
)
def test_unreliable_dates_and_names_are_not_learned(parts: dict[str, str]) -> None:
    assert {one.type for one in learn(**parts)} == {"title", "content"}


def test_a_work_budget_ends() -> None:
    budget = WorkBudget(tries=2)
    assert [budget.spend() for _ in range(4)] == [True, True, False, False]
    assert not WorkBudget(seconds=0.0).spend()


MARKUP = st.sampled_from(
    [
        "<div class='author'>",
        "</div>",
        "<p>",
        "<time datetime='2021-03-04'>",
        "<h1>",
        "</h1>",
        "A title",
        "5/6/2021",
        "Ann Lee",
        "<a href='/author/x'>",
        "</a>",
        "<table><td>",
        "<body id=x>",
        "<form>",
        "<script>",
        "<!--",
        "&#0;",
        "<svg>",
        "“’\u2028",
    ]
)
HEADS = st.sampled_from(["", "<title>A title - b</title>", "<meta name=author content='Ann Lee'>", "<base href='::'>"])
PAGES = st.builds(lambda head, body: head + "".join(body), HEADS, st.lists(MARKUP, max_size=25))


@given(
    st.lists(PAGES, min_size=2, max_size=4), st.sampled_from(["http://a.example/2021/03/04/x", "http://[", "x:y", ""])
)
@settings(max_examples=30, deadline=None)
@example(["<div>" * 3000 + "<h1>A title</h1>"] * 3, "http://a.example/")
@example(["<div>" * 1500 + "many words of an article " * 1500] * 2, "http://a.example/")
@example(["<p class='w'>March 3, 2021</p>" * 4000] * 2, "http://a.example/")
@example(["<p class='a b c d e f g h'>2021-03-04</p>" * 800] * 3, "http://a.example/")
def test_learning_from_any_pages_takes_bounded_time(bodies: list[str], url: str) -> None:
    level = APPLICATION.level("post")
    assert level is not None
    pages = [parse_page(f"<title>T{n}</title>{body}", url) for n, body in enumerate(bodies)]
    begin = time.thread_time()
    for one in adapt_new(APPLICATION, level, pages, url, [APPLICATION]):
        assert any(one.path.find(page.tree) for page in pages)
    assert time.thread_time() - begin < 20
