from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.dom import elements_with_text, node_text, parse_page

TAGS = ("p", "div", "b", "pre")
PIECES = [f"<{slash}{tag}>" for tag in TAGS for slash in ("", "/")]
PIECES += [
    " ",
    "\n",
    "&nbsp;",
    "word",
    "<br>",
    "<img src=x>",
    "<!-- note -->",
    "<script>x</script>",
    "<style>x</style>",
]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_elements_with_text_are_those_whose_text_is_not_empty(html: str) -> None:
    root = parse_page(f"<body><div>{html}", "https://blog.example/").tree
    elements = set(root.iter("body", "br", "img", *TAGS))
    assert elements_with_text(root) & elements == {element for element in elements if node_text(element)}
