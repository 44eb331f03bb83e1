from __future__ import annotations

from pathlib import Path

import pytest
from blogsite import make_posts, page, post_page
from old_template_posts import manual_page, old_post_page

from blogcrawler.dom import Page, parse_page
from blogcrawler.frontier import DiskFrontier, UnclassifiedPages

POSTS = make_posts(20)
OLD = [parse_page(old_post_page(post), f"http://example.org{post.path}") for post in POSTS]
NEW = [parse_page(post_page(post), f"http://example.org{post.path}") for post in POSTS]
MANUAL = [parse_page(manual_page(post), f"http://example.org/manual{post.path}") for post in POSTS]


def added(unclassified: UnclassifiedPages, pages: list[Page]) -> list[int | None]:
    return [unclassified.add(page, page.url, page.url.encode) for page in pages]


def test_a_template_is_checked_when_it_has_three_six_and_twelve_pages():
    unclassified = UnclassifiedPages(DiskFrontier().database)
    numbers = added(unclassified, OLD[:15])
    assert [at + 1 for at, number in enumerate(numbers) if number is not None] == [3, 6, 12]
    number = numbers[2]
    assert number is not None
    assert unclassified.pages(number) == [page.url.encode() for page in OLD[:15]]


def test_pages_are_grouped_by_template():
    unclassified = UnclassifiedPages(DiskFrontier().database)
    mixed = [page for pair in zip(OLD[:3], MANUAL[:3], strict=True) for page in pair]
    first, second = (number for number in added(unclassified, mixed) if number is not None)
    assert unclassified.pages(first) == [page.url.encode() for page in OLD[:3]]
    assert unclassified.pages(second) == [page.url.encode() for page in MANUAL[:3]]


def test_pages_with_the_template_of_posts_are_not_kept():
    unclassified = UnclassifiedPages(DiskFrontier().database)
    unclassified.add_post(NEW[0])
    assert unclassified.has_post_template(NEW[1])
    assert not unclassified.has_post_template(OLD[1])
    assert added(unclassified, NEW[2:9]) == [None] * 7
    assert unclassified.unchecked() == []


@pytest.mark.parametrize(
    ("html", "is_own"),
    [
        (page("Empty", ""), True),
        (page("Other", "<section class=a><p>x</section><section class=b><p>x</section>"), False),
        ("<body><p>Hello", False),
    ],
    ids=["nothing that posts lack", "much that posts lack", "too little in common"],
)
def test_a_page_without_an_article_has_the_template_of_posts_if_posts_have_all_that_it_has(html: str, is_own: bool):
    unclassified = UnclassifiedPages(DiskFrontier().database)
    unclassified.add_post(NEW[0])
    assert unclassified.has_post_template(parse_page(html, "http://example.org/empty/")) is is_own


def test_templates_with_few_pages_are_checked_once_at_the_end():
    unclassified = UnclassifiedPages(DiskFrontier().database)
    added(unclassified, OLD[:4])
    added(unclassified, MANUAL[:2])
    (number,) = unclassified.unchecked()
    assert len(unclassified.pages(number)) == 4
    unclassified.reject(number)
    assert unclassified.unchecked() == []


def test_after_twelve_pages_that_are_not_posts_no_more_are_kept():
    unclassified = UnclassifiedPages(DiskFrontier().database)
    number = added(unclassified, OLD[:12])[-1]
    assert number is not None
    unclassified.reject(number)
    assert added(unclassified, OLD[12:]) == [None] * 8
    assert unclassified.unchecked() == []


def test_a_page_is_kept_only_once_so_that_it_is_not_read_forever():
    unclassified = UnclassifiedPages(DiskFrontier().database)
    number = added(unclassified, OLD[:3])[-1]
    assert number is not None
    unclassified.accept(number)
    assert added(unclassified, OLD[:3]) == [None] * 3
    assert added(unclassified, OLD[3:6])[-1] is not None, "others of the template may be posts of a third one"


def test_pages_to_reread_are_kept_until_they_are_read(tmp_path: Path):
    frontier = DiskFrontier(tmp_path / "frontier.db")
    unclassified = UnclassifiedPages(frontier.database)
    number = added(unclassified, OLD[:3])[-1]
    assert number is not None
    unclassified.accept(number)
    unclassified.mark_reread(OLD[1].url)
    unclassified.mark_reread(OLD[1].url)
    unclassified.mark_reread("http://example.org/another")
    frontier.close()
    frontier = DiskFrontier(tmp_path / "frontier.db")
    unclassified = UnclassifiedPages(frontier.database)
    assert sorted(unclassified.to_reread()) == sorted(page.url.encode() for page in (OLD[0], OLD[2]))
    unclassified.mark_reread(OLD[0].url)
    unclassified.mark_reread(OLD[2].url)
    assert unclassified.to_reread() == []
    assert unclassified.unchecked() == []
    frontier.close()


def test_everything_is_stored_with_the_frontier(tmp_path: Path):
    frontier = DiskFrontier(tmp_path / "frontier.db")
    unclassified = UnclassifiedPages(frontier.database)
    unclassified.add_post(NEW[0])
    added(unclassified, OLD[:2])
    frontier.close()
    frontier = DiskFrontier(tmp_path / "frontier.db")
    unclassified = UnclassifiedPages(frontier.database)
    assert unclassified.has_post_template(NEW[1])
    number = unclassified.add(OLD[2], OLD[2].url, lambda: b"last")
    assert number is not None
    assert unclassified.pages(number)[-1] == b"last"
    frontier.close()


def test_the_number_of_templates_is_bounded():
    frontier = DiskFrontier()
    unclassified = UnclassifiedPages(frontier.database)
    unclassified.add_post(NEW[0])
    added(unclassified, OLD[:2])
    for number in range(100):
        html = f"<body><div class={'x' * (number + 1)}><section class={'y' * (number + 1)}><p>Text"
        unclassified.add(parse_page(html, f"http://example.org/x{number}"), f"x{number}", lambda: b"x")
    (kept,) = frontier.database.execute("SELECT count(*) FROM templates").fetchone()
    assert kept <= 48
    assert unclassified.has_post_template(NEW[1])
    assert unclassified.add(OLD[2], OLD[2].url, lambda: b"last") is not None
