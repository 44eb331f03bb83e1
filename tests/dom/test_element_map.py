"""The elements of a page by order and size, and how close they are in the tree."""

from __future__ import annotations

from lxml.etree import _Element

from blogcrawler.dom import ElementMap, parse_page

TEXT = "An article with many words that fill the larger part of the page. " * 3
PAGE = parse_page(
    f"""<html><head><title>The harbour | Notes</title></head><body>
    <div id="menu"><a href="/">Home</a></div>
    <div id="main" class="widget"><h2>The harbour</h2><p id="text">{TEXT}</p></div>
    <div id="side" class="sidebar"><p id="teaser">Another post</p><script>var text</script></div>
    <div id="notes"><p id="hidden" style="display:none">Hidden</p></div>
    <div id="comments"><p id="talk">Nice</p></div></body></html>""",
    "https://example.org/",
)
MAP = ElementMap(PAGE)


def element(identity: str) -> _Element:
    return next(one for one in MAP.elements if one.get("id") == identity)


def ids(elements: object) -> set[str]:
    assert isinstance(elements, frozenset | list)
    return {one.get("id") for one in elements if one.get("id")}


def test_elements_are_in_document_order_hidden_ones_included() -> None:
    assert MAP.elements == list(PAGE.tree.find("body").iter("*"))  # type: ignore[union-attr]
    assert [MAP.order[one] for one in MAP.elements] == list(range(len(MAP.elements)))


def test_the_length_of_an_element_counts_the_characters_of_its_text() -> None:
    assert MAP.lengths[element("text")] == len(TEXT.strip())
    assert MAP.lengths[element("main")] == len(TEXT.strip()) + len("The harbour")
    assert MAP.lengths[element("side")] == len("Another post")  # not its script


def test_menus_sidebars_and_comments_are_unrelated_to_the_post() -> None:
    assert ids(MAP.unrelated) == {"menu", "side", "teaser", "comments", "talk"}


def test_an_element_with_the_title_is_related_whatever_its_name() -> None:
    assert element("main") not in MAP.unrelated
    other = parse_page("<title>Other</title><body><div class=widget><h2>This</h2></div><p>Much more text</body>", "")
    assert [one.tag for one in ElementMap(other).elements if one in ElementMap(other).unrelated] == ["div", "h2"]


def test_an_element_with_most_of_the_page_is_related_whatever_its_name() -> None:
    page = parse_page(f"<body><div class=sidebar id=a><p>{TEXT}</div><div class=sidebar id=b>Links</div></body>", "")
    assert ids(ElementMap(page).unrelated) == {"b"}


def test_comments_are_not_navigation() -> None:
    assert MAP.is_in_navigation(element("teaser"))
    assert not MAP.is_in_navigation(element("talk"))
    assert not MAP.is_in_navigation(element("text"))


def test_short_elements_have_some_text_and_are_related() -> None:
    assert ids(list(MAP.short(10))) == {"notes", "hidden"}
    assert ids(list(MAP.short(5))) == set()
    assert "text" in ids(list(MAP.short(len(TEXT))))


def test_an_element_holds_itself_and_its_descendants() -> None:
    assert MAP.holds(element("main"), element("text"))
    assert MAP.holds(element("main"), element("main"))
    assert not MAP.holds(element("text"), element("main"))
    assert not MAP.holds(element("main"), element("teaser"))


def test_steps_are_counted_up_to_a_common_ancestor() -> None:
    assert MAP.steps(element("text"), element("text")) == 0
    assert MAP.steps(element("text"), MAP.elements[MAP.order[element("text")] - 1]) == 1  # the heading beside it
    assert MAP.steps(element("text"), element("teaser")) == 2
    assert MAP.steps(element("main"), element("teaser")) == 1
