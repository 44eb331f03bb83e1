"""What crawls that were killed have left behind."""

from __future__ import annotations

import logging
from pathlib import Path

from ..archive import update_index
from ..errors import ArchiveError

__all__ = ["repair_abandoned"]

logger = logging.getLogger(__name__)


def repair_abandoned(home: Path) -> None:
    """Cut incomplete records off the web archives of unfinished crawls, and index the others.

    A crawl that is resumed does so itself, but that may happen on another machine. Files that are being written are
    left alone.
    """
    for job in home.glob("*/job"):
        archive = job.parent / "warc"
        if archive.is_dir():
            try:
                update_index(archive)
            except ArchiveError as error:
                logger.warning("%s", error)
