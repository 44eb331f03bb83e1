"""What both spiders share: the default export, the user agent and notes for the user."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from ..crawl_settings import CrawlSettings

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

__all__ = ["export_to", "name_contact", "note"]

logger = logging.getLogger(__name__)


def export_to(settings: BaseSettings, file: str) -> None:
    """Export records to a JSON lines file in the folder for all results, unless the user has named another."""
    if not settings.getdict("FEEDS"):
        home = str(CrawlSettings.from_settings(settings).home).replace("%", "%%")
        feed = {"format": "jsonlines", "store_empty": False}
        settings.set("FEEDS", {f"{home}/{file}": feed}, priority="spider")


def name_contact(settings: BaseSettings) -> None:
    """Add the contact to the user agent, unless the user has set another agent."""
    contact = CrawlSettings.from_settings(settings).contact
    if contact and (settings.getpriority("USER_AGENT") or 0) <= 20:
        agent = f"{settings['USER_AGENT']} (+{contact})"
        settings.set("USER_AGENT", agent, priority="spider")


def note(crawler: Crawler, text: str) -> None:
    """Tell the user something, in the log and in the summary."""
    logger.info("%s", text)
    crawler.stats.set_value("blogcrawler/notes", [*crawler.stats.get_value("blogcrawler/notes", []), text])
