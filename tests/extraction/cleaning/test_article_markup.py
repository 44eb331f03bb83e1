"""Markup that blog programs, page builders and plug-ins put into articles: what stays and what is removed."""

from __future__ import annotations

import re

import pytest

from blogcrawler.dom import find, parse_page
from blogcrawler.extraction import Article, ArticleRule, Cleaner

BASE = "https://blog.example.org/2014/post"
LONG = "<p>" + "A sentence of the article that goes on and on. " * 8 + "</p>"


def clean(html: str, rule: ArticleRule | None = None) -> Article:
    """The article of a page whose container holds the HTML between two paragraphs."""
    page = parse_page(f'<html><body><div id="c">{LONG}{html}{LONG}</div></body></html>', BASE)
    (node,) = find(page.tree, '//*[@id="c"]')
    return Cleaner(rule or ArticleRule("", 0.0)).clean(node, page.base)


def between(article: Article) -> str:
    """What the text has between the two paragraphs."""
    return "\n".join(article.text.split("\n")[1:-1])


YOUTUBE = '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"'
EMBEDS = {
    "Flash, object and embed": (
        '<object width="425" height="344"><param name="movie" value="http://www.youtube.com/v/dQw4w9WgXcQ&hl=en">'
        '<embed src="http://www.youtube.com/v/dQw4w9WgXcQ&hl=en" type="application/x-shockwave-flash"></object>',
        YOUTUBE,
    ),
    "Flash, embed alone": ('<p><embed src="http://www.youtube.com/v/dQw4w9WgXcQ?fs=1"></p>', YOUTUBE),
    "Flash of Vimeo": (
        '<object data="http://vimeo.com/moogaloop.swf?clip_id=1234&server=vimeo.com"></object>',
        '<iframe src="https://player.vimeo.com/video/1234"',
    ),
    "another player": (
        '<object><param name="movie" value="/player.swf?id=1"></object>',
        '<iframe src="https://blog.example.org/player.swf?id=1"',
    ),
    "a drawing as an object": (
        '<object data="/graph.svg" type="image/svg+xml"></object>',
        '<img src="https://blog.example.org/graph.svg"',
    ),
    "sound as an embed": ('<embed src="/a.mp3">', '<audio src="https://blog.example.org/a.mp3" controls'),
    "an object with a picture only": (
        '<object classid="clsid:1"><img src="/still.png"></object>',
        '<img src="https://blog.example.org/still.png"',
    ),
    "lite-youtube": ('<lite-youtube videoid="dQw4w9WgXcQ" playlabel="Play"></lite-youtube>', YOUTUBE),
    "AMP's player": ('<amp-youtube data-videoid="dQw4w9WgXcQ" layout="responsive"></amp-youtube>', YOUTUBE),
    "AMP's picture": (
        '<amp-img src="/a.jpg" width="9" height="6" alt="An A" layout="responsive"></amp-img>',
        '<img src="https://blog.example.org/a.jpg" alt="An A"',
    ),
    "CKEditor": (
        '<figure class="media"><oembed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ"></oembed></figure>',
        YOUTUBE,
    ),
    "a box for a script": ('<div class="youtube-player" data-id="dQw4w9WgXcQ"></div>', YOUTUBE),
    "a box with a number": ('<div class="vid" data-youtube-id="dQw4w9WgXcQ"></div>', YOUTUBE),
    "WP Rocket": (
        '<div class="rll-youtube-player" data-src="https://www.youtube.com/embed/dQw4w9WgXcQ" data-id="dQw4w9WgXcQ">'
        '</div><noscript><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe></noscript>',
        YOUTUBE,
    ),
    "a gist": (
        '<script src="https://gist.github.com/ann/0a1b2c.js?file=x.py"></script>',
        '<a href="https://gist.github.com/ann/0a1b2c">https://gist.github.com/ann/0a1b2c</a>',
    ),
    "a gist, as Jekyll shows it to those without scripts": (
        '<noscript><pre>print("hello")</pre></noscript><script src="https://gist.github.com/0a1b2c.js"> </script>',
        '<pre>print("hello")</pre>',
    ),
    "a terminal": (
        '<script src="https://asciinema.org/a/14.js" id="asciicast-14" async></script>',
        '<a href="https://asciinema.org/a/14">',
    ),
    "a tweet": (
        '<blockquote class="twitter-tweet"><p lang="en">Said <a href="https://t.co/x">so</a></p>&mdash; Ann (@ann) '
        '<a href="https://twitter.com/ann/status/1">May 1</a></blockquote><script src="//platform.twitter.com/w.js">'
        "</script>",
        '<a href="https://twitter.com/ann/status/1">May 1</a>',
    ),
    "a picture only for those without scripts": (
        '<figure><div class="progressive"></div><noscript><img src="/a.jpg" alt="An A"></noscript></figure>',
        '<img src="https://blog.example.org/a.jpg" alt="An A"',
    ),
    "a picture as a background": (
        '<div class="gallery-item" style="width:50%;background-image:url(\'/a.jpg\')"></div>',
        '<img src="https://blog.example.org/a.jpg"',
    ),
    "Elementor's gallery": (
        '<a class="e-gallery-item" href="/full.jpg"><div class="e-gallery-image" data-thumbnail="/a.jpg"></div></a>',
        '<img src="https://blog.example.org/a.jpg"',
    ),
    "a blurred picture first": (
        '<img class="blur-up lazyload" src="/tiny.jpg" data-src="/a.jpg">',
        'src="https://blog.example.org/a.jpg"',
    ),
    "Avada's picture": (
        '<img src="data:image/svg+xml,x" data-orig-src="/a.jpg">',
        'src="https://blog.example.org/a.jpg"',
    ),
    "WordPress' list of recordings": (
        '<div class="wp-playlist"><audio controls="controls"></audio><noscript><ol><li><a href="/a.mp3">A</a></li></ol>'
        "</noscript></div>",
        '<a href="https://blog.example.org/a.mp3">A</a>',
    ),
    "Squarespace's player": (
        '<div class="sqs-video-wrapper" data-html="&lt;iframe src=&quot;//www.youtube.com/embed/dQw4w9WgXcQ&quot;&gt;'
        '&lt;/iframe&gt;"></div>',
        YOUTUBE,
    ),
    "Wix' blurred picture": (
        '<img src="https://w.org/a.jpg/v1/fill/w_9,blur_2/a.jpg" data-pin-media="https://w.org/a.jpg">',
        'src="https://w.org/a.jpg"',
    ),
    "Jetpack's gallery": (
        '<img src="https://i0.wp.com/x/a.jpg?w=200" data-orig-file="https://x.org/a.jpg">',
        'srcset="https://x.org/a.jpg 2x"',
    ),
    "a drawing": (
        '<svg viewBox="0 0 9 9" width="9"><path d="M0 0L9 9" stroke="red"/><text x="1" y="2">A</text></svg>',
        '<path d="M0 0L9 9" stroke="red">',
    ),
}


