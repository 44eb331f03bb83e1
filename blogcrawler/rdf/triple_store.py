"""Keeps the triples of an archive in a store on disk, one graph per blog, and updates it before each query."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pyoxigraph

from ..items import Post
from .graph import HistoryOf, write
from .record_graph import SourceRecords
from .terms import iri

__all__ = ["graph_of", "in_memory", "up_to_date"]

#: Increase it when the same posts yield different triples.
_VERSION = "4"


def graph_of(blog: str) -> pyoxigraph.NamedNode:
    """The name of a blog's graph: its home address."""
    return pyoxigraph.NamedNode(str(iri(blog)))


def in_memory(blogs: Mapping[str, Iterable[Post]], history: HistoryOf | None = None) -> pyoxigraph.Store:
    """A store in memory with the posts of blogs, and their histories if these are given."""
    store = pyoxigraph.Store()
    for blog, posts in blogs.items():
        _load(store, blog, posts, history)
    return store


def up_to_date(
    folder: Path,
    states: Mapping[str, str],
    posts: Callable[[str], Iterable[Post]],
    history: HistoryOf | None = None,
    sources: Mapping[str, SourceRecords] | None = None,
) -> pyoxigraph.Store:
    """Open or create the store in a folder and update it to the posts of all blogs in ``states``.

    ``sources`` are archives behind search forms by the names of their graphs, which ``states`` has, too.

    Only blogs whose state has changed are read again. If another process has the store open, or the folder is not
    writable, a store in memory is used instead.
    """
    states_file = folder / "states.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        store = pyoxigraph.Store(str(folder / "store"))
    except OSError:
        memory = pyoxigraph.Store()
        for name in states:
            _load_either(memory, name, posts, history, sources or {})
        return memory
    known = _known(states_file)
    if not known:  # its content is unknown
        store.clear()
    changed = [blog for blog, state in states.items() if known.get(blog) != state]
    gone = [blog for blog in known if blog not in states]
    for blog in (*gone, *changed):
        store.remove_graph(graph_of(blog))
    for blog in changed:
        _load_either(store, blog, posts, history, sources or {})
    if changed or gone:
        store.flush()
        new = states_file.with_suffix(".new")
        new.write_text(json.dumps({"version": _VERSION, "blogs": dict(states)}))
        new.replace(states_file)
    return store


def _known(states_file: Path) -> dict[str, str]:
    """The states of the blogs in the store; empty if the file is unreadable or of another version."""
    try:
        saved = json.loads(states_file.read_text())
        return dict(saved["blogs"]) if saved["version"] == _VERSION else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _load_either(
    store: pyoxigraph.Store,
    name: str,
    posts: Callable[[str], Iterable[Post]],
    history: HistoryOf | None,
    sources: Mapping[str, SourceRecords],
) -> None:
    if name in sources:
        _load(store, name, (), None, [sources[name]])
    else:
        _load(store, name, posts(name), history)


def _load(
    store: pyoxigraph.Store,
    name: str,
    posts: Iterable[Post],
    history: HistoryOf | None,
    sources: Iterable[SourceRecords] = (),
) -> None:
    with tempfile.TemporaryFile() as file:
        write(posts, "nt", file, history, sources)
        file.seek(0)
        store.bulk_load(file, format=pyoxigraph.RdfFormat.N_TRIPLES, to_graph=graph_of(name))
