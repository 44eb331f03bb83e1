"""Rebuilt pages are compared with the real pages of the same moment."""

from __future__ import annotations

from contextlib import closing
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, MadePost, fill, make_posts, post_page
from lxml.html import HtmlElement, fromstring
from replay_archive import answer, archive, get

from blogcrawler.cli import main
from blogcrawler.cli.serving.rebuilt_pages import page_rebuilder
from blogcrawler.items import Blog, Comment, Post
from blogcrawler.reconstruction import RebuiltPage, rebuild_page
from blogcrawler.replay import replay_app
from blogcrawler.store import Store, open_store

FIRST, SECOND, THIRD = (datetime(2026, month, 1, 12, tzinfo=UTC) for month in (3, 4, 5))
SAID = [
    Comment("c1", None, "Bo", None, "2026-02-01", "<p>A fine day.</p>", "A fine day."),
    Comment("c2", None, "Cy", None, "2026-03-20", "<p>It rained here.</p>", "It rained here."),
    Comment("c3", None, "Di", None, "2026-04-20", "<p>Not any more.</p>", "Not any more."),
]


class Made:
    """A blog whose states at three moments are known; only the first and the last were captured."""

    def __init__(self, home: Path) -> None:
        self.home = home
        site = BlogSite()
        self.base = site.url
        posts = make_posts(8)
        states: list[tuple[datetime, list[MadePost], int]] = [(FIRST, deepcopy(posts[2:]), 1)]
        posts[3].paragraphs[1] = "This paragraph was rewritten in April, and nobody has seen it since."
        posts[3].title = "Another title"
        states.append((SECOND, deepcopy(posts[1:]), 2))
        posts[3].paragraphs[1] = "And rewritten once more in May."
        states.append((THIRD, deepcopy(posts), 3))
        self.pages: dict[datetime, dict[str, str]] = {}
        for moment, made, said in states:
            site.pages.clear()
            fill(site, made)
            site.pages[posts[3].path] = Answer(self._page(made, posts[3].path, said))
            self.pages[moment] = {path: one.body for path, one in site.pages.items()}  # type: ignore[union-attr,misc]
        site._server.server_close()
        self.edited, self.added = f"{self.base}{posts[3].path[1:]}", f"{self.base}{posts[1].path[1:]}"
        self._store(states)

    def _page(self, made: list[MadePost], path: str, said: int) -> str:
        (post,) = [one for one in made if one.path == path]
        items = "".join(f"<li id={one.id}><b>{one.author}</b> <p>{one.text}</p></li>" for one in SAID[:said])
        return post_page(post, more=f"<section id=comments><h2>{said} comments</h2><ol>{items}</ol></section>")

    def _store(self, states: list[tuple[datetime, list[MadePost], int]]) -> None:
        with closing(open_store(None, self.home)) as store:
            store.save_blog(Blog(self.base, "Made", folder="made"))
            for moment, made, said in states:
                for one in made:
                    url = f"{self.base}{one.path[1:]}"
                    record = Post(
                        url,
                        self.base,
                        one.title,
                        [one.author],
                        one.published.isoformat(),
                        tags=one.tags,
                        content_html=one.article(),
                        text=one.text,
                        comments=SAID[:said] if url == self.edited else [],
                        fetched=moment.isoformat(),
                    )
                    old = store.post(url)
                    if old is None:
                        store.save_post(record)
                    elif replace(old, fetched=None) != replace(record, fetched=None):
                        store.post_states.replace(old, record, ["content", "metadata", "comments"], moment)
        captured = []
        for moment in (FIRST, THIRD):
            for path, body in self.pages[moment].items():
                if path != self.added.removeprefix(self.base.rstrip("/")) and path != "/feed.xml":
                    captured.append((f"{moment:%Y%m%d%H%M%S}", f"{self.base}{path[1:]}", answer(body)))
        archive(self.home / "made", *captured)

    def rebuilt(self, url: str, moment: datetime) -> RebuiltPage:
        with closing(open_store(None, self.home)) as store:
            page = rebuild_page(store, self.home, url, moment)
        assert page is not None
        return page

    def real(self, url: str, moment: datetime) -> HtmlElement:
        return fromstring(self.pages[moment][f"/{url.removeprefix(self.base)}"])


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return Made(tmp_path_factory.mktemp("made"))


def shown(tree: HtmlElement, base: str) -> tuple[list[str], list[str]]:
    """The words of a page and its links, both in order."""
    tree.make_links_absolute(base)
    return " ".join(tree.itertext()).split(), tree.xpath("//a/@href")


def test_a_post_is_rebuilt_with_the_article_and_the_comments_of_a_moment(made: Made) -> None:
    page = made.rebuilt(made.edited, SECOND)
    assert shown(fromstring(page.html), made.base) == shown(made.real(made.edited, SECOND), made.base)


def test_a_page_that_was_never_captured_is_rebuilt_in_the_template_of_another_post(made: Made) -> None:
    page = made.rebuilt(made.added, SECOND)
    words, links = shown(fromstring(page.html), made.base)
    real_words, real_links = shown(made.real(made.added, SECOND), made.base)
    assert [one for one in words if one not in ("0", "comments")] == real_words
    assert links[:3] == real_links[:3]


def test_the_home_page_lists_the_posts_of_a_moment(made: Made) -> None:
    page = made.rebuilt(made.base, SECOND)
    assert shown(fromstring(page.html), made.base) == shown(made.real(made.base, SECOND), made.base)


@pytest.mark.parametrize("moment", [FIRST, THIRD])
def test_where_a_page_was_captured_it_comes_out_the_same(made: Made, moment: datetime) -> None:
    for url in (made.edited, made.base):
        page = made.rebuilt(url, moment)
        assert shown(fromstring(page.html), made.base) == shown(made.real(url, moment), made.base)
        assert page.template.timestamp == f"{moment:%Y%m%d%H%M%S}"


def test_what_did_not_exist_cannot_be_rebuilt(made: Made) -> None:
    with closing(open_store(None, made.home)) as store:
        assert _rebuilt(store, made, made.added, FIRST) is None
        assert _rebuilt(store, made, "https://elsewhere.example/", SECOND) is None
        assert _rebuilt(store, made, f"{made.base}no-such-page", SECOND) is None


def _rebuilt(store: Store, made: Made, url: str, moment: datetime) -> RebuiltPage | None:
    return rebuild_page(store, made.home, url, moment)


def test_the_command_prints_the_page(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*arguments: str) -> int:
        with pytest.raises(SystemExit) as ending:
            main(["show", "--page", *arguments, "--home", str(made.home)])
        return int(ending.value.code or 0)

    assert run(made.edited, "--at", f"{SECOND:%Y-%m-%d}") == 0
    assert shown(fromstring(capsys.readouterr().out), made.base) == shown(made.real(made.edited, SECOND), made.base)
    assert run(made.added, "--at", "2026-03-02") == 1
    assert "cannot be reconstructed as of 2026-03-02" in capsys.readouterr().err


def test_the_replay_shows_the_page_that_was_put_together(made: Made) -> None:
    app = replay_app(made.home, rebuild=page_rebuilder(made.home, None))
    got = get(app, f"/replay/rebuiltmp_/{SECOND:%Y%m%d%H%M%S}/{made.edited}")
    assert "rewritten in April" in got.text
    assert "allow-scripts" not in got.headers["content-security-policy"]
