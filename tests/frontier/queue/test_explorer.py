from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from blogcrawler.frontier import DiskFrontier, Explorer, Gain, KnnPredictor, LinkFeatures, Role, priority_of
from blogcrawler.frontier.links.link_features import features_of
from blogcrawler.frontier.queue.predictor import PRIORS

POST = 1000


def link(path: str, role: Role = Role.LIST) -> LinkFeatures:
    return features_of(f"https://example.org{path}", role, ("a", "li", "ul"), path, "", "list")


class FixedGains:
    """A predictor that returns a given gain for each role."""

    def __init__(self, **gains: float) -> None:
        self.gains = gains
        self.learned = 0
        self.asked = 0

    def predict(self, links: Sequence[LinkFeatures]) -> list[Gain]:
        self.asked += len(links)
        return [Gain(0, self.gains.get(features.role.name, 0)) for features in links]

    def learn(self, features: LinkFeatures, gain: Gain) -> None:
        self.learned += 1


def fill(frontier: DiskFrontier, *links: LinkFeatures) -> None:
    for number, link in enumerate(links, len(frontier)):
        priority = priority_of(link, PRIORS[link.role])
        frontier.add(f"{number}", f"{link.role.name} {number}".encode(), priority, features=link.packed())


def taken(explorer: Explorer, number: int = 100) -> list[str]:
    found = []
    while len(found) < number and (got := explorer.next(0)):
        found.append(got[1].decode().split()[0])
    return found


def test_posts_are_taken_at_once_but_searches_wait_for_pages_in_flight():
    frontier = DiskFrontier()
    explorer = Explorer(frontier, FixedGains(), max_in_flight=2)
    fill(frontier, link("/tag/x"), link("/post", Role.POST))
    assert explorer.next(in_flight=50) is not None
    assert explorer.next(in_flight=2) is None
    assert explorer.next(in_flight=1) is not None
    assert explorer.next(in_flight=0) is None


def test_a_page_that_is_almost_certainly_a_post_comes_before_a_list():
    post, maybe = (
        priority_of(link("/a", Role.POST_LIKE), Gain(0.95, 0)),
        priority_of(link("/a", Role.POST_LIKE), Gain(0.3, 0)),
    )
    assert POST > post > priority_of(link("/l"), Gain(0, 6)) > maybe > priority_of(link("/l"), Gain(0, 0)) >= 0


def test_queued_pages_are_predicted_again_after_learning():
    frontier = DiskFrontier()
    predictor = FixedGains(ARCHIVE=7.0, DATE_LIST=5.0)
    explorer = Explorer(frontier, predictor)
    fill(frontier, *(link(f"/archive{n}", Role.ARCHIVE) for n in range(60)), link("/2014/05/", Role.DATE_LIST))
    assert taken(explorer, 1) == ["ARCHIVE"]
    assert predictor.asked < 30  # the best of those that wait are looked at, not all
    predictor.gains["ARCHIVE"] = 0.0
    assert taken(explorer, 1) == ["DATE_LIST"]


def test_pagination_is_never_starved():
    frontier = DiskFrontier()
    explorer = Explorer(frontier, FixedGains(LIST=9.0, PAGINATION=0.0))
    fill(frontier, *(link(f"/tag/{n}") for n in range(40)), *(link(f"/page/{n}/", Role.PAGINATION) for n in range(4)))
    assert taken(explorer, 20).count("PAGINATION") == 4


def test_after_fruitless_searches_the_search_goes_elsewhere():
    frontier = DiskFrontier()
    explorer = Explorer(frontier, FixedGains(ARCHIVE=9.0, LIST=0.0, DATE_LIST=0.0), min_gain=0.01)
    months = [link(f"/2014/{month}/", Role.DATE_LIST) for month in (5, 4, 3)]
    fill(
        frontier, *(link(f"/all/{n}", Role.ARCHIVE) for n in range(200)), *months, *(link(f"/{n}") for n in range(200))
    )
    for _ in range(4):
        explorer.learn(link("/tag/x"), Gain(0, 0))
    assert set(taken(explorer, 30)) == {"ARCHIVE"}
    explorer.learn(link("/tag/x"), Gain(0, 0))
    elsewhere = taken(explorer, 60)
    assert 4 <= elsewhere.count("LIST") <= 20
    assert elsewhere.count("DATE_LIST") == 3