@pytest.mark.parametrize("name", EMBEDS)
def test_content_of_plug_ins_and_scripts_stays(name: str) -> None:
    html, expected = EMBEDS[name]
    assert expected in clean(html).html


@pytest.mark.parametrize("name", ["WP Rocket", "Flash, object and embed", "a box for a script"])
def test_a_player_is_shown_once(name: str) -> None:
    assert clean(EMBEDS[name][0]).html.count("<iframe") == 1


def test_a_picture_with_a_noscript_version_is_shown_once() -> None:
    html = clean('<img class="lazy" src="/wait.gif" data-src="/a.jpg"><noscript><img src="/a.jpg"></noscript>').html
    assert html.count("<img") == html.count("/a.jpg") == 1


FORMULAS = {
    "MathJax, in the line": ('<p>Let <script type="math/tex">x^2</script> be.</p>', r"Let \(x^2\) be."),
    "MathJax, on its own": (
        '<script type="math/tex; mode=display">% <![CDATA[\na < b %]]></script>',
        r"\[a < b\]",
    ),
    "MathJax, drawn by the browser": (
        '<p>Let <span class="MathJax_Preview"></span><span class="MathJax" id="M-1">x2</span>'
        '<script type="math/tex">x^2</script> be.</p>',
        r"Let \(x^2\) be.",
    ),
    "KaTeX": (
        '<p>Let <span class="katex"><span class="katex-mathml"><math><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup>'
        '</mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span>'
        '<span class="katex-html" aria-hidden="true"><span class="base">x2</span></span></span> be.</p>',
        r"Let \(x^2\) be.",
    ),
    "WordPress.com": (
        '<p>Let <img src="https://s0.wp.com/latex.php?latex=x%5E2" alt="x^2" title="x^2" class="latex"> be.</p>',
        "Let x^2 be.",
    ),
    "delimiters in the text": (r"<p>Let \(x^2\) and $$y$$ be.</p>", r"Let \(x^2\) and $$y$$ be."),
}


