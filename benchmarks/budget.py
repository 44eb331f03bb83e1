"""When to visit which blog: models of publication side by side, and a budget of requests for many blogs.

    python benchmarks/budget.py                       # the tables of histories and budget
    python benchmarks/budget.py --write docs          # also the plot budget.svg
    python benchmarks/budget.py --write docs --blogs 400 --every 4 --patience 0.5 1 4    # the same, on a small scale
    python benchmarks/budget.py --blogs 1000 tune     # what a late post should count

*Histories*: the real publication dates of a corpus. Each model decides when to visit next, knowing only the posts of
earlier visits, with different patience: more requests, less delay.

*Budget*: thousands of simulated blogs (``fixtures/simulated_blogs.py``), all at the same time, with a budget of
requests a day, at two paces: that of the corpus, and that of the feeds in "Archiving Data Objects using Web Feeds".
Posts that have left a feed between two visits count as found: an update reads older pages of the feed and sitemaps.
Every other corpus blog, in alphabetical order, is used to ``tune``; ``budget`` simulates the others.

*At most*: the share found within a day if exactly those blogs are visited daily that are known to publish most.
*Optimum in hindsight*: the same number of requests, given to each blog at the fixed interval that is best for all blogs
together, by someone who knows how many posts each will publish in this time; *of known
rates*, who knows only its pace in the long run. The model *known rates* is visited like the others, by that pace.
``budget_bound.py`` computes what any chooser can reach. Needs the corpus (CORPUS, by default ../shared/corpus).
"""

from __future__ import annotations

import argparse
import math
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from statistics import fmean, median

import numpy as np
from corpus import CORPUS
from fixtures.simulated_blogs import DAY, HISTORY, HOUR, POPULATIONS, START, half, simulated
from rhythm import KNOWN, corpus_dates

from blogcrawler.feeds import FeedRhythm, Patience, expected_gain, online_rhythm, poisson_rhythm

Model = Callable[[Iterable[datetime], datetime], FeedRhythm]
OURS = "by rhythm (ours)"
MODELS: dict[str, Model] = {
    "homogeneous Poisson": poisson_rhythm,
    OURS: FeedRhythm.learn,
    "online learner": online_rhythm,
}
#: Hours that posts may wait in total, for the curves of the histories.
WAITED = (0.25, 0.5, 1.0, 2.0, 4.0)
#: The oracle among the models: it knows the pace of each simulated blog in the long run, but not its posts.
KNOWN_RATES = "known rates"
#: Hours that a late post may count extra, for ``tune``.
LATE = (0.0, 24.0, 48.0, 96.0, 168.0, 336.0)
#: Budgets, as shares of the requests of visits twice a day.
SHARES = (0.1, 0.2, 0.4)


@dataclass
class Outcome:
    """Visits, and the delay of each post in hours."""

    visits: int
    delays: list[float]

    @property
    def mean(self) -> float:
        return fmean(self.delays)

    @property
    def within_a_day(self) -> float:
        return sum(delay <= 24 for delay in self.delays) / len(self.delays)


def best_in_hindsight(
    posts: Sequence[int], hours: Sequence[float], visits: float, weights: Sequence[float] | None = None
) -> float:
    """The mean delay if each blog is visited at a fixed interval, not more than hourly, knowing its number of posts.

    A blog of n posts in T hours with k visits has a total delay of n T / 2k, so k is in proportion to the root of n T.
    With ``weights``, only these are known in place of the numbers of posts.
    """
    n, t = np.array(posts, float), np.array(hours)
    root = np.sqrt((n if weights is None else np.array(weights)) * t)
    low, high = 1e-9, 1e9
    for _ in range(100):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if np.minimum(middle * root, t).sum() > visits else (middle, high)
    each = np.minimum(low * root, t)
    return float((n[n > 0] * t[n > 0] / (2 * each[n > 0])).sum() / n.sum())


def most_within_a_day(posts: Sequence[int], days: int, visits: float) -> float:
    """The share of posts found within a day if those blogs are visited daily that are known to publish most."""
    daily = int(visits / days)
    return sum(sorted(posts, reverse=True)[:daily]) / sum(posts)


# --- histories -------------------------------------------------------------------------------------------------


def follow(dates: Sequence[datetime], model: Model, patience: Patience, outcome: Outcome) -> None:
    """Follow a blog of the corpus from its first posts until its last is found."""
    number, now = KNOWN, dates[KNOWN - 1] + HOUR / 60
    while number < len(dates):
        now = model(dates[:number], now).next_visit(now, patience=patience)
        outcome.visits += 1
        found = bisect_right(dates, now)
        outcome.delays += [(now - date) / HOUR for date in dates[number:found]]
        number = found


