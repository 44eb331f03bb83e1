"""Visit known blogs: find out what is new, fetch it, notice what is gone, and decide when to come back."""

from .leases import Leases
from .visit import BlogVisit

__all__ = [
    "BlogVisit",
    "Leases",
]
