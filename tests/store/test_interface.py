from __future__ import annotations

import ast
import inspect
from contextlib import closing
from pathlib import Path

import pytest

from blogcrawler.store import (
    BlogSchedule,
    Catalogue,
    PostHistory,
    RunHistory,
    SearchSources,
    Store,
    WatchStore,
    WorkQueue,
    interface,
    open_store,
)


def _members(thing: type) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_")}


@pytest.mark.parametrize(
    ("protocol", "attribute"),
    [
        (Store, None),
        (PostHistory, "post_states"),
        (BlogSchedule, "schedule"),
        (Catalogue, "catalogue"),
        (SearchSources, "search_sources"),
        (WatchStore, "watches"),
        (WorkQueue, "queue"),
        (RunHistory, "runs"),
    ],
)
def test_the_protocols_declare_everything_that_the_store_offers(
    protocol: type, attribute: str | None, tmp_path: Path
) -> None:
    with closing(open_store(None, tmp_path)) as store:
        implementation = type(getattr(store, attribute)) if attribute else type(store)
        parts = {"remote", "post_states", "schedule", "catalogue", "search_sources", "watches", "queue", "runs"}
        instance_attributes = parts if attribute is None else set()
        assert _members(implementation) | instance_attributes == _members(protocol)


def test_the_interface_imports_no_database_code() -> None:
    imports = [node for node in ast.walk(ast.parse(inspect.getsource(interface))) if isinstance(node, ast.ImportFrom)]
    assert {"." * node.level + (node.module or "") for node in imports} == {
        "__future__",
        "collections.abc",
        "datetime",
        "typing",
        "..items",
        ".catalogue_interface",
        ".search_interface",
        ".watch_interface",
        ".work_interface",
    }
