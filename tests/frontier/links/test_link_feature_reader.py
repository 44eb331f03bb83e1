from __future__ import annotations

import pytest

from blogcrawler.dom import Page, parse_page
from blogcrawler.frontier import (
    Link,
    LinkFeatureReader,
    LinkFeatures,
    Role,
    Scope,
    learn_pattern,
    link_features_of,
    page_links,
)
from blogcrawler.frontier.links import link_feature_reader as linkreader

HOME = "https://example.org/"
PATTERN = learn_pattern(f"{HOME}2014/0{n}/post-{n}.html" for n in (1, 2, 3))


def page(tags: list[str], menu: str = "side") -> Page:
    links = "".join(f"<li><a href=/tag/{tag}/>{tag}</a></li>" for tag in tags)
    return parse_page(f"<p><a href=/2014/04/x.html>A post</a></p><div class={menu}><ul>{links}</ul></div>", HOME)


def links(of: Page) -> list[Link]:
    return list(page_links(of, Scope(HOME, PATTERN)))


@pytest.fixture
def analysed(monkeypatch: pytest.MonkeyPatch) -> list[Page]:
    """The pages that were analysed."""
    pages: list[Page] = []
    analyse = linkreader.page_regions

    def counted(page: Page) -> object:
        pages.append(page)
        return analyse(page)

    monkeypatch.setattr(linkreader, "page_regions", counted)
    return pages


def test_links_are_read_with_the_region_that_contains_them(analysed: list[Page]):
    one = page(list("abcdefgh"))
    post, *tags = LinkFeatureReader(PATTERN).read(one, links(one), "list")
    assert post == LinkFeatures(Role.POST, 0, b"")
    assert tags == [link_features_of(link, PATTERN, "list", "navigation") for link in links(one)[1:]]
    assert tags != [link_features_of(link, PATTERN, "list") for link in links(one)[1:]]


def test_similar_pages_are_analysed_once(analysed: list[Page]):
    reader = LinkFeatureReader(PATTERN)
    for names in ("abcdefgh", "ijklmnop", "q"):
        one = page(list(names))
        (features,) = reader.read(one, links(one)[-1:], "list")
        assert features == link_features_of(links(one)[-1], PATTERN, "list", "navigation")
    assert len(analysed) == 1
    for other, source in ((page(["a"], "other"), "list"), (page(["a"]), "post")):
        reader.read(other, links(other), source)
    assert len(analysed) == 3


def test_pages_whose_links_are_posts_are_not_analysed(analysed: list[Page]):
    LinkFeatureReader(PATTERN).read(page([]), links(page([])), "list")
    assert analysed == []


def test_the_number_of_positions_is_bounded():
    reader = LinkFeatureReader(PATTERN, max_positions=5)
    for number in range(40):
        other = page(["a"], f"menu-{chr(97 + number % 26)}{'x' * number}")
        reader.read(other, links(other), "list")
    assert len(reader._regions) <= 6
