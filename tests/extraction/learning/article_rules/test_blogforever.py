"""The published algorithm of the BlogForever crawler."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.dom import find, parse_page, similarity
from blogcrawler.extraction import blogforever_article_rule, blogforever_title_rule, uncleaned_text
from blogcrawler.extraction.learning.article_rules.blogforever import _similarities
from blogcrawler.items import FeedEntry

STORY = "<p>The keeper climbs the stairs of the lighthouse.</p><p>Ships see the lamp from far away.</p>"


def pairs(*pages: str, story: str = STORY, title: str = "Lighthouse") -> list:
    made = [parse_page(f"<html><body>{html}</body></html>", f"http://a.example/{n}") for n, html in enumerate(pages)]
    return [(FeedEntry(url=page.url, title=title, content_html=story), page) for page in made]


def test_an_element_is_named_by_id_before_class_before_path():
    assert blogforever_article_rule(pairs(f"<div id=a class=b>{STORY}</div>")) == "//*[@id='a']"
    assert blogforever_article_rule(pairs(f"<div class='b c'>{STORY}</div>")) == "//*[@class='b c']"
    assert blogforever_article_rule(pairs(f"<p>Menu</p><div>{STORY}</div><p>Z</p>")) == "/html/body/div"


def test_the_rule_that_wins_on_most_pages_is_chosen():
    here, there = f"<div id=here>{STORY}</div>", f"<div id=there>{STORY}</div>"
    assert blogforever_article_rule(pairs(there, here, here)) == "//*[@id='here']"


def test_titles_are_learned_the_same_way():
    assert blogforever_title_rule(pairs(f"<h1 class=t>Lighthouse</h1>{STORY}")) == "//*[@class='t']"


def test_nothing_inside_the_element_is_removed_but_scripts():
    (_, page), *_ = pairs(f"<div id=a>{STORY}<div class=sharedaddy>Share</div><script>x()</script></div>")
    assert uncleaned_text(page, "//*[@id='a']").splitlines() == [
        "The keeper climbs the stairs of the lighthouse.",
        "Ships see the lamp from far away.",
        "Share",
    ]
    assert uncleaned_text(page, "//*[@id='b']") == ""


def test_without_texts_nothing_is_learned():
    assert blogforever_article_rule([]) is None
    assert blogforever_article_rule(pairs("<p>Text", story="")) is None


def test_quotes_in_names_and_odd_tags_give_valid_rules():
    for html in (f'<div id="it\'s">{STORY}</div>', f"<o:p>{STORY}</o:p>", f'<div id="a\'&quot;b">{STORY}</div>'):
        ((entry, page),) = pairs(html)
        rule = blogforever_article_rule([(entry, page)])
        assert rule is not None
        assert find(page.tree, rule)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=40), st.text(max_size=40))
def test_the_similarity_of_a_leaf_is_the_similarity_of_its_text(text: str, target: str):
    page = parse_page("<html><body><p></p></body></html>", "http://a.example/")
    (leaf,) = page.tree.iter("p")
    leaf.text = text
    assert dict(_similarities(page, target))[leaf] == similarity(text, target)
