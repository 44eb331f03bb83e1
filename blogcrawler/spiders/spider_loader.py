"""Finds a spider without importing the others."""

from __future__ import annotations

import builtins
from importlib import import_module
from typing import TYPE_CHECKING, Self

from scrapy.utils.spider import iter_spider_classes

if TYPE_CHECKING:
    from scrapy import Request, Spider
    from scrapy.settings import BaseSettings

__all__ = ["SpiderLoader"]


class SpiderLoader:
    """Imports only the module of the spider that is asked for: a spider is in the module of its name.

    Scrapy's own loader imports all spiders, with everything that updates and search forms need.
    """

    #: The spiders of this project.
    NAMES = ("deepcrawl", "newcrawl", "updatecrawl")

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        return cls()

    def load(self, spider_name: str) -> type[Spider]:
        if spider_name not in self.NAMES:
            raise KeyError(f"Spider not found: {spider_name}")
        return next(iter(iter_spider_classes(import_module(f"{__package__}.{spider_name}"))))

    def list(self) -> list[str]:
        return [*self.NAMES]

    def find_by_request(self, request: Request) -> builtins.list[str]:
        return [name for name in self.NAMES if self.load(name).handles_request(request)]
