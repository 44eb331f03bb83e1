"""Sites that real programs make with real themes: what is known of them, and crawls of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from crawl_processes import crawl, records
from expected_knowledge import LISTS, Known, what_is_known
from generators import KINDS, MORE, UNSEEN, Kind, make
from mediawiki import CATEGORY, MISSING, SKINS, wiki_pages
from sample_writings import SITE, Writing, some_writings, varied_writings
from site_makers import IN_THE_FEED
from static_site_server import StaticSite

from blogcrawler.dom import node_text, parse_page
from blogcrawler.knowledge import document, found_text, known_applications, navigate

pytestmark = pytest.mark.real

POSTS = some_writings(24)


def made(kind: Kind, posts: list[Writing] = POSTS) -> Path:
    if kind.missing:
        pytest.skip(kind.missing)
    return make(kind, posts)


@cache
def known(kind: Kind) -> Known:
    return what_is_known(made(kind), POSTS)


def named(kind: Kind) -> str:
    return kind.name


@pytest.mark.parametrize("kind", KINDS, ids=named)
def test_the_levels_of_a_generators_pages_are_recognised(kind: Kind) -> None:
    found = known(kind)
    assert found.type == kind.type
    assert found.levels.pop("post") == "post"
    assert found.levels["home"] == "home"
    assert set(found.levels.values()) <= LISTS


@pytest.mark.parametrize("kind", KINDS, ids=named)
def test_actions_lead_to_all_posts_and_read_what_the_theme_shows(kind: Kind) -> None:
    found = known(kind)
    assert found.led == {post.slug for post in POSTS}
    assert found.fields == {"title", "author", "published", "content", "tag"} - kind.hidden, found.mistaken


def crawled(kind: Kind, home: Path, feed: str, posts: list[Writing] = POSTS) -> dict[str, list[dict[str, object]]]:
    """The records of a crawl by the slug of their post, those of no post under an empty one."""
    with StaticSite(made(kind, posts), feed, sitemap=feed != "none") as site:
        program = crawl(home, site.url)
        assert program.poll() == 0
    found: dict[str, list[dict[str, object]]] = {}
    for record in records(home):
        slug = next((post.slug for post in posts if post.slug in str(record["url"])), "")
        found.setdefault(slug, []).append(record)
    return found


# A feed as the program makes it, and less than that; themes that the knowledge base describes, and others.
CRAWLS = [
    ("hugo-docsy", "full"),  # Hugo's feed has first paragraphs
    ("pelican-simple", "none"),
    ("hexo-icarus", "titles"),
    ("hexo-stellar", "summary"),
    ("hexo-ayer", "full"),
    ("hexo-bamboo", "none"),
    ("hugo-docsy", "none"),  # its home page lists no posts
]


@pytest.mark.parametrize(("name", "feed"), CRAWLS)
def test_every_post_of_a_generated_site_is_harvested_once_as_written(name: str, feed: str, tmp_path: Path) -> None:
    kind = next(kind for kind in (*KINDS, UNSEEN) if kind.name == name)
    found = crawled(kind, tmp_path, feed)
    assert {slug: len(records) for slug, records in found.items()} == {post.slug: 1 for post in POSTS}
    for number, post in enumerate(POSTS):
        record = found[post.slug][0]
        assert record["title"] == post.title
        assert str(record["published"])[:10] == str(post.day)
        assert [" ".join(line.split()) for line in str(record["text"]).splitlines()] == post.lines
        if "author" not in kind.hidden:
            # A value that the feed has for all posts is trusted for those that it lists.
            in_feed = kind.program == "hexo" and number >= len(POSTS) - IN_THE_FEED
            assert record["authors"] == [post.author] or in_feed


@pytest.mark.parametrize(
    ("kind", "feed"),
    [(MORE[0], "summary"), (MORE[0], "none"), (MORE[1], "none")],
    ids=["mkdocs", "mkdocs-none", "ablog"],
)
def test_posts_of_a_blog_within_documentation_are_harvested_as_written(kind: Kind, feed: str, tmp_path: Path) -> None:
    """With several authors, later dates, subtitles, tables, players, in other languages; the home page is not a
    list."""
    posts = varied_writings(24, kind.language)
    found = crawled(kind, tmp_path, feed, posts)
    assert {slug: len(records) for slug, records in found.items()} == {post.slug: 1 for post in posts}
    for post in posts:
        record = found[post.slug][0]
        assert record["title"] == post.title
        assert record["authors"] == post.authors
        assert str(record["published"])[:10] == str(post.day)
        assert set(post.tags) <= set(record["tags"]) <= {*post.tags, post.category}  # type: ignore[call-overload]
        lines = [" ".join(line.split()) for line in str(record["text"]).splitlines()]
        assert [line for line in lines if line] == [" ".join(line.split()) for line in post.lines if line]
        pictures = sum(kind == "img" for kind, _ in post.blocks)
        assert str(record["content_html"]).count("<img") == pictures
        assert str(record["content_html"]).count("<iframe") == sum(kind == "embed" for kind, _ in post.blocks)


@pytest.mark.parametrize("kind", MORE[:2], ids=named)
def test_documentation_generators_are_recognised(kind: Kind) -> None:
    assert what_is_known(made(kind, varied_writings(24, kind.language)), []).type == kind.type


@pytest.fixture(scope="module")
def wiki() -> dict[str, str]:
    if MISSING:
        pytest.skip(f"MediaWiki is not installed: {MISSING}")
    return wiki_pages(POSTS[:6])


@pytest.mark.parametrize("skin", SKINS)
def test_the_levels_of_a_wikis_pages_are_recognised_and_read(wiki: dict[str, str], skin: str) -> None:
    base = known_applications()
    pages = {
        name.removeprefix(f"{skin}/"): parse_page(html, f"{SITE}/index.php/{name.removeprefix(f'{skin}/')}")
        for name, html in wiki.items()
        if name.startswith(skin)
    }
    found = {name: base.detect(document(page)) for name, page in pages.items()}
    assert {one.application.name if one else None for one in found.values()} == {"wiki/mediawiki"}
    levels = {name: one.level.name if one and one.level else "" for name, one in found.items()}
    articles = [post.slug.replace("-", "_").capitalize() for post in POSTS[:6]]
    special = {f"Category:{CATEGORY}": "category", "Special:AllPages": "special", f"Talk:{articles[0]}": "talk"}
    assert levels == {"Main_Page": "article", **special} | dict.fromkeys(articles, "article")
    category = found[f"Category:{CATEGORY}"]
    assert category is not None
    ways = navigate(base, category.application, category.level, pages[f"Category:{CATEGORY}"])
    assert {way.url.rpartition("/")[2] for way in ways if way.to == "article"} == set(articles)
    for name, post in zip(articles, POSTS, strict=False):
        level = base.applications["wiki/mediawiki"].level("article")
        assert level is not None
        values = {}
        for action in level.extract:
            for node in action.path.find(pages[name].tree)[:1]:
                values.setdefault(action.type, node_text(node) if action.type == "content" else found_text(node))
        assert values["title"].replace(" ", "_") == name
        assert values["content"] == " ".join(text for kind, text in post.blocks if kind == "p")
        assert values["tag"] == CATEGORY
