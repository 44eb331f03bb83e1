"""A new expression may miss a page, but it is wrong on none."""

from __future__ import annotations

from blogcrawler.dom import Page, parse_page
from blogcrawler.knowledge.adaptation.candidate_paths import aligned

TITLES = ("Notes on harbours", "Notes on windmills", "Notes on lanterns", "Notes on orchards")


def pages(*bodies: str) -> list[tuple[Page, str]]:
    return [
        (parse_page(f"<body>{body.format(title)}</body>", "https://a.example/"), title)
        for body, title in zip(bodies, TITLES, strict=True)
    ]


USUAL = "<p class='first second'>{}</p>"


def test_an_expression_that_is_wrong_on_one_page_is_not_taken() -> None:
    odd = "<p class=first>Another thing</p><p class=second>{}</p>"
    assert str(aligned("title", [], pages(USUAL, USUAL, USUAL, odd))) == "p[@class~='second']"


def test_an_expression_that_finds_nothing_on_one_page_is_taken() -> None:
    assert str(aligned("title", [], pages(USUAL, USUAL, USUAL, "<b>{}</b>"))) == "p[@class~='first']"


def test_an_expression_that_misses_two_of_four_pages_is_not_taken() -> None:
    assert aligned("title", [], pages(USUAL, USUAL, "<b>{}</b>", "<i>{}</i>")) is None


def test_nothing_is_learned_if_each_expression_is_wrong_somewhere() -> None:
    odd = "<p class='first second'>Another thing</p><b>{}</b>"
    assert aligned("title", [], pages(USUAL, USUAL, USUAL, odd)) is None


def test_no_expression_names_a_tag_that_xpath_cannot_name() -> None:
    inside = "<fb:like class=box><p class='first second'>{}</p></fb:like>"
    assert str(aligned("title", [], pages(inside, inside, inside, inside))) == "p[@class~='first']"
    itself = "<o:p class=first>{}</o:p>"
    assert aligned("title", [], pages(itself, itself, itself, itself)) is None
