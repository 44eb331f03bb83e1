"""The files of the knowledge base: validation, inheritance, recognition."""

from __future__ import annotations

from importlib.resources import files

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.errors import KnowledgeError
from blogcrawler.knowledge import KnowledgeBase, document, known_applications, read_application, with_parents

SCHEMA = (files("knowledge_base") / "schema.rng").read_bytes()


def read(name: str, inside: str, attributes: str = "") -> object:
    return read_application(f'<application title="T" {attributes}>{inside}</application>'.encode(), name, SCHEMA)


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ("<detect><pattern>div[@class=]</pattern></detect>", "forum/x.xml, line 1, column 53: expected a string in"),
        (
            "\n<detect>\n<pattern>div[</pattern></detect>",
            "forum/x.xml, line 3, column 14: expected a tag or @attribute",
        ),
        ("<detect>", "forum/x.xml, line 1"),
        ("<detect/>", "forum/x.xml, line 1: "),
        ("<unknown/>", "forum/x.xml, line 1: "),
        ("<level name='a'><extract type='title'>h1</extract></level>", "the level 'a' extracts something"),
        ("<level name='a'/><level name='a'/>", "there are two levels 'a'"),
        ("<level name='a' terminal='true'><extract type='mood'>h1</extract></level>", "forum/x.xml, line 1: "),
    ],
)
def test_an_error_states_file_line_and_cause(inside: str, message: str) -> None:
    with pytest.raises(KnowledgeError) as error:
        read("forum/x", inside)
    assert message in str(error.value)


def test_inherited_actions_come_last() -> None:
    parent = read("forum", '<level name="thread" terminal="true"><extract type="title">h1</extract></level>')
    child = read(
        "forum/x",
        '<level name="thread" terminal="true"><detect><pattern>b</pattern></detect>'
        '<extract type="title">h2</extract></level>',
    )
    level = with_parents([parent, child])["forum/x"].level("thread")
    assert level is not None
    assert [str(action.path) for action in level.extract] == ["h2", "h1"]


def test_a_child_without_its_parent_is_an_error() -> None:
    with pytest.raises(KnowledgeError, match=r"there is no forum\.xml to refine"):
        with_parents([read("forum/x", "")])


def test_all_files_of_the_knowledge_base_are_valid() -> None:
    known = known_applications().applications
    for name in (
        "blog/wordpress blog/wordpress/com blog/wordpress/block-theme blog/blogger blog/ghost blog/tumblr "
        "blog/movabletype blog/typepad blog/medium blog/substack blog/drupal blog/joomla blog/dotclear "
        "blog/serendipity blog/hexo "
        "blog/jekyll blog/jekyll/minima blog/octopress blog/hugo blog/pelican blog/nikola blog/gatsby"
    ).split():
        assert name in known
    for family in ("blog/hexo/", "blog/hugo/"):
        assert sum(name.startswith(family) for name in known) >= 5


def test_a_page_is_recognised_by_header_cookie_address_and_tree() -> None:
    base = KnowledgeBase(
        with_parents(
            [
                read("forum", ""),
                read("forum/header", "<detect><pattern>header[@name='x-made-by'][@value='H']</pattern></detect>"),
                read("forum/cookie", "<detect><pattern>cookie[contains(@name, 'sid_')]</pattern></detect>"),
                read("forum/url", "<detect><pattern>url[contains(@path, '/topic.php')]</pattern></detect>"),
                read(
                    "forum/tree",
                    "<detect><all><pattern>p[@id='a']</pattern><pattern>p[@id='b']</pattern></all></detect>"
                    "<level name='list'><detect><pattern>ul</pattern></detect></level>"
                    "<level name='thread'><detect><pattern>p</pattern></detect></level>",
                ),
            ]
        )
    )

    def detect(
        html: str = "", url: str = "https://f.example/", headers: tuple[tuple[str, str], ...] = ()
    ) -> str | None:
        found = base.detect(document(parse_page(html, url), headers))
        return found.application.name + (f" {found.level.name}" if found.level else "") if found else None

    assert detect(headers=(("X-Made-By", "H"),)) == "forum/header"
    assert detect(headers=(("Set-Cookie", "my_sid_1=2; path=/"),)) == "forum/cookie"
    assert detect(url="https://f.example/topic.php?t=1") == "forum/url"
    assert detect("<p id=a>") is None
    assert detect("<p id=a><p id=b>") == "forum/tree thread"
    assert detect("<p id=a><p id=b><ul></ul>") == "forum/tree list"
