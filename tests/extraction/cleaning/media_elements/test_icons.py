"""Which drawings are icons."""

from __future__ import annotations

import pytest
from cleaned import LONG, clean

SHAPE = '<path d="M1 2h3"/>'


@pytest.mark.parametrize(
    "icon",
    [
        f'<svg viewBox="0 0 24 24">{SHAPE}</svg>',
        f'<svg width="32" height="32" viewBox="0 0 79 75">{SHAPE}</svg>',
        f'<svg width="1em" height="1em" viewBox="0 0 512 512">{SHAPE}</svg>',
        f'<a href="/x"><span><svg viewBox="0 0 640 512">{SHAPE}</svg></span></a>',
        f'<h2><svg viewBox="0 0 640 512">{SHAPE}</svg></h2>',
        f'<svg class="svg-inline--fa fa-link" viewBox="0 0 640 512">{SHAPE}</svg>',
        '<svg width="500"><use href="#star"/></svg>',
    ],
)
def test_icons_are_removed(icon: str) -> None:
    assert "<svg" not in clean(LONG + f"<p>Text {icon}</p>").html


@pytest.mark.parametrize(
    "drawing",
    [
        f'<svg width="300" height="200">{SHAPE}</svg>',
        f'<svg viewBox="0 0 600 400">{SHAPE}</svg>',
        f'<svg width="2.5ex" height="2ex" viewBox="0 -683 600 694">{SHAPE}</svg>',
        f'<svg width="40" height="40"><text x="1" y="2">A</text>{SHAPE}</svg>',
        f'<svg viewBox="0 0 40 40">{SHAPE * 20}</svg>',
        f'<svg width="100%" viewBox="0 0 bad">{SHAPE}</svg>',
    ],
)
def test_drawings_stay(drawing: str) -> None:
    assert "<svg" in clean(LONG + f"<p>Text {drawing}</p>").html
