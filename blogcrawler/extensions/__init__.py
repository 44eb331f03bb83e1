"""Scrapy extensions: progress, summary, statistics, limits and the JSON lines export."""

from .contact_hint import hint_about_contact
from .json_lines import go_on_writing
from .progress import Progress
from .summary import INTERRUPTED_STAT, exit_code, render, summary_of, update_lines

__all__ = [
    "INTERRUPTED_STAT",
    "Progress",
    "exit_code",
    "go_on_writing",
    "hint_about_contact",
    "render",
    "summary_of",
    "update_lines",
]
