"""The plain text of an article."""

from __future__ import annotations

import re
import time
from html import escape

import pytest
from cleaned import clean
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.extraction import html_to_text


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>One <b>line</b>.</p><p>Two</p>", "One line.\nTwo"),
        ("a<br>b<br/>c", "a\nb\nc"),
        ("<p>a\n  b\t c</p>", "a b c"),
        ("<pre>def f():\n    return 1\n\n\tx</pre>", "def f():\n    return 1\n\n    x"),
        ("<pre><code><span>if</span> x:\n  <span>y</span></code></pre>", "if x:\n  y"),
        ("<pre>a<br>  b</pre>", "a\n  b"),
        ("<pre>  first\n second</pre>", "  first\n second"),
        ("<p>Code:</p><pre>a\n  b</pre><p>Done.</p>", "Code:\na\n  b\nDone."),
        ("<pre>if a &lt; b &amp;&amp; c:\n  d</pre>", "if a < b && c:\n  d"),
        ("<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>", "A | B\n1 | 2"),
        ("<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", "a\nb\nc"),
        ("<dl><dt>T</dt><dd>D</dd></dl>", "T\nD"),
        ("<figure><img src=x><figcaption>Caption</figcaption></figure>", "Caption"),
        ("<blockquote>a<p>b</p></blockquote>", "a\nb"),
        ("<h2>Head</h2>text", "Head\ntext"),
        ("<p>1 &lt; 2 &amp;amp; <b>x</b></p>", "1 < 2 &amp; x"),
        ("<p>fish&nbsp;&amp; chips</p>", "fish & chips"),
        ("<p>使用<code>git</code>命令</p>", "使用git命令"),
        ("<p><a href=x>React</a>를 <b>쓰는</b> 이유</p>", "React를 쓰는 이유"),
        ("<p><a href=x>文章</a><a href=y>git</a>，<i>v2</i>。</p>", "文章git，v2。"),
        ("<p><a href=x>One</a><a href=y>Two</a><a href=z>, three</a></p>", "One Two, three"),
        ("<p>第一行\n  第二行，\n第三 行\nand git</p>", "第一行第二行，第三 行 and git"),
        ("<p>첫째 줄\n둘째 줄</p>", "첫째 줄 둘째 줄"),
        ("<p>un<b>break</b>able</p>", "unbreakable"),
        ("<details><summary>More</summary>Body</details>", "More\nBody"),
        ("<p>a</p>" + " " * 10 + "<p></p><p>b</p>", "a\nb"),
        ("", ""),
        ("no tags", "no tags"),
    ],
)
def test_text_has_one_line_per_block(html: str, expected: str) -> None:
    assert clean(html).text == expected


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ('who cares.<a href="x"><img src="x"></a><em>Rod plays', "who cares. Rod plays"),
        ('ONE<img src="x">Two', "ONE Two"),
        ('I c<a href="x"><img src="x"></a>rochet', "I crochet"),
        ('one<img src="x">, two', "one, two"),
        ('(<img src="x">two)', "(two)"),
        ('one <img src="x"><img src="y"> two', "one two"),
        ('图<img src="x">片', "图片"),
        ('图片 one.<b><img src="x"></b>Two', "图片 one. Two"),
        ('<pre>x<img src="x">y</pre>', "xy"),
    ],
)
def test_a_picture_between_words_separates_them(html: str, text: str) -> None:
    assert html_to_text(html) == text


def test_html_to_text_keeps_code_s_indentation() -> None:
    assert html_to_text("<p>a</p><pre>x\n    y\n</pre>") == "a\nx\n    y"


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"]), max_size=30), max_size=6))
def test_paragraphs_come_back_as_lines(paragraphs: list[str]) -> None:
    html = "".join(f"<p>{escape(text, quote=False)}</p>" for text in paragraphs)
    shown = [re.sub("[\u00ad\u200b\ufeff]", "", text) for text in paragraphs]
    expected = [" ".join(text.split()) for text in shown]
    assert html_to_text(html) == "\n".join(line for line in expected if line)


@pytest.mark.parametrize(
    "junk", ['<a "', '<div "', "<pre>", '<pre "', "<a ", '</td><td "', "</td> ", "&", "<br '", "<<", "<p><pre>"]
)
def test_hostile_strings_become_text_quickly(junk: str) -> None:
    begin = time.process_time()
    html_to_text(junk * 20_000)
    assert time.process_time() - begin < 1
