"""The predictor that the benchmark compares ours with."""

from __future__ import annotations

from fixtures.path_bandit import PathBandit

from blogcrawler.frontier import Gain, LinkFeatures, Role
from blogcrawler.frontier.links.link_features import _clue


def link(url: str, place: str = "ul.list", role: Role = Role.LIST) -> LinkFeatures:
    return _clue(f"https://example.org{url}", role, ("a.#", "li.#", f"{place}#", "div.side#"), "word", "", "list")


def test_a_bandit_tries_what_it_has_tried_seldom():
    predictor = PathBandit()
    for number in range(50):
        predictor.learn(link(f"/x{number}", "ul.one"), Gain(0, 1))
    predictor.learn(link("/y", "ul.two"), Gain(0, 1))
    often, seldom = predictor.predict([link("/a", "ul.one"), link("/b", "ul.two")])
    assert seldom.links > often.links > 1


def test_the_clusters_of_a_bandit_are_bounded():
    predictor = PathBandit(clusters=4)
    for number in range(30):
        place = tuple(f"{tag}.{chr(97 + number % 26)}{number}" for tag in ("a", "li", "ul", "div"))
        clue = _clue("https://example.org/x", Role.LIST, place, "", "", "list")
        predictor.learn(clue, Gain(0, number))
    assert len(predictor._counts) == 4
