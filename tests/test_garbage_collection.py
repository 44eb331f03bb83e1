"""Python's garbage collector in processes that crawl."""

from __future__ import annotations

import os
import subprocess
import sys

CRAWLER = """
import gc
from scrapy.crawler import AsyncCrawlerRunner
from blogcrawler import settings
from scrapy.utils.project import get_project_settings
before = gc.get_threshold()
AsyncCrawlerRunner(get_project_settings())
"""
COLLECTED = """
class Circular:
    def __init__(self):
        self.me = self

    def __del__(self):
        print("collected")

Circular()
"""


def run(program: str) -> str:
    environment = os.environ | {"SCRAPY_SETTINGS_MODULE": "blogcrawler.settings"}
    return subprocess.check_output([sys.executable, "-c", program], env=environment, text=True).strip()


def test_garbage_is_collected_less_often_only_in_a_process_that_crawls() -> None:
    assert run(CRAWLER + "print(before[0] < gc.get_threshold()[0] == 10000)") == "True"


def test_a_process_that_has_crawled_exits_without_taking_its_memory_apart() -> None:
    assert run(COLLECTED) == "collected"
    assert run(CRAWLER + COLLECTED) == ""
