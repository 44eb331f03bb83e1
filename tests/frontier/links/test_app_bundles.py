from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.dom import parse_page
from blogcrawler.frontier import PostPattern, Scope, app_files, learn_pattern, posts_in_script
from blogcrawler.frontier.links.app_bundles import load_apps

HOME = "http://example.org/blog/"
DATED = learn_pattern([f"http://example.org/blog/2021/05/0{n}/a-name-{n}/" for n in range(1, 6)])
NAMED = learn_pattern([f"http://example.org/{name}/" for name in ("a-long-name", "names", "other-one")])
APPS = load_apps()


def files(html: str) -> list[str]:
    return list(app_files(parse_page(html, HOME)))


def posts(script: str, pattern: PostPattern = DATED, home: str = HOME) -> list[str]:
    return [url.removeprefix("http://example.org") for url in posts_in_script(script, home, Scope(home, pattern))]


@pytest.mark.parametrize("body", APPS["hit"])
def test_single_page_applications_are_recognised(body: str):
    assert files(f"<html>{body}<script src=x.js></script></html>")[-1] == "http://example.org/blog/x.js"


@pytest.mark.parametrize("body", APPS["miss"])
def test_pages_of_no_application_have_no_bundles(body: str):
    assert files(f"<html>{body}<script src=x.js></script></html>") == []


def test_preloaded_scripts_and_data_of_the_blog_are_listed():
    head = (
        "<link rel=preload href=/a.js as=script><link rel=preload href=/a.css as=style><link rel=prefetch href=/b.js>"
        "<link rel=modulepreload href=/c.js><link rel=preload as=fetch href=/data.json>"
        "<link rel=modulepreload href=/chunks/framework.BX7k.js>"
    )
    elsewhere = "<script src=https://elsewhere.example/d.js></script><script src=//example.org:81/e.js></script>"
    body = f"<div id=app></div>{elsewhere}"
    assert files(f"<html><head>{head}<body>{body}<script type=module src=d.js></script>") == [
        "http://example.org/a.js",
        "http://example.org/c.js",
        "http://example.org/data.json",
        "http://example.org/blog/d.js",
    ]


@pytest.mark.parametrize(
    "script",
    [
        'x=[{path:"/blog/2021/06/01/one-more/",title:"x"}]',
        "x=['http://example.org/blog/2021/06/01/one-more/']",
        "x=`/blog/2021/06/01/one-more/`",
        r'x=JSON.parse("{\"url\":\"/blog/2021/06/01/one-more/\"}")',
        r'x="\u002Fblog\u002F2021\u002F06\u002F01\u002Fone-more\u002F"',
        r'{"url":"\/blog\/2021\/06\/01\/one-more\/"}',
    ],
)
def test_post_urls_are_found_in_any_notation(script: str):
    assert posts(script) == ["/blog/2021/06/01/one-more/"]


def test_other_strings_in_a_script_are_ignored():
    script = (
        "['/blog/tag/x/', '/blog/about/', '/', '/div', '//', 'https://elsewhere.example/blog/2021/06/01/one-more/']"
    )
    assert posts(script) == []


def test_if_urls_have_only_a_slug_it_needs_several_words():
    script = "['/one-more-name/', '/names-again/', '/div/', '/api/one-more-name/', '/one-more-name/']"
    assert posts(script, NAMED, "http://example.org/") == ["/one-more-name/"]


@given(st.text(alphabet="\"'`\\/u002F:hps.[]%ab ", max_size=80))
def test_any_script_is_read_without_an_error(script: str):
    posts(script)