def test_the_newest_page_of_a_calendar_can_be_taken():
    frontier = DiskFrontier()
    fill(frontier, *(link(f"/2014/{month}/", Role.DATE_LIST) for month in (5, 4, 3)), link("/tag/x"))
    assert (frontier.newest(Role.DATE_LIST) or (b"", b""))[1] == b"DATE_LIST 2"
    assert (frontier.newest(Role.DATE_LIST) or (b"", b""))[1] == b"DATE_LIST 1"
    assert frontier.newest(Role.PAGINATION) is None
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
def test_a_sitemap_is_trusted_as_far_as_the_feed_and_the_search_agree_with_it(
    own: bool, unlisted: float, found: int, searches: int
):
    """One made by the blog's own program (``own``) is hardly doubted, until it turns out to be wrong."""
    frontier = DiskFrontier()
    explorer = Explorer(frontier, FixedGains(), min_gain=0.03)
    fill(frontier, link("/tag/y"))
    explorer.add_listed(200, unlisted)
    if own:
        explorer.trust_listings()
    explorer.learn(link("/tag/x"), Gain(0, found))
    explorer.fruitless = 0
    for _ in range(searches - 1):
        explorer.learn(link("/tag/x"), Gain(0, 0))
    assert not explorer.is_over()
    explorer.learn(link("/tag/x"), Gain(0, 0))
    assert explorer.is_over()


def test_the_search_ends_after_many_fruitless_pages():
    frontier = DiskFrontier()
    explorer = Explorer(frontier, FixedGains(), min_gain=0.1)
    fill(frontier, *(link(f"/tag/{n}") for n in range(100)))
    for _ in range(29):
        explorer.learn(link("/tag/x"), Gain(0, 0))
    assert not explorer.is_over()
    explorer.learn(link("/tag/x"), Gain(0, 0))
    assert explorer.is_over()
    assert explorer.next(0) is None
    assert "30 pages led to no new posts, so 100 URLs were skipped (100 lists by tag" in explorer.what_is_left()
    fill(frontier, link("/post", Role.POST))
    assert not explorer.is_over()  # another source knew one
    assert taken(explorer) == ["POST"]
    explorer.learn(link("/tag/x"), Gain(0, 2))
    assert not explorer.is_over()


def test_an_exhaustive_search_never_ends():
    frontier = DiskFrontier()
    explorer = Explorer(frontier, FixedGains(), min_gain=0)
    fill(frontier, link("/tag/y"))
    for _ in range(1000):
        explorer.learn(link("/tag/x"), Gain(0, 0))
    assert not explorer.is_over()
    assert taken(explorer) == ["LIST"]


def test_the_predictor_learns_only_from_pages_found_by_the_search():
    predictor = FixedGains()
    explorer = Explorer(DiskFrontier(), predictor)
    explorer.learn(link("/tag/x"), Gain(0, 0))
    explorer.learn(None, Gain(0, 0))
    explorer.learn(link("/post", Role.POST), Gain(1, 0))
    assert predictor.learned == 1


@pytest.mark.parametrize("killed", [False, True])
def test_lessons_survive_a_restart(tmp_path: Path, killed: bool):
    frontier = DiskFrontier(tmp_path / "frontier.db")
    explorer = Explorer(frontier, KnnPredictor())
    for number in range(8):
        explorer.learn(link(f"/tag/{number}"), Gain(0, 9))
    for _ in range(5):
        explorer.learn(link("/2014/05/", Role.DATE_LIST), Gain(0, 0))
    expected = explorer.predict([link("/tag/new"), link("/2014/06/", Role.DATE_LIST)])
    frontier.save_state({})  # commits
    if killed:
        frontier._close()
    else:
        frontier.close()
    again = Explorer(DiskFrontier(tmp_path / "frontier.db"), KnnPredictor())
    assert again.predict([link("/tag/new"), link("/2014/06/", Role.DATE_LIST)]) == expected
    assert again.fruitless == 5


def test_only_the_latest_lessons_are_kept():
    frontier = DiskFrontier()
    for number in range(2500):
        frontier.save_lesson(number, b"features", 0, 0)
    lessons = frontier.lessons()
    assert [lesson[0] for lesson in lessons] == list(range(500, 2500))
