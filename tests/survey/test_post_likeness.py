"""Pages that look like posts."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from blogcrawler.dom import Page, parse_page
from blogcrawler.survey.post_likeness import rank_by_likeness

TEXT = "The cat sat on the mat and looked at the birds outside, which did not mind at all. " * 12


def page(path: str, body: str, title: str) -> Page:
    head = f"<html lang=en><head><title>{title} - My blog</title></head>"
    return parse_page(f"{head}<body><div class=site>{body}</div></body></html>", f"http://example.org{path}")


def post(name: str) -> Page:
    text = f"<article class=post><h1>{name}</h1><time datetime=2014-03-12>12 March</time><p>{name} {TEXT}</p></article>"
    return page(f"/{name}", text, name)


def framed(name: str, main: str) -> Page:
    frame = "<header><nav>Menu</nav></header><main>{}</main><aside>Links</aside><footer>The end</footer>"
    return page(f"/{name}", frame.format(main), name)


def undated(name: str) -> Page:
    return framed(name, f"<article class=post><h1>{name}</h1><p>{name} {TEXT}</p></article>")


def plain(name: str) -> Page:
    return framed(name, f"<h1>{name}</h1><p>{name} {TEXT}</p>")


def product(name: str) -> Page:
    return page(f"/shop/{name}", f"<form class=order><h1>{name}</h1><div class=price>9.95</div></form>", name)


def test_posts_are_distinguished_from_more_pages_of_another_template() -> None:
    pages = [product(f"Cat food {n}") for n in range(5)] + [post(name) for name in ("cats", "dogs", "birds", "fish")]
    posts, products = rank_by_likeness(pages)
    assert (posts.places, posts.likeness) == ((5, 6, 7, 8), 1.0)
    assert products.places == (0, 1, 2, 3, 4)


def test_a_page_about_the_blog_in_the_template_of_posts_is_left_out() -> None:
    about = page("/about", f"<article class=post><h1>About</h1><p>{TEXT}</p></article>", "About")
    assert rank_by_likeness([post("cats"), about, post("dogs"), post("birds")])[0].places == (0, 2, 3)


def test_unlikely_pages_without_the_containers_of_likely_posts_are_left_out() -> None:
    names = ("cats", "dogs", "birds", "fish")
    pages = [*map(undated, names), *map(plain, ("talks", "press", "uses")), undated("frogs")]
    assert rank_by_likeness(pages)[0].places == tuple(range(8))
    assert rank_by_likeness(pages, likely={0, 1, 2, 3})[0].places == (0, 1, 2, 3, 7)


def test_unlikely_pages_are_compared_with_likely_posts() -> None:
    posts = [framed(name, f"<article class=post><time>May 3</time>{TEXT}</article>") for name in "abcd"]
    pages = [*posts, *map(undated, "efghi")]
    assert rank_by_likeness(pages)[0].places == tuple(range(9))
    assert rank_by_likeness(pages, likely={0, 1, 2, 3})[0].places == (0, 1, 2, 3)


def test_a_few_likely_pages_do_not_tell_what_posts_have() -> None:
    pages = [undated("cats"), undated("dogs"), plain("talks")]
    assert rank_by_likeness(pages, likely={0, 1})[0].places == (0, 1, 2)


def test_pages_are_taken_although_no_two_are_alike() -> None:
    pages = [post("cats"), product("Cat food")]
    assert [one.places for one in rank_by_likeness(pages)] == [(0,)]


def test_no_pages_are_like_nothing() -> None:
    assert rank_by_likeness([]) == []


@given(st.lists(st.text(max_size=200), min_size=1, max_size=5))
@settings(max_examples=50)
def test_of_any_pages_some_are_taken(bodies: list[str]) -> None:
    found = rank_by_likeness([parse_page(body, f"http://example.org/{n}") for n, body in enumerate(bodies)])
    assert all(one.places and 0.0 <= one.likeness <= 1.0 for one in found)
    assert found
