"""Finding spiders: all of them are found, and only one is imported."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules

import pytest
from scrapy.spiderloader import get_spider_loader
from scrapy.utils.project import get_project_settings
from scrapy.utils.spider import iter_spider_classes

from blogcrawler import spiders
from blogcrawler.spiders.spider_loader import LazySpiderLoader


def test_each_spider_is_in_the_module_of_its_name():
    modules = [import_module(f"blogcrawler.spiders.{module.name}") for module in iter_modules(spiders.__path__)]
    every = {spider.name: spider for module in modules for spider in iter_spider_classes(module)}
    loader = get_spider_loader(get_project_settings())
    assert isinstance(loader, LazySpiderLoader)
    assert {name: loader.load(name) for name in loader.list()} == every


def test_an_unknown_name_is_an_error():
    with pytest.raises(KeyError, match="nospider"):
        get_spider_loader(get_project_settings()).load("nospider")


def test_a_new_crawl_imports_nothing_that_only_updates_forums_or_terminals_need():
    script = (
        "import sys, blogcrawler.commands.crawl; from blogcrawler.spiders.spider_loader import LazySpiderLoader;"
        "LazySpiderLoader(None).load('newcrawl');"
        "print(*{'rich', 'numpy', 'blogcrawler.deepweb', 'blogcrawler.forum', 'blogcrawler.updating'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
