from __future__ import annotations

from html import escape

from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.dom import find, parse_page
from blogcrawler.explanation import ArticleBlock
from blogcrawler.explanation.article_blocks import article_blocks
from blogcrawler.extraction import ArticleRule, Cleaner

RULE = ArticleRule('//*[@id="post"]', 1.0, drop=('.//*[@id="ads"]',), phrases=("see you soon",))
HTML = """<body><nav>Home</nav><div id=post><h1>Ships</h1><p>The first ship left the harbour.</p>
<div id=ads>Buy a boat</div><p>Then the second one left.</p>
<ul><li>one<li>two</ul><p>See you soon</p><div class=comments>Nice post!</div></div><footer>Imprint</footer></body>"""


def explained(html: str = HTML, rule: ArticleRule = RULE) -> list[ArticleBlock]:
    page = parse_page(html, "https://example.org/ships")
    (node,) = find(page.copy().tree, rule.selector, first=True)
    return article_blocks(page, Cleaner(rule).clean(node, page.base, "Ships").text, rule, "Ships")


def test_text_outside_the_article_is_neither_kept_nor_cut():
    outside = [block.text for block in explained() if not block.inside]
    assert outside == ["Home", "Imprint"]
    assert not any(block.kept or block.cut for block in explained() if not block.inside)


def test_text_of_the_record_is_kept():
    kept = [block.text for block in explained() if block.kept and not block.cut]
    assert kept == ["The first ship left the harbour.", "Then the second one left.", "one", "two"]


def test_each_cut_block_has_its_reason():
    reasons = {block.text: block.why for block in explained() if block.cut and not block.kept}
    assert reasons == {
        "Ships": "the title",
        "Buy a boat": 'dropped by the rule: .//*[@id="ads"]',
        "See you soon": "repeated on many pages",
        "Nice post!": "named like comments: div.comments",
    }


def test_words_that_were_cut_from_a_paragraph_are_marked():
    rule = ArticleRule('//*[@id="post"]', 1.0, drop=(".//i",))
    html = "<body><div id=post><p>Then the second one <i>share this</i> left the harbour.</p></div></body>"
    (block,) = explained(html, rule)
    assert [(part.text, part.kept) for part in block.parts] == [
        ("Then the second one ", True),
        ("share this ", False),
        ("left the harbour.", True),
    ]


def test_without_a_rule_the_article_reaches_from_its_first_to_its_last_block():
    page = parse_page("<body><p>Menu<p>Once upon a time<p>Advertisement<p>The end<p>Imprint</body>", "https://a.org/")
    blocks = article_blocks(page, "Once upon a time\nThe end", None)
    assert [block.text for block in blocks if block.inside] == ["Once upon a time", "Advertisement", "The end"]
    assert [block.text for block in blocks if block.cut] == ["Advertisement"]


def test_text_before_and_after_the_marks_is_explained():
    rule = ArticleRule('//*[@id="post"]', 1.0, after=".//hr", until=".//h4")
    html = (
        "<body><div id=post><p>Posted today</p><hr><p>The text of it.</p><h4>More</h4><p>Other posts</p></div></body>"
    )
    reasons = {block.text: block.why for block in explained(html, rule) if block.cut}
    assert reasons == {
        "Posted today": "before the beginning of the article, .//hr",
        "More": "after the end of the article, .//h4",
        "Other posts": "after the end of the article, .//h4",
    }


def test_numbers_next_to_korean_letters_are_separate_words():
    page = parse_page("<body><p>값이 <code>0</code>으로 설정</p></body>", "https://a.org/")
    (block,) = article_blocks(page, "값이 0 으로 설정", None)
    assert not block.cut


TEXTS = st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30), max_size=6)


@given(TEXTS, st.text(max_size=60))
def test_the_parts_of_all_blocks_are_the_text_of_the_page(paragraphs: list[str], text: str):
    page = parse_page("<body>" + "".join(f"<p>{escape(one)}</p>" for one in paragraphs) + "</body>", "https://a.org/")
    blocks = article_blocks(page, text, None)
    body = page.tree.find("body")
    assert body is not None
    shown = [" ".join(str(one.xpath("string()")).split()) for one in body]
    assert [block.text for block in blocks] == [one for one in shown if one]
