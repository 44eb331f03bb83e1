"""The regions of a page: information, hubs, navigation."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml.etree import _Element

from blogcrawler.dom import PageKind, RegionKind, page_kind, page_regions, parse_page, region_around, squash

TEXT = "The old pier was mended by the patient ferryman before dawn, and the harbour was quiet. " * 8
MENU = "<nav>" + "".join(f"<a href=/{n}>Menu {n}</a> " for n in range(8)) + "</nav>"
TITLES = "".join(f"<li><a href=/p{n}>How the ferryman mended the pier, part {n}</a></li>" for n in range(8))
TEASERS = "".join(
    f"<div class='post post-{n}'><h2><a href=/p{n}>A day at the pier {n}</a></h2><p>{TEXT}</p></div>" for n in range(5)
)


def regions(body: str) -> list[tuple[str, str]]:
    page = parse_page(f"<html><head><title>t</title></head><body>{body}</body></html>", "http://example.org/")
    return [(region.kind.value, str(region.element.tag)) for region in page_regions(page)]


def kind(body: str) -> PageKind:
    return page_kind(page_regions(parse_page(f"<body>{body}</body>", "http://example.org/")))


def test_text_is_information_titles_are_a_hub_and_words_are_navigation():
    body = f"{MENU}<article><h1>Title</h1><p>{TEXT}</p></article><aside><h3>More</h3><ul>{TITLES}</ul></aside>"
    assert regions(body) == [("navigation", "nav"), ("information", "article"), ("hub", "ul")]


def test_an_article_made_of_paragraphs_lists_and_links_is_one_region():
    short = "".join(f"<p>A short paragraph of the article, number {n}. <a href=/x>See</a></p>" for n in range(30))
    assert regions(f"<div id=article>{short}<ul><li>{TEXT}</li></ul></div>") == [("information", "div")]


def test_lists_and_tables_count_twice():
    page = parse_page(f"<body><div><ul><li>{'x' * 300}</li></ul></div><div>{'x' * 300}</div></body>", "http://a.org/")
    (found,) = page_regions(page)  # only the list is enough for a region
    assert (found.kind, found.information, found.clean_text) == (RegionKind.INFORMATION, 300 * 4, 300)


def test_the_ratios_match_the_paper():
    page = parse_page(f"<body><div>{'x' * 900}<a href=/a>{'y' * 10}</a></div></body>", "http://a.org/")
    (found,) = page_regions(page)
    assert (found.text_to_links, found.links_to_text) == (90.0, 0.1)
    (bare,) = page_regions(parse_page(f"<body><div>{'x' * 900}</div></body>", "http://a.org/"))
    assert bare.text_to_links is None
    assert bare.links_to_text is None


def test_a_page_with_one_text_is_an_article_and_one_with_teasers_or_titles_a_hub():
    article = f"<div class=post><h1>Title</h1><p>{TEXT * 3}</p></div>"
    comments = "".join(f"<div class=comment>{TEXT}</div>" for _ in range(6))
    assert kind(MENU + article) is PageKind.ARTICLE
    assert kind(MENU + article + comments) is PageKind.ARTICLE
    assert kind(MENU + TEASERS) is PageKind.HUB
    assert kind(f"{MENU}<ul>{TITLES}</ul>") is PageKind.HUB
    assert kind("") is PageKind.HUB


def test_the_region_around_a_link():
    page = parse_page(f"<body>{MENU}<ul>{TITLES}</ul><p><a href=/alone>alone</a></p></body>", "http://example.org/")
    kinds = {region.element: region.kind for region in page_regions(page)}
    found = {link.get("href"): region_around(link, kinds) for link in page.tree.iter("a")}
    assert (found["/3"], found["/p3"], found["/alone"]) == (RegionKind.NAVIGATION, RegionKind.HUB, None)


def test_deep_pages_do_not_exhaust_the_stack():
    assert regions("<div>" * 5000 + TEXT + "</div>" * 5000) is not None


WORDS = st.integers(0, 60).map(lambda count: "harbour " * count)
LINKS = st.integers(0, 9).map(lambda count: "".join(f"<a href=/{n}>part {n} of the story</a> " for n in range(count)))
TAGS = st.sampled_from("div section article aside ul li p h2 span form nav script".split())
HTML = st.recursive(
    st.one_of(WORDS, LINKS),
    lambda inner: st.builds("<{0}>{1}</{0}>{2}".format, TAGS, st.lists(inner, max_size=4).map("".join), WORDS),
    max_leaves=20,
)


@given(HTML)
@example(f"<div>{TEXT}<section><ul>{TITLES}</ul>{TEXT}</section>{TEXT}</div>{MENU}{TEXT}")
@settings(max_examples=200)
def test_every_text_and_link_counts_for_the_innermost_region_around_it(html: str):
    page = parse_page(f"<body>{html}</body>", "http://example.org/")
    found = page_regions(page)
    expected = {region.element: [0, 0, 0] for region in found}  # links, text in links, other text

    def count(holder: _Element, place: int, number: int) -> None:
        region = next((one for one in (holder, *holder.iterancestors()) if one in expected), None)
        if region is not None:
            expected[region][place] += number

    def walk(element: _Element) -> None:
        if element.tag == "a":
            count(element, 0, 1)
            count(element, 1, len(squash(element.text or "")))
        elif element.tag != "script":
            count(element, 2, len(squash(element.text or "")))
            for child in element:
                walk(child)
                count(element, 2, len(squash(child.tail or "")))

    walk(page.tree)
    assert [[region.links, region.link_text, region.clean_text] for region in found] == list(expected.values())
    assert len(found) == len(expected)


@given(HTML)
@settings(max_examples=200)
def test_every_region_has_enough_of_what_its_kind_needs(html: str):
    for region in page_regions(parse_page(f"<body>{html}</body>", "http://example.org/")):
        if region.kind is RegionKind.INFORMATION:
            assert region.information > 400
            assert region.clean_text > 1.5 * region.link_text
        else:
            assert region.links > 5


@given(st.text(alphabet="<>/adivul li href='\" x", max_size=300))
def test_broken_html_has_regions(html: str):
    page_regions(parse_page(html, "http://example.org/"))
