"""Actions are repaired when the template changes, and nothing wrong is learned."""

from __future__ import annotations

import re

import pytest

from blogcrawler.dom import Page, parse_page
from blogcrawler.knowledge import (
    Application,
    Level,
    adapt_level,
    adapt_new,
    adapt_recrawl,
    found_text,
    known_applications,
    with_learned,
)

SUBJECTS = ("harbours", "windmills", "lanterns", "orchards", "quarries")
THEME = """<html><head><title>{title} - A blog</title></head><body class="single single-post">
<header class="site-header"><a href="/" class="site-title">A blog</a></header><main><article class="post">
<header class="entry-header">
<h1 class="entry-title">{title}</h1><div class="entry-meta"><time
 class="entry-date published" datetime="2021-03-0{n}">March</time>
 <span class="author vcard"><a class="url fn n" href="/author/ann/">Ann Lee</a></span></div></header>
<div class="entry-content">{text}</div><footer class="entry-footer"><span class="tags-links"><a href="/tag/towns/"
 rel="tag">towns</a></span></footer></article></main><aside><h2 class="widget-title">Recent Posts</h2><ul>
<li><a href="/x/">Another post about something else</a></li></ul></aside></body></html>"""


def theme(n: int, changes: dict[str, str]) -> Page:
    subject = SUBJECTS[n % len(SUBJECTS)]
    text = "".join(
        f"<p>In {1800 + 7 * n + k} the {subject} of the town were counted for the {k}. time, and many of them were "
        f"found to be in want of repair, paint, patience and company; so it was written down by clerk {n * k}.</p>"
        for k in range(4)
    )
    html = THEME.format(title=f"Notes on {subject}", n=n + 1, text=text)
    for old, new in changes.items():
        html = re.sub(old, new, html)
    return parse_page(html, f"https://blog.example/{subject}/")


def known() -> tuple[Application, Level]:
    application = known_applications().applications["blog/wordpress"]
    level = application.level("post")
    assert level is not None
    return application, level


CHANGES = [
    {"entry-title": "storytitle"},
    {"entry-content": "story-body"},
    {'<div class="entry-content">': '<section class="article-content">', "</div><footer": "</section><footer"},
    {'<h1 class="entry-title">(.*?)</h1>': r'<h2 class="headline">\1</h2>'},
    {"entry-(title|content|date|meta)": r"x-\1", "url fn n": "who", "author vcard": "byline"},
]


def values(level: Level, page: Page) -> dict[str, str]:
    found: dict[str, str] = {}
    for action in level.extract:
        for one in action.path.find(page.tree)[:1]:
            found.setdefault(action.type, found_text(one))
    return found


@pytest.mark.parametrize("changes", CHANGES)
def test_a_new_site_of_a_known_type_is_read_after_relaxing(changes: dict[str, str]) -> None:
    application, level = known()
    pages = [theme(n, changes) for n in range(4)]
    others = [one for one in known_applications().applications.values() if one.category == "blog"]
    learned = adapt_new(application, level, pages, "https://blog.example/", others)
    repaired = with_learned(application, learned).level("post")
    assert repaired is not None
    right = values(level, theme(4, {}))
    got = values(repaired, theme(4, changes))
    assert {name: got[name] for name in ("title", "content")} == {name: right[name] for name in ("title", "content")}
    assert {name: value for name, value in got.items() if value != right[name]} == {}  # nothing wrong
    assert adapt_new(application, repaired, pages, "https://blog.example/", others) == []  # a second crawl needs none


@pytest.mark.parametrize("changes", CHANGES)
def test_a_recrawl_finds_stored_values_in_a_changed_template(changes: dict[str, str]) -> None:
    application, level = known()
    stored = [values(level, theme(n, {})) for n in range(4)]
    pages = [(theme(n, changes), stored[n]) for n in range(4)]
    learned = adapt_recrawl(application, level, pages, "https://blog.example/")
    repaired = with_learned(application, learned).level("post")
    assert repaired is not None
    assert values(repaired, theme(4, changes)) == values(level, theme(4, {}))
    assert adapt_recrawl(application, repaired, pages, "https://blog.example/") == []


def test_values_that_vanished_do_not_change_any_action() -> None:
    application, level = known()
    stored = [values(level, theme(n, {})) | {"title": "Another title", "author": "Bob"} for n in range(4)]
    assert adapt_recrawl(application, level, [(theme(n, {}), stored[n]) for n in range(4)], "x") == []


def test_one_page_is_not_enough_to_learn_an_action() -> None:
    application, level = known()
    assert adapt_new(application, level, [theme(0, CHANGES[0])], "x") == []


def test_an_unrecognised_level_gets_a_relaxed_pattern_that_other_pages_do_not_match() -> None:
    application, level = known()
    changes = {"single single-post": "one-post"}
    home = parse_page(
        '<body class="blog home"><div class="entry-content">A teaser</div></body>', "https://blog.example/"
    )
    learned = adapt_level(application, level, [theme(n, changes) for n in range(3)], [home], "https://blog.example/")
    assert learned is not None
    assert learned.path.find(theme(4, changes).tree)
    assert not learned.path.find(home.tree)


def test_a_level_is_recognised_by_its_fields_but_never_by_a_pager() -> None:
    application, level = known()
    changes = {
        ' class="single single-post"': "",
        ' class="(?:entry|site|tags|widget|post)[^"]*"': "",
        "<div>(?=<p>In)": '<div class="words">',
        "<main>": '<main><ul class="pager"><li><a class="newer" href="/n/">Newer</a></li></ul>',
    }
    pages = [theme(n, changes) for n in range(4)]
    home = parse_page("<body><main><article><h1>A blog</h1></article></main></body>", "https://blog.example/")
    others = [one for one in known_applications().applications.values() if one.category == "blog"]
    learned = adapt_new(application, level, pages, "https://blog.example/", others)
    repaired = with_learned(application, learned).level("post")
    assert repaired is not None
    pattern = adapt_level(application, repaired, pages, [home], "https://blog.example/")
    assert pattern is not None
    assert "newer" not in str(pattern.path)
    assert "pager" not in str(pattern.path)
    assert pattern.path.find(theme(4, changes).tree)


def test_fields_without_names_are_found_by_meaningful_tags_around_them() -> None:
    application, level = known()
    changes = {
        ' class="[^"]*"': "",
        "<main>": "<main><p>March 3, 2020</p>",
        "<time[^>]*>.*?</time>": "",
        ">Ann Lee<": "><",
    }
    changes["</header>\n"] = "<p>March 3, 2021</p><p>Words</p></header>"
    pages = [theme(n, changes | {"March 3, 2021": f"March {n + 3}, 2021"}) for n in range(5)]
    learned = adapt_new(application, level, pages, "https://blog.example/", [application])
    assert {one.type: str(one.path) for one in learned}["published"] == "header/p"
