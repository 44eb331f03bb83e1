"""Libraries that only some exports need."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from ..errors import UsageError

__all__ = ["optional_module"]


def optional_module(name: str, extra: str) -> ModuleType:
    """Import a library; a :exc:`UsageError` that names the extra to install if it is missing."""
    try:
        return import_module(name)
    except ImportError:
        raise UsageError(f"this export needs {name.partition('.')[0]}: pip install 'blogcrawler[{extra}]'") from None
