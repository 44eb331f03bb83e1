from __future__ import annotations

from blogcrawler.dom import find, outline, parse_page
from blogcrawler.extraction import PUBLISHED_FOREST, ForestParameters, forest_rules
from blogcrawler.extraction.learning.article_rules.forest import informativeness
from blogcrawler.extraction.learning.article_rules.published_patterns import published_patterns
from blogcrawler.items import FeedEntry

STORIES = {
    "lighthouse": "The lighthouse keeper climbs the lighthouse stairs to light the lamp of the lighthouse.",
    "submarine": "The submarine cook bakes submarine bread while the submarine dives below the waves.",
    "volcano": "Ash of the volcano fell on the village below the volcano before the volcano slept.",
}


def pages() -> list:
    return [
        (
            FeedEntry(url=f"http://a.example/{word}", title=f"About the {word}", content_html=f"<p>{story}</p>"),
            parse_page(
                f"<body><ul><li>Home</ul><div class=entry><p>{story}</p><p class=sharing>Share it</p></div></body>",
                f"http://a.example/{word}",
            ),
        )
        for word, story in STORIES.items()
    ]


def test_each_factor_can_be_left_out():
    both = informativeness(10, 26, 20, 100)
    j = informativeness(10, 26, 20, 100, unexpectedness=False)
    u = informativeness(10, 26, 20, 100, density=False)
    assert 0 < j < 1
    assert round(u) == 23  # as in the thesis, which calls them bits
    assert both == j * u


def test_the_published_algorithm_only_says_where_the_article_is():
    for keywords in ("tf-idf", "feed"):
        rule, *_ = forest_rules(pages(), keywords=keywords, parameters=PUBLISHED_FOREST)
        assert (rule.drop, rule.phrases, rule.until) == ((), (), "")


def test_the_number_of_keywords_is_a_parameter():
    assert forest_rules(pages(), parameters=ForestParameters(keywords=1))
    assert not forest_rules(pages(), parameters=ForestParameters(keywords=0))


def test_a_published_pattern_is_a_tag_with_the_first_words_of_its_attributes_and_a_level():
    page = parse_page(
        '<body><div class="post wrapper-02" id="post-12"><p>One</p><p>Two</p></div></body>', "http://a.example/"
    )
    found = [selector for patterns in published_patterns(outline(page)) for selector in patterns]
    named = '//div[starts-with(normalize-space(@class),"post")][starts-with(normalize-space(@id),"post-")]'
    assert f"{named}[count(ancestor::*)=2]" in found
    assert sum(selector.startswith("/descendant::*[") for selector in found) == 3
    assert all(find(page.tree, selector) for selector in found)


def test_a_published_pattern_counts_once_per_page():
    page = parse_page("<body><p class=a>One</p><p class=a>Two</p></body>", "http://a.example/")
    assert [len(patterns) for patterns in published_patterns(outline(page))] == [1, 1, 0]
