from __future__ import annotations

from lxml import etree

from blogcrawler.extraction import ArticleRule, Extractor, RuleSet
from blogcrawler.rendering.frames import FrameContent, assemble

URL = "https://blog.example/post/"


def test_the_content_of_a_frame_is_inserted_after_it() -> None:
    page = assemble(
        "<body><div id=talk><iframe data-blogcrawler-frame=0 src=x></iframe> after</div></body>",
        URL,
        {"0": FrameContent("https://talk.example/f", "<html><head><title>T</title></head><body class=x><p>Hello")},
    )
    html = etree.tostring(page.tree.find("body"), encoding="unicode", method="html")
    assert html == (
        '<body><div id="talk"><iframe src="x"></iframe>'
        '<blogcrawler-frame src="https://talk.example/f"><p>Hello</p></blogcrawler-frame> after</div></body>'
    )
    assert page.html is None  # parsing the page's own HTML would not give the frame


def test_nested_frames_are_inserted_once() -> None:
    inner = "<body>b<iframe data-blogcrawler-frame=1></iframe><iframe data-blogcrawler-frame=0></iframe></body>"
    frames = {
        "0": FrameContent("https://talk.example/a", inner),
        "1": FrameContent("https://talk.example/b", "<body>c</body>"),
    }
    page = assemble("<body>a<iframe data-blogcrawler-frame=0></iframe></body>", URL, frames)
    assert "".join(page.tree.itertext()) == "abc"
    assert len(list(page.tree.iter("blogcrawler-frame"))) == 2


def test_comments_in_a_frame_are_not_part_of_the_article() -> None:
    text = "Words of the article that are long enough to be one. " * 8
    html = f"<article><h1>T</h1><p>{text}</p><iframe data-blogcrawler-frame=0></iframe></article>"
    frames = {"0": FrameContent("https://talk.example/a", f"<body><p>{'A comment of somebody. ' * 30}</p></body>")}
    for rules in (RuleSet(article=(ArticleRule("//article", 1.0),)), RuleSet()):
        got = Extractor(rules).extract(assemble(html, URL, frames))
        assert "Words of the article" in got.text
        assert "comment of somebody" not in got.text + got.content_html