def histories(blogs: dict[str, list[datetime]], patience: Sequence[float] = WAITED) -> dict[str, list[Outcome]]:
    """For each model, the outcome on all histories by patience; printed as a table."""
    posts = [len(dates) - KNOWN for dates in blogs.values()]
    hours = [(dates[-1] - dates[KNOWN - 1]) / HOUR for dates in blogs.values()]
    twice_a_day = sum(hours) / 12
    print(f"Histories: {len(blogs)} blogs, {sum(posts):,} posts, {sum(hours) / 24 / 365:.0f} years\n")
    print("| model | patience | requests | relative to twice a day | delay, mean | median | within a day | ÷ optimum |")
    print("|---|---|---|---|---|---|---|---|")
    found: dict[str, list[Outcome]] = {}
    for name, model in MODELS.items():
        for waited in patience:
            outcome = Outcome(0, [])
            for dates in blogs.values():
                follow(dates, model, Patience(waited), outcome)
            found.setdefault(name, []).append(outcome)
            optimum = best_in_hindsight(posts, hours, outcome.visits)
            print(
                f"| {name} | {waited} h | {outcome.visits:,} | {100 * outcome.visits / twice_a_day:.0f} % "
                f"| {outcome.mean:.1f} h | {median(outcome.delays):.1f} h | {100 * outcome.within_a_day:.1f} % "
                f"| {outcome.mean / optimum:.2f} |",
                flush=True,
            )
    found["optimum in hindsight"] = [
        Outcome(one.visits, [best_in_hindsight(posts, hours, one.visits)]) for one in found[OURS]
    ]
    return found


# --- budget ----------------------------------------------------------------------------------------------------


expected_gains = np.vectorize(expected_gain, otypes=[float])


def visit_all(
    blogs: Sequence[list[datetime]],
    days: int,
    budget: float,
    model: Model,
    known_rates: Sequence[float] | None = None,
    late: float | None = None,
) -> Outcome:
    """Visit blogs hour by hour within a budget of visits a day, those with the greatest expected gain first.

    The posts of the last week do not count: there is no time left to find them. With ``known_rates``, the model is not
    asked; ``late`` are the hours that a late post counts extra, if others than usual.
    """
    counted = START + (days - 7) * DAY
    known = [max(bisect_right(posts, START), min(1, len(posts))) for posts in blogs]

    def rate(n: int, now: datetime) -> float:
        return known_rates[n] if known_rates else model(blogs[n][max(0, known[n] - HISTORY) : known[n]], now).rate

    rates = np.array([rate(n, START) for n in range(len(blogs))])
    more = () if late is None else (late,)
    visited = -np.random.default_rng(1).uniform(1, 48, len(blogs))  # in hours after START
    outcome = Outcome(0, [])
    for hour in range(days * 24):
        now = START + hour * HOUR
        waited = hour - visited
        gain = np.where(waited >= 1, expected_gains(rates, waited, *more), -1)
        number = int(budget * (hour + 1) / 24) - outcome.visits
        for n in np.argsort(-gain)[:number].tolist():
            if gain[n] < 0:
                break
            outcome.visits += 1
            posts, end = blogs[n], bisect_right(blogs[n], now)
            outcome.delays += [(now - post) / HOUR for post in posts[known[n] : end] if START <= post < counted]
            known[n], visited[n] = end, hour
            rates[n] = rate(n, now)
    for posts, end in zip(blogs, known, strict=True):  # not found yet
        outcome.delays += [(START + days * DAY - post) / HOUR for post in posts[end:] if post < counted]
    return outcome


def budgets(
    blogs: dict[str, list[datetime]],
    number: int,
    days: int,
    shares: Sequence[float],
    models: Sequence[str],
    populations: Sequence[str] = POPULATIONS,
) -> dict[str, list[tuple[float, float]]]:
    """Delays by budget, for each population and model; printed as tables."""
    curves: dict[str, list[tuple[float, float]]] = {}
    for population in populations:
        drawn = simulated(blogs, number, days, population)
        every = [one.posts for one in drawn]
        posts = [len(one) - bisect_right(one, START) for one in every]
        hours = [24.0 * days] * number
        print(f"\nBudget: {number:,} simulated blogs (pace of the {population}), {days} days, {sum(posts):,} posts\n")
        print(
            "| model | requests a day | relative to twice a day | within a day | at most | delay, mean | ÷ optimum "
            "| ÷ optimum of known rates |\n|---|---|---|---|---|---|---|---|"
        )
        rates = [one.rate(START + days * DAY) for one in drawn]
        for share in shares:
            for name in models:
                known = rates if name == KNOWN_RATES else None
                outcome = visit_all(every, days, share * 2 * number, MODELS.get(name, poisson_rhythm), known)
                optimum = best_in_hindsight(posts, hours, outcome.visits)
                relative = outcome.visits / (2 * number * days)
                fair = best_in_hindsight(posts, hours, outcome.visits, rates)
                most = most_within_a_day(posts, days, outcome.visits)
                print(
                    f"| {name} | {outcome.visits / days:,.0f} | {100 * relative:.1f} % "
                    f"| {100 * outcome.within_a_day:.1f} % | {100 * most:.1f} % | {outcome.mean:.1f} h "
                    f"| {outcome.mean / optimum:.2f} | {outcome.mean / fair:.2f} |",
                    flush=True,
                )
                curves.setdefault(f"{name}, {population}", []).append((relative, outcome.mean))
                if name == OURS:
                    curves.setdefault(f"optimum in hindsight, {population}", []).append((relative, optimum))
    return curves


