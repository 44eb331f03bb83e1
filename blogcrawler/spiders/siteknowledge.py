"""What the knowledge base says of the site that is crawled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scrapy.http import Response

from ..extraction import Page
from ..frontier import Scope
from ..knowledge import (
    Application,
    Document,
    KnowledgeBase,
    Level,
    Way,
    document,
    known_applications,
    navigate,
)

__all__ = ["SiteKnowledge", "response_document"]

_MOST_HEADERS = 100


def response_document(response: Response, page: Page) -> Document:
    """The virtual document of a response."""
    headers = [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, values in list(response.headers.items())[:_MOST_HEADERS]
        for value in values
    ]
    return document(page, headers, response.status)


class SiteKnowledge:
    """The type of the site's program, and what follows from it; of an unknown one, nothing does."""

    def __init__(self, application: Application | None = None, base: KnowledgeBase | None = None) -> None:
        self.base = base or known_applications()
        self.application = application

    @classmethod
    def recognise(cls, response: Response, page: Page) -> SiteKnowledge:
        """Recognise the program by a page of the site."""
        found = known_applications().detect(response_document(response, page))
        return cls(found.application if found else None)

    @classmethod
    def from_record(cls, record: Mapping[str, Any] | None) -> SiteKnowledge:
        """What :meth:`record` gave."""
        name = (record or {}).get("application")
        return cls(known_applications().applications.get(str(name)))

    def record(self) -> dict[str, Any] | None:
        """The type as plain JSON values."""
        return {"application": self.application.name} if self.application else None

    @property
    def has_threads(self) -> bool:
        """Whether the site is a forum: what is to be had are threads, and the actions lead to all of them."""
        return self.application is not None and self.application.category in ("forum", "qa")

    def level(self, response: Response, page: Page) -> Level | None:
        """The level of a page."""
        if self.application is None:
            return None
        return self.base.level(self.application, response_document(response, page))

    def ways(self, level: Level | None, page: Page, scope: Scope) -> list[Way]:
        """Where the actions of a level lead to within the site, most important first."""
        if self.application is None or level is None:
            return []
        ways = navigate(self.base, self.application, level, page)
        return [way for way in ways if scope.contains(scope.adopt(way.url))]

    def is_redundant(self, url: str) -> bool:
        """Whether an address leads to nothing new where the home page's list of posts is complete."""
        return self.application is not None and self.base.is_redundant(self.application, url)

    def avoids(self, url: str) -> bool:
        """Whether an address is never to be followed."""
        return self.application is not None and self.base.avoids(self.application, url) is not None
