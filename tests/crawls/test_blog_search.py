"""Old posts that only the blog's own search leads to."""

from __future__ import annotations

from html import escape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from blogsite import Answer, BlogSite, MadePost, fill, make_posts, page, post_page
from crawl_processes import crawl, urls

from blogcrawler.dom import words

POSTS = make_posts(30)
NEW, OLD = POSTS[:10], POSTS[10:]
FORM = '<form action="/find" role="search"><input name="s" type="search"><button>Search</button></form>'


def answer(path: str) -> Answer | None:
    """The results of a search over all posts, ten a page."""
    parts = urlsplit(path)
    if parts.path != "/find":
        return None
    values = {name: found[0] for name, found in parse_qs(parts.query).items()}
    wanted, number = set(words(values.get("s", ""))), int(values.get("page", "1"))
    found = [post for post in POSTS if wanted and wanted <= set(words(f"{post.title} {' '.join(post.paragraphs)}"))]
    rows = "".join(map(_row, found[number * 10 - 10 : number * 10]))
    link = f'<a href="/find?s={values.get("s", "")}&amp;page={number + 1}">Next page</a>'
    more = link if len(found) > number * 10 else ""
    return Answer(page("Search", f"{FORM}<ul class=results>{rows or 'Nothing was found.'}</ul>{more}"))


def _row(post: MadePost) -> str:
    return f'<li><a href="{post.path}">{escape(post.title)}</a> <p>{escape(post.paragraphs[0])}</p></li>'


def test_posts_that_no_link_leads_to_are_found_by_the_search_of_the_blog(tmp_path: Path):
    with BlogSite() as site:
        expected = fill(site, NEW)
        home = site.pages["/"]
        assert isinstance(home, Answer)
        site.pages["/"] = Answer(str(home.body).replace("<body>", f"<body>{FORM}").replace("</body>", f"{FORM}</body>"))
        for post in OLD:
            site.pages[post.path] = Answer(post_page(post))
        site.fallback = answer
        crawl(tmp_path / "links", site.url)
        assert sorted(urls(tmp_path / "links")) == sorted(expected)
        program = crawl(tmp_path / "deep", site.url, "-a", "deep=1")
        old = {site.url.rstrip("/") + post.path for post in OLD}
        assert len(old & set(urls(tmp_path / "deep"))) >= 0.9 * len(old)
        assert program.stats["search/queued"] >= 0.9 * len(old)
