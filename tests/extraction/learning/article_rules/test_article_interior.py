"""Learning the inside of an article's node: the template's parts are removed, the author's are kept."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from invented_blogs import HOME
from invented_crawl import TITLES, crawl, paragraph

from blogcrawler.dom import parse_page
from blogcrawler.extraction import ArticleRule, Cleaner, Extractor, RuleSet, html_to_text, learn
from blogcrawler.items import FeedEntry


@pytest.mark.parametrize("full", [True, False])
def test_a_heading_that_a_table_of_contents_repeats_stays(full: bool) -> None:
    contents = '<aside class="sidebar"><h4>On this page</h4><ul><li>Start</li><li>Summary</li></ul></aside>'
    page = f'<body><h1>{{title}}</h1><div class="content">{contents}{{article}}</div></body>'
    got = crawl("{text}<h2>Summary</h2><p>Short {n} words.</p>", page, full=full)
    assert "\nSummary\n" in got.text
    assert "On this page" not in got.text


def test_a_heading_shared_by_all_posts_does_not_start_the_article() -> None:
    article = '<h3 id="introduction">Introduction</h3>{text}'
    page = '<body><div class="content"><h1>{title}</h1><p class="meta">Words of {n}</p>{article}</div></body>'
    assert crawl(article, page).text.startswith("Introduction\n")


@pytest.mark.parametrize(
    ("identity", "said"), [("tldr", "tl;dr"), ("h-einfuhrung", "Einführung"), ("intro-1", "Intro")]
)
def test_a_heading_whose_id_is_its_own_slug_stays_at_the_top(identity: str, said: str) -> None:
    article = f'<p><img src="/{{n}}.jpg"></p><h3 id="{identity}">{said} <a href="#{identity}">#</a></h3>{{text}}'
    page = '<body><h1>{title}</h1><div class="content">{article}</div></body>'
    got = crawl(article, page, full=False)
    assert got.text.startswith(f"{said}\n")
    assert "/5.jpg" in got.content_html


def test_a_heading_whose_id_is_its_own_slug_stays_above_a_list_of_links() -> None:
    links = "".join(f'<li><a href="/{n}{{n}}.pdf">Paper {n} of {{title}} of {{n}}</a></li>' for n in range(3))
    page = '<body><h1>{title}</h1><div class="content">{article}<p class="end">The end of it</p></div></body>'
    got = crawl(f'{{text}}<h2 id="downloads">Downloads</h2><ul>{links}</ul>', page, full=False)
    assert "\nDownloads\nPaper 0 of Letters" in got.text
    assert "The end of it" not in got.text


def test_a_heading_whose_id_is_its_own_slug_is_removed_if_a_full_feed_lacks_it() -> None:
    page = '<body><div class="content">{article}<h3 id="about-me">About me</h3><p>I am Ann.</p></div></body>'
    assert "About me" not in crawl("{text}", page).text


def test_asides_in_the_feed_are_kept() -> None:
    page = '<body><div class="content">{article}<footer>Words about me, number {n}</footer></div></body>'
    got = crawl("{text}<aside><h4>Aside {n}</h4><p>Said by the way.</p></aside>", page)
    assert "Said by the way." in got.text
    assert "about me" not in got.text


def test_text_for_screen_readers_is_removed_even_if_the_feed_has_it() -> None:
    heading = '<h3>Of {n} ships</h3><a href="#x"><span class="sr-only">Section titled Of {n} ships</span></a>'
    page = '<body><h1>{title}</h1><div class="content">{article}</div></body>'
    got = crawl(f"{{text}}<div>{heading}</div>{{text}}", page)
    assert "Of 5 ships" in got.text
    assert "titled" not in got.text


def test_template_images_are_removed_and_post_images_are_kept() -> None:
    template = '<p><a href="/follow"><img src="../img/code.png"></a></p>'
    page = f'<body><div class="content">{{article}}{template}</div></body>'
    got = crawl('{text}<img src="/{n}.jpg"><img src="/signature.png">', page)
    assert f"{HOME}/5.jpg" in got.content_html
    assert f"{HOME}/signature.png" in got.content_html
    assert "code.png" not in got.content_html
    assert f"{HOME}/follow" not in got.links


@pytest.mark.parametrize("heading", ["<h1>{title}</h1>", '<header><h2><a href="/{n}">{title}</a></h2></header>'])
def test_the_title_is_not_part_of_the_article(heading: str) -> None:
    page = '<body><h1 class="t">{title}</h1><div class="content">{article}</div></body>'
    got = crawl(f"{heading}{{text}}", page)
    assert got.title == "Letters"
    assert not got.text.startswith("Letters")
    assert "Letters" not in got.content_html


@pytest.mark.parametrize(
    "heading", ["<h1>{title}</h1>", '<div><img src="/{n}.jpg"><h2 id="x"><a href="/{n}">{title}</a></h2></div>']
)
def test_a_title_repeated_in_a_single_article_is_removed(heading: str) -> None:
    page = '<body><h1 class="t">{title}</h1><div class="content">{article}</div></body>'
    got = crawl("{text}", page, last=f"{heading}{{text}}")
    assert not got.text.startswith("Letters")
    assert "Letters" not in got.content_html


def test_a_heading_followed_by_nothing_is_kept() -> None:
    page = '<body><h1 class="t">{title}</h1><div class="content">{article}</div></body>'
    assert crawl("{text}", page, last="<h2>{title}</h2>").text == "Letters"


LEAD = '<meta property="og:image" content="https://blog.example.org/up/cover-{n}.jpg">'
FEATURED = (
    '<figure class="featured"><img src="/up/cover-{n}-1024x576.jpg" alt="A cover" class="wp-post-image"></figure>'
)
LOGO = '<div class="top"><img src="/logo.png"></div>'


def framed(head: str, above: str, below: str = "") -> str:
    return (
        f'<head>{head}</head><body>{LOGO}<main><h1 class="t">{{title}}</h1>{above}'
        f'<div class="content">{{article}}</div>{below}</main></body>'
    )


STATED = (
    '<script type="application/ld+json">{"@type": "BlogPosting", "image": {"@type": "ImageObject", '
    '"url": "../up/cover-{n}.jpg"}}</script>'
)


@pytest.mark.parametrize("head", [LEAD, STATED])
def test_the_lead_image_above_the_article_is_part_of_it(head: str) -> None:
    got = crawl("{text}", framed(head, FEATURED))
    assert got.content_html.startswith(
        '<figure><img src="https://blog.example.org/up/cover-5-1024x576.jpg" alt="A cover"></figure>'
    )
    assert not got.text.startswith("A cover")


@pytest.mark.parametrize(
    ("above", "picture"),
    [
        ('<div><img src="/up/c-{n}.jpg" class="size-large wp-post-image"></div>', "c-5.jpg"),
        ('<a href="/up/c-{n}.jpg"><img src="/up/c-{n}-90.jpg" class="attachment-post-thumbnail"></a>', "c-5-90.jpg"),
        ('<figure><img src="/up/c-{n}.jpg" alt="{title} cover"></figure>', "c-5.jpg"),
    ],
)
def test_an_image_marked_as_the_posts_is_the_lead_image_without_metadata(above: str, picture: str) -> None:
    for head in ("", '<meta property="og:image" content="/up/{n}.jpg">'):
        got = crawl("{text}", framed(head, above))
        assert got.content_html.startswith(f'<figure><img src="https://blog.example.org/up/{picture}"')


@pytest.mark.parametrize(
    ("article", "page"),
    [
        ("{text}", framed("", '<a href="/other/{n}"><img src="/up/c-{n}.jpg" class="wp-post-image"></a>')),
        ("{text}", framed("", "", '<img src="/up/c-{n}.jpg" class="wp-post-image">')),
        ("{text}", framed("", '<aside class="sidebar"><img src="/c-{n}.jpg" class="wp-post-image"></aside>')),
        ("{text}", framed("", '<img src="/me.jpg" alt="Ann Lee">')),
        ("{text}", framed('<meta property="og:image" content="/logo.png">', "")),
        ("{text}", framed(LEAD, "", f'<div class="related-posts">{FEATURED}</div>')),
        ("{text}", framed(LEAD, "", FEATURED)),
        ("{text}", framed(LEAD, "")),
        ('<img src="/up/cover-{n}.jpg">{text}', framed(LEAD, FEATURED)),
    ],
)
def test_other_images_are_not_taken_for_the_lead_image(article: str, page: str) -> None:
    assert "<figure>" not in crawl(article, page).content_html


def test_an_image_below_a_template_phrase_is_kept() -> None:
    rule = ArticleRule("", 1.0, phrases=("a walk by the sea",))
    node = parse_page('<div><div><h4>A walk by the sea</h4><p><img src="/x.jpg"></p></div></div>', HOME).tree.find(
        "body/div"
    )
    assert node is not None
    article = Cleaner(rule).clean(node, HOME)
    assert (article.text, "/x.jpg" in article.html) == ("", True)


def test_a_start_mark_in_the_comments_does_not_cut_off_the_article() -> None:
    rule = ArticleRule("", 1.0, after='.//p[contains(concat(" ",normalize-space(@class)," ")," by ")]')
    comment = '<div id="comments"><p class="by">Said by somebody</p><p>A word.</p></div>'
    node = parse_page(f"<div><p>By Ann</p><p>{'Text. ' * 20}</p>{comment}</div>", HOME).tree.find("body/div")
    assert node is not None
    assert Cleaner(rule).clean(node, HOME).text.startswith("By Ann\nText.")


def test_footnotes_are_kept_if_the_feed_omits_them() -> None:
    note = '<div id="footnotes"><h2>Footnotes</h2><div class="footdef"><p>Words of note {n} here.</p></div></div>'
    page = f'<body><div class="content">{{article}}{note}<p class="end">The end of it</p></div></body>'
    got = crawl("{text}", page)
    assert "Words of note 5 here." in got.text
    assert "The end" not in got.text


def test_captions_with_the_class_of_comment_bylines_are_kept() -> None:
    comments = '<div id="comments"><p class="byline">Said by somebody with a very long name, number {n}</p></div>'
    page = f'<body><h1>{{title}}</h1><div class="content">{{article}}{comments}</div></body>'
    got = crawl('{text}<p class="byline">A caption of {n}</p>{text}', page)
    assert "A caption of 5" in got.text
    assert "Said by" not in got.text


@pytest.mark.parametrize("chapter", [paragraph(2), f"<ol><li>{paragraph(2)}</li></ol>"])
def test_a_section_heading_is_not_removed_as_a_template_phrase(chapter: str) -> None:
    rule = ArticleRule("", 1.0, phrases=("conclusion", "share this"))
    body = f"{paragraph(1)}<h2>Conclusion</h2>{chapter}<h3>Share this</h3><ul><li>x</li></ul>"
    node = parse_page(f"<div>{body}</div>", HOME).tree.find("body/div")
    assert node is not None
    text = Cleaner(rule).clean(node, HOME).text
    assert "\nConclusion\n" in text
    assert "Share this" not in text


def made(article: str, number: int) -> str:
    title = TITLES[number]
    html = article.replace("{text}", paragraph(number)).replace("{title}", title).replace("{n}", str(number))
    return f'<body><div class="content">{html}</div></body>'


@pytest.mark.parametrize(
    ("top", "other", "stays"),
    [
        ("<h2>{title}</h2>", "<h2>First chapter</h2>", True),
        ("<h2>{title}</h2>", "<h2>Letter</h2>", False),
        ("<p>Welcome to my pages</p>", "<p>Words of the author's own</p>", True),
        ("<ul><li>Day {n}</li></ul>", "<ul><li>Day 13</li></ul>", False),
        ("<ul><li>Day {n}</li></ul>", "<p>An own picture:</p><hr><hr><hr><ul><li>Own words</li></ul>", True),
        ("<ul><li>Day {n}</li></ul>", f"<ul><li>{'Words of mine, ' * 20}</li></ul>", True),
    ],
)
def test_an_element_dropped_by_position_is_kept_where_its_content_differs(top: str, other: str, stays: bool) -> None:
    """In the other posts, that position holds a part of the template."""
    pairs = [
        (FeedEntry(f"{HOME}/{n}", TITLES[n], content_html=paragraph(n)), made(top + "{text}", n)) for n in range(5)
    ]
    rules = RuleSet.from_record(learn((entry, parse_page(html, entry.url)) for entry, html in pairs).record())
    html = made(other + "{text}", 5)
    got = Extractor(replace(rules, title=())).extract(parse_page(html, f"{HOME}/5"), FeedEntry(f"{HOME}/5", TITLES[5]))
    first = paragraph(5)[3:].split("</p>")[0]
    assert first in got.text
    assert (" ".join(html_to_text(other).split()) in " ".join(got.text.split())) is stays


def test_a_paragraph_that_the_author_repeats_in_every_post_stays_without_a_full_feed() -> None:
    invitation = "<p>If you want to read more of these letters about our town, write to me and I will send them.</p>"
    page = '<body><h1>{title}</h1><div class="content">{article}</div></body>'
    article = f"{{text}}<p>A second part of number {{n}} with words of its own here.</p>{invitation}"
    assert "write to me" in crawl(article, page, full=False).text


def test_repeated_paragraphs_stay_in_articles_made_of_headings_and_lists() -> None:
    invitation = "If you want to learn how these letters about our town are written, take my course and write to me."
    pairs = []
    for n, title in enumerate(TITLES):
        first, second = (f"<ul>{paragraph(seed).replace('p>', 'li>')}</ul>" for seed in (n, n + 50))
        slug = title.lower().replace(" ", "-")
        article = (
            f'{first}<h2 id="{slug}-2">{title} 2</h2>{second}<h2 id="{slug}-3">{title} 3</h2><ul><li>{n}</li></ul>'
        )
        course = f'<h2 id="a-course">A course</h2><p>{invitation}</p>'
        html = f'<body><h1>{title}</h1><div class="content">{article}{course}</div></body>'
        teaser = " ".join(paragraph(n).split()[:30])
        pairs.append((FeedEntry(f"{HOME}/{n}", title, content_html=teaser), parse_page(html, f"{HOME}/{n}")))
    extractor = Extractor(learn(pairs[:-1]))
    assert invitation in extractor.extract(pairs[-1][1]).text


def test_a_repeated_paragraph_with_a_link_to_its_own_page_is_the_templates() -> None:
    pairs = []
    for n, title in enumerate(TITLES):
        url = f"{HOME}/{n}"
        appeal = (
            f'<p>As you have read so far, I would be glad if you could <a href="{url}">share</a> this with others.</p>'
        )
        html = f'<body><h1>{title}</h1><div class="content">{paragraph(n)}{appeal}</div></body>'
        pairs.append((FeedEntry(url, title, content_html=paragraph(n)[:200]), parse_page(html, url)))
    text = Extractor(learn(pairs[:-1])).extract(pairs[-1][1]).text
    assert len(text.split("\n")) == paragraph(0).count("<p>")
    assert "glad if you" not in text


@pytest.mark.parametrize(
    ("description", "stays"),
    [("These galleries are a part of what I …", True), ("A blog about walks and pictures", False)],
)
def test_a_repeated_beginning_that_the_description_cuts_off_is_the_authors(description: str, stays: bool) -> None:
    intro = "<p>These galleries are a part of what I brought home from my long walk around the lake last year.</p>"
    pairs = []
    for n, title in enumerate(TITLES):
        captions = [re.sub("</?p>", "", paragraph(n + 50 * k)) for k in range(3)]
        figures = "".join(f"<figure><img src=/{n}.jpg><figcaption>{one}</figcaption></figure>" for one in captions)
        html = (
            f'<html><head><title>{title}</title><meta name=description content="{description}"></head><body>'
            f'<h1>{title}</h1><div class="content">{intro}{figures}</div><p>{n} March 2015</p></body></html>'
        )
        pairs.append((FeedEntry(f"{HOME}/{n}", title), parse_page(html, f"{HOME}/{n}")))
    text = Extractor(learn(pairs[:-1])).extract(pairs[-1][1]).text
    assert ("long walk around" in text) is stays
    assert paragraph(len(TITLES) - 1)[3:40] in text
