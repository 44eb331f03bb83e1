"""The folders in which a blog may be."""

from __future__ import annotations

import re
from itertools import takewhile
from urllib.parse import urlsplit

__all__ = ["home_folders", "page_folders"]

_YEAR = re.compile(r"(?:19|20)\d\d")


def home_folders(home_url: str) -> list[str]:
    """For a blog's home page: its own folder and the host's root."""
    folders = _segments(home_url, is_home=True)
    return _addresses(home_url, ["/".join(folders)] if folders else [])


def page_folders(page_url: str) -> list[str]:
    """For any page of a blog: the first folder of its address and the host's root."""
    return _addresses(page_url, _segments(page_url, is_home=False)[:1])


def _segments(url: str, is_home: bool) -> list[str]:
    """The folders of the path, up to a year, which is inside the blog."""
    *folders, last = urlsplit(url).path.lstrip("/").split("/")
    if is_home and "." not in last:  # https://example.org/blog
        folders.append(last)
    return [folder for folder in takewhile(lambda name: not _YEAR.fullmatch(name), folders) if folder]


def _addresses(url: str, folders: list[str]) -> list[str]:
    parts = urlsplit(url)
    root = f"{parts.scheme}://{parts.netloc}/"
    return [*(f"{root}{folder}/" for folder in folders), root]
