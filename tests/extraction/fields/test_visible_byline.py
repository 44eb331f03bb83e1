from __future__ import annotations

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.extraction import Extractor, FieldRule, RuleSet

#: The rule finds nothing on the pages below.
RULES = RuleSet(authors=(FieldRule("//b[@class='writer']", 1.0),), pages=5)


@pytest.mark.parametrize(
    ("body", "authors"),
    [
        ("<p>Posted by <a href=/ann><strong>Ann Lee</strong></a> on May 31, 2013 · 2 Comments</p>", ["Ann Lee"]),
        ("<div><span>Écrit par</span> <span>Ann Lee</span></div>", ["Ann Lee"]),
        ("<p>作者：李安</p>", ["李安"]),
        ("<p>Автор: Иван Петров</p>", ["Иван Петров"]),
        ("<p>Autor:  <b>cendi7</b>   Fecha: May 19, 2011<br></p>", ["cendi7"]),
        ("<p>Auteur : Ann Lee</p>", ["Ann Lee"]),
        ("<p><b>Author</b> Ann Lee</p><p><b>Date</b> 3 May 2013</p>", ["Ann Lee"]),
        ("<dl><dt>Author</dt><dd><a href=/ann>Ann Lee</a></dd><dt>Date</dt><dd>3 May 2013</dd></dl>", ["Ann Lee"]),
        ("<p>May 3, 2013 | Author <a href=/ann>Ann Lee</a></p>", ["Ann Lee"]),
        ("<p>por <span>Ann Lee</span> el <span>07/12/2017</span></p>", ["Ann Lee"]),
        ("<p>3 May 2013 by <a href=/ann>Ann Lee</a></p>", ["Ann Lee"]),
        ("<p><time>3 May 2013</time> by <a href=/ann>Ann Lee</a></p>", ["Ann Lee"]),
        ("<p>Photo by <a href=/bob>Bob Reed</a></p>", []),
        ("<p>We went by <b>Castle Hill</b> on the way to the river.</p>", []),
        ("<p>© 2017 Entre Rios por los <a href=/all>autores</a> bajo <a rel=license>una licencia</a></p>", []),
        ("<p>Ask the <b>author</b> Ann Lee.</p>", []),
        ("<h3>Author</h3><p>Ann Lee</p>", []),
        ("<form><label>Author</label> <label>Mail</label></form>", []),
        ("<p><b>Author</b></p><p>The river has no author and no end.</p>", []),
        ("<p>By train to Vienna</p>", []),
        ("<h2>Posted by Ann Lee</h2>", []),
        ("<div class=comments><p>Posted by Bob Reed on June 1, 2013</p></div>", []),
        (f"<p>Posted by hand were all the letters that {'we wrote and ' * 9} read.</p>", []),
    ],
    ids=[
        "byline",
        "phrase apart",
        "Chinese",
        "Russian",
        "account",
        "French",
        "label apart",
        "list",
        "after date",
        "phrase before name",
        "phrase after date",
        "phrase after element",
        "photo",
        "phrase in sentence",
        "copyright",
        "label in sentence",
        "label as heading",
        "form",
        "label without name",
        "one word",
        "heading",
        "comment",
        "sentence",
    ],
)
def test_a_post_in_another_template_has_the_author_of_its_byline(body: str, authors: list[str]):
    html = f"<html><head><title>Rain</title></head><body><h1>Rain</h1>{body}<p>It rained all night.</p></body></html>"
    got = Extractor(RULES).extract(parse_page(html, "http://example.org/rain"))
    assert got.authors == authors
    assert got.source.get("authors") == ("fallback" if authors else None)


def test_pages_of_blogs_that_name_nobody_have_no_author():
    html = "<html><body><h1>Rain</h1><p>Posted by Ann Lee</p></body></html>"
    assert Extractor(RuleSet(pages=5)).extract(parse_page(html, "http://example.org/rain")).authors == []
