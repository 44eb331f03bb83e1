"""``blogcrawler verify`` finds every kind of damage."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from exchanges import exchange

from blogcrawler.archive import WarcWriter
from blogcrawler.cli import main
from blogcrawler.items import Blog, Post, WarcPlace
from blogcrawler.store import open_store
from blogcrawler.terminal import counted

BLOG = "https://example.org/"
PICTURE = b"a picture"
DIGEST = sha256(PICTURE).hexdigest()
MEDIUM = f"media/{DIGEST[:2]}/{DIGEST}.png"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "example.org"
    with WarcWriter(folder / "warc") as writer:
        place = writer.write(exchange(f"{BLOG}p"))
        writer.write(exchange(f"{BLOG}q"))
        writer.write(exchange(f"{BLOG}r", b"HTTP/1.1 200 OK\r\n\r\nanother"))
    (folder / MEDIUM).parent.mkdir(parents=True)
    (folder / MEDIUM).write_bytes(PICTURE)
    medium = {"url": f"{BLOG}p.png", "path": MEDIUM, "mime": "image/png", "bytes": 9, "sha256": DIGEST}
    with closing(open_store(None, tmp_path)) as store:
        store.save_blog(Blog(BLOG, folder="example.org"))
        store.save_post(Post(f"{BLOG}p", BLOG, warc=place, media=[medium]))
    return tmp_path


def verify(capsys: pytest.CaptureFixture[str], home: Path, *options: str) -> tuple[int, list[str]]:
    with pytest.raises(SystemExit) as end:
        main(["verify", "--home", str(home), *options])
    return int(end.value.code or 0), capsys.readouterr().out.splitlines()


def warc(home: Path) -> Path:
    return next(home.glob("example.org/warc/*.warc.gz"))


def cut(home: Path) -> None:
    warc(home).write_bytes(warc(home).read_bytes()[:-5])


def flip(home: Path) -> None:
    """Change a byte of a payload, in a valid gzip file."""
    data = bytearray(gzip.decompress(warc(home).read_bytes()))
    at = data.index(b"another")
    data[at] ^= 1
    parts = bytes(data).split(b"WARC/1.1\r\n")[1:]
    warc(home).write_bytes(b"".join(gzip.compress(b"WARC/1.1\r\n" + part) for part in parts))


def change(name: str, content: bytes) -> Callable[[Path], None]:
    return lambda home: (home / "example.org" / name).write_bytes(content) and None


def remove(name: str) -> Callable[[Path], None]:
    return lambda home: next((home / "example.org").glob(name)).unlink()


def test_an_intact_archive(capsys, home):
    assert verify(capsys, home) == (0, ["Checked 1 blog: no problems"])


@pytest.mark.parametrize(
    ("damage", "messages"),
    [
        (cut, ["damaged at byte", "index.cdxj: lists 1 responses that are not"]),
        (flip, ["does not match its digest"]),
        (remove("warc/*.warc.gz"), ["index.cdxj: lists 3 responses", f"{BLOG}p: its WARC file"]),
        (remove("warc/index.cdxj"), ["index.cdxj: lacks 3 responses"]),
        (change("warc/index.cdxj", b"\xff"), ["index.cdxj: cannot be read"]),
        (remove(MEDIUM), [f"{BLOG}p: its file {MEDIUM} is missing"]),
        (change(MEDIUM, b"a pictura"), [f"example.org/{MEDIUM}: does not match its digest"]),
    ],
)
def test_damage_is_one_line_and_exit_code_1(capsys, home, damage, messages):
    damage(home)
    code, lines = verify(capsys, home)
    assert code == 1
    for message in messages:
        assert [line for line in lines if message in line], lines
    assert lines[-1] == f"Checked 1 blog: {counted(len(lines) - 1, 'problem')}"


def test_a_missing_folder(capsys, home):
    (home / "example.org").rename(home / "moved")
    assert verify(capsys, home)[1][0] == f"{home / 'example.org'}: the folder is missing"


def test_a_record_that_is_elsewhere(capsys, home):
    with closing(open_store(None, home)) as store:
        post = store.post(f"{BLOG}p")
        assert post is not None
        assert post.warc is not None
        post.warc["offset"] += 1
        store.save_post(post)
    assert "its page is not at byte" in verify(capsys, home)[1][0]


def place_of(home: Path) -> WarcPlace | None:
    with closing(open_store(None, home)) as store:
        post = store.post(f"{BLOG}p")
        assert post is not None
        return post.warc


def test_damage_in_the_middle_is_repaired_and_the_lost_page_is_due(capsys, home):
    with closing(open_store(None, home)) as store:
        (state,) = store.post_states.known([f"{BLOG}p"]).values()
        state.etag, state.due = '"1"', "2099-01-01T00:00:00+00:00"
        store.post_states.save(BLOG, state)
    place = place_of(home)
    assert place is not None
    data = bytearray(warc(home).read_bytes())
    data[place["offset"] + 60] ^= 255
    warc(home).write_bytes(data)
    assert verify(capsys, home)[0] == 1
    code, lines = verify(capsys, home, "--repair")
    assert code == 0
    assert [line for line in lines if "damaged bytes at" in line and "were moved to damaged/" in line], lines
    assert f"Repaired: {BLOG}p: a response was lost" in lines
    assert f"Repaired: {BLOG}p: its page was lost; the next update fetches it again" in lines
    assert "Repaired: example.org/warc/index.cdxj: built again" in lines
    assert lines[-1] == "Checked 1 blog: no problems"
    with closing(open_store(None, home)) as store:
        (due,) = store.post_states.due(BLOG, datetime.now(UTC), 10)
    assert (due.url, due.etag) == (f"{BLOG}p", None)
    assert verify(capsys, home, "--repair") == (0, ["Checked 1 blog: no problems"])


@pytest.mark.parametrize("damage", [remove("warc/index.cdxj"), change("warc/index.cdxj", b"\xff")])
def test_the_index_is_repaired(capsys, home, damage):
    damage(home)
    assert verify(capsys, home, "--repair")[0] == 0
    assert verify(capsys, home) == (0, ["Checked 1 blog: no problems"])


def test_a_record_that_has_moved_is_found_again(capsys, home):
    before = place_of(home)
    assert before is not None
    content = warc(home).read_bytes()
    warc(home).write_bytes(content[: before["offset"]] + b"?" * 900 + content[before["offset"] :])
    code, lines = verify(capsys, home, "--repair")
    assert code == 0, lines
    assert place_of(home) == before | {"offset": before["offset"] + 900}


def test_a_record_that_does_not_match_its_digest_is_moved_aside(capsys, home):
    flip(home)
    _, lines = verify(capsys, home, "--repair")
    assert [line for line in lines if "were moved to damaged/" in line], lines
    assert not [line for line in lines if "does not match its digest" in line]
    assert list(home.glob("example.org/warc/damaged/*"))
