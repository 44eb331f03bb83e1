"""Makes the links of README.md absolute when the package is built: package indexes show it without the files around it.

``pyproject.toml`` names this command; the address is that of the repository in ``[project.urls]``.
"""

from __future__ import annotations

import re

from setuptools.command.egg_info import egg_info

_LINK = re.compile(r"(?P<image>!?)(?P<text>\[[^]]*\])\((?!\w+:|#)(?P<path>[^)]+)\)")


def absolute_links(markdown: str, repository: str) -> str:
    """Replace relative links and images in Markdown by their addresses in the repository."""

    def replaced(link: re.Match[str]) -> str:
        view = "raw" if link["image"] else "blob"
        return f"{link['image']}{link['text']}({repository.rstrip('/')}/{view}/main/{link['path']})"

    return _LINK.sub(replaced, markdown)


class EggInfo(egg_info):
    """``egg_info``, which writes the package's metadata, with absolute links in the description."""

    def run(self) -> None:
        metadata = self.distribution.metadata
        metadata.long_description = absolute_links(metadata.long_description, metadata.project_urls["Repository"])
        super().run()
