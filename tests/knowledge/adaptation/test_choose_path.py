"""The chosen expression finds the places of a field, and something else on one page in five at most."""

from __future__ import annotations

import pytest

from blogcrawler.dom import ElementMap, parse_page
from blogcrawler.knowledge import Expression, WorkBudget, parse_expression
from blogcrawler.knowledge.adaptation.choose_path import choose
from blogcrawler.knowledge.adaptation.frame import Places

PATH = parse_expression("p[@class~='w']")


def page(number: int, copies: int = 1) -> ElementMap:
    html = f"<body><i>{number}</i>" + f"<p class=w>Day {number}</p>" * copies + "</body>"
    return ElementMap(parse_page(html, f"https://a.example/{number}/"))


def places_on(mapped: ElementMap, tag: str) -> Places:
    return {(element, ""): 0.0 for element in mapped.page.tree.iter(tag)}


def chosen(pages: int, odd: int, *, several: bool = False) -> Expression | None:
    """The chosen expression if the field is elsewhere on the last pages."""
    mapped = [page(number) for number in range(pages)]
    places = [places_on(one, "p" if number < pages - odd else "i") for number, one in enumerate(mapped)]
    return choose([PATH], places, mapped, WorkBudget(), several=several)


@pytest.mark.parametrize(
    ("pages", "odd", "good"),
    [(4, 0, True), (4, 1, False), (5, 1, True), (9, 1, True), (9, 2, False), (10, 2, True), (10, 3, False)],
)
def test_one_page_in_five_may_be_odd(pages: int, odd: int, good: bool) -> None:
    assert (chosen(pages, odd) == PATH) is good
    assert (chosen(pages, odd, several=True) == PATH) is good


def test_a_page_on_which_nothing_is_found_is_not_odd() -> None:
    mapped = [page(number, copies=int(number < 7)) for number in range(10)]
    assert choose([PATH], [places_on(one, "p") for one in mapped], mapped, WorkBudget()) == PATH
    mapped = [page(number, copies=int(number < 6)) for number in range(10)]
    assert choose([PATH], [places_on(one, "p") for one in mapped], mapped, WorkBudget()) is None


@pytest.mark.parametrize(("copies", "several", "good"), [(2, False, True), (3, False, False), (3, True, True)])
def test_an_expression_that_finds_many_elements_is_too_general(copies: int, several: bool, good: bool) -> None:
    mapped = [page(number, copies) for number in range(3)]
    found = choose([PATH], [places_on(one, "p") for one in mapped], mapped, WorkBudget(), several=several)
    assert (found == PATH) is good


def test_nothing_is_chosen_once_the_budget_is_spent() -> None:
    mapped = [page(number) for number in range(3)]
    places = [places_on(one, "p") for one in mapped]
    assert choose([PATH], places, mapped, WorkBudget(tries=0)) is None
    assert choose([PATH], places, mapped, WorkBudget(tries=1)) == PATH
