"""Cleaning an article: what stays, what is removed, and that nothing harmful is left."""

from __future__ import annotations

import re
import time
from html import unescape
from urllib.parse import urljoin

import pytest
from cleaned import BASE, LONG, clean
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from blogcrawler.dom import find, parse_page
from blogcrawler.extraction import ArticleRule, Cleaner, Extractor, RuleSet, html_to_text

VECTORS = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.org/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<script/x>alert(1)</script >",
    "<script>alert(1)",
    "<style>@import '//evil.org/x.css'; body { background: url(javascript:alert(1)) }</style>",
    "<svg/onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><script href='//evil.org/x.js'/></svg>",
    "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
    "<svg><a href='javascript:alert(1)'><text>x</text></a></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>",
    "<svg><a><animate attributeName=href values=javascript:alert(1) /><text>x</text></a></svg>",
    "<svg><set attributeName=href to=javascript:alert(1)></svg>",
    "<svg><use href='data:image/svg+xml;base64,PHN2Zz4='/></svg>",
    "<svg><foreignObject><iframe srcdoc='<script>alert(1)</script>'></iframe></foreignObject></svg>",
    "<svg><style>*{background:url(javascript:alert(1))}</style></svg>",
    "<svg></p><style><a id='</style><img src=1 onerror=alert(1)>'>",
    "<math href='javascript:alert(1)'>x</math>",
    "<math><mi xlink:href='data:text/html,<script>alert(1)</script>'>x</mi></math>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    "<iframe src='javascript:alert(1)'></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<iframe src='data:text/html,<script>alert(1)</script>'></iframe>",
    "<iframe src='  jAvAsCrIpT:alert(1)'></iframe>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<base href='javascript:alert(1)//'>",
    "<link rel=stylesheet href='javascript:alert(1)'>",
    "<form action='javascript:alert(1)'><input type=submit></form>",
    "<form><button formaction='javascript:alert(1)'>x</button></form>",
    "<input autofocus onfocus=alert(1)>",
    "<isindex action=javascript:alert(1)>",
    "<object data='javascript:alert(1)'></object>",
    "<embed src='javascript:alert(1)'>",
    "<applet code=x></applet>",
    "<frameset onload=alert(1)><frame src=javascript:alert(1)></frameset>",
    "<img src=x onerror=alert(1)>",
    "<IMG SRC=x ONERROR=alert(1)>",
    "<img src=x onerror\n=alert(1)>",
    "<img/src=x/onerror=alert(1)>",
    "<img src='javascript:alert(1)'>",
    "<img src='data:text/html,<script>alert(1)</script>'>",
    "<img srcset='javascript:alert(1) 1x, data:text/html,x 2x'>",
    "<img data-src='javascript:alert(1)' src='data:,'>",
    "<img lowsrc='javascript:alert(1)' dynsrc='javascript:alert(1)'>",
    "<image src=x onerror=alert(1)>",
    "<video poster='javascript:alert(1)'><source onerror=alert(1)></video>",
    "<video src=x onerror=alert(1)></video><audio src='javascript:alert(1)'></audio>",
    "<table background='javascript:alert(1)'><tr><td>x</td></tr></table>",
    "<div style='background:url(javascript:alert(1))'>x</div>",
    "<div style='width: expression(alert(1))'>x</div>",
    "<details open ontoggle=alert(1)>x</details>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='JaVaScRiPt:alert(1)'>x</a>",
    "<a href=' \n javascript:alert(1)'>x</a>",
    "<a href='java\tscript:alert(1)'>x</a>",
    "<a href='java\nscript:alert(1)'>x</a>",
    "<a href='java&#9;script:alert(1)'>x</a>",
    "<a href='java&Tab;script&colon;alert(1)'>x</a>",
    "<a href='javascript&#58;alert(1)'>x</a>",
    "<a href='\x01javascript:alert(1)'>x</a>",
    "<a href='\x0bjavascript:alert(1)'>x</a>",
    "<a href='\x00javascript:alert(1)'>x</a>",
    "<a href='&#106;avascript:alert(1)'>x</a>",
    "<a href='&#x6A;&#x61;vascript:alert(1)'>x</a>",
    "<a href='&#0000106avascript:alert(1)'>x</a>",
    "<a href='\u2028javascript:alert(1)'>x</a>",
    "<a href='\u00a0javascript:alert(1)'>x</a>",
    "<a href='vbscript:msgbox(1)'>x</a>",
    "<a href='VBSCRIPT:msgbox(1)'>x</a>",
    "<a href='data:text/html;base64,PHNjcmlwdD4='>x</a>",
    "<a href='data:image/svg+xml,<svg onload=alert(1)>'>x</a>",
    "<a href='livescript:alert(1)'>x</a>",
    "<a href='feed:javascript:alert(1)'>x</a>",
    "<a href='view-source:javascript:alert(1)'>x</a>",
    "<a href='blob:https://x'>x</a>",
    "<a href='file:///etc/passwd'>x</a>",
    "<a ping='javascript:alert(1)' href='/x' onclick='alert(1)' target='_blank'>x</a>",
    "<blockquote cite='javascript:alert(1)'>x</blockquote>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<noembed><img title='</noembed><img src=x onerror=alert(1)>'></noembed>",
    "<noframes><img title='</noframes><img src=x onerror=alert(1)>'></noframes>",
    "<xmp><img title='</xmp><img src=x onerror=alert(1)>'></xmp>",
    "<title><img title='</title><img src=x onerror=alert(1)>'></title>",
    "<textarea><img title='</textarea><img src=x onerror=alert(1)>'></textarea>",
    "<iframe src='https://x.org'><img title='</iframe><img src=x onerror=alert(1)>'></iframe>",
    "<template><img src=x onerror=alert(1)></template>",
    "<select><style></select><img src=x onerror=alert(1)></style>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<!--[if gte IE 4]><script>alert(1)</script><![endif]-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml-stylesheet href='javascript:alert(1)'?>",
    "<p title='\"><script>alert(1)</script>'>x</p>",
    '<p title="\'><script>alert(1)</script>">x</p>',
    "<p class='x\" onclick=\"alert(1)'>x</p>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<b <script>alert(1)</script>>x</b>",
    "<a href=\"javascript:alert('&quot;')\">x</a>",
    "<body onload=alert(1)><html onclick=alert(1)>",
    "<oembed url='javascript:alert(1)'></oembed>",
    "<div data-oembed-url='javascript:alert(1)'></div>",
    "<div style='background-image:url(javascript:alert(1).png)'></div>",
    "<div data-bg='javascript:alert(1).png'></div>",
    "<amp-img src='javascript:alert(1)' srcset='javascript:alert(1) 2x'></amp-img>",
    "<lite-youtube videoid='\"><script>alert(1)</script>'></lite-youtube>",
    (
        "<object><param name=movie value='javascript:alert(1)'><video onerror=alert(1)><source "
        "src=data:x></video></object>"
    ),
    (
        "<noscript><img src=/a.png onerror=alert(1)><script>alert(1)</script><a "
        "href='javascript:alert(1)'>x</a></noscript>"
    ),
    "<script src='//gist.github.com/x\" onload=\"alert(1).js'></script>",
    "<script type='math/tex'></script><script type='math/tex'><img src=x onerror=alert(1)></script>",
    "<img class=emoji alt='<script>alert(1)</script>' src=x>",
]

