from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from lxml import etree, html

import blogcrawler
from blogcrawler.dom import find, linear_xpath


@pytest.mark.parametrize(
    "xpath",
    [
        "//a[@href]",
        "//*[@id or @class]",
        ".//a[contains(@href, '//b[')]//b[@x]",
        "//ul[@class]/li[1] | //p[2]",
        "(//a[@href])[1]",
        "//body//*[self::b][not(.//*[@x])]",
    ],
)
def test_the_same_elements_are_found_in_the_same_order(xpath: str) -> None:
    page = html.fromstring(
        "<html><body><a href=/1>1</a><ul class=c><li><a href='//b[x'>2<b x=1>3</b></a><li id=l>4</ul><p>5<p>6"
        "<a>7</a><b x=2>8<i x=3>9</i></b></body></html>"
    )
    assert page.xpath(linear_xpath(xpath)) == page.xpath(xpath)


def test_thousands_of_siblings_after_nested_elements_take_no_seconds() -> None:
    rows = "".join(f'<a href="/{number}" class="x y">post {number}</a> ' for number in range(40_000))
    page = html.fromstring(f"<html><body><div><p><a href=/x>x</a></p></div>{rows}</body></html>")
    began = time.process_time()
    assert len(find(page, "//a[not(@x)]")) == 40_001
    assert time.process_time() - began < 1  # more than three as libxml2 does it


def test_no_expression_of_ours_is_quadratic() -> None:
    root = Path(blogcrawler.__file__).parent
    quadratic = re.compile(r"etree\.XPath\((?:[^)]*?[\"'( .])?(//[\w*]+\[(?!\d)[^\"]*)|//@[\w]+[^\"/]*/\.\.")
    texts = {path.name: path.read_text() for path in root.rglob("*.py")}
    assert [f"{name}: {match[0]}" for name, text in texts.items() for match in quadratic.finditer(text)] == []
    assert quadratic.search('etree.XPath("//a[@href]")')
    assert etree.XPath("/descendant::a[@href]")
