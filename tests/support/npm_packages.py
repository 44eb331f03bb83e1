"""Generators from npm, each in a folder of its own below ``.programs/more``; a benchmark installs them."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from site_makers import PROGRAMS, write

MORE = PROGRAMS / "more"
_INSTALL = "npm install --silent --no-audit --no-fund --no-package-lock --legacy-peer-deps --ignore-scripts"


def modules(program: str) -> Path:
    """The folder with a generator's installed packages."""
    return MORE / program / "node_modules"


def missing_modules(program: str) -> str:
    """How to install a generator; empty if it is installed."""
    return "" if modules(program).exists() else "benchmarks/site_generators.py --more installs it, with npm"


def install_modules(program: str, packages: str) -> str:
    """Install a generator's packages; returns the reason if that fails."""
    if not missing_modules(program):
        return ""
    folder = MORE / program
    write(folder / "package.json", '{"private": true}')
    try:
        subprocess.run([*_INSTALL.split(), *packages.split()], cwd=folder, check=True, timeout=400)
    except (OSError, subprocess.SubprocessError) as error:
        shutil.rmtree(folder)
        return f"npm cannot install it: {error}"
    return ""


def site_folder(folder: Path, program: str, **package: str) -> Path:
    """A folder with access to the installed packages; ``package`` are fields of its ``package.json``."""
    site = folder / "site"
    write(site / "package.json", json.dumps({"private": True, **package}))
    (site / "node_modules").symlink_to(modules(program))
    return site
