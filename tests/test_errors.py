"""The errors of the project."""

from __future__ import annotations

import ast
import builtins
from pathlib import Path

from blogcrawler import errors

PACKAGE = Path(errors.__file__).parent
OURS = {name for name, value in vars(errors).items() if isinstance(value, type)}
BUILT_IN = {name for name in dir(builtins) if name.endswith(("Error", "Exception", "Warning"))}


def test_all_errors_live_in_one_module() -> None:
    elsewhere = [
        f"{file.relative_to(PACKAGE)}: {node.name}"
        for file in PACKAGE.rglob("*.py")
        if file != PACKAGE / "errors.py"
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
        and {base.id for base in node.bases if isinstance(base, ast.Name)} & (OURS | BUILT_IN)
    ]
    assert elsewhere == []


def test_all_errors_can_be_caught_by_their_base_class() -> None:
    assert sorted(OURS) == sorted(errors.__all__)
    assert all(issubclass(getattr(errors, name), errors.BlogCrawlerError) for name in OURS)
