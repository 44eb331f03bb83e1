"""Scrapy extensions: progress, summary, statistics, limits and the JSON lines export."""

from .json_lines import go_on_writing
from .progress import Progress
from .summary import exit_code, render, summary_of, update_lines

__all__ = [
    "Progress",
    "exit_code",
    "go_on_writing",
    "render",
    "summary_of",
    "update_lines",
]
