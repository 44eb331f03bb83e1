"""docs/architecture.md says what the code and the import contracts say; the contracts catch what they should."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from configparser import ConfigParser
from importlib import import_module
from pathlib import Path

import pytest

import blogcrawler

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = (ROOT / "docs" / "architecture.md").read_text()


def section(title: str) -> str:
    return DOCUMENT.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def layers() -> list[str]:
    config = ConfigParser()
    config.read(ROOT / ".importlinter")
    return config["importlinter:contract:layers"]["layers"].split("\n")[1:]


def test_every_package_is_described_and_no_other() -> None:
    described = re.findall(r"^\| `(\w+)/` \|", section("Packages"), re.MULTILINE)
    packages = {folder.parent.name for folder in (ROOT / "blogcrawler").glob("*/__init__.py")}
    assert sorted(described) == sorted(packages)


def test_every_top_level_module_is_described() -> None:
    described = set(re.findall(r"`(\w+)\.py` \(", section("Packages")))
    assert described == {file.stem for file in (ROOT / "blogcrawler").glob("*.py")} - {"__init__"}


def test_the_layers_are_those_that_make_lint_checks() -> None:
    shown = re.search(r"<!-- layers -->\n\n(.*?)\n\n<!-- /layers -->", DOCUMENT, re.DOTALL)
    assert shown is not None
    assert [line.strip() for line in shown[1].splitlines()] == layers()


def test_where_to_change_something_names_files_that_exist() -> None:
    named = re.findall(r"`([\w/]+(?:\.\w+|/))`", section("Where to change what"))
    assert len(named) > 20
    assert [name for name in named if not any((base / name).exists() for base in (ROOT, ROOT / "blogcrawler"))] == []


def test_a_public_name_means_one_thing() -> None:
    owners: dict[str, set[str]] = {}
    for file in (ROOT / "blogcrawler").glob("*/__init__.py"):
        package = import_module(f"blogcrawler.{file.parent.name}")
        for name in getattr(package, "__all__", ()):
            owners.setdefault(name, set()).add(file.parent.name)
    assert {name: found for name, found in owners.items() if len(found) > 1} == {}


def test_no_package_shadows_a_name_of_the_public_api() -> None:
    packages = {folder.parent.name for folder in (ROOT / "blogcrawler").glob("*/__init__.py")}
    assert packages.isdisjoint(blogcrawler.__all__), "importing the package would replace the name"


PLANTED = {
    "past an interface": ("feeds/rhythm.py", "from ..dom.page import Page", "Packages are imported through"),
    "against the layers": ("dom/page.py", "from ..feeds import parse_feed", "Packages import only from layers below"),
    "in a cycle": ("dates/vocabulary.py", "from .page_dates import read_date", "No import cycles"),
    "of a framework": ("changes/comparison.py", "import scrapy", "The core knows nothing of frameworks"),
}


@pytest.mark.parametrize("case", PLANTED)
def test_the_linter_finds_a_planted_import(case: str, tmp_path: Path) -> None:
    file, line, contract = PLANTED[case]
    shutil.copytree(ROOT / "blogcrawler", tmp_path / "blogcrawler", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests" / "support", tmp_path / "tests" / "support")
    shutil.copy(ROOT / ".importlinter", tmp_path)
    planted = tmp_path / "blogcrawler" / file
    planted.write_text(f"{planted.read_text()}\n{line}\n")
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env={"PYTHONPATH": str(tmp_path)})
    assert run.returncode == 1, run.stdout
    assert re.search(rf"{contract}.* BROKEN", run.stdout), run.stdout
