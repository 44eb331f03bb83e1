"""Where the text of a feed entry is on its page."""

from __future__ import annotations

from blogcrawler.dom import outline, parse_page, words
from blogcrawler.extraction.training.anchor import anchor_text


def test_a_list_that_repeats_words_of_the_text_is_not_the_text() -> None:
    poem = "Once we get to the zoo there will be so much to do before the long way home"
    tagged = "Rhymes of the Times 2010 Tagged Rhymes of the Times poetry zoo"
    rows = "".join(f"<li>Rhymes of the Times {year} ({year % 7})</li>" for year in range(2000, 2012))
    page = parse_page(f"<body><p>{poem}, and then some.</p><ul>{rows}</ul></body>", "https://b.org/")
    anchor = anchor_text(outline(page), words(f"{poem} Filed under {tagged}"))
    assert anchor.start == 0
    # Only "Times 2010" and "2010 …" are as rare in the list as in the text.
    assert sum(anchor.hits[anchor.end :]) <= 2
