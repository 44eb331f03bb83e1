"""How many posts can be found within a day with a budget, whatever chooses the visits.

    python benchmarks/budget_bound.py

A visit finds those posts in time that appeared in the 24 hours before it. So visits for a fifth of the requests of
twice-daily visits, 0.4 a day for each blog, cover 40 % of all blog-days, and nobody can find more posts in time than
appear in the 40 % of blog-days with the most. This sorts the days of each blog by the number of posts that are expected
on the evening before, and prints the share of all posts that appear in the first 40 %. Nobody sees the future, but
some know too much otherwise: the *known rates* are those over all the time, past and future, and all models see
every post up to that evening, although they would have visited only 40 % of the blogs.

*Histories*: the real publication dates of the corpus, each blog counting alike. *Simulated*: the blogs of
``budget.py``, with the pace of the corpus; here *known gaps* know the distribution that the gaps between the
posts of a blog are drawn from, each blurred by a number (0.3 is about 30 %), and how long ago the last post was. Needs
the corpus (CORPUS, by default ../shared/corpus) and SciPy.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from datetime import datetime

import numpy as np
from budget import DAY, HISTORY, HOUR, MIN_SPAN, MODELS, START, SimulatedBlog, half, simulated
from corpus import CORPUS
from rhythm import KNOWN, corpus_dates
from scipy.special import ndtr

COVERED = 0.4
BLURS = (0.1, 0.3, 0.5, 0.8)
#: Number of simulated blogs and days, and of days of a history that are looked at.
BLOGS, DAYS, MAX_DAYS = 3000, 14, 150

Estimate = Callable[[Sequence[datetime], datetime], float]


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


def simulations(blogs: Sequence[SimulatedBlog]) -> dict[str, float]:
    """The share for someone who knows the rates, and for someone who knows the distribution of the gaps."""
    posts: list[int] = []
    expected: dict[str, list[float]] = {}
    for blog in blogs:
        hours = [(post - START) / HOUR for post in blog.posts]
        for day in range(DAYS):
            now = 24.0 * day
            known = bisect_right(hours, now)
            posts.append(bisect_right(hours, now + 24) - known)
            silence = now - hours[known - 1] if known else 1e4
            expected.setdefault("known rates", []).append(blog.rate(START + DAYS * DAY))
            for blur in BLURS:
                name = f"known gaps, blurred by {blur}"
                expected.setdefault(name, []).append(posts_tomorrow(blog.gaps, blur, silence))
    weights = [1.0] * len(posts)
    return {name: covered_share(posts, weights, values) for name, values in expected.items()}


def posts_tomorrow(gaps: Sequence[float], blur: float, silence: float) -> float:
    """The number of posts that are expected in the next 24 hours, so many hours after the last one."""
    logs = np.log(np.maximum(gaps, 1 / 60))

    def longer(hours: float) -> float:
        """The probability of a longer gap."""
        return float(1 - ndtr((np.log(max(hours, 1e-3)) - logs) / blur).mean())

    left = max(longer(silence), 1e-6)
    total = 0.0
    for quarter in range(4):
        first = (longer(silence + 6 * quarter) - longer(silence + 6 * quarter + 6)) / left
        again = 1 - longer(21 - 6 * quarter)  # and the next one on the same day, and the one after that
        total += first * (1 + again / (1.05 - again))
    return total


def main() -> None:
    blogs = corpus_dates(CORPUS)
    print("| posts | expected by | appear in the best 40 % of blog-days |\n|---|---|---|")
    for name, share in histories(blogs).items():
        print(f"| histories | {name} | {100 * share:.1f} % |", flush=True)
    for name, share in simulations(simulated(half(blogs, 1), BLOGS, DAYS, "corpus")).items():
        print(f"| simulated | {name} | {100 * share:.1f} % |", flush=True)


if __name__ == "__main__":
    main()
