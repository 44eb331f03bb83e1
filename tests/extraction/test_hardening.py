"""Difficulties of real blogs in small examples: wrong links, meaningless names, other dates next to the right one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from invented_blogs import HOME, invented_words

from blogcrawler.dates import read_date
from blogcrawler.dom import Page, parse_page
from blogcrawler.extraction import ArticleRule, ExtractedPost, Extractor, RuleSet, learn, training_samples
from blogcrawler.extraction.learning.article_rules.article_interior import learn_interior
from blogcrawler.extraction.training.full_feed import label_pages
from blogcrawler.items import FeedEntry


def prose(number: int, count: int = 60) -> str:
    return " ".join(invented_words(Random(number), count))


def post_page(number: int, article: str, before: str = "", behind: str = "") -> Page:
    html = (
        f"<title>Post {number} – Blog</title><body><div id=top>{before}</div><h1>Post {number}</h1>"
        f"<div id=post>{article}</div>{behind}</body>"
    )
    return parse_page(html, f"{HOME}/{number}")


def entry(number: int, article: str) -> FeedEntry:
    return FeedEntry(url=f"{HOME}/{number}", title=f"Post {number}", content_html=article)


def read_last(pairs: list[tuple[FeedEntry, Page]]) -> ExtractedPost:
    """The last page, read by rules that were learned from the others."""
    return Extractor(learn(pairs[:-1])).extract(pairs[-1][1])


def test_an_earlier_element_with_the_same_class_but_no_text_is_not_the_article() -> None:
    def html(number: int) -> str:
        return f"<p>{prose(number)}</p><a class=grid><img src=a.png></a><p>{prose(50 + number)}</p>"

    behind = "<a class=grid>Share</a><p>Written in a hurry, with a pencil</p>"
    logo = "<div class=flex><img src=logo.png></div>"
    shown = [f"<body>{logo}<h1>Post {n}</h1><div class=flex>{html(n)}{behind}</div></body>" for n in range(5)]
    got = read_last([(entry(n, html(n)), parse_page(page, f"{HOME}/{n}")) for n, page in enumerate(shown)])
    assert got.text == f"{prose(4)}\n{prose(54)}"


def test_an_element_with_a_short_article_and_other_things_is_not_dropped() -> None:
    pairs = []
    for n in range(6):
        other = "".join(f"<li><a href=/{i}>{prose(100 * n + i, 30)}</a></li>" for i in range(6))
        article = f"<p>{prose(n, 9)}</p>"
        html = f"<body><main><div class=post><h1>Post {n}</h1>{article}<ul class=more>{other}</ul></div></main></body>"
        pairs.append((entry(n, article), parse_page(html, f"{HOME}/{n}")))
    labelled, full = label_pages(training_samples(pairs))
    (rule,) = learn_interior(labelled, [ArticleRule("//main", 1.0)], full=full)
    article = Extractor(RuleSet(article=(rule,))).extract(pairs[0][1])
    assert article.text == prose(0, 9)


def partial(number: int) -> FeedEntry:
    return entry(number, " ".join(prose(number, 90).split()[:25]))


def test_teasers_of_other_posts_do_not_make_the_whole_page_the_article() -> None:
    pages = [post_page(n, f"<p>{prose(n, 90)}</p>", f"<p>{prose(70 + n, 160)}</p>") for n in range(6)]
    told = [partial(n) for n in range(6)]
    told[1], told[3] = replace(partial(3), url=f"{HOME}/1"), replace(partial(1), url=f"{HOME}/3")
    pairs = list(zip(told, pages, strict=True))
    assert learn(pairs[:-1]).pages == 3
    assert read_last(pairs).text == prose(5, 90)


def test_entries_that_link_to_the_home_page_are_not_learned_from() -> None:
    home = "".join(f"<div class=post><h2>Post {n}</h2><div id=post{n}><p>{prose(n)}</p></div></div>" for n in range(6))
    pairs = []
    for n in range(7):
        html = f"<div class=post><h1>Post {n}</h1><div class=entry><p>{prose(n)}</p></div></div>"
        page = parse_page(f"<body>{home if n in (1, 3) else html}<p>About me</p></body>", f"{HOME}/{n}")
        pairs.append((entry(n, f"<p>{prose(n)}</p>"), page))
    got = read_last(pairs)
    assert (got.title, got.text) == ("Post 6", prose(6))
    assert learn(pairs).pages == 5


# --- what follows the article


def followed(behind: str, *, inside: bool, full: bool) -> str:
    """The text of the last page, with ``behind`` after its article, which is different on each page."""
    pairs = []
    for n in range(6):
        article, more = f"<p>{prose(n, 90)}</p><p>{prose(30 + n, 50)}</p>", behind.format(prose(300 + n, 120))
        page = post_page(n, article + more if inside else article, behind="" if inside else more)
        pairs.append((entry(n, article) if full else partial(n), page))
    return read_last(pairs).text


@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize("inside", [True, False])
@pytest.mark.parametrize(
    "behind",
    [
        "<div><h3>3 comments</h3><ol><li><b>Ann</b><p>{}</p></li></ol></div>",
        "<h2>Kommentare (12)</h2><div><p>{}</p></div>",
        "<div><div><h3>You may also like</h3></div><div><p>{}</p></div></div>",
        "<h4>相关文章</h4><p>{}</p>",
    ],
)
def test_an_article_ends_at_a_heading_of_comments_or_related_posts(behind: str, inside: bool, full: bool) -> None:
    assert followed(behind, inside=inside, full=full) == f"{prose(5, 90)}\n{prose(35, 50)}"


def test_a_section_in_the_feed_is_kept_under_any_heading() -> None:
    html = [f"<p>{prose(n, 90)}</p><h2>Related articles</h2><p>{prose(30 + n, 50)}</p>" for n in range(6)]
    got = read_last([(entry(n, article), post_page(n, article)) for n, article in enumerate(html)])
    assert got.text == f"{prose(5, 90)}\nRelated articles\n{prose(35, 50)}"


@pytest.mark.parametrize(("host", "stays"), [("https://else.example.com", True), ("", False)])
def test_related_articles_on_other_hosts_are_part_of_the_article(host: str, stays: bool) -> None:
    others = f'<ul><li><a href="{host}/a">This</a></li><li><a href="{host}/b">That</a></li></ul>'
    told = f"<h3>Related Articles</h3><p>Two that are worth a read!</p>{others}"
    template = "<h3>Related posts</h3><ul><li><a href='/{n}'>{said}</a></li></ul>"
    pairs = []
    for n in range(6):
        behind = told if n == 5 else template.format(n=n, said=prose(300 + n, 9))
        pairs.append((partial(n), post_page(n, f"<p>{prose(n, 90)}</p><p>{prose(30 + n, 50)}</p>{behind}")))
    assert ("worth a read" in read_last(pairs).text) is stays


# --- titles


def titled(titles: list[str | None], shown: list[str], head: str = "{}") -> str | None:
    """The title of the last page, whose headings are ``shown``; the feed gives the others ``titles``."""
    pairs = []
    for n, (title, heading) in enumerate(zip(titles, shown, strict=True)):
        html = (
            f"<title>{head.format(heading)}</title><body><h1>{heading}</h1><div id=post><p>{prose(n)}</p></div></body>"
        )
        article = f"<p>{prose(n)}</p>"
        pairs.append((FeedEntry(f"{HOME}/{n}", title, content_html=article), parse_page(html, f"{HOME}/{n}")))
    return read_last(pairs).title


NAMED = ["Of ships", "Of towns and roads", "Weather", "Of old and new maps", "Bread"]


def test_the_blog_name_before_all_titles_of_the_feed_is_removed() -> None:
    assert titled([f"My blog: {title}" for title in NAMED], NAMED, "My blog: {}") == "Bread"


def test_a_common_prefix_of_titles_is_kept_if_pages_show_it() -> None:
    series = [f"Japan: day {number}" for number in range(1, 6)]
    assert titled(list(series), series) == "Japan: day 5"


def test_a_common_suffix_of_titles_is_kept_if_it_is_not_the_blog_name() -> None:
    named = [f"{title} | Photos" for title in NAMED]
    assert (
        titled(list(named), NAMED, "{} | Photos</title><meta property=og:site_name content='My blog'>")
        == "Bread | Photos"
    )


def test_headings_are_the_titles_if_the_feed_has_none() -> None:
    assert titled([None] * 5, NAMED, "{} | My blog") == "Bread"


def test_a_category_inside_the_heading_is_not_part_of_the_title() -> None:
    shown = [f"<span>{category}</span>{title}" for category, title in zip("ABCDE", NAMED, strict=True)]
    assert titled(list(NAMED), shown, "My blog") == "Bread"


def test_emphasised_words_of_a_title_are_kept() -> None:
    shown = [*(title.replace("Of", "<em>Of</em>") for title in NAMED[:4]), "<em>Bread</em> and butter"]
    assert titled([*NAMED[:4], "Bread and butter"], shown, "My blog") == "Bread and butter"


# --- authors


def written_by(feed: tuple[str, ...], byline: str, head: str = "") -> list[str]:
    """The authors of the last page by the byline of each; ``feed`` are those that the feed names for all."""
    pairs = []
    for n, name in enumerate(["Ann Lee", "Bo Ek", "Ann Lee", "Cy Fox", "Bo Ek"]):
        html = f"<title>Post {n} | Good food</title>{head}<body><h1>Post {n}</h1>{byline.format(name)}"
        article = f"<p>{prose(n)}</p>"
        page = parse_page(f"{html}<div id=post>{article}</div></body>", f"{HOME}/{n}")
        pairs.append((FeedEntry(page.url, f"Post {n}", authors=feed, content_html=article), page))
    got = Extractor(learn(pairs[:-1])).extract(pairs[-1][1], pairs[-1][0])
    return got.authors


BYLINE = "<p class=author>by {}</p>"


def test_admin_is_the_author_only_if_no_one_else_is_named() -> None:
    assert written_by(("admin",), BYLINE) == ["Bo Ek"]
    assert written_by(("admin",), "") == ["admin"]


def test_a_blog_named_as_author_in_the_feed_comes_after_the_byline() -> None:
    assert written_by(("Good Food",), BYLINE) == ["Bo Ek", "Good Food"]
    assert written_by(("Good Food",), "") == ["Good Food"]


def test_a_personal_blog_is_not_an_author_next_to_that_person() -> None:
    assert written_by(("Good Food",), "<p class=author>by Ann Lee</p>") == ["Ann Lee"]


def test_a_person_named_in_the_feed_is_the_author() -> None:
    assert written_by(("Dee Ray",), BYLINE) == ["Dee Ray"]


def test_the_account_of_the_site_is_not_an_author_next_to_a_byline() -> None:
    account = "<meta name=twitter:creator content='@Good food'>"
    assert written_by((), BYLINE, account) == ["Bo Ek"]


def test_a_link_to_an_author_page_names_the_author() -> None:
    assert written_by((), "<p>3 May | <a href=/author/x/>{}</a> | Comments</p>") == ["Bo Ek"]


# --- dates


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Updated: May 5, 2016 | Published: March 3, 2014"),
        ("en", "Published March 3, 2014, last updated May 5, 2016"),
        ("en", "Last updated May 5, 2016 Published March 3, 2014"),
        ("en", "March 3, 2014 (edited on May 5, 2016)"),
        ("en", "Updated 5/5/2016 · 3/3/2014"),
        ("de", "Aktualisiert am 5. Mai 2016 – Veröffentlicht am 3. März 2014"),
        ("fr", "Mis à jour le 5 mai 2016, publié le 3 mars 2014"),
        ("zh", "更新于 2016年5月5日 发表于 2014年3月3日"),
        ("ru", "Обновлено 5 мая 2016 • 3 марта 2014"),
    ],
)
def test_of_an_edit_and_a_publication_date_the_latter_is_read(language: str, text: str) -> None:
    assert {moment.iso() for _, moment in read_date(text, language)} == {"2014-03-03"}


def test_a_single_date_is_read_after_any_text() -> None:
    assert [moment.iso() for _, moment in read_date("Updated May 5, 2016 | 2000 words")] == ["2016-05-05"]
