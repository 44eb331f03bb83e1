"""The scoreboard adds up scores and costs over pages and ranks the candidates."""

from __future__ import annotations

from blogcrawler.extraction.learning.scoreboard import Scoreboard


def board(*pages: dict[str, tuple[float, float, str]]) -> Scoreboard[str, str]:
    scoreboard: Scoreboard[str, str] = Scoreboard()
    for page in pages:
        scoreboard.add_page(page)
    return scoreboard


def test_scores_costs_and_evidence_add_up_over_the_pages() -> None:
    scoreboard = board({"a": (1.0, 0.1, "first")}, {"a": (0.5, 0.3, "second"), "b": (0.25, 0.0, "third")})
    candidate = scoreboard.candidates["a"]
    assert (candidate.score, candidate.cost, candidate.evidence) == (1.5, 0.4, ["first", "second"])
    assert scoreboard.candidates["b"].evidence == ["third"]


def test_a_page_without_the_candidate_lowers_its_mean_score() -> None:
    scoreboard = board({"a": (1.0, 0.0, "")}, {}, {"b": (1.0, 0.0, "")}, {})
    assert scoreboard.pages == 4
    assert scoreboard.mean_score(scoreboard.candidates["a"]) == 0.25


def test_the_better_score_wins_unless_the_cost_outweighs_it() -> None:
    scoreboard = board({"dear": (1.0, 0.5, ""), "cheap": (0.75, 0.0, ""), "poor": (0.25, 0.0, "")})
    assert [key for key, _ in scoreboard.ranked()] == ["cheap", "dear", "poor"]


def test_costs_are_averaged_over_the_pages_on_which_the_candidate_was_found() -> None:
    scoreboard = board({"often": (0.5, 0.25, ""), "once": (1.0, 0.375, "")}, {"often": (0.5, 0.25, "")})
    # Both have a mean score of 0.5; over all pages, "once" would cost less.
    assert [key for key, _ in scoreboard.ranked()] == ["often", "once"]


def test_equal_candidates_keep_the_order_in_which_they_were_found() -> None:
    scoreboard = board({"z": (1.0, 0.0, ""), "a": (1.0, 0.0, ""), "m": (1.0, 0.0, "")})
    assert [key for key, _ in scoreboard.ranked()] == ["z", "a", "m"]


def test_a_learner_may_use_its_own_ranking() -> None:
    scoreboard = board({"aa": (1.0, 0.0, ""), "b": (0.0, 0.0, "")})
    assert [key for key, _ in scoreboard.ranked(lambda key, candidate: (len(key), candidate.score))] == ["b", "aa"]


def test_a_learner_may_leave_out_candidates() -> None:
    scoreboard = board({"a": (1.0, 0.0, ""), "b": (0.25, 0.0, ""), "c": (0.5, 0.0, "")})
    ranked = scoreboard.ranked(lambda _, candidate: -candidate.score if candidate.score > 0.25 else None)
    assert [key for key, _ in ranked] == ["a", "c"]
