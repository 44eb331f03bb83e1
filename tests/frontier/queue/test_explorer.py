from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from blogcrawler.frontier import DiskFrontier, Explorer, Gain, KnnPredictor, LinkFeatures, Role, priority_of
from blogcrawler.frontier.links.link_features import _clue
from blogcrawler.frontier.queue.predictor import PRIORS

POST = 1000


def link(path: str, role: Role = Role.LIST) -> LinkFeatures:
    return _clue(f"https://example.org{path}", role, ("a", "li", "ul"), path, "", "list")


class Told:
    """A predictor that is told what to say of each role."""

    def __init__(self, **gains: float) -> None:
        self.gains = gains
        self.learned = 0
        self.asked = 0

    def predict(self, clues: Sequence[LinkFeatures]) -> list[Gain]:
        self.asked += len(clues)
        return [Gain(0, self.gains.get(clue.role.name, 0)) for clue in clues]

    def learn(self, clue: LinkFeatures, gain: Gain) -> None:
        self.learned += 1


def fill(frontier: DiskFrontier, *clues: LinkFeatures) -> None:
    for number, clue in enumerate(clues, len(frontier)):
        frontier.add(
            f"{number}", f"{clue.role.name} {number}".encode(), priority_of(clue, PRIORS[clue.role]), clue=clue.packed()
        )


def taken(explorer: Explorer, number: int = 100) -> list[str]:
    found = []
    while len(found) < number and (got := explorer.next(0)):
        found.append(got[1].decode().split()[0])
    return found


def test_posts_are_taken_at_once_and_searches_wait_for_what_is_on_its_way():
    frontier = DiskFrontier()
    explorer = Explorer(frontier, Told(), abreast=2)
    fill(frontier, link("/tag/x"), link("/post", Role.POST))
    assert explorer.next(flying=50) is not None
    assert explorer.next(flying=2) is None
    assert explorer.next(flying=1) is not None
    assert explorer.next(flying=0) is None


def test_a_page_that_surely_is_a_post_comes_before_a_list():
    post, maybe = priority_of(link("/a", Role.SLUG), Gain(0.95, 0)), priority_of(link("/a", Role.SLUG), Gain(0.3, 0))
    assert POST > post > priority_of(link("/l"), Gain(0, 6)) > maybe > priority_of(link("/l"), Gain(0, 0)) >= 0


def test_what_waits_is_judged_anew_by_what_was_learned():
    frontier = DiskFrontier()
    told = Told(ARCHIVE=7.0, DATES=5.0)
    explorer = Explorer(frontier, told)
    fill(frontier, *(link(f"/archive{n}", Role.ARCHIVE) for n in range(60)), link("/2014/05/", Role.DATES))
    assert taken(explorer, 1) == ["ARCHIVE"]
    assert told.asked < 30  # the best of those that wait are looked at, not all
    told.gains["ARCHIVE"] = 0.0
    assert taken(explorer, 1) == ["DATES"]


def test_page_flips_are_never_starved():
    frontier = DiskFrontier()
    explorer = Explorer(frontier, Told(LIST=9.0, FLIP=0.0))
    fill(frontier, *(link(f"/tag/{n}") for n in range(40)), *(link(f"/page/{n}/", Role.FLIP) for n in range(4)))
    assert taken(explorer, 20).count("FLIP") == 4


def test_when_what_was_expected_most_brings_nothing_the_search_goes_elsewhere():
    frontier = DiskFrontier()
    explorer = Explorer(frontier, Told(ARCHIVE=9.0, LIST=0.0, DATES=0.0), least=0.01)
    months = [link(f"/2014/{month}/", Role.DATES) for month in (5, 4, 3)]
    fill(
        frontier, *(link(f"/all/{n}", Role.ARCHIVE) for n in range(200)), *months, *(link(f"/{n}") for n in range(200))
    )
    for _ in range(4):
        explorer.learn(link("/tag/x"), Gain(0, 0))
    assert set(taken(explorer, 30)) == {"ARCHIVE"}
    explorer.learn(link("/tag/x"), Gain(0, 0))
    elsewhere = taken(explorer, 60)
    assert 4 <= elsewhere.count("LIST") <= 20
    assert elsewhere.count("DATES") == 3