_HARMFUL_TAGS = {
    *"script style form input button select textarea object applet embed frame frameset".split(),
    *"link meta base template noscript title".split(),
}
_ADDRESSES = ("href", "src", "cite", "poster", "action", "data", "formaction", "background", "xlink:href", "srcset")


def assert_harmless(html: str) -> None:
    """What a browser could be made to run is not in the HTML."""
    tree = etree.fromstring(f"<html><body><div>{html}</div></body></html>", etree.HTMLParser())
    for element in tree.find("body").iter():
        assert element.tag not in _HARMFUL_TAGS, html
        for name, value in element.attrib.items():
            assert not name.startswith("on"), html
            assert name not in ("style", "srcdoc"), html
            if name in _ADDRESSES:
                scheme = re.match(r"[\x00-\x20\s]*([\w\s\x00-\x1f]*?):", unescape(value))
                said = re.sub(r"[\x00-\x20\s]", "", scheme[1]).lower() if scheme else ""
                picture = element.tag == "img" and name == "src" and value.startswith("data:image/")
                assert said in ("", "http", "https", "mailto", "tel", "ftp") or picture, html


@pytest.mark.parametrize("vector", VECTORS)
def test_nothing_harmful_stays_in_an_article(vector: str) -> None:
    article = clean(f"<p>Before.</p>{vector}<p>After.</p>")
    assert_harmless(article.html)
    assert not any(link.lower().lstrip().startswith(("javascript", "vbscript", "data")) for link in article.links)
    assert "Before." in article.text


