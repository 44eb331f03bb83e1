"""Reminds users to set a contact."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Self

from scrapy.exceptions import NotConfigured
from scrapy.settings import SETTINGS_PRIORITIES

from ..crawl_settings import CrawlSettings

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

__all__ = ["ContactHint", "hint_about_contact"]

logger = logging.getLogger(__name__)


class ContactHint:
    """Writes a hint to the log, once, if the user agent does not say how to reach the person who runs the crawl.

    ``BLOGCRAWLER_CONTACT`` and ``USER_AGENT`` can say so.
    """

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        hint = hint_about_contact(crawler.settings)
        if hint is None:
            raise NotConfigured
        logger.info("%s", hint)
        return cls()


def hint_about_contact(settings: BaseSettings) -> str | None:
    """A hint for users who have set neither a contact nor their own user agent."""
    has_own_agent = (settings.getpriority("USER_AGENT") or 0) > SETTINGS_PRIORITIES["project"]
    if has_own_agent or CrawlSettings.from_settings(settings).contact:
        return None
    return "Hint: let blog owners know how to reach you; set BLOGCRAWLER_CONTACT to your web or e-mail address"
