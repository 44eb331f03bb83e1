"""Finds a spider without importing the others."""

from __future__ import annotations

import builtins
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Self

from scrapy.spiderloader import SpiderLoader
from scrapy.utils.spider import iter_spider_classes

if TYPE_CHECKING:
    from scrapy import Request, Spider
    from scrapy.settings import BaseSettings

__all__ = ["LazySpiderLoader"]

#: Our spiders. Each is in the module of its name.
_OURS = ("deepcrawl", "newcrawl", "updatecrawl")


class LazySpiderLoader:
    """Imports only the module of the spider that is asked for, if it is one of ours.

    Scrapy's own loader imports all spiders, with everything that updates and search forms need. It is used for other
    spiders in ``SPIDER_MODULES``, and to list them all.
    """

    def __init__(self, settings: BaseSettings) -> None:
        self._settings = settings

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        return cls(settings)

    @cached_property
    def _all(self) -> SpiderLoader:
        return SpiderLoader.from_settings(self._settings)

    def load(self, spider_name: str) -> type[Spider]:
        if spider_name not in _OURS:
            return self._all.load(spider_name)
        return next(iter(iter_spider_classes(import_module(f"{__package__}.{spider_name}"))))

    def list(self) -> list[str]:
        return self._all.list()

    def find_by_request(self, request: Request) -> builtins.list[str]:
        return self._all.find_by_request(request)
