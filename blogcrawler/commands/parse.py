"""``scrapy parse`` without repeating the address for ``newcrawl``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.commands.parse import Command as ParseCommand

if TYPE_CHECKING:
    import argparse


class Command(ParseCommand):
    """Scrapy's command. ``--spider=newcrawl`` needs no ``-a url=URL`` and writes no web archive."""

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        if opts.spider == "newcrawl" and args:
            opts.spargs.setdefault("url", args[0])
            assert self.settings is not None
            self.settings.set("BLOGCRAWLER_WARC_ENABLED", False, priority="project")
