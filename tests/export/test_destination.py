from __future__ import annotations

from pathlib import Path

import pytest

from blogcrawler.errors import UsageError
from blogcrawler.export import exported_file, exported_folder


def fail_after_writing(file: Path) -> None:
    file.write_text("half")
    raise ZeroDivisionError


def test_a_file_appears_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "made" / "posts.csv"
    with exported_file(path) as temporary:
        temporary.write_text("new")
        assert not path.exists()
    assert (path.read_text(), list(path.parent.iterdir())) == ("new", [path])


def test_a_failed_export_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "posts.csv"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), exported_file(path) as temporary:
        fail_after_writing(temporary)
    assert (path.read_text(), list(tmp_path.iterdir())) == ("old", [path])


def test_a_failed_export_leaves_the_old_folder_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "site"
    with exported_folder(path) as folder:
        (folder / "index.html").write_text("old")
    with pytest.raises(ZeroDivisionError), exported_folder(path, replace=True) as folder:
        fail_after_writing(folder / "index.html")
    assert ((path / "index.html").read_text(), list(tmp_path.iterdir())) == ("old", [path])


def test_only_an_earlier_export_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "site"
    path.mkdir()
    with exported_folder(path) as folder:  # an empty folder is fine
        (folder / "one").touch()
    with pytest.raises(UsageError, match="not empty"), exported_folder(path):
        pass
    with exported_folder(path, replace=True) as folder:
        (folder / "two").touch()
    assert ((path / "one").exists(), (path / "two").exists()) == (False, True)

    home = tmp_path / "home"
    home.mkdir()
    (home / "thesis.txt").touch()
    with pytest.raises(UsageError, match="not an earlier export"), exported_folder(home, replace=True):
        pass
    assert (home / "thesis.txt").exists()


def test_files_and_folders_are_not_confused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="is a folder"), exported_file(tmp_path):
        pass
    with pytest.raises(UsageError, match="is a file"), exported_folder(tmp_path / "file", replace=True):
        pass
    with pytest.raises(UsageError, match="cannot be written"), exported_file(tmp_path / "file" / "x"):
        pass
