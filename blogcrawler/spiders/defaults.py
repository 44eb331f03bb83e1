"""What both spiders share: the default export, the user agent and notes for the user."""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING

from scrapy.settings import SETTINGS_PRIORITIES

from ..crawl_settings import CrawlSettings
from ..urls import containing_address

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

__all__ = ["apply_blog_settings", "export_to", "name_contact", "note"]

logger = logging.getLogger(__name__)


def export_to(settings: BaseSettings, file: str) -> None:
    """Export records to a JSON lines file in the folder for all results, unless the user has named another."""
    if not settings.getdict("FEEDS"):
        home = str(CrawlSettings.from_settings(settings).home).replace("%", "%%")
        feed = {"format": "jsonlines", "store_empty": False}
        settings.set("FEEDS", {f"{home}/{file}": feed}, priority="spider")


def apply_blog_settings(settings: BaseSettings, url: str) -> None:
    """Apply what ``BLOGCRAWLER_BLOGS`` has for one blog; the environment and the command line override it."""
    sections = dict(CrawlSettings.from_settings(settings).blogs)
    for name, value in sections.get(containing_address(sections, url) or "", {}).items():
        if name not in os.environ and (settings.getpriority(name) or 0) <= SETTINGS_PRIORITIES["spider"]:
            settings.set(name, value, priority="spider")


def name_contact(settings: BaseSettings) -> None:
    """Add the contact to the user agent, unless the user has set another agent."""
    contact = CrawlSettings.from_settings(settings).contact
    if contact and (settings.getpriority("USER_AGENT") or 0) <= 20:
        agent = f"{settings['USER_AGENT']} (+{contact})"
        settings.set("USER_AGENT", agent, priority="spider")


def note(crawler: Crawler, text: str) -> None:
    """Tell the user something once, in the log and in the summary."""
    noted = crawler.stats.get_value("blogcrawler/notes", [])
    if text not in noted:  # an update that keeps running visits a blog again and again
        logger.info("%s", text)
        crawler.stats.set_value("blogcrawler/notes", [*noted, text])
