"""Scrapy extensions: progress, summary, statistics, limits and the JSON lines export."""

from .contact_hint import hint_about_contact
from .json_lines import go_on_writing
from .progress import Progress
from .stat_counts import count_faults
from .store_failures import give_up
from .summary import INTERRUPTED_STAT, exit_code, faults_line, render, summary_of

__all__ = [
    "INTERRUPTED_STAT",
    "Progress",
    "count_faults",
    "exit_code",
    "faults_line",
    "give_up",
    "go_on_writing",
    "hint_about_contact",
    "render",
    "summary_of",
]
