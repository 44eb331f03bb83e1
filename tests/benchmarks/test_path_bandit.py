"""The predictor that the benchmark compares ours with."""

from __future__ import annotations

from fixtures.path_bandit import PathBandit

from blogcrawler.frontier import Gain, LinkFeatures, Role
from blogcrawler.frontier.links.link_features import features_of


def link(url: str, position: str = "ul.list", role: Role = Role.LIST) -> LinkFeatures:
    return features_of(
        f"https://example.org{url}", role, ("a.#", "li.#", f"{position}#", "div.side#"), "word", "", "list"
    )


def test_a_bandit_prefers_what_it_has_seldom_tried():
    predictor = PathBandit()
    for number in range(50):
        predictor.learn(link(f"/x{number}", "ul.one"), Gain(0, 1))
    predictor.learn(link("/y", "ul.two"), Gain(0, 1))
    often, seldom = predictor.predict([link("/a", "ul.one"), link("/b", "ul.two")])
    assert seldom.links > often.links > 1


def test_the_number_of_clusters_is_bounded():
    predictor = PathBandit(max_clusters=4)
    for number in range(30):
        position = tuple(f"{tag}.{chr(97 + number % 26)}{number}" for tag in ("a", "li", "ul", "div"))
        features = features_of("https://example.org/x", Role.LIST, position, "", "", "list")
        predictor.learn(features, Gain(0, number))
    assert len(predictor._counts) == 4
