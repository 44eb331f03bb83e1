"""Algorithms 1 and 2 of the clipping paper."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from blogcrawler.dom import PaperParameters, RegionKind, paper_clips, paper_regions, parse_page

TEXT = "The old pier was mended by the patient ferryman before dawn. " * 12


def areas(body: str, **parameters: float) -> list[tuple[str, str]]:
    page = parse_page(f"<body>{body}</body>", "http://example.org/")
    found = paper_regions(page, PaperParameters(**({"information": 300, "links": 5} | parameters)))  # type: ignore[arg-type]
    return [(region.kind.value, str(region.element.tag)) for region in found]


def test_the_innermost_node_above_a_threshold_is_the_area():
    links = "".join(f"<a href=/{n}>x</a>" for n in range(6))
    assert areas(f"<div><div><p>{TEXT}</p></div></div><nav>{links}</nav>") == [("information", "p"), ("hub", "nav")]


def test_a_list_of_links_is_no_information_unless_the_algorithm_is_taken_as_printed():
    titles = "".join(f"<p><a href=/{n}>{'x' * 60}</a></p>" for n in range(6))
    assert areas(f"<div>{titles}</div>") == [("hub", "div")]
    assert areas(f"<div>{titles}</div>", text_to_links=0) == [("information", "div")]


def test_text_in_links_counts_as_information_if_there_is_more_text_around_them():
    teasers = "".join(f"<p>{'y' * 60}<a href=/{n}>{'x' * 60}</a></p>" for n in range(3))
    assert areas(f"<div>{teasers}</div>") == [("information", "div")]
    assert areas(f"<div>{teasers}</div>", text_to_links=1.1) == []


def test_tables_and_lists_double_the_value_of_what_they_hold():
    cell = "x" * 80
    assert areas(f"<div><div>{cell}</div></div>") == []
    assert areas(f"<ul><li><b>{cell}</b></li></ul>") == [("information", "ul")]  # 2 × 2 × 80 > 300
    assert areas(f"<ul><li><b>{cell}</b></li></ul>", weight=1) == []


def test_what_is_inside_an_area_does_not_count_for_the_nodes_around_it():
    assert areas(f"<div><p>{TEXT}</p><span>{'x' * 100}</span></div>") == [("information", "p")]


def test_thresholds_can_be_changed():
    links = "".join(f"<a href=/{n}>x</a>" for n in range(6))
    assert areas(f"<nav>{links}</nav>", links=6) == []
    assert areas(f"<p>{TEXT}</p>", information=10_000) == []


def test_an_area_without_links_gives_a_clip_for_each_keyword():
    page = parse_page(
        "<body><div><h2>The pier</h2>One day. The ferryman came. It rained.</div></body>", "http://a.org/"
    )
    [area] = paper_regions(page, PaperParameters(information=20))
    [clip] = paper_clips(page, area, ["Ferryman", "ferry", "absent"])
    assert (clip.title, clip.keyword, clip.summary) == ("The pier", "Ferryman", "The ferryman came.")


def test_the_links_of_an_area_are_followed_and_its_text_is_the_summary():
    page = parse_page(f"<body><div>First. {TEXT}<a href=/more>More</a></div></body>", "http://a.org/")
    [area] = [
        one for one in paper_regions(page, PaperParameters(information=300)) if one.kind is RegionKind.INFORMATION
    ]
    [clip] = paper_clips(page, area, ["ferryman"])
    assert clip.follow == ("http://a.org/more",)
    assert clip.summary == "First."


@given(
    st.lists(
        st.sampled_from(["<div>", "</div>", "<ul>", "<li>", "<a href='/x'>", "</a>", "text " * 30, "\x00", "<h2>"])
    )
)
@settings(max_examples=50)
def test_any_page_is_analyzed(parts: list[str]):
    page = parse_page("".join(parts), "http://example.org/")
    for region in paper_regions(page):
        paper_clips(page, region, ["text"])