def tune(blogs: dict[str, list[datetime]], number: int, days: int, share: float) -> None:
    """What a late post should count: printed as a table, for blogs that ``budget`` does not simulate."""
    print("\n| pace | a late post counts extra | within a day | delay, mean | ÷ optimum |\n|---|---|---|---|---|")
    for population in POPULATIONS:
        every = [one.posts for one in simulated(blogs, number, days, population)]
        posts = [len(one) - bisect_right(one, START) for one in every]
        for late in LATE:
            outcome = visit_all(every, days, share * 2 * number, FeedRhythm.learn, late=late)
            optimum = best_in_hindsight(posts, [24.0 * days] * number, outcome.visits)
            print(
                f"| {population} | {late:.0f} h | {100 * outcome.within_a_day:.1f} % "
                f"| {outcome.mean:.1f} h | {outcome.mean / optimum:.2f} |",
                flush=True,
            )


def plot(found: dict[str, list[Outcome]], curves: dict[str, list[tuple[float, float]]], file: Path) -> None:
    """Delay by requests: histories on the left, the budgets for each population beside them."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "budget"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 1 + len(POPULATIONS), figsize=(13, 4.2), layout="constrained")
    panels = [{name: [(float(one.visits), one.mean) for one in outcomes] for name, outcomes in found.items()}]
    for population in POPULATIONS:
        own = {name: points for name, points in curves.items() if name.endswith(f", {population}")}
        panels.append({n.rpartition(",")[0]: [(100 * s, delay) for s, delay in points] for n, points in own.items()})
    labels = ["Histories of the corpus", *(f"Budget, pace of the {population}" for population in POPULATIONS)]
    for axis, panel, label in zip(axes, panels, labels, strict=True):
        for name, points in panel.items():
            style = "k--" if name.startswith("optimum") else "o-"
            axis.loglog(*zip(*points, strict=True), style, label=name, markersize=4)
        axis.set(title=label, xlabel="% of the requests of visits twice a day", ylabel="mean delay (hours)")
        axis.grid(True, which="both", alpha=0.3)
        axis.legend(fontsize="small")
    axes[0].set(xlabel="requests")
    figure.savefig(file, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", help="histories, budget, tune; the first two by default")
    parser.add_argument("--blogs", type=int, default=2000, help="number of simulated blogs (%(default)s)")
    parser.add_argument("--days", type=int, default=14, help="simulated days, at least 8 (%(default)s)")
    parser.add_argument("--share", type=float, nargs="+", default=SHARES, help="budgets, relative to twice a day")
    names = [*MODELS, KNOWN_RATES]
    parser.add_argument("--model", nargs="+", choices=names, default=names, help="for the budget")
    parser.add_argument("--pace", nargs="+", choices=POPULATIONS, default=list(POPULATIONS), help="for the budget")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write the plot to this folder")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth blog, for the histories")
    parser.add_argument("--patience", type=float, nargs="+", default=WAITED, help="hours, for the histories")
    options = parser.parse_args()
    if not (CORPUS / "blogs").is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / 'blogs'} (set CORPUS to its folder)")
    wanted = options.what or ["histories", "budget"]
    blogs = corpus_dates(CORPUS)
    days = max(options.days, 8)
    if "tune" in wanted:
        tune(half(blogs, 0), options.blogs, days, options.share[0] if len(options.share) == 1 else SHARES[1])
    followed = {name: blogs[name] for name in sorted(blogs)[:: options.every]}
    found = histories(followed, options.patience) if "histories" in wanted else {}
    curves = {}
    if "budget" in wanted:
        curves = budgets(half(blogs, 1), options.blogs, days, options.share, options.model, options.pace)
    if options.write:
        plot(found, curves, options.write / "budget.svg")


if __name__ == "__main__":
    main()
