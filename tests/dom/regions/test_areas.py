"""The largest areas of a page that are of one kind."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.dom import page_areas, parse_page

TEXT = "The ferry runs again, and the pier is open to everyone who wants to fish. " * 3


def areas(body: str) -> list[tuple[str, str]]:
    page = parse_page(f"<body>{body}</body>", "http://a.org/")
    return [(area.kind.value, f"{area.element.tag}{area.element.get('id') or ''}") for area in page_areas(page)]


def links(number: int, title: str) -> str:
    return "".join(f"<li><a href=/{title[:3]}{n}>{title}</a></li>" for n in range(number))


def test_posts_next_to_a_list_of_titles_and_a_menu():
    teasers = "".join(f"<article><h2><a href=/{n}>A title</a></h2><p>{TEXT}</p></article>" for n in range(3))
    titles, months = links(8, "How the ferry came back"), links(12, "May 2020")
    body = f"<ul id=m>{months}</ul><div id=posts>{teasers}</div><div><ul id=t>{titles}</ul></div>"
    assert areas(body) == [("navigation", "ulm"), ("information", "divposts"), ("hub", "div")]


def test_a_post_keeps_its_tags_and_its_list_of_links():
    post = f"<article><p>{TEXT}</p><ul>{links(5, 'An interesting thing to read')}</ul><p>{TEXT}</p></article>"
    assert areas(f"<main>{post}</main><aside id=a><ul>{links(20, 'tag')}</ul></aside>") == [
        ("information", "main"),
        ("navigation", "asidea"),
    ]


def test_a_list_of_titles_in_a_script_without_spaces_is_a_hub():
    assert areas(f"<ul>{links(6, '東京の図書館は明日まで閉まる')}</ul><div>x</div>") == [("hub", "body")]


def test_pictures_are_no_links_to_read():
    shares = "".join(f"<a href=/{n}><img src={n}.png></a>" for n in range(9))
    assert areas(f"<div>{shares}</div>") == []


@given(st.lists(st.sampled_from(["<div>", "</div>", "<ul>", "<li>", "</ul>", "<a href=/x>word</a>", TEXT, "<p>"])))
def test_no_area_is_inside_another(pieces: list[str]):
    found = [area.element for area in page_areas(parse_page("".join(pieces), "http://a.org/"))]
    assert not any(other in set(one.iterancestors()) for one in found for other in found)
