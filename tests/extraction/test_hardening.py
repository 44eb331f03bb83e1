"""What makes real blogs hard, in small: lying links, names that say nothing, other dates beside the right one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from invented_blogs import HOME, invented_words

from blogcrawler.extraction import ArticleRule, Extract, Extractor, Page, RuleSet, learn, parse_page
from blogcrawler.extraction.inside import learn_inside
from blogcrawler.extraction.labels import label_pages
from blogcrawler.extraction.samples import samples
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


def read_last(pairs: list[tuple[FeedEntry, Page]]) -> Extract:
    """The last page, read by rules that were learned from the others."""
    return Extractor(learn(pairs[:-1])).extract(pairs[-1][1])


def test_an_element_without_words_that_comes_first_is_what_a_name_finds() -> None:
    def html(number: int) -> str:
        return f"<p>{prose(number)}</p><a class=grid><img src=a.png></a><p>{prose(50 + number)}</p>"

    behind = "<a class=grid>Share</a><p>Written in a hurry, with a pencil</p>"
    logo = "<div class=flex><img src=logo.png></div>"
    shown = [f"<body>{logo}<h1>Post {n}</h1><div class=flex>{html(n)}{behind}</div></body>" for n in range(5)]
    got = read_last([(entry(n, html(n)), parse_page(page, f"{HOME}/{n}")) for n, page in enumerate(shown)])
    assert got.text == f"{prose(4)}\n{prose(54)}"


def test_what_holds_a_short_article_beside_much_else_is_not_dropped() -> None:
    pairs = []
    for n in range(6):
        other = "".join(f"<li><a href=/{i}>{prose(100 * n + i, 30)}</a></li>" for i in range(6))
        article = f"<p>{prose(n, 9)}</p>"
        html = f"<body><main><div class=post><h1>Post {n}</h1>{article}<ul class=more>{other}</ul></div></main></body>"
        pairs.append((entry(n, article), parse_page(html, f"{HOME}/{n}")))
    labelled, full = label_pages(samples(pairs))
    (rule,) = learn_inside(labelled, [ArticleRule("//main", 1.0)], full=full)
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


def test_entries_that_lead_to_the_home_page_teach_nothing() -> None:
    home = "".join(f"<div class=post><h2>Post {n}</h2><div id=post{n}><p>{prose(n)}</p></div></div>" for n in range(6))
    pairs = []
    for n in range(7):
        html = f"<div class=post><h1>Post {n}</h1><div class=entry><p>{prose(n)}</p></div></div>"
        page = parse_page(f"<body>{home if n in (1, 3) else html}<p>About me</p></body>", f"{HOME}/{n}")
        pairs.append((entry(n, f"<p>{prose(n)}</p>"), page))
    got = read_last(pairs)
    assert (got.title, got.text) == ("Post 6", prose(6))
    assert learn(pairs).pages == 5
