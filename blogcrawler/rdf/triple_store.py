"""The triples of an archive in a store on disk, a graph a blog, which is brought up to date when it is asked."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pyoxigraph

from ..items import Post
from .graph import iri, write

__all__ = ["graph_of", "in_memory", "up_to_date"]

#: Another one when the same posts give other triples.
_VERSION = "1"


def graph_of(blog: str) -> pyoxigraph.NamedNode:
    """The name of the graph that holds a blog: its home address."""
    return pyoxigraph.NamedNode(str(iri(blog)))


def in_memory(blogs: Mapping[str, Iterable[Post]]) -> pyoxigraph.Store:
    """A store of the posts of blogs that is gone with the process."""
    store = pyoxigraph.Store()
    for blog, posts in blogs.items():
        _load(store, blog, posts)
    return store


def up_to_date(folder: Path, states: Mapping[str, str], posts: Callable[[str], Iterable[Post]]) -> pyoxigraph.Store:
    """The store in a folder, with the posts of all blogs that ``states`` names; it is made if there is none.

    Only blogs whose state is not what it was are read again. While another process has the store open, or where nothing
    can be written, one in memory does the same.
    """
    note = folder / "states.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        store = pyoxigraph.Store(str(folder / "store"))
    except OSError:
        return in_memory({blog: posts(blog) for blog in states})
    known = _known(note)
    if not known:  # nobody knows what is in it
        store.clear()
    changed = [blog for blog, state in states.items() if known.get(blog) != state]
    gone = [blog for blog in known if blog not in states]
    for blog in (*gone, *changed):
        store.remove_graph(graph_of(blog))
    for blog in changed:
        _load(store, blog, posts(blog))
    if changed or gone:
        store.flush()
        new = note.with_suffix(".new")
        new.write_text(json.dumps({"version": _VERSION, "blogs": dict(states)}))
        new.replace(note)
    return store


def _known(note: Path) -> dict[str, str]:
    """The states of the blogs when they were read; of an unreadable note or another version, none is believed."""
    try:
        noted = json.loads(note.read_text())
        return dict(noted["blogs"]) if noted["version"] == _VERSION else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _load(store: pyoxigraph.Store, blog: str, posts: Iterable[Post]) -> None:
    with tempfile.TemporaryFile() as file:
        write(posts, "nt", file)
        file.seek(0)
        store.bulk_load(file, format=pyoxigraph.RdfFormat.N_TRIPLES, to_graph=graph_of(blog))
