"""Random HTML for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

TAGS = [
    "div",
    "p",
    "span",
    "a",
    "b",
    "ul",
    "li",
    "h2",
    "table",
    "blockquote",
    "br",
    "script",
    "article",
    "svg",
    "footer",
]
NAMES = ["", ' id="x"', ' class="share"', ' class="entry"', " hidden", ' style="display:none"', ' class="comments"']
VOCABULARY = st.sampled_from("alpha beta gamma delta Über x 你好 1 2014 , & &amp; <".split())


@st.composite
def trees(draw: st.DrawFn, depth: int = 4) -> str:
    """A bit of HTML that may be nested wrongly."""
    parts = []
    for _ in range(draw(st.integers(0, 3))):
        if depth and draw(st.booleans()):
            tag = draw(st.sampled_from(TAGS))
            closing = f"</{tag}>" if draw(st.integers(0, 9)) else ""
            parts.append(f"<{tag}{draw(st.sampled_from(NAMES))}>{draw(trees(depth - 1))}{closing}")
        else:
            parts.append(" ".join(draw(st.lists(VOCABULARY, min_size=1, max_size=4))))
    return draw(st.sampled_from(["", " ", "\n"])).join(parts)
