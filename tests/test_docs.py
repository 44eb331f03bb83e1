"""What the documents say is there."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from blogcrawler import settings
from blogcrawler.items import Post

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


def test_every_setting_is_described() -> None:
    code = "".join(file.read_text() for file in (ROOT / "blogcrawler").rglob("*.py"))
    described = set(re.findall(r"^\| `(BLOGCRAWLER_\w+)`", (ROOT / "docs" / "settings.md").read_text(), re.MULTILINE))
    assert described == set(re.findall(r"BLOGCRAWLER_[A-Z_]+[A-Z]", code))


def test_every_setting_of_scrapys_that_we_change_is_described() -> None:
    text = (ROOT / "docs" / "settings.md").read_text()
    ours = {name for name in vars(settings) if name.isupper() and not name.startswith("BLOGCRAWLER_")}
    assert {name for name in ours if f"`{name}`" not in text} <= {"BOT_NAME", "SPIDER_MODULES", "COMMANDS_MODULE"}


def test_every_field_of_a_record_is_described() -> None:
    text = (ROOT / "docs" / "records.md").read_text()
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    described = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert [field.name for field in fields(Post)] == described[: len(fields(Post))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)", document.read_text())
    assert [t for t in targets if "://" not in t and not (document.parent / t).exists()] == []