@pytest.mark.parametrize("name", FORMULAS)
def test_formulas_stay_readable(name: str) -> None:
    html, expected = FORMULAS[name]
    assert between(clean(html)) == expected


CODE = "def f():\n    return 1"
HIGHLIGHTED = {
    "Rouge": (
        '<div class="highlight"><pre><code><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl">'
        '<pre class="lineno">1\n2\n</pre></td><td class="rouge-code"><pre><span class="k">def</span> f():\n'
        "    return 1\n</pre></td></tr></tbody></table></code></pre></div>"
    ),
    "Pygments": (
        '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td>'
        '<td class="code"><div class="highlight"><pre><span></span><span class="k">def</span> f():\n    return 1\n'
        "</pre></div></td></tr></table>"
    ),
    "Pygments, in the line": (
        '<pre><span class="lineno">1 </span>def f():\n<span class="lineno">2 </span>    return 1</pre>'
    ),
    "Hexo": (
        '<figure class="highlight python"><table><tr><td class="gutter"><pre><span class="line">1</span><br>'
        '<span class="line">2</span><br></pre></td><td class="code"><pre><span class="line">def f():</span><br>'
        '<span class="line">    return 1</span><br></pre></td></tr></table></figure>'
    ),
    "Hugo": (
        '<div class="highlight"><div class="chroma"><table class="lntable"><tr><td class="lntd"><pre '
        'class="chroma"><code>'
        '<span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td class="lntd">'
        '<pre class="chroma">'
        '<code><span class="line"><span class="cl">def f():\n</span></span><span class="line"><span '
        'class="cl">    return 1'
        "\n</span></span></code></pre></td></tr></table></div></div>"
    ),
    "Crayon": (
        '<div class="crayon-syntax"><div class="crayon-toolbar"><span class="crayon-language">Python</span></div>'
        '<table class="crayon-table"><tr><td class="crayon-nums"><div class="crayon-num">1</div><div '
        'class="crayon-num">2'
        '</div></td><td class="crayon-code"><div class="crayon-pre"><div class="crayon-line">def f():</div>'
        '<div class="crayon-line">&nbsp;&nbsp;&nbsp;&nbsp;return 1</div></div></td></tr></table></div>'
    ),
    "SyntaxHighlighter": (
        '<div class="syntaxhighlighter python"><table><tbody><tr><td class="gutter"><div class="line number1">1</div>'
        '<div class="line number2">2</div></td><td class="code"><div class="container"><div class="line number1">'
        '<code class="keyword">def</code> <code>f():</code></div><div class="line number2">'
        "<code>&nbsp;&nbsp;&nbsp;&nbsp;"
        "</code><code>return 1</code></div></div></td></tr></tbody></table></div>"
    ),
    "Docusaurus": (
        '<div class="codeBlockContainer"><pre class="prism-code"><code><span class="token-line">def f():<br></span>'
        '<span class="token-line">    return 1<br></span></code></pre><div class="buttonGroup">'
        "<button>Copy</button></div>"
        "</div>"
    ),
    "Prism with a toolbar": (
        '<div class="code-toolbar"><pre class="line-numbers"><code>def f():\n    return 1<span aria-hidden="true" '
        'class="line-numbers-rows"><span></span><span></span></span></code></pre><div class="toolbar">'
        '<div class="toolbar-item"><span>Copy</span></div></div></div>'
    ),
    "VitePress": (
        '<div class="language-py line-numbers-mode"><button class="copy"></button><pre><code><span '
        'class="line">def f():'
        '</span>\n<span class="line">    return 1</span></code></pre><div class="line-numbers-wrapper" '
        'aria-hidden="true">'
        '<span class="line-number">1</span><br><span class="line-number">2</span><br></div></div>'
    ),
    "highlightjs-line-numbers": (
        '<pre><code class="hljs"><table class="hljs-ln"><tbody><tr><td class="hljs-ln-line hljs-ln-numbers">'
        '<div class="hljs-ln-n">1</div></td><td class="hljs-ln-line hljs-ln-code">def f():</td></tr><tr>'
        '<td class="hljs-ln-line hljs-ln-numbers"><div class="hljs-ln-n">2</div></td>'
        '<td class="hljs-ln-line hljs-ln-code">    return 1</td></tr></tbody></table></code></pre>'
    ),
    "a copy button that is none": (
        '<div class="code-wrapper"><div class="copy-btn">Copy</div><pre>def f():\n    return 1</pre></div>'
    ),
}