def test_the_far_end_of_a_calendar_is_looked_at():
    frontier = DiskFrontier()
    fill(frontier, *(link(f"/2014/{month}/", Role.DATES) for month in (5, 4, 3)), link("/tag/x"))
    assert (frontier.last(Role.DATES) or (b"", b""))[1] == b"DATES 2"
    assert (frontier.last(Role.DATES) or (b"", b""))[1] == b"DATES 1"
    assert frontier.last(Role.FLIP) is None
    assert len(frontier) == 2


@pytest.mark.parametrize(
    ("own", "unlisted", "found", "searches"),
    [
        (False, 0.0, 0, 25),
        (False, 0.1, 0, 25),
        (False, 0.3, 0, 60),
        (False, 1.0, 0, 100),
        (False, 0, 1, 50),
        (False, 0, 2, 100),
        (True, 0.0, 0, 8),
        (True, 0.3, 0, 60),
        (True, 0.0, 1, 50),
    ],
)
def test_a_sitemap_is_believed_as_far_as_the_feed_and_the_search_agree_with_it(
    own: bool, unlisted: float, found: int, searches: int
):
    """The one that the blog's own program makes (``own``) is hardly doubted, until it is seen to be wrong."""
    frontier = DiskFrontier()
    explorer = Explorer(frontier, Told(), least=0.03)
    fill(frontier, link("/tag/y"))
    explorer.listed(200, unlisted)
    if own:
        explorer.believe()
    explorer.learn(link("/tag/x"), Gain(0, found))
    explorer.in_vain = 0
    for _ in range(searches - 1):
        explorer.learn(link("/tag/x"), Gain(0, 0))
    assert not explorer.is_over()
    explorer.learn(link("/tag/x"), Gain(0, 0))
    assert explorer.is_over()


def test_it_is_enough_when_nothing_new_comes_for_long():
    frontier = DiskFrontier()
    explorer = Explorer(frontier, Told(), least=0.1)
    fill(frontier, *(link(f"/tag/{n}") for n in range(100)))
    for _ in range(29):
        explorer.learn(link("/tag/x"), Gain(0, 0))
    assert not explorer.is_over()
    explorer.learn(link("/tag/x"), Gain(0, 0))
    assert explorer.is_over()
    assert explorer.next(0) is None
    assert "30 pages brought no new post, so 100 addresses were left (100 lists by tag" in explorer.what_is_left()
    fill(frontier, link("/post", Role.POST))
    assert not explorer.is_over()  # somebody else knew one
    assert taken(explorer) == ["POST"]
    explorer.learn(link("/tag/x"), Gain(0, 2))
    assert not explorer.is_over()


def test_an_exhaustive_search_is_never_over():
    frontier = DiskFrontier()
    explorer = Explorer(frontier, Told(), least=0)
    fill(frontier, link("/tag/y"))
    for _ in range(1000):
        explorer.learn(link("/tag/x"), Gain(0, 0))
    assert not explorer.is_over()
    assert taken(explorer) == ["LIST"]


def test_posts_and_pages_nobody_searched_for_teach_nothing_but_end_a_search_in_vain():
    told = Told()
    explorer = Explorer(DiskFrontier(), told)
    explorer.learn(link("/tag/x"), Gain(0, 0))
    explorer.learn(None, Gain(0, 0))
    explorer.learn(link("/post", Role.POST), Gain(1, 0))
    assert told.learned == 1


@pytest.mark.parametrize("killed", [False, True])
def test_what_was_learned_survives(tmp_path: Path, killed: bool):
    frontier = DiskFrontier(tmp_path / "frontier.db")
    explorer = Explorer(frontier, KnnPredictor())
    for number in range(8):
        explorer.learn(link(f"/tag/{number}"), Gain(0, 9))
    for _ in range(5):
        explorer.learn(link("/2014/05/", Role.DATES), Gain(0, 0))
    expected = explorer.predict([link("/tag/new"), link("/2014/06/", Role.DATES)])
    frontier.save_state({})  # commits
    if killed:
        frontier._close()
    else:
        frontier.close()
    again = Explorer(DiskFrontier(tmp_path / "frontier.db"), KnnPredictor())
    assert again.predict([link("/tag/new"), link("/2014/06/", Role.DATES)]) == expected
    assert again.in_vain == 5


def test_only_the_latest_lessons_are_kept():
    frontier = DiskFrontier()
    for number in range(2500):
        frontier.keep_lesson(number, b"clue", 0, 0)
    lessons = frontier.lessons()
    assert [lesson[0] for lesson in lessons] == list(range(500, 2500))
