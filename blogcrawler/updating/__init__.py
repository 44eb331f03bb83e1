"""One visit to a known blog: ask what is new, fetch it, notice what is gone, and say when to come again."""

from .leases import Leases
from .visit import BlogVisit

__all__ = [
    "BlogVisit",
    "Leases",
]