@pytest.mark.parametrize("name", HIGHLIGHTED)
def test_code_loses_the_highlighter_s_line_numbers_and_buttons(name: str) -> None:
    assert between(clean(HIGHLIGHTED[name])) == CODE


@pytest.mark.parametrize("sign", ["// ", "/* ", " * ", "# ", "-- ", "; ", "<!-- "])
def test_comments_in_code_are_not_readers_comments(sign: str) -> None:
    said = f'<span class="comment">{sign.replace("<", "&lt;")}Why not</span>'
    lines = f'<ol class="dp-j"><li class="alt"><span>{said}</span></li><li><span>x = 1</span></li></ol>'
    assert between(clean(lines)) == f"{sign.strip()} Why not\nx = 1"
    assert "3" not in between(clean(f'<div><span class="comment">#3</span></div>{lines}'))


def test_the_language_label_above_code_is_removed() -> None:
    code = '<div class="language-python"><button></button><span class="lang">python</span><pre>x = 1</pre></div>'
    assert between(clean(code)) == "x = 1"


@pytest.mark.parametrize(
    "html",
    [
        '<p>It was in <span class="lang">Latin</span> then.</p>',
        '<div><p class="language">It was in Latin, as far as we know.</p><pre>x = 1</pre></div>',
        '<div><pre class="lang">Latin</pre><pre>x = 1</pre></div>',
    ],
)
def test_other_elements_named_after_a_language_stay(html: str) -> None:
    assert "Latin" in between(clean(html))


def test_a_cell_named_gutter_that_holds_code_stays() -> None:
    assert between(clean('<table><tr><td class="gutter"><pre>x = 1</pre></td></tr></table>')) == "x = 1"


KEPT = {
    "Elementor": (
        '<div class="elementor-element elementor-widget elementor-widget-text-editor" data-widget_type="text-editor">'
        '<div class="elementor-widget-container"><p>Kept.</p></div></div>'
    ),
    "SiteOrigin": (
        '<div class="so-panel widget widget_sow-editor panel-first-child"><div class="so-widget-sow-editor">'
        '<div class="siteorigin-widget-tinymce textwidget"><p>Kept.</p></div></div></div>'
    ),
    "a section of Docutils": '<div class="section" id="related-work"><p>Kept.</p></div>',
    "a section of Pandoc": '<section id="next-steps" class="level2"><p>Kept.</p></section>',
    "a section of Org": '<div id="outline-container-share" class="outline-2"><p>Kept.</p></div>',
    "Starlight's remark": '<aside class="starlight-aside starlight-aside--tip"><p>Kept.</p></aside>',
    "a remark between paragraphs": "<aside>Kept.</aside>",
    "Ghost's card": '<div class="kg-card kg-callout-card"><div class="kg-callout-text">Kept.</div></div>',
    "Ghost's bookmark": (
        '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.org/">'
        '<div class="kg-bookmark-title">Kept.</div></a></figure>'
    ),
    "Ghost's toggle": ('<div class="kg-card kg-toggle-card"><div class="kg-toggle-content"><p>Kept.</p></div></div>'),
    "the block editor's columns": '<div class="wp-block-columns"><div class="wp-block-column"><p>Kept.</p></div></div>',
    "the block editor's quotation": '<figure class="wp-block-pullquote"><blockquote><p>Kept.</p></blockquote></figure>',
    "Divi": '<div class="et_pb_module et_pb_text"><div class="et_pb_text_inner"><p>Kept.</p></div></div>',
    "Squarespace": '<div class="sqs-block html-block"><div class="sqs-block-content"><p>Kept.</p></div></div>',
    "Blogger's caption": (
        '<table class="tr-caption-container"><tr><td><img src="a.jpg"></td></tr><tr><td '
        'class="tr-caption">Kept.</td></tr>'
        "</table>"
    ),
    "Substack's footnote": (
        '<div class="footnote"><a class="footnote-number" href="#a"></a><div class="footnote-content">'
        "<p>Kept.</p></div>"
        "</div>"
    ),
    "the source of a quotation": "<blockquote><p>Quoted.</p></blockquote><footer>Kept, <cite>a book</cite></footer>",
    "the source of a poem": "<div>A poem.</div><footer>Kept, in <cite>a book</cite></footer>",
    "details": "<details><summary>More</summary><p>Kept.</p></details>",
    "Tumblr": '<div class="npf_row"><figure class="tmblr-full"><figcaption>Kept.</figcaption></figure></div>',
    "a solution that is shown later": '<div style="display:none"><p>Kept.</p></div>',
    "a picture that a script shows": '<div style="display:none"><img src="/a.jpg" alt=""><span>Kept.</span></div>',
    "a role of the article's": '<section role="doc-endnotes"><p>Kept.</p></section>',
    "a description list": "<dl><dt>Word</dt><dd>Kept.</dd></dl>",
}


