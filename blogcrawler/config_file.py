"""Finding and reading ``blogcrawler.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import UsageError

__all__ = ["CONFIG_FILE", "ConfigFile", "load_config"]

CONFIG_FILE = "blogcrawler.toml"


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """A config file and what it contains."""

    path: Path
    table: Mapping[str, Any]


def load_config(environment: Mapping[str, str], folder: Path) -> ConfigFile | None:
    """Read the file that ``BLOGCRAWLER_CONFIG`` names, or the one in the folder, if there is one."""
    named = environment.get("BLOGCRAWLER_CONFIG")
    path = folder / (named or CONFIG_FILE)
    if not named and not path.exists():
        return None
    try:
        return ConfigFile(path, tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise UsageError(f"{path}: no such file; --config and BLOGCRAWLER_CONFIG name the config file") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:  # of TOML and of UTF-8
        raise UsageError(f"{path}: {error}") from None
