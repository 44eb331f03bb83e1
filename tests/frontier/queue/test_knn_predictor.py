from __future__ import annotations

from collections.abc import Callable
from random import Random
from struct import pack

import numpy
import pytest
from numpy.typing import NDArray
from sklearn.neighbors import KNeighborsRegressor

from blogcrawler.frontier import Gain, KnnPredictor, LinkFeatures, LinkPredictor, Role
from blogcrawler.frontier.links.link_features import features_of
from blogcrawler.frontier.queue.knn_predictor import vectors
from blogcrawler.frontier.queue.predictor import PRIORS


def link(url: str, position: str = "ul.list", role: Role = Role.LIST) -> LinkFeatures:
    return features_of(
        f"https://example.org{url}", role, ("a.#", "li.#", f"{position}#", "div.side#"), "word", "", "list"
    )


def one(predictor: LinkPredictor, features: LinkFeatures) -> Gain:
    return predictor.predict([features])[0]


PREDICTORS = [KnnPredictor]


@pytest.mark.parametrize("make", PREDICTORS)
def test_without_lessons_the_prior_of_the_role_is_predicted(make: Callable[[], LinkPredictor]):
    predictor = make()
    links = [link("/a", role=role) for role in Role]
    assert predictor.predict(links) == [PRIORS[role] for role in Role]
    assert predictor.predict([]) == []


@pytest.mark.parametrize("make", PREDICTORS)
def test_links_in_a_position_that_led_to_posts_are_preferred(make: Callable[[], LinkPredictor]):
    predictor = make()
    for number in range(8):
        predictor.learn(link(f"/x{number}", "ul.archive"), Gain(0, 10))
        predictor.learn(link(f"/y{number}", "ul.menu"), Gain(0, 0))
    rich, poor = predictor.predict([link("/z1", "ul.archive"), link("/z2", "ul.menu")])
    assert rich.links > 3 * poor.links


@pytest.mark.parametrize("make", PREDICTORS)
def test_pages_like_those_that_were_posts_are_likely_posts(make: Callable[[], LinkPredictor]):
    predictor = make()
    for number in range(8):
        predictor.learn(link(f"/x{number}", "h2.title", Role.POST_LIKE), Gain(1, 0))
        predictor.learn(link(f"/y{number}", "ul.menu", Role.POST_LIKE), Gain(0, 0))
    post, page = predictor.predict([link("/z1", "h2.title", Role.POST_LIKE), link("/z2", "ul.menu", Role.POST_LIKE)])
    assert post.post > 0.7 > 0.3 > page.post


def test_close_page_numbers_count_more():
    predictor = KnnPredictor()
    for number in (24, 23, 22, 21):
        predictor.learn(link(f"/page/{number}/", role=Role.PAGINATION), Gain(0, 5))
    for number in (2, 3, 4, 5):
        predictor.learn(link(f"/page/{number}/", role=Role.PAGINATION), Gain(0, 0))
    near, far = predictor.predict([link(f"/page/{number}/", role=Role.PAGINATION) for number in (20, 6)])
    assert near.links > 1.5 * far.links


def test_a_kind_that_stops_paying_is_noticed_soon():
    predictor = KnnPredictor()
    for number in range(300):
        predictor.learn(link(f"/tag/t{number}/"), Gain(0, 3))
    assert one(predictor, link("/tag/new/")).links > 2
    for number in range(300, 316):
        predictor.learn(link(f"/tag/t{number}/"), Gain(0, 0))
    assert one(predictor, link("/tag/new/")).links < 0.25


def test_memory_is_bounded_and_rare_kinds_survive_frequent_ones():
    predictor = KnnPredictor(max_lessons=64, per_kind=16)
    predictor.learn(link("/archive/all/"), Gain(0, 100))
    for number in range(500):
        predictor.learn(link(f"/tag/t{number}/"), Gain(0, 0))
    assert one(predictor, link("/archive/all/")).links > 3 * one(predictor, link("/tag/new/")).links
    for number in range(500):  # many kinds: the oldest are dropped
        predictor.learn(link(f"/k{number}/x/"), Gain(0, 0))
    assert predictor._vectors is not None
    assert predictor._vectors.shape[0] == 64
    assert sum(map(len, predictor._slots.values())) <= 64


def test_when_memory_is_full_the_kind_that_was_not_met_for_the_longest_time_is_dropped():
    predictor = KnnPredictor(max_lessons=4, per_kind=2)
    for folder in ("first", "second", "first"):
        predictor.learn(link(f"/{folder}/a/", f"ul.{folder}"), Gain(0, 50))
        predictor.learn(link(f"/{folder}/b/", f"ul.{folder}"), Gain(0, 50))
    for name in ("a", "b"):
        predictor.learn(link(f"/third/{name}/", "ul.third"), Gain(0, 0))
    first, second = predictor.predict([link("/first/c/", "ul.first"), link("/second/c/", "ul.second")])
    assert first.links > 4 * second.links
    assert sorted(map(len, predictor._slots.values())) == [2, 2]


def test_a_single_kind_that_fills_the_memory_drops_its_own_oldest_lesson():
    predictor = KnnPredictor(max_lessons=2, per_kind=5)
    for name, gain in (("a", 100), ("b", 0), ("c", 0)):
        predictor.learn(link(f"/tag/{name}/"), Gain(0, gain))
    assert one(predictor, link("/tag/d/")).links < 0.5
    predictor.learn(link("/tag/e/"), Gain(0, 100))
    assert one(predictor, link("/tag/d/")).links > 2


def test_predictions_are_those_of_a_weighted_neighbours_regression():
    random = Random(1)

    def anything() -> LinkFeatures:
        codes = [random.randrange(5) << 10 | random.randrange(1024) for _ in range(random.randrange(40, 60))]
        return LinkFeatures(Role.LIST, random.randrange(9), pack(f">{len(codes)}H", *codes))

    predictor = KnnPredictor(neighbours=5)
    lessons, queries = [anything() for _ in range(60)], [anything() for _ in range(20)]
    for number, lesson in enumerate(lessons):
        predictor.learn(lesson, Gain(0, number))
    reference = KNeighborsRegressor(5, weights=_closeness, algorithm="brute")
    reference.fit(vectors(lessons), numpy.log1p(range(len(lessons))))
    weight = _closeness(reference.kneighbors(vectors(queries))[0]).sum(axis=1)
    prior = numpy.log1p(PRIORS[Role.LIST].links)
    expected = numpy.expm1((reference.predict(vectors(queries)) * weight + prior) / (weight + 1))
    assert [gain.links for gain in predictor.predict(queries)] == pytest.approx(list(expected), rel=1e-6)


def _closeness(distances: NDArray[numpy.float64]) -> NDArray[numpy.float64]:
    return 1 / (1 + (distances / 0.5) ** 4)
