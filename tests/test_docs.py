"""What the documents say is there."""

from __future__ import annotations

import re
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from runpy import run_path

import pytest

from blogcrawler import settings
from blogcrawler.crawl_settings import CrawlSettings
from blogcrawler.items import Post
from blogcrawler.spiders import spider_settings

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


def test_every_setting_is_described_with_its_default() -> None:
    row = re.compile(r"^\| `(BLOGCRAWLER_\w+)` \| (?:`(.*?)`|none) \|", re.MULTILINE)
    described = dict(row.findall((ROOT / "docs" / "settings.md").read_text()))
    assert described == {name: _written(value) for name, value in CrawlSettings.defaults({}).items()}


def test_the_code_mentions_no_setting_that_does_not_exist() -> None:
    code = "".join(file.read_text() for file in (ROOT / "blogcrawler").rglob("*.py"))
    assert set(re.findall(r"(?<!_)BLOGCRAWLER_[A-Z_]+[A-Z]", code)) <= CrawlSettings.defaults({}).keys()


def _written(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(value)
    return str(int(value) if isinstance(value, bool) else value)


def test_every_setting_of_scrapys_that_we_change_is_described() -> None:
    text = (ROOT / "docs" / "settings.md").read_text()
    changed = vars(settings) | vars(spider_settings)
    ours = {name for name in changed if name.isupper() and not name.startswith(("BLOGCRAWLER_", "TYPE_"))}
    assert {name for name in ours if f"`{name}`" not in text} <= {"BOT_NAME", "SPIDER_MODULES", "COMMANDS_MODULE"}


def test_every_field_of_a_record_is_described() -> None:
    text = (ROOT / "docs" / "records.md").read_text()
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    described = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert [field.name for field in fields(Post)] == described[: len(fields(Post))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_relative_links_point_to_existing_files(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)", document.read_text())
    assert [t for t in targets if "://" not in t and not (document.parent / t).exists()] == []


def test_the_glossary_is_sorted_and_names_code_that_exists() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text()
    terms = re.findall(r"^\| \*\*(.+?)\*\* \|", text, re.MULTILINE)
    assert len(terms) >= 20
    assert terms == sorted(terms, key=str.lower)
    for module, name in re.findall(r"`(\w+)\.(\w+)`", text):
        assert hasattr(import_module(f"blogcrawler.{module}"), name), f"{module}.{name}"
    folders = re.findall(r"\(`([\w/]+)/`\)", text)
    assert [folder for folder in folders if not (ROOT / "blogcrawler" / folder).is_dir()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_files_that_are_mentioned_exist(document: Path) -> None:
    mentioned = re.findall(r"`(?:python )?((?:\w+/)+\w+\.(?:py|toml|rng))\b", document.read_text())
    assert [
        name for name in mentioned if not any((base / name).exists() for base in (ROOT, ROOT / "blogcrawler"))
    ] == []


def test_the_reference_of_commands_is_up_to_date() -> None:
    reference = run_path(str(ROOT / "docs" / "reference.py"))["reference"]()
    assert (ROOT / "docs" / "commands.md").read_text() == reference, "run: python docs/reference.py --write"


def test_every_document_is_in_the_navigation_and_in_the_index() -> None:
    listed = re.findall(r": ([\w-]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    documents = sorted(path.name for path in ROOT.glob("docs/*.md"))
    assert sorted(listed) == documents
    index = (ROOT / "docs" / "index.md").read_text()
    assert [name for name in documents if f"({name}" not in index] == ["index.md"]