@pytest.mark.parametrize("name", KEPT)
def test_parts_of_the_article_stay_with_any_class(name: str) -> None:
    assert "Kept" in clean(KEPT[name]).text


GONE = {
    "Jetpack": '<div id="jp-post-flair" class="sharedaddy sd-like-enabled"><h3>Gone</h3></div>',
    "WordPress.com's advertisements": '<div class="wpcnt"><div class="wpa"><span>Gone</span></div></div>',
    "AddToAny": '<div class="a2a_kit a2a_kit_size_32"><a href="/x">Gone</a></div>',
    "Shariff": '<div class="shariff shariff-align"><ul><li>Gone</li></ul></div>',
    "Simple Author Box": '<div class="saboxplugin-wrap"><div>Gone</div></div>',
    "Elementor's share buttons": (
        '<div class="elementor-element elementor-widget elementor-widget-share-buttons"><div>Gone</div></div>'
    ),
    "Ghost's sign-up": '<div class="kg-card kg-signup-card"><h2>Gone</h2></div>',
    "Substack's form": '<div class="subscription-widget-wrap"><p>Gone</p></div>',
    "Substack's button": (
        '<p class="button-wrapper" data-component-name="ButtonCreateButton"><a class="button primary" '
        'href="https://x.substack.com/p/y?action=share"><span>Gone</span></a></p>'
    ),
    "a link that shares": (
        '<p><a href="https://twitter.com/intent/tweet?url=x">Gone</a> <a href="mailto:?body=x">Gone</a></p>'
    ),
    "Hexo's reward": '<div class="reward-container"><div>Gone</div></div>',
    "a like button": '<iframe src="//www.facebook.com/plugins/like.php?href=x"></iframe>',
    "a frame without size": '<iframe src="https://ad.example.org/x" width="0" height="0"></iframe>',
    "a counter": '<img src="https://stats.example.org/x.gif" width="1" height="1">',
    "a counter of readers": '<img src="https://vg07.met.vgwort.de/na/0123">',
    "a counter for those without scripts": '<noscript><img src="/count" width="1" height="1"></noscript>',
    "data for machines": '<span class="updated" style="display: none">Gone</span>',
    "Quarto's appendix": '<section class="quarto-appendix-contents" id="quarto-citation"><h2>Gone</h2></section>',
    "Distill's appendix": (
        '<div class="appendix-bottom"><h3 id="citation">Gone</h3><p>Gone</p><pre class="citation-appendix short">Gone'
        "</pre></div>"
    ),
    "the clock of Ghost's player": '<div class="kg-card"><div class="kg-audio-player"><span>Gone</span></div></div>',
    "an icon that is drawn elsewhere": '<p><a href="/Gone"><svg class="icon"><use href="#Gone"></use></svg></a>x</p>',
    "a picture without an address": '<div><img src="" alt="Gone"></div>',
    "what is hidden": "<div hidden>Gone</div>",
    "what has the role of a menu": '<div role="navigation"><a href="/x">Gone</a></div>',
    "a word to those without scripts": "<noscript>Gone</noscript>",
    "what is read out behind a link": (
        '<p>x <a href="https://e.org/">x<span><svg></svg> <span class="sr-only">(Gone)</span></span></a></p>'
    ),
    "an aside below the title": "<h2>x</h2><aside><p>Gone on 3 May</p></aside>",
    "an aside with links": '<p>x</p><aside><h4>Gone</h4><ul><li><a href="/a">Gone</a></li></ul></aside>',
}


@pytest.mark.parametrize("name", GONE)
def test_additions_of_blog_programs_are_removed(name: str) -> None:
    article = clean(GONE[name])
    assert "Gone" not in article.html
    assert "<img" not in article.html
    assert "<iframe" not in article.html


