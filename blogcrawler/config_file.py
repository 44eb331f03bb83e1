"""Finding and reading ``blogcrawler.toml``: which file it is, and the settings in it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .cookie_file import read_cookie_file
from .errors import UsageError
from .setting_values import PREFIX, did_you_mean, read_setting

__all__ = ["CONFIG_FILE", "NOT_OF_A_BLOG", "ConfigFile", "blog_values", "file_values", "load_config"]

CONFIG_FILE = "blogcrawler.toml"
#: Settings of the archive or the process, which a blog cannot have.
NOT_OF_A_BLOG = frozenset(
    {
        "home",
        "database_url",
        "contact",
        "config",
        "blogs",
        "blogs_at_once",
        "budget",
        "lease",
        "holder",
        "retries",
        "retry_pause",
        "crawls_per_address",
        "web_token",
        "web_crawls",
        "web_address",
        "deliver",
        "storage",
        "storage_keep",
        "log_format",
    }
)
#: Other names of settings in the config file.
_SHORT_NAMES = {"database": "database_url"}


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


def file_values(config: ConfigFile, types: Mapping[str, str]) -> dict[str, Any]:
    """The settings in a config file by their full names; ``UsageError`` names the file and the key.

    ``types`` has the names and types of all settings.
    """
    folder = config.path.parent
    try:
        found = _table_values(config.table, folder, types)
        sections = {}
        for address, table in found.pop(PREFIX + "BLOGS", ()):
            try:
                sections[address] = blog_values(table, folder, types)
            except UsageError as error:
                raise UsageError(f'[blogs."{address}"] {error}') from None
    except UsageError as error:
        raise UsageError(f"{config.path}: {error}") from None
    return found | ({PREFIX + "BLOGS": sections} if sections else {})


def blog_values(table: Mapping[str, Any], folder: Path, types: Mapping[str, str]) -> dict[str, Any]:
    """The settings of one blog by their full names; ``UsageError`` if one is a setting of the whole archive."""
    return _table_values(table, folder, types, of_blog=True)


def _table_values(
    table: Mapping[str, Any], folder: Path, types: Mapping[str, str], of_blog: bool = False
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key.isupper() and not key.startswith(PREFIX):
            values[key] = value  # one of Scrapy's
            continue
        name = _SHORT_NAMES.get(key, key.removeprefix(PREFIX).lower() if key.isupper() else key)
        if name not in types:
            prefix = PREFIX if key.isupper() else ""
            names = [prefix + known.upper() for known in types] if prefix else [*types, *_SHORT_NAMES]
            hint = did_you_mean(key, names, "'", prefix) or "; all settings: docs/settings.md"
            raise UsageError(f"there is no setting {key!r}{hint}")
        if name == "config":
            raise UsageError("config cannot be set in the file itself")
        if of_blog and name in NOT_OF_A_BLOG:
            raise UsageError(f"{key} is a setting of the whole archive, not of a blog")
        read = read_setting(name, types[name], value, key, " = ")
        values[PREFIX + name.upper()] = _located(name, read, folder)
    return values


def _located(name: str, value: Any, folder: Path) -> Any:
    """The value, with a path taken as relative to the folder of the config file."""
    if name == "home":
        return folder / value
    if name == "cookie_file" and value:
        value = str(folder / Path(value).expanduser())
        try:
            read_cookie_file(value)
        except UsageError as error:
            raise UsageError(f"cookie_file = {error}") from None
    return value
