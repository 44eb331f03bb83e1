"""Expressions of all shapes that are also XPath, and small trees that they may match."""

from __future__ import annotations

from hypothesis import strategies as st
from lxml import etree

NAMES = st.sampled_from(["a", "div", "span", "h2", "*"])
VALUES = st.sampled_from(["@class", "@id", "@href", "a", "span"])
STRINGS = st.sampled_from(["post", "post-title", "pos", "t", "it's", "x y"])
TESTS = st.one_of(
    st.builds(lambda value, string: f'contains({value}, "{string}")', VALUES, STRINGS),
    st.builds(lambda value, string: f'{value}="{string}"', VALUES, STRINGS),
    st.sampled_from(["1", "2", "last()"]),
)
STEPS = st.builds(lambda name, tests: name + "".join(f"[{test}]" for test in tests), NAMES, st.lists(TESTS, max_size=2))
LAST = st.sampled_from(["", "/@href", "//@class", "/text()", "/@*", "//text()"])


@st.composite
def expressions(draw: st.DrawFn) -> str:
    """An expression as it is written."""
    steps = draw(st.lists(STEPS, min_size=1, max_size=3))
    text = steps[0]
    for step in steps[1:]:
        text += draw(st.sampled_from(["/", "//"])) + step
    return text + draw(LAST)


def element(tag: str, attributes: dict[str, str], text: str, children: list[etree._Element]) -> etree._Element:
    made = etree.Element(tag, attributes)
    made.text = text or None
    made.extend(children)
    return made


TAGS = st.sampled_from(["a", "div", "span", "h2"])
TEXTS = st.sampled_from(["", "post", "x y", "it's a t"])
ATTRIBUTES = st.dictionaries(
    st.sampled_from(["class", "id", "href"]),
    st.sampled_from(["post", "post-title", "xpos", "x y", "t", ""]),
    max_size=2,
)
TREES = st.recursive(
    st.builds(element, TAGS, ATTRIBUTES, TEXTS, st.just([])),
    lambda children: st.builds(element, TAGS, ATTRIBUTES, TEXTS, st.lists(children, max_size=3)),
    max_leaves=12,
)
