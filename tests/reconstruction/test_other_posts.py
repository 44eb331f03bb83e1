from __future__ import annotations

from lxml.html import HtmlElement, fromstring

from blogcrawler.items import Post
from blogcrawler.reconstruction.other_posts import fill_other_posts
from blogcrawler.reconstruction.surroundings import Surroundings
from blogcrawler.reconstruction.tree_text import packed_text

BLOG = "https://a.example/"
POSTS = [Post(f"{BLOG}{n}", BLOG, f"Post number {n}", text=f"Text {n}") for n in range(9, 0, -1)]
PAGE = """<main><article id="a"><p>Text 5</p></article>
<nav><a rel="next" href="/6">Post number 6</a> <a rel="prev" href="/4">Post number 4</a></nav>
<ul id="new"><li><a href="/9">Post number 9</a></li><li><a href="/8">Post number 8</a></li></ul>
<ul id="related"><li><a href="/2">Post number 2</a></li><li><a href="/7">Post number 7</a></li></ul>
<ul id="said"><li>Bo on <a href="/5#comment-1">Post number 5</a></li></ul></main>"""


def page(wanted: str, posts: list[Post]) -> tuple[HtmlElement, set[HtmlElement]]:
    root = fromstring(PAGE)
    article = {root.get_element_by_id("a")}
    before, after = Surroundings.of(POSTS, f"{BLOG}5"), Surroundings.of(posts, wanted)
    return root, fill_other_posts(root, f"{BLOG}5", before, after, article)


def test_neighbours_and_newest_posts_change_to_those_of_the_other_post() -> None:
    root, others = page(f"{BLOG}3", POSTS[2:])
    assert root.xpath("//nav/a/@href") == [f"{BLOG}4", f"{BLOG}2"]
    assert root.xpath("//nav/a/text()") == ["Post number 4", "Post number 2"]
    assert root.xpath("//ul[@id='new']//a/text()") == ["Post number 7", "Post number 6"]
    assert root.xpath("//ul[@id='related']//a/@href") == ["/2", "/7"]
    assert {element.get("id") for element in others if element.tag == "ul"} == {"new", "related", "said"}


def test_a_neighbour_that_does_not_exist_has_no_link() -> None:
    root, _ = page(f"{BLOG}9", POSTS)
    assert root.xpath("//nav/a/@rel") == ["prev"]


def test_text_after_inline_elements_belongs_to_an_element() -> None:
    assert packed_text(fromstring("<p>One <b>two</b> three <!-- four --><i>five</i>!</p>")) == "Onetwothreefive"
