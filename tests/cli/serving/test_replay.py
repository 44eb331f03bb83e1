"""``blogcrawler replay``."""

from __future__ import annotations

import socket
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from replay_archive import answer, archive

from blogcrawler.cli import main
from blogcrawler.items import Blog
from blogcrawler.store import open_store

URL = "http://some.blog/"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    archive(tmp_path / "some.blog", ("20140301120000", URL, answer("<p>Hello")))
    with closing(open_store(None, tmp_path)) as store:
        store.save_blog(Blog(URL, title="Some Blog", folder="some.blog"))
        store.save_blog(Blog("http://other.blog/", folder="other.blog"))
    return tmp_path


def test_it_serves_the_archive_until_it_is_interrupted(home: Path) -> None:
    command = [sys.executable, "-c", "from blogcrawler.cli import main; main()", "replay", "some.blog", "--port=0"]
    with subprocess.Popen([*command, f"--home={home}"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[2]
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(address, timeout=20) as response:
            assert b"Some Blog" in response.read()
        with opener.open(f"{address}replay/2014mp_/{URL}?", timeout=20) as response:
            assert response.read() == b"<p>Hello"
        process.terminate()
        assert process.wait(20) in (0, -15)


@pytest.mark.parametrize(
    ("blog", "message"),
    [("unknown.blog", "no blog unknown.blog"), ("other.blog", "there is no web archive to replay")],
)
def test_a_blog_without_an_archive_is_an_error(
    home: Path, blog: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit_code:
        main(["replay", blog, "--home", str(home)])
    assert exit_code.value.code == 1
    assert message in capsys.readouterr().err


def test_a_port_that_is_taken_is_an_error(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(SystemExit) as exit_code:
        main(["replay", "--home", str(home), "--port", str(taken.getsockname()[1])])
    assert exit_code.value.code == 2
    assert "choose another --port" in capsys.readouterr().err


def test_without_the_web_extra_it_says_what_to_install(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(SystemExit):
        main(["replay", "--home", str(home)])
    assert "pip install 'blogcrawler[web]'" in capsys.readouterr().err
