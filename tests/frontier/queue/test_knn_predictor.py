from __future__ import annotations

from collections.abc import Callable
from random import Random
from struct import pack

import numpy
import pytest
from numpy.typing import NDArray
from sklearn.neighbors import KNeighborsRegressor

from blogcrawler.frontier import Gain, KnnPredictor, LinkFeatures, LinkPredictor, Role
from blogcrawler.frontier.links.link_features import _clue
from blogcrawler.frontier.queue.knn_predictor import vectors
from blogcrawler.frontier.queue.predictor import PRIORS


def link(url: str, place: str = "ul.list", role: Role = Role.LIST) -> LinkFeatures:
    return _clue(f"https://example.org{url}", role, ("a.#", "li.#", f"{place}#", "div.side#"), "word", "", "list")


def one(predictor: LinkPredictor, clue: LinkFeatures) -> Gain:
    return predictor.predict([clue])[0]


PREDICTORS = [KnnPredictor]


@pytest.mark.parametrize("make", PREDICTORS)
def test_at_the_start_links_are_worth_what_their_role_promises(make: Callable[[], LinkPredictor]):
    predictor = make()
    clues = [link("/a", role=role) for role in Role]
    assert predictor.predict(clues) == [PRIORS[role] for role in Role]
    assert predictor.predict([]) == []


@pytest.mark.parametrize("make", PREDICTORS)
def test_what_stands_where_posts_were_found_is_worth_more(make: Callable[[], LinkPredictor]):
    predictor = make()
    for number in range(8):
        predictor.learn(link(f"/x{number}", "ul.archive"), Gain(0, 10))
        predictor.learn(link(f"/y{number}", "ul.menu"), Gain(0, 0))
    rich, poor = predictor.predict([link("/z1", "ul.archive"), link("/z2", "ul.menu")])
    assert rich.links > 3 * poor.links


@pytest.mark.parametrize("make", PREDICTORS)
def test_pages_that_turn_out_to_be_posts_raise_the_chance_of_their_like(make: Callable[[], LinkPredictor]):
    predictor = make()
    for number in range(8):
        predictor.learn(link(f"/x{number}", "h2.title", Role.SLUG), Gain(1, 0))
        predictor.learn(link(f"/y{number}", "ul.menu", Role.SLUG), Gain(0, 0))
    post, page = predictor.predict([link("/z1", "h2.title", Role.SLUG), link("/z2", "ul.menu", Role.SLUG)])
    assert post.post > 0.7 > 0.3 > page.post


def test_near_page_numbers_weigh_more():
    predictor = KnnPredictor()
    for number in (24, 23, 22, 21):
        predictor.learn(link(f"/page/{number}/", role=Role.FLIP), Gain(0, 5))
    for number in (2, 3, 4, 5):
        predictor.learn(link(f"/page/{number}/", role=Role.FLIP), Gain(0, 0))
    near, far = predictor.predict([link(f"/page/{number}/", role=Role.FLIP) for number in (20, 6)])
    assert near.links > 1.5 * far.links


def test_a_kind_that_stops_paying_is_known_soon():
    predictor = KnnPredictor()
    for number in range(300):
        predictor.learn(link(f"/tag/t{number}/"), Gain(0, 3))
    assert one(predictor, link("/tag/new/")).links > 2
    for number in range(300, 316):
        predictor.learn(link(f"/tag/t{number}/"), Gain(0, 0))
    assert one(predictor, link("/tag/new/")).links < 0.25


def test_what_is_remembered_is_bounded_and_rare_kinds_survive_frequent_ones():
    predictor = KnnPredictor(remembered=64, of_a_kind=16)
    predictor.learn(link("/archive/all/"), Gain(0, 100))
    for number in range(500):
        predictor.learn(link(f"/tag/t{number}/"), Gain(0, 0))
    assert one(predictor, link("/archive/all/")).links > 3 * one(predictor, link("/tag/new/")).links
    for number in range(500):  # many kinds: the oldest are forgotten
        predictor.learn(link(f"/k{number}/x/"), Gain(0, 0))
    assert predictor._vectors is not None
    assert predictor._vectors.shape[0] == 64
    assert sum(map(len, predictor._slots.values())) <= 64


def test_predictions_are_those_of_a_weighted_neighbours_regression():
    random = Random(1)

    def anything() -> LinkFeatures:
        codes = [random.randrange(5) << 10 | random.randrange(1024) for _ in range(random.randrange(40, 60))]
        return LinkFeatures(Role.LIST, random.randrange(9), pack(f">{len(codes)}H", *codes))

    predictor = KnnPredictor(neighbours=5)
    lessons, asked = [anything() for _ in range(60)], [anything() for _ in range(20)]
    for number, lesson in enumerate(lessons):
        predictor.learn(lesson, Gain(0, number))
    reference = KNeighborsRegressor(5, weights=_closeness, algorithm="brute")
    reference.fit(vectors(lessons), numpy.log1p(range(len(lessons))))
    weight = _closeness(reference.kneighbors(vectors(asked))[0]).sum(axis=1)
    prior = numpy.log1p(PRIORS[Role.LIST].links)
    expected = numpy.expm1((reference.predict(vectors(asked)) * weight + prior) / (weight + 1))
    assert [gain.links for gain in predictor.predict(asked)] == pytest.approx(list(expected), rel=1e-6)


def _closeness(distances: NDArray[numpy.float64]) -> NDArray[numpy.float64]:
    return 1 / (1 + (distances / 0.5) ** 4)
