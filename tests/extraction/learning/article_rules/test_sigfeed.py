"""SIGFEED: the block of a page that its feed item points at."""

from __future__ import annotations

from blogcrawler.dom import parse_page
from blogcrawler.extraction import sigfeed, training_samples
from blogcrawler.extraction.learning.article_rules.sigfeed import is_stop_word
from blogcrawler.items import FeedEntry

URL = "http://a.example/1"
PAGE = (
    "<body><div id=menu>Home and about this blog with all of these posts</div>"
    "<div id=teaser><p>{teaser}</p></div><div id=story><p>{story}</p><p>{more}</p></div></body>"
)
STORY = "The keepers climb to the lighthouse every night and light its lamps for the sailors of the harbour."
MORE = "Without lamps in lighthouses, sailors would never find their harbours in a winter storm."


def found(entry: FeedEntry, teaser: str = "Older posts") -> str | None:
    page = parse_page(PAGE.format(teaser=teaser, story=STORY, more=MORE), URL)
    (sample,) = training_samples([(entry, page)])
    node = sigfeed(sample)
    return None if node is None else sample.outline.nodes[node].get("id")


def test_the_block_with_the_3_grams_of_the_item_is_found() -> None:
    assert found(FeedEntry(URL, title="A night", content_html=STORY)) == "story"


def test_a_block_with_less_than_half_of_the_3_grams_is_not_consistent_so_that_keywords_decide() -> None:
    said = f"Next week this blog moves. {2 * 'A lighthouse keeper, a lamp, a sailor, a storm in winter, a harbour. '}"
    assert found(FeedEntry(URL, title=None, content_html=said), teaser="Next week this blog moves") == "story"


def test_keywords_are_compared_by_their_stems() -> None:
    said = "Keeper climbing. Sailor finding. Lamp lighting. Lighthouse storms. Harbour."
    assert found(FeedEntry(URL, title=None, content_html=said)) == "story"


def test_stop_words_are_no_keywords() -> None:
    said = "with these about with these about with these about lighthouse"
    assert found(FeedEntry(URL, title=None, content_html=said)) == "story"
    assert is_stop_word("about")
    assert not is_stop_word("lighthouse")


def test_an_item_that_has_nothing_in_common_with_its_page_finds_nothing() -> None:
    assert found(FeedEntry(URL, title="Zebra", content_html="Giraffe")) is None
