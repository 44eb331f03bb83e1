"""How many posts can be found within a day with a budget, and how soon, whatever chooses the visits.

    python benchmarks/budget_bound.py                  # both tables
    python benchmarks/budget_bound.py --blogs 300      # on a small scale

The budget is a fifth of the requests of visits twice a day: 0.4 visits a day for each blog.

*Histories*: the real publication dates of the corpus, each blog counting alike. A visit finds those posts in time that
appeared in the 24 hours before it. So the visits cover 40 % of all blog-days, and nobody can find more posts in time
than appear in the 40 % of blog-days with the most. This sorts the days of each blog by the number of posts that are
expected on the evening before, and prints the share of all posts that appear in the first 40 %. Nobody sees the future,
but some know too much otherwise: the *known rates* are those over all the time, past and future, and all models see
every post up to that evening, although they would have visited only 40 % of the blogs.

*Simulated*: blogs at the pace of the corpus, whose gaps between posts are those of a corpus blog in random order, each
times a random factor (0.3: about 30 % more or less). The less the gaps vary, the more can be known of the next post.
How much they do in reality is what makes each gap of the corpus likeliest, given the other gaps of its blog: the
*likelihood* is the mean logarithm.

The *best schedule* knows the gaps of each blog, but not which comes next, and finds out about posts only by its visits
(``fixtures/best_schedule.py``). It is computed twice: no schedule can find more posts in time than the first, and none
can have a shorter delay than the second. Our schedule knows the posts that it has found. It is measured as it is, and
with late posts counting nothing extra, which serves the delay only. The *optimum in hindsight* of ``budget.py`` knows
how many posts each blog will publish, that is the future. Needs the corpus (CORPUS, by default ../shared/corpus) and
SciPy.
"""

from __future__ import annotations

import argparse
from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime
from statistics import fmean

import numpy as np
from budget import MODELS, OURS, best_in_hindsight, visit_all
from corpus import CORPUS
from fixtures.best_schedule import bounds
from fixtures.simulated_blogs import DAY, HISTORY, MIN_SPAN, START, gaps_of, half, renewals
from rhythm import KNOWN, corpus_dates

COVERED = 0.4
BLURS = (0.3, 0.5, 1.0)
#: Fewer posts say nothing about how much a blog's gaps vary; no gap is less likely than this (its logarithm).
MIN_POSTS, LEAST = 6, -20.0
#: Number of simulated days, and of days of a history that are looked at.
DAYS, MAX_DAYS = 28, 150


def covered_share(posts: Sequence[int], weights: Sequence[float], expected: Sequence[float]) -> float:
    """The share of the posts in those blog-days, by weight 40 % of all, for which most posts are expected."""
    number, weight = np.array(posts, float) * weights, np.array(weights)
    order = np.argsort(-np.array(expected))
    inside = np.cumsum(weight[order]) <= COVERED * weight.sum()
    return float(number[order][inside].sum() / number.sum())


def histories(blogs: dict[str, list[datetime]]) -> dict[str, float]:
    """The share for each model on the real dates, and for someone who knows how many posts a blog has in all."""
    posts: list[int] = []
    weights: list[float] = []
    expected: dict[str, list[float]] = {name: [] for name in (*MODELS, "known rates")}
    for dates in blogs.values():
        days = int((dates[-1] - dates[KNOWN - 1]) / DAY) + 1
        if dates[-1] - dates[KNOWN - 1] < MIN_SPAN:
            continue
        chosen = range(0, days, max(1, days // MAX_DAYS))
        for day in chosen:
            now = dates[KNOWN - 1] + day * DAY
            known = dates[max(0, bisect_right(dates, now) - HISTORY) : bisect_right(dates, now)]
            posts.append(bisect_right(dates, now + DAY) - bisect_right(dates, now))
            weights.append(1 / len(chosen))
            for name, model in MODELS.items():
                expected[name].append(model(known, now).rate)
            expected["known rates"].append((len(dates) - KNOWN) / days)
    return {name: covered_share(posts, weights, values) for name, values in expected.items()}


def log_likelihood(blogs: dict[str, list[datetime]], blur: float) -> float:
    """The logarithm of the density of a gap's logarithm, given the other gaps of its blog; the mean over blogs."""
    found = []
    for dates in blogs.values():
        if len(dates) >= MIN_POSTS and dates[-1] - dates[0] >= MIN_SPAN:
            logs = np.log(np.maximum(gaps_of(dates), 1 / 60))
            density = -(((logs[:, None] - logs + blur**2 / 2) / blur) ** 2) / 2 - np.log(blur * np.sqrt(2 * np.pi))
            np.fill_diagonal(density, -np.inf)
            each = np.logaddexp.reduce(density, axis=1) - np.log(len(logs) - 1)
            found.append(float(np.maximum(each, LEAST).mean()))
    return fmean(found)


def simulations(blogs: dict[str, list[datetime]], number: int) -> None:
    """What the best schedule and ours reach on simulated blogs; printed as a table."""
    print(f"\nSimulated: {number:,} blogs, {DAYS} days\n")
    print("| gaps vary by | likelihood | schedule | within a day | delay, mean | ÷ the best | ÷ optimum in hindsight |")
    print("|---|---|---|---|---|---|---|")
    for blur in BLURS:
        drawn = renewals(half(blogs, 1), number, DAYS, "corpus", blur)
        best = bounds([one.gaps for one in drawn], blur, COVERED / 24)
        posts = [one.posts for one in drawn]
        new = [len(one) - bisect_right(one, START) for one in posts]
        hindsight = best_in_hindsight(new, [24.0 * DAYS] * number, COVERED * DAYS * number)
        likelihood = log_likelihood(blogs, blur)
        rows = {"the best for each": (best.in_time, best.delay)}
        for name, late in ((OURS, None), ("ours, for the delay only", 0.0)):
            outcome = visit_all(posts, DAYS, COVERED * number, MODELS[OURS], late=late)
            rows[name] = (outcome.within_a_day, outcome.mean)
        for name, (in_time, delay) in rows.items():
            print(
                f"| {blur} | {likelihood:.2f} | {name} | {100 * in_time:.1f} % | {delay:.1f} h "
                f"| {delay / best.delay:.2f} | {delay / hindsight:.2f} |",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blogs", type=int, default=2000, help="number of simulated blogs (%(default)s)")
    options = parser.parse_args()
    blogs = corpus_dates(CORPUS)
    print("| expected by | histories: posts in the best 40 % of blog-days |\n|---|---|")
    for name, share in histories(blogs).items():
        print(f"| {name} | {100 * share:.1f} % |", flush=True)
    simulations(blogs, options.blogs)


if __name__ == "__main__":
    main()
