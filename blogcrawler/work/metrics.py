"""The state of queue, workers and runs as Prometheus metrics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime

from ..extras import needs_extra
from ..store import Store
from .yields import yield_drop

with needs_extra("metrics"):
    from prometheus_client.core import CollectorRegistry, CounterMetricFamily, GaugeMetricFamily, Metric
    from prometheus_client.exposition import generate_latest
    from prometheus_client.registry import Collector

__all__ = ["StoreMetrics", "exposition"]

_STATES = ("running", "abandoned", "waiting", "failed", "paused", "later")
#: Runs of a blog that tell whether its yield has dropped.
_LAST = 5


class StoreMetrics(Collector):
    """Reads the metrics from the database whenever they are asked for; docs/workers.md lists them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def collect(self) -> Iterator[Metric]:
        now, queue = datetime.now(UTC), self._store.queue
        blogs = queue.blogs()
        states = Counter((blog.task, blog.state(now)) for blog in blogs)
        queued = GaugeMetricFamily("blogcrawler_queue_blogs", "Blogs in the queue.", labels=["task", "state"])
        for task in ("crawl", "update"):
            for state in _STATES:
                queued.add_metric([task, state], states[task, state])
        yield queued
        due = [blog.due for blog in blogs if blog.due is not None and blog.state(now) == "waiting"]
        oldest = max(((now - moment).total_seconds() for moment in due), default=0)
        yield GaugeMetricFamily("blogcrawler_queue_oldest_seconds", "How long the oldest blog has waited.", oldest)
        yield GaugeMetricFamily("blogcrawler_paused", "Whether all work is paused.", int(queue.is_paused()))
        workers = queue.workers()
        yield GaugeMetricFamily("blogcrawler_workers", "Workers.", len(workers))
        yield GaugeMetricFamily(
            "blogcrawler_worker_slots", "Crawls that they may run at once.", sum(one.slots for one in workers)
        )
        yield from self._runs()
        yield from self._drops()

    def _runs(self) -> Iterator[Metric]:
        labels = ["kind", "outcome"]
        totals = self._store.runs.totals()
        for name, help_text in (
            ("runs", "Crawls and updates that have ended."),
            ("posts", "Posts that were harvested or are new."),
            ("requests", "Requests that were made."),
            ("bytes", "Bytes that were downloaded."),
        ):
            metric = CounterMetricFamily(f"blogcrawler_{name}", help_text, labels=labels)
            for (kind, outcome), counts in sorted(totals.items()):
                metric.add_metric([kind, outcome], counts[name])
            yield metric

    def _drops(self) -> Iterator[Metric]:
        drops = GaugeMetricFamily(
            "blogcrawler_yield_drop", "Blogs that yield less than before.", labels=["blog", "kind"]
        )
        for url, last in sorted(self._store.runs.last(_LAST).items()):
            if drop := yield_drop(last):
                drops.add_metric([url, drop.kind], 1)
        yield drops


def exposition(store: Store) -> bytes:
    """All metrics in Prometheus' text format."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(StoreMetrics(store))
    return generate_latest(registry)
