"""``blogcrawler doctor``: a line for everything, and what to do."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from blogcrawler.cli import doctor, main
from blogcrawler.cli.doctor import Finding, examine
from blogcrawler.crawl_settings import CrawlSettings


def found(settings: CrawlSettings, word: str) -> Finding:
    (finding,) = [one for one in examine(settings) if word in one.text]
    return finding


def test_a_line_for_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["doctor", "--home", str(tmp_path / "new")])
    lines = capsys.readouterr().out.splitlines()
    extras = ("[render]", "[postgres]", "[rdf]", "[web]")
    for word in ("Python 3.", *extras, "Chromium", "Folder", "Disk", "Database", "Contact", "Config file"):
        assert len([line for line in lines if word in line]) == 1, word
    assert {line.split()[0] for line in lines} <= {"ok", "note", "problem"}
    assert not (tmp_path / "new").exists()
    assert (end.value.code or 0) == int(any(line.startswith("problem") for line in lines))


@pytest.mark.parametrize(
    ("settings", "word", "level", "advice"),
    [
        ({"contact": "me@example.org"}, "Contact", "ok", "me@example.org"),
        ({}, "Contact", "note", "set contact in blogcrawler.toml"),
        ({"chromium": "/no/chromium"}, "Chromium", "problem", "correct BLOGCRAWLER_CHROMIUM"),
        ({"render": "never"}, "Chromium", "ok", "not needed"),
        ({"database_url": "postgresql://me:s3cret@127.0.0.1:1/x"}, "Database", "problem", "check --database"),
        ({"home": Path("/proc/none")}, "Folder", "problem", "choose another with --home"),
    ],
)
def test_what_is_lacking_is_said_with_what_to_do(settings, word, level, advice):
    finding = found(CrawlSettings(**settings), word)
    assert (finding.level, advice in finding.text) == (level, True)
    assert "s3cret" not in finding.text


def test_a_full_disk_an_old_python_and_missing_packages(monkeypatch, tmp_path):
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: SimpleNamespace(free=1_000_000))
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.setattr(doctor.sys, "version_info", (3, 9, 1))
    settings = CrawlSettings(home=tmp_path)
    assert found(settings, "Disk") == Finding(
        "problem", "Disk: only 1.0 MB free; make room, or choose another disk with --home"
    )
    assert found(settings, "[postgres]").level == "note"
    assert found(settings, "[postgres]").text.endswith("pip install 'blogcrawler[postgres]'")
    assert found(settings, "[rdf]") == Finding("ok", "Extra [rdf]: installed")
    assert found(settings, "Python").level == "problem"
