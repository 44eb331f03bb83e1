"""Archives that are damaged in the middle lose what is damaged, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from exchanges import exchange
from warc_reading import assert_valid, cdxj, records, warcs

from blogcrawler.archive import WarcWriter, check_archive, repair_archive

URLS = [f"http://example.org/{number}" for number in range(8)]
Damage = Callable[[bytearray, int, int], None]


def body(number: int) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + random.Random(number).randbytes(600)


@pytest.fixture
def places(tmp_path: Path) -> list[int]:
    with WarcWriter(tmp_path) as writer:
        return [writer.write(exchange(url, body(number)))["offset"] for number, url in enumerate(URLS)]


def overwrite(data: bytearray, begin: int, end: int) -> None:
    data[begin + 30 : end - 30] = random.Random(1).randbytes(end - begin - 60)


def blank(data: bytearray, begin: int, end: int) -> None:
    data[begin:end] = bytes(end - begin)


def flip(data: bytearray, begin: int, end: int) -> None:
    data[(begin + end) // 2] ^= 1


def imitate(data: bytearray, begin: int, end: int) -> None:
    data[begin:end] = (b"\x1f\x8b\x08" * (end - begin))[: end - begin]


@pytest.mark.parametrize("damage", [overwrite, blank, flip, imitate])
def test_damage_is_moved_aside_and_all_else_stays_in_its_place(
    tmp_path: Path, places: list[int], damage: Damage
) -> None:
    (path,) = warcs(tmp_path)
    before = {(one.fields["WARC-Record-ID"], one.offset) for one in records(tmp_path)}
    data = bytearray(path.read_bytes())
    begin, end = places[3], places[3] + int(next(one["length"] for one in cdxj(tmp_path) if one["url"] == URLS[3]))
    damage(data, begin, end)
    path.write_bytes(data)
    assert check_archive(tmp_path).problems

    repair = repair_archive(tmp_path)
    (lost,) = repair.lost
    assert (lost.offset, lost.length, lost.urls) == (begin, end - begin, (URLS[3],))
    assert lost.moved_to is not None
    assert (tmp_path / lost.moved_to).read_bytes() == bytes(data[begin:end])
    assert repair.reindexed
    assert_valid(tmp_path)
    assert check_archive(tmp_path).problems == []
    after = {(one.fields["WARC-Record-ID"], one.offset) for one in records(tmp_path)}
    assert len(before - after) == 1
    assert [one.block for one in records(tmp_path, "metadata")] == [
        f"{end - begin} bytes of {path.name} at {begin} were damaged and are in damaged/".encode()
    ]
    assert sorted(one["url"] for one in cdxj(tmp_path)) == [url for url in URLS if url != URLS[3]]
    again = repair_archive(tmp_path)
    assert (again.lost, again.reindexed) == ([], False)


def test_what_is_lost_is_archived_in_full_when_it_is_fetched_again(tmp_path: Path, places: list[int]) -> None:
    (path,) = warcs(tmp_path)
    data = bytearray(path.read_bytes())
    data[places[3] + 40] ^= 255
    path.write_bytes(data)
    repair_archive(tmp_path)
    with WarcWriter(tmp_path) as writer:
        writer.write(exchange(URLS[3], body(3)))
    assert writer.counts.revisits == 0
    assert URLS[3] in {one["url"] for one in cdxj(tmp_path)}


@pytest.mark.parametrize("size", [1, 10, 25, 60, 2000])
def test_bytes_between_records_are_survived(tmp_path: Path, places: list[int], size: int) -> None:
    (path,) = warcs(tmp_path)
    data = path.read_bytes()
    at = places[3]
    path.write_bytes(data[:at] + b"?" * size + data[at:])
    repair_archive(tmp_path)
    assert sorted(one["url"] for one in cdxj(tmp_path)) == URLS
    assert len(check_archive(tmp_path).records) >= 1 + 2 * len(URLS)


def test_a_damaged_end_is_cut_off(tmp_path: Path, places: list[int]) -> None:
    (path,) = warcs(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data[: places[7]] + b"\xff" * 50)
    repair_archive(tmp_path)
    assert path.stat().st_size == places[7]
    assert_valid(tmp_path)
    assert check_archive(tmp_path).problems == []


def test_a_file_that_is_being_written_is_left_alone(tmp_path: Path, places: list[int]) -> None:
    with WarcWriter(tmp_path) as writer:
        writer.write(exchange("http://example.org/new"))
        assert len(repair_archive(tmp_path).open_files) == 1


def test_damage_anywhere_costs_at_most_what_it_hits(tmp_path: Path, places: list[int]) -> None:
    (path,) = warcs(tmp_path)
    whole, dice = path.read_bytes(), random.Random(5)
    for _ in range(25):
        data = bytearray(whole)
        begin = dice.randrange(len(data) - 50)
        data[begin : begin + 50] = dice.randbytes(50)
        path.write_bytes(data)
        repair_archive(tmp_path)
        assert_valid(tmp_path)
        assert check_archive(tmp_path).problems == []
        assert len(cdxj(tmp_path)) >= len(URLS) - 2
