from __future__ import annotations

from pathlib import Path

from blogsite import make_posts, post_page
from oldposts import manual_page, old_post_page

from blogcrawler.dom import Page, parse_page
from blogcrawler.frontier import DiskFrontier, UnclassifiedPages

POSTS = make_posts(20)
OLD = [parse_page(old_post_page(post), f"http://example.org{post.path}") for post in POSTS]
NEW = [parse_page(post_page(post), f"http://example.org{post.path}") for post in POSTS]
MANUAL = [parse_page(manual_page(post), f"http://example.org/manual{post.path}") for post in POSTS]


def added(strays: UnclassifiedPages, pages: list[Page]) -> list[int | None]:
    return [strays.add(page, page.url, page.url.encode) for page in pages]


def test_a_template_is_looked_at_when_it_has_three_six_and_twelve_pages():
    strays = UnclassifiedPages(DiskFrontier().database)
    numbers = added(strays, OLD[:15])
    assert [at + 1 for at, number in enumerate(numbers) if number is not None] == [3, 6, 12]
    number = numbers[2]
    assert number is not None
    assert strays.pages(number) == [page.url.encode() for page in OLD[:15]]


def test_pages_are_sorted_by_their_templates():
    strays = UnclassifiedPages(DiskFrontier().database)
    mixed = [page for pair in zip(OLD[:3], MANUAL[:3], strict=True) for page in pair]
    first, second = (number for number in added(strays, mixed) if number is not None)
    assert strays.pages(first) == [page.url.encode() for page in OLD[:3]]
    assert strays.pages(second) == [page.url.encode() for page in MANUAL[:3]]


def test_pages_with_the_template_of_posts_are_left_out():
    strays = UnclassifiedPages(DiskFrontier().database)
    strays.know(NEW[0])
    assert strays.is_own(NEW[1])
    assert not strays.is_own(OLD[1])
    assert added(strays, NEW[2:9]) == [None] * 7
    assert strays.untried() == []


def test_few_pages_are_looked_at_in_the_end_and_once_only():
    strays = UnclassifiedPages(DiskFrontier().database)
    added(strays, OLD[:4])
    added(strays, MANUAL[:2])
    (number,) = strays.untried()
    assert len(strays.pages(number)) == 4
    strays.leave(number)
    assert strays.untried() == []


def test_after_twelve_pages_that_are_no_posts_none_is_kept_any_more():
    strays = UnclassifiedPages(DiskFrontier().database)
    number = added(strays, OLD[:12])[-1]
    assert number is not None
    strays.leave(number)
    assert added(strays, OLD[12:]) == [None] * 8
    assert strays.untried() == []


def test_a_page_is_kept_once_so_that_it_is_not_read_for_ever():
    strays = UnclassifiedPages(DiskFrontier().database)
    number = added(strays, OLD[:3])[-1]
    assert number is not None
    strays.release(number)
    assert added(strays, OLD[:3]) == [None] * 3
    assert added(strays, OLD[3:6])[-1] is not None, "others of the template may be posts of a third one"


def test_pages_to_be_read_again_wait_until_they_were(tmp_path: Path):
    frontier = DiskFrontier(tmp_path / "frontier.db")
    strays = UnclassifiedPages(frontier.database)
    number = added(strays, OLD[:3])[-1]
    assert number is not None
    strays.release(number)
    strays.settle(OLD[1].url)
    strays.settle(OLD[1].url)
    strays.settle("http://example.org/another")
    frontier.close()
    frontier = DiskFrontier(tmp_path / "frontier.db")
    strays = UnclassifiedPages(frontier.database)
    assert sorted(strays.waiting()) == sorted(page.url.encode() for page in (OLD[0], OLD[2]))
    strays.settle(OLD[0].url)
    strays.settle(OLD[2].url)
    assert strays.waiting() == []
    assert strays.untried() == []
    frontier.close()


def test_all_is_kept_with_the_frontier(tmp_path: Path):
    frontier = DiskFrontier(tmp_path / "frontier.db")
    strays = UnclassifiedPages(frontier.database)
    strays.know(NEW[0])
    added(strays, OLD[:2])
    frontier.close()
    frontier = DiskFrontier(tmp_path / "frontier.db")
    strays = UnclassifiedPages(frontier.database)
    assert strays.is_own(NEW[1])
    number = strays.add(OLD[2], OLD[2].url, lambda: b"last")
    assert number is not None
    assert strays.pages(number)[-1] == b"last"
    frontier.close()


def test_only_so_many_templates_are_remembered():
    frontier = DiskFrontier()
    strays = UnclassifiedPages(frontier.database)
    strays.know(NEW[0])
    added(strays, OLD[:2])
    for number in range(100):
        html = f"<body><div class={'x' * (number + 1)}><section class={'y' * (number + 1)}><p>Text"
        strays.add(parse_page(html, f"http://example.org/x{number}"), f"x{number}", lambda: b"x")
    (kept,) = frontier.database.execute("SELECT count(*) FROM templates").fetchone()
    assert kept <= 48
    assert strays.is_own(NEW[1])
    assert strays.add(OLD[2], OLD[2].url, lambda: b"last") is not None
