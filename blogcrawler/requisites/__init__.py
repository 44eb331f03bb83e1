"""Page requisites: what a page needs to look as it did when it is replayed from the web archive.

- :func:`page_requisites` and :func:`stylesheet_requisites` find them in a page and in a stylesheet (pure);
- :class:`RequisiteService` fetches them during a crawl.
"""

from .find_requisites import Requisite, RequisiteKind, page_requisites, stylesheet_requisites
from .service import RequisiteService

__all__ = [
    "Requisite",
    "RequisiteKind",
    "RequisiteService",
    "page_requisites",
    "stylesheet_requisites",
]
