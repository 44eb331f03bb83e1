"""Sections and hub links of watched pages."""

from __future__ import annotations

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.watch import PageAreas, Watch, WatchEvent, WatchList, article_on, followed_post, page_news, read_areas
from blogcrawler.watch.watched_page import PageMemory, keys_of, link_key

URL = "https://town.example/news"
FILLER = (
    "The council met on Tuesday and talked about roads, schools and the new library for more than three hours. " * 2
)


def areas(body: str) -> PageAreas:
    return read_areas(parse_page(f"<html><body>{body}</body></html>", URL))


def memory(before: PageAreas) -> PageMemory:
    known = PageMemory(sections=list(before.sections))
    known.remember([*keys_of(before), *(link_key(link.url) for link in before.links)], "2026-03-01")
    return PageMemory.from_values(known.seen, known.stored_sections())


def article(name: str, text: str = "") -> str:
    return f"<article><h2><a href='/{name}'>About {name}</a></h2><p>{FILLER}</p><p>{text}</p></article>"


def news(before: str, after: str) -> list[tuple[str, str | None, str]]:
    found = page_news(areas(after), memory(areas(before)), URL, "en")
    return [(event.kind, event.post.title, event.post.url) for event in found.events]


def test_an_area_is_divided_at_its_headings_and_leads_to_its_articles() -> None:
    found = areas(f"<main>{article('a', 'Red.')}{article('b', 'Blue.')}</main>").sections
    assert [(one.title, one.url) for one in found] == [
        ("About a", "https://town.example/a"),
        ("About b", "https://town.example/b"),
    ]
    assert found[0].text == f"{FILLER.strip()}\nRed."


def test_a_section_that_leads_nowhere_is_the_page_itself() -> None:
    text = f"<p>{FILLER}</p><p>See <a href='/x'>this</a> and <a href='https://other.example/'>that</a>.</p>"
    (section,) = areas(f"<main><h2>Notice</h2>{text}</main>").sections
    assert (section.title, section.url) == ("Notice", URL)


def test_a_single_link_below_a_text_is_its_article() -> None:
    (section,) = areas(f"<main><h2>Notice</h2><p>{FILLER}</p><p><a href='/full'>Read more</a></p></main>").sections
    assert (section.url, section.text) == ("https://town.example/full", FILLER.strip())


@pytest.mark.parametrize(
    "beside",
    [
        "<nav><ul>" + "".join(f"<li><a href='/m{n}'>Gardens {n}</a></li>" for n in range(9)) + "</ul></nav>",
        "<ul>" + "".join(f"<li><a href='/h{n}'>All about gardens {n}</a></li>" for n in range(9)) + "</ul>",
        f"<footer><p>Gardens. {FILLER}</p></footer>",
        f"<div class='sidebar'><p>Gardens. {FILLER}</p></div>",
        f"<div id='cookie-notice'><p>Gardens. {FILLER}</p></div>",
        f"<form><p>Gardens. {FILLER}</p></form>",
        "<script>var gardens = 1</script>",
    ],
)
def test_menus_hubs_and_boilerplate_never_match(beside: str) -> None:
    found = page_news(areas(f"{beside}<main>{article('a', 'Red.')}</main>"), PageMemory(), URL, "en").events
    assert [event.post.title for event in found] == ["About a"]
    watches = WatchList([Watch(1, 1, "garden"), Watch(2, 1, "red")])
    assert [clip.watch for event in found for clip in watches.clips(event)] == [2]


def test_a_hub_inside_an_area_does_not_match_but_is_followed() -> None:
    related = "".join(f"<li><a href='/r{n}'>All about gardens {n}</a></li>" for n in range(4))
    found = areas(f"<main>{article('a')}<p>{FILLER * 3}</p><ul>{related}</ul></main>")
    assert "gardens" not in "".join(section.text for section in found.sections)
    assert [link.url for link in found.links] == [f"https://town.example/r{n}" for n in range(4)]


def test_the_title_of_an_area_without_a_heading_is_a_striking_text() -> None:
    body = f"<main><p><b>Summer in town</b></p><p>{FILLER}</p><p>The pier opens.</p></main>"
    (event,) = page_news(areas(body), PageMemory(), URL, "en").events
    assert event.post.title is None
    (clip,) = WatchList([Watch(1, 1, "pier")]).clips(event)
    assert (clip.title, clip.url) == ("Summer in town", URL)
    (plain,) = page_news(areas(f"<main><p>{FILLER}</p><p>The pier opens.</p></main>"), PageMemory(), URL, "en").events
    (clip,) = WatchList([Watch(1, 1, "pier")]).clips(plain)
    assert clip.title == "The council met on Tuesday and talked about roads, schools …"


def test_the_first_look_is_silent() -> None:
    assert page_news(areas(f"<main>{article('a')}</main>"), None, URL, "en").events == ()


def test_areas_that_moved_are_not_new() -> None:
    a, b, c = article("a", "Red."), article("b", "Blue."), article("c", "Green.")
    assert news(f"<main>{a}{b}</main>", f"<main>{b}{a}</main>") == []
    assert news(f"<main>{a}{b}</main>", f"<main>{c}</main><div><section>{a}</section></div>") == [
        ("new", "About c", "https://town.example/c")
    ]


def test_only_the_changed_part_of_an_area_matches() -> None:
    before = areas(f"<main>{article('a', 'The red garden.')}{article('b')}</main>")
    after = areas(f"<main>{article('a', 'The red garden.</p><p>A blue pier.')}{article('b')}</main>")
    (event,) = page_news(after, memory(before), URL, "en").events
    assert event.kind == "changed"
    watches = WatchList([Watch(1, 1, "garden"), Watch(2, 1, "pier")])
    assert [clip.watch for clip in watches.clips(event)] == [2]


def test_new_links_of_hubs_are_followed() -> None:
    def hub(*names: str) -> str:
        links = (f"<li><a href='/{name}'>All about the {name} here</a> in brief</li>" for name in names)
        return f"<div><ul>{''.join(links)}</ul></div>"

    before, after = areas(hub("a", "b", "c", "d")), areas(hub("new", "a", "b", "c"))
    (link,) = page_news(after, memory(before), URL, "en").links
    assert (link.url, link.teaser) == ("https://town.example/new", "in brief")
    target = parse_page(f"<h1>New</h1><div><p>{FILLER}</p><p>A pier.</p></div>", link.url)
    post = followed_post(link, article_on(target), URL, "en")
    (clip,) = WatchList([Watch(1, 1, "pier")]).clips(WatchEvent(post))
    assert (clip.title, clip.url, clip.blog) == ("New", link.url, URL)
    assert article_on(parse_page("<p>Nothing.</p>", link.url)) is None
    teaser = followed_post(link, None, URL, "en")
    assert (teaser.title, teaser.text) == ("All about the new here", "in brief")


def test_a_hub_that_becomes_an_area_is_not_new() -> None:
    hub = "".join(f"<li><a href='/{name}'>All about {name} of here</a></li>" for name in "abcd")
    assert news(f"<ul>{hub}</ul>", f"<main>{article('a', 'Red.')}</main>") == []
