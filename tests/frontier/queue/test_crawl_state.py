"""What a resumed crawl remembers."""

from __future__ import annotations

from pathlib import Path

from blogcrawler.frontier import CrawlPhase, CrawlState, DiskFrontier


def test_a_frontier_without_a_saved_state_has_none():
    assert CrawlState.load(DiskFrontier()) is None


def test_a_saved_state_comes_back_whole(tmp_path: Path):
    frontier = DiskFrontier(tmp_path / "frontier.db")
    state = CrawlState("http://example.org/", "2024-05-01T00:00:00+00:00", CrawlPhase.CRAWL, records_replaced=True)
    state.home, state.examples, state.trackers = "http://example.org/", ["http://example.org/a"], ["t.example"]
    state.home_list_complete, state.scripts, state.list_clock = (
        True,
        ["http://example.org/a.js"],
        ["12:00:00", [[1, 60]]],
    )
    state.save(frontier)
    frontier.close()
    again = CrawlState.load(DiskFrontier(tmp_path / "frontier.db"))
    assert again == state
    assert again.phase is CrawlPhase.CRAWL


def test_a_state_is_saved_together_with_the_requests_before_it(tmp_path: Path):
    frontier = DiskFrontier(tmp_path / "frontier.db")
    frontier.add("a", b"a", 0)
    CrawlState("http://example.org/", "2024-05-01").save(frontier)
    frontier.add("b", b"b", 0)
    frontier._close()  # as when it is killed
    again = DiskFrontier(tmp_path / "frontier.db")
    assert (again.knows("a"), again.knows("b")) == (True, False)
    assert CrawlState.load(again) is not None
