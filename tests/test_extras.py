"""Features whose packages are missing say which extra installs them; everything else works without them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from blogsite import BlogSite, fill, make_posts
from crawl_processes import FAST

from blogcrawler import extras
from blogcrawler.errors import MissingExtra
from blogcrawler.extras import EXTRAS, needs_extra

ROOT = Path(__file__).resolve().parents[1]
#: A program in which the packages of all extras cannot be imported.
WITHOUT = f"import sys; sys.modules.update(dict.fromkeys({[m for e in EXTRAS.values() for m in e.modules]}))\n"
PROGRAM = WITHOUT + "from blogcrawler.cli import main; main(sys.argv[1:])"
#: Modules that are part of a feature, and imported only by it.
PARTS = (
    "blogcrawler.web",
    "blogcrawler.rdf",
    "blogcrawler.rendering.browser_provider",
    "blogcrawler.replay.application",
    "blogcrawler.work.metrics",
)
IMPORT_ALL = f"""{WITHOUT}
from importlib import import_module
from pathlib import Path
for file in sorted(Path("blogcrawler").rglob("*.py")):
    name = ".".join(file.with_suffix("").parts).removesuffix(".__init__")
    if not name.startswith({PARTS}):
        import_module(name)
"""


def run(*arguments: str, folder: Path = ROOT, **env: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"} | env
    command = [sys.executable, "-c", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("arguments", "feature", "extra"),
    [
        (["export", "-f", "turtle"], "RDF", "rdf"),
        (["export", "-f", "html", "-o", "out"], "Export as HTML, Markdown, Atom, WXR or EPUB", "export"),
        (["export", "-o", "posts.parquet"], "Export as Parquet", "parquet"),
        (["web", "--token", "a secret"], "The archive in a browser", "web"),
        (["sparql", "ASK {}"], "RDF", "rdf"),
        (["align", "a.nt", "b.nt"], "RDF", "rdf"),
        (["replay"], "The archive in a browser", "web"),
        (["posts", "--database", "postgresql://127.0.0.1:1/blogs"], "PostgreSQL", "postgres"),
        (["crawl", "http://127.0.0.1:1/", "--database", "postgresql://127.0.0.1:1/blogs"], "PostgreSQL", "postgres"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
def test_a_feature_without_its_packages_is_one_line_that_says_what_to_install(arguments, feature, extra, tmp_path):
    ended = run(PROGRAM, *arguments, folder=tmp_path)
    assert ended.stderr == f"Error: {feature} needs more packages: pip install 'blogcrawler[{extra}]'\n"
    assert ended.returncode == 2


def test_nothing_else_imports_the_packages_of_an_extra() -> None:
    ended = run(IMPORT_ALL)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_help_and_doctor_work_without_them(tmp_path: Path) -> None:
    assert run(PROGRAM, "--help").returncode == 0
    lines = run(PROGRAM, "doctor", folder=tmp_path).stdout.splitlines()
    for extra in EXTRAS.values():
        advice = f"{extra.feature} needs more packages: pip install 'blogcrawler[{extra.name}]'"
        assert f"note     Extra [{extra.name}]: not installed. {advice}" in lines


def test_without_a_browser_pages_are_saved_as_they_are_and_the_user_is_warned_once(tmp_path: Path) -> None:
    with BlogSite() as site:
        fill(site, make_posts(6))
        ended = run(PROGRAM, "crawl", site.url, folder=tmp_path, BLOGCRAWLER_RENDER="always", **FAST)
        posts = [
            json.loads(line)
            for file in tmp_path.glob("archive/*/posts.jsonl")
            for line in file.read_text().splitlines()
        ]
    assert ended.returncode == 0, ended.stderr
    assert len(posts) == 6
    told = " ".join((ended.stdout + ended.stderr).split())
    assert told.count("pip install 'blogcrawler[render]'") == 1, told


def test_the_extras_are_those_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    optional = project["optional-dependencies"]
    assert optional["all"] == [f"blogcrawler[{','.join(sorted(EXTRAS))}]"]
    owners = packages_distributions()
    for extra in EXTRAS.values():
        declared = " ".join(optional[extra.name]).lower()
        owned = [owner.lower().replace("_", "-") for module in extra.modules for owner in owners[module]]
        assert any(owner in declared.replace("_", "-") for owner in owned), extra
        assert extra.is_installed


def test_other_failures_to_import_are_not_hidden() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_module"), needs_extra("rdf"):
        import no_such_module  # noqa: F401
    with pytest.raises(MissingExtra, match="PostgreSQL needs more packages"), needs_extra("postgres"):
        raise ImportError("no pq wrapper available")


def test_the_command_installs_into_this_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(extras.sys, "executable", "/my env/bin/python")
    assert EXTRAS["rdf"].advice.endswith(": '/my env/bin/python' -m pip install 'blogcrawler[rdf]'")
