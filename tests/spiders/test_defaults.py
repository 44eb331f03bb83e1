from __future__ import annotations

from scrapy.statscollectors import MemoryStatsCollector
from scrapy.utils.test import get_crawler

from blogcrawler.spiders.defaults import note


def test_a_note_is_taken_once():
    crawler = get_crawler()
    crawler.stats = MemoryStatsCollector(crawler)
    for text in ("The crawl was stopped.", "Nothing new.", "The crawl was stopped."):
        note(crawler, text)
    assert crawler.stats.get_value("blogcrawler/notes") == ["The crawl was stopped.", "Nothing new."]