@pytest.mark.parametrize(
    "html",
    [
        '<p>Please <a href="https://twitter.com/intent/tweet?url=x">tell others</a> of it.</p>',
        (
            '<p><a href="https://twitter.com/intent/tweet?text=x">Words of the author, made to be quoted by '
            "others.</a></p>"
        ),
        '<p><a href="https://x.org/comments">Their comments</a></p>',
    ],
)
def test_links_in_sentences_stay(html: str) -> None:
    assert clean(html).html.count("<a ") == 1


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ('<p><label for="a">I accept.</label> Click that.</p>', "I accept. Click that."),
        ("<ul><li><label><input type=checkbox disabled checked> Done</label></li></ul>", "Done"),
        ('<p><label for="a">Name</label> <input id="a"></p>', ""),
        ('<div><label for="menu">Menu</label></div>', ""),
    ],
)
def test_labels_stay_if_they_are_text(html: str, text: str) -> None:
    assert between(clean(html)) == text


LINKED_HEADINGS = [
    '<h2 id="a">Head <a class="anchor" href="#a">#</a></h2>',
    '<h2 id="a"><a class="headerlink" href="#a" title="Head"></a>Head</h2>',
    '<h2 id="a">Head<a class="headerlink" href="#a" title="Permalink">¶</a></h2>',
    '<h2 id="a">Head<a class="hash-link" href="#a" aria-label="Direct link">\u200b</a></h2>',
    '<h2><a id="a" class="anchor" href="#a" aria-hidden="true"><svg class="octicon"><path d="M4"/></svg></a>Head</h2>',
    (
        '<h2 id="a">Head <a class="anchor-link" href="#a"><span aria-hidden="true">🔗</span><span>Link '
        "to this</span></a></h2>"
    ),
    '<h2 id="a">Head <a class="direct-link" href="https://blog.example.org/2014/post#a">Permalink</a></h2>',
    '<h2 id="a"><a id="user-content-a" class="anchor" href="https://github.com/x/y/blob/main/README.md#a"></a>Head</h2>',
]


@pytest.mark.parametrize("html", LINKED_HEADINGS)
def test_links_of_headings_to_themselves_are_removed(html: str) -> None:
    article = clean(html)
    assert between(article) == "Head"
    assert article.links == []
    assert '<h2 id="a">' in article.html


def test_links_of_code_lines_to_themselves_are_removed() -> None:
    line = '<span id="cb1-1"><a href="#cb1-1" aria-hidden="true" tabindex="-1"></a>x = 1</span>'
    article = clean(f'<pre><code>{line}</code></pre><a id="there" href="#x"></a>')
    assert between(article) == "x = 1"
    assert re.findall(r'href="([^"]*)"', article.html) == [f"{BASE}#x"]


@pytest.mark.parametrize(
    "html",
    [
        '<h2 id="a"><a class="anchor" href="#a">Head</a></h2>',
        '<h2>Head <a href="https://x.org/#a">of x</a></h2>',
        '<h2>Head<sup><a href="#fn1">1</a></sup></h2>',
    ],
)
def test_other_links_of_headings_stay(html: str) -> None:
    assert clean(html).html.count("<a ") == 1


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<p>Hi <img src="https://s.w.org/images/core/emoji/1f600.png" alt="😀" class="wp-smiley">!</p>', "Hi 😀!"),
        ('<p>Hi <img src="/wp-includes/images/smilies/icon_smile.gif" alt=":)"></p>', "Hi :)"),
        ('<p>Hi <img class="emoji" alt=":tada:" src="/e.png"> you</p>', "Hi :tada: you"),
        ('<p>Hi <img src="/a.jpg" alt="A picture"> you</p>', "Hi you"),
        ("<p>so\u00adft and z\u200bero</p>", "soft and zero"),
        ("<p>می\u200cخواهم 👩\u200d🔬</p>", "می\u200cخواهم 👩\u200d🔬"),
        ("<p><ruby>漢<rt>かん</rt></ruby>字</p>", "漢(かん)字"),
        ("<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字</p>", "漢(かん)字"),
        ("<table><tr><td><p>A</p></td><td><p>B</p></td></tr><tr><td>\n1</td><td>2</td></tr></table>", "A | B\n1 | 2"),
        ("<table><tr><td><p>A</p><p>B</p></td></tr></table>", "A\nB"),
        ("<pre>a\n&nbsp;&nbsp;b</pre>", "a\n  b"),
        ('<p><a href="/f">File</a><a href="/f" class="button">Download</a></p>', "File Download"),
    ],
)  # fmt: skip
def test_the_text_reads_like_the_page(html: str, expected: str) -> None:
    assert between(clean(html)) == expected
