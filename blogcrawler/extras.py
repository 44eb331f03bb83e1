"""Optional features: the extras of the package that install what they need, and the error if one is missing.

Import the packages of an extra only inside :func:`needs_extra`, and only when the feature is used::

    with needs_extra("rdf"):
        import rdflib
"""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from .errors import MissingExtra

__all__ = ["EXTRAS", "Extra", "needs_extra"]


@dataclass(frozen=True, slots=True)
class Extra:
    """An extra of ``pyproject.toml``: ``feature`` begins a sentence, ``modules`` are those that it installs."""

    name: str
    feature: str
    modules: tuple[str, ...]

    @property
    def is_installed(self) -> bool:
        """Whether all modules can be imported. None of them is."""
        return all(find_spec(module) is not None for module in self.modules)

    @property
    def advice(self) -> str:
        """The sentence that says what to install."""
        return f"{self.feature} needs more packages: {_pip()} install 'blogcrawler[{self.name}]'"


EXTRAS = {
    extra.name: extra
    for extra in (
        Extra("render", "Rendering in a browser", ("scrapy_playwright", "playwright")),
        Extra("postgres", "PostgreSQL", ("psycopg",)),
        Extra("rdf", "RDF", ("rdflib", "pyoxigraph")),
        Extra("export", "Export as HTML, Markdown, Atom, WXR or EPUB", ("jinja2", "markdownify", "nh3")),
        Extra("parquet", "Export as Parquet", ("pyarrow",)),
        Extra("web", "The archive in a browser", ("httptools", "jinja2", "nh3", "starlette", "uvicorn")),
        Extra("metrics", "Serving metrics to Prometheus", ("prometheus_client",)),
        Extra("dask", "Reextraction on a Dask cluster", ("distributed",)),
        Extra("storage", "Object storage", ("fsspec", "s3fs")),
        Extra("watch", "Watching for words", ("Stemmer", "ahocorasick_rs", "apprise", "jinja2")),
    )
}


@contextmanager
def needs_extra(name: str) -> Iterator[None]:
    """Turn a failed import of an extra's modules in this block into :exc:`MissingExtra`."""
    extra = EXTRAS[name]
    try:
        yield
    except MissingExtra:
        raise
    except ImportError as error:
        # psycopg raises a plain ImportError if it lacks its library, which the extra installs, too.
        missing = error.name.partition(".")[0] if isinstance(error, ModuleNotFoundError) and error.name else None
        if missing is not None and missing not in extra.modules:
            raise
        raise MissingExtra(extra.advice) from None


def _pip() -> str:
    """The command that installs into this environment, which may not be the active one."""
    found = shutil.which("pip")
    if found is not None and Path(found).parent == Path(sys.executable).parent:
        return "pip"
    return f"{shlex.quote(sys.executable)} -m pip"
