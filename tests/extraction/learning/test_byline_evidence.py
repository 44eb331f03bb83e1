"""The cost of a name that is the same on all pages."""

from __future__ import annotations

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.extraction import training_samples
from blogcrawler.extraction.learning.byline_evidence import BylineParameters, byline_cost
from blogcrawler.items import FeedEntry

COSTS = BylineParameters()
TEXT = "<p>we walked down to the harbour in the early morning and watched the boats leave</p>"


def cost(html: str, *, steps: int = 0) -> float:
    """The cost of the element with the id "x"."""
    page = parse_page(f"<body><div>{TEXT}</div>{html}</body>", "https://b.org/1")
    (sample,) = training_samples([(FeedEntry("https://b.org/1", content_html=TEXT), page)])
    (node,) = (node for node, element in enumerate(sample.outline.nodes) if element.get("id") == "x")
    return byline_cost(sample, node, steps, "")


def test_a_name_in_a_list_of_three_is_not_the_byline() -> None:
    assert cost("<ul><li id=x>Ann Lee</li><li>Bob Ray</li><li>Eve Fox</li></ul>") == COSTS.aside_cost


def test_two_names_are_not_a_list() -> None:
    assert cost("<ul><li id=x>Ann Lee</li><li>Bob Ray</li></ul>") == COSTS.unmarked_cost


def test_siblings_with_another_tag_or_without_text_are_not_a_list() -> None:
    assert cost("<div><b id=x>Ann Lee</b><i>Bob Ray</i><i>Eve Fox</i></div>") == COSTS.unmarked_cost
    assert cost("<div><b id=x>Ann Lee</b><b></b><b></b></div>") == COSTS.unmarked_cost


@pytest.mark.parametrize(("length", "expected"), [(40, COSTS.aside_cost), (41, COSTS.unmarked_cost)])
def test_items_longer_than_a_name_are_not_a_list_of_names(length: int, expected: float) -> None:
    item = f"<li>{'a' * length}</li>"
    assert cost(f"<ul><li id=x>Ann Lee</li>{item}{item}</ul>") == expected


def test_names_far_down_a_list_are_not_checked() -> None:
    long = f"<li>{'a' * 50}</li>"
    assert cost(f"<ul><li id=x>Ann Lee</li>{long * 5}<li>Bob Ray</li><li>Eve Fox</li></ul>") == COSTS.unmarked_cost


def test_a_name_that_is_marked_as_the_author_costs_nothing() -> None:
    assert cost("<div><b id=x class=author>Ann Lee</b><b>Bob Ray</b><b>Eve Fox</b></div>") == 0.0
    assert cost("<p>Posted by <b id=x>Ann Lee</b></p>") == 0.0


def test_each_step_from_the_article_costs() -> None:
    assert cost("<p><b id=x>Ann Lee</b></p>", steps=3) == COSTS.unmarked_cost + 3 * COSTS.step_cost
