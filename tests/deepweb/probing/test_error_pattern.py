from __future__ import annotations

import pytest

from blogcrawler.deepweb.probing.error_pattern import learn_error_pattern
from blogcrawler.dom import Page, parse_page


def page(content: str) -> Page:
    return parse_page(f"<body><h1>Books</h1>{content}</body>", "http://shop.example/search")


RESULTS = [(page("<table><tr><th>Title</th></tr><tr><td>The King</td></tr></table>"), "king")]


@pytest.mark.parametrize(
    ("nothing", "said"),
    [
        ("<p>Nothing for {}.</p><p>Try again.</p>", ["Nothing for ….", "Try again."]),
        ("<form>Found <b>0</b> results.</form>", ["0", "Found results."]),
        ("<table><tr><th>Title</th></tr></table>", ["(nothing but what every answer says)"]),
        ("<p>Answered in {} ms</p><table><tr><th>Title</th></tr></table>", ["Answered in … ms"]),
    ],
    ids=["it repeats the word", "it says so", "it says nothing", "a text with the word"],
)
def test_how_a_search_says_that_there_is_nothing(nothing: str, said: list[str]) -> None:
    pattern = learn_error_pattern(page(nothing.format("xqz")), "xqz", RESULTS, (page(nothing.format("wvk")), "wvk"))
    assert pattern.describe() == said
    assert pattern.matches(page(nothing.format("bcd")), "bcd")
    assert not pattern.matches(*RESULTS[0])


def test_what_differs_between_two_answers_to_nonsense_is_no_part_of_it() -> None:
    answers = [(page(f"<i>{n} ms</i><p>Nothing for {word}.</p>"), word) for n, word in ((3, "xqz"), (4, "wvk"))]
    assert learn_error_pattern(*answers[0], RESULTS, answers[1]).describe() == ["Nothing for …."]