@pytest.mark.parametrize("vector", VECTORS[::4])
def test_nothing_harmful_stays_in_a_fallback_article(vector: str) -> None:
    page = f"<html><title>Title</title><body><h1>Title</h1><div>{LONG}{vector}{LONG}</div></body></html>"
    extract = Extractor(RuleSet()).extract(parse_page(page, BASE))
    assert_harmless(extract.content_html)
    assert "A sentence of the article" in extract.text


@given(st.lists(st.sampled_from(VECTORS), max_size=4), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_fragments_of_attacks_do_no_harm(vectors: list[str], dice) -> None:
    html = "".join(
        vector[dice.randint(0, 8) :] if dice.random() < 0.5 else vector[: -dice.randint(1, 9)] for vector in vectors
    )
    assert_harmless(clean(f"<p>Before.</p>{html}").html)


def test_embeds_stay() -> None:
    html = clean(
        '<p>See</p><iframe src="//www.youtube.com/embed/x" width="560" allowfullscreen onload="x()"></iframe>'
    ).html
    assert '<iframe src="https://www.youtube.com/embed/x" width="560" allowfullscreen' in html


def test_footnotes_stay_and_link_to_each_other() -> None:
    article = clean(
        f'{LONG}<p>Noted<sup id="r1"><a href="#n1">1</a></sup></p>'
        '<div class="footnotes"><ol><li id="n1">The note. <a href="#r1">↩</a></li></ol></div>'
    )
    assert article.text.endswith("Noted\nThe note.")
    assert '<li id="n1">' in article.html
    assert f'<a href="{BASE}#n1">1</a>' in article.html


def test_links_within_the_page_are_no_links_of_the_article() -> None:
    here = BASE.replace("https://", "http://www.")
    html = f'<p><a href="#toc">Top</a> <a href="{here}#end">End</a> <a href="/other#part">Other</a></p>'
    assert clean(html).links == [f"{urljoin(BASE, '/other')}#part"]


def test_menus_share_bars_and_comments_are_removed_by_name() -> None:
    noise = "share-buttons post-tags sidebar author-box related-posts sharedaddy comments".split()
    html = LONG + "".join(f'<div class="{name}">Noise {name}</div>' for name in noise) + "<nav>Noise</nav>"
    assert "Noise" not in clean(html).text


def test_the_rule_drops_and_spares_elements() -> None:
    rule = ArticleRule(
        "",
        1.0,
        drop=('.//*[@id="junk"]', './/div[contains(concat(" ",normalize-space(@class)," ")," odd ")]', "./p[1]"),
        spare=('.//div[contains(concat(" ",normalize-space(@class)," ")," share ")]',),
    )
    html = f'<p>First.</p>{LONG}<p id="junk">Junk.</p><div class="x odd">Odd.</div><div class="share">Stays.</div>'
    assert clean(html, rule).text == html_to_text(LONG) + "\nStays."


def test_the_article_is_between_its_marks() -> None:
    rule = ArticleRule(
        "", 1.0, after='.//*[@id="by"]', until='.//p[contains(concat(" ",normalize-space(@class)," ")," end ")]'
    )
    head, tail = 'Loose. <h1>Title</h1><div><p id="by">By Ann</p></div>', '<div><p class="end">Filed</p> x</div> y'
    assert clean(f"{head}<p>Text.</p>{tail}", rule).text == "Text."


def test_repeated_phrases_are_removed_at_both_ends() -> None:
    rule = ArticleRule("", 1.0, phrases=("thank you for reading my blog",))
    html = f"{LONG}<p>Thank you for reading my blog!</p>"
    assert clean(html, rule).text == html_to_text(LONG)


def test_an_element_with_most_of_the_text_is_not_noise_whatever_its_name() -> None:
    assert "A sentence" in clean(f'<div class="widget">{LONG}</div><p>Short.</p>').text


def test_tokens_of_code_are_not_noise() -> None:
    assert clean('<pre><span class="next">next</span>(<span class="tag">tag</span>)</pre>').text == "next(tag)"


def test_one_cleaner_serves_many_pages() -> None:
    cleaner = Cleaner(ArticleRule("", 0.0))
    for number in range(3):
        page = parse_page(f'<div id="c"><p>Text {number}</p><p class="share">x</p></div>', BASE)
        assert cleaner.clean(find(page.tree, '//*[@id="c"]')[0], page.base).text == f"Text {number}"


PAGES = {
    "5,000 levels": "<div>" * 5_000 + LONG,
    "5,000 levels of inline": "<b><i>" * 2_500 + LONG,
    "a text of 2 MB": "<p>" + "word " * 400_000 + "</p>",
    "a word of 2 MB": "<p>" + "w" * 2_000_000 + "</p>",
    "5,000 attributes": "<p " + " ".join(f"a{n}=1" for n in range(5_000)) + f">{LONG}</p>",
    "500 anchors that open the discussion": LONG + '<a name="comments">x</a>' * 500,
    "nested noise": '<div class="share">' * 100 + "word " * 10_000,
    "20,000 paragraphs": "<p>hello there</p>" * 20_000,
    "an unclosed comment": LONG + "<!--" * 20_000,
    "an unclosed attribute": LONG + '<a href="' + "x" * 1_000_000,
    "20,000 unclosed tags": LONG + "<b" * 20_000,
    "entities": "<p>" + "&amp;&#38;&bogus;&#xFFFFFFFF;&#0;" * 10_000 + "</p>",
    "a table of tables": "<table><tr><td>" * 200 + LONG,
}


@pytest.mark.parametrize("name", PAGES)
def test_hostile_articles_are_cleaned_quickly(name: str) -> None:
    begin = time.process_time()
    article = clean(PAGES[name])
    assert time.process_time() - begin < 3
    assert_harmless(article.html[:100_000])


def test_separators_between_dropped_elements_are_removed() -> None:
    meta = "<div><span class=share>Tweet</span> | <span class=share>Mail</span></div>"
    table = "<p>One</p><p>|</p><p>Two</p>"
    assert clean(f"{meta}{table}{meta}").text == "One\nTwo"
    assert clean(table).text == "One\n|\nTwo"


def test_a_label_without_its_tags_is_removed() -> None:
    tags = "<div>Tags: <span class=share>Tweet</span>, <span class=share>Mail</span></div>"
    assert clean(f"<p>One: two, three</p>{tags}").text == "One: two, three"
    assert clean("<p>One</p><p>Two,</p>").text == "One\nTwo,"


def test_scripts_do_not_make_the_article_look_like_a_small_box() -> None:
    script = f"<script>{'let filler = 1; ' * 500}</script>"
    got = clean(f'<div><main class="banner-title-block">{LONG}</main>{script}</div>')
    assert "goes on and on" in got.text
