"""Elements that a page hides, and those that are for navigation."""

from __future__ import annotations

import pytest

from blogcrawler.dom import is_hidden_or_navigation, parse_page


@pytest.mark.parametrize(
    ("html", "hidden"),
    [
        ("<div>Text</div>", False),
        ("<div style='display: none'>Text</div>", True),
        ("<div style='VISIBILITY:hidden'>Text</div>", True),
        ("<div style='visibility:hidden'>Text</div>", True),
        ("<div style='overflow: hidden'>Text</div>", False),
        ("<div hidden>Text</div>", True),
        (f"<div hidden>{'x' * 100}</div>", True),
        (f"<div hidden>{'x' * 101}</div>", False),  # to be shown later
        ("<div hidden><p>A solution.</p></div>", False),
        ("<div hidden><img src=a.png></div>", False),
        ("<div role=navigation>Text</div>", True),
        ("<div role=toolbar>Text</div>", True),
        ("<div role=main>Text</div>", False),
    ],
)
def test_hidden_elements_and_navigation(html: str, hidden: bool) -> None:
    assert is_hidden_or_navigation(next(parse_page(html, "").tree.iter("div"))) is hidden
