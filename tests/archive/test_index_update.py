from __future__ import annotations

from contextlib import closing
from pathlib import Path

from exchanges import exchange

from blogcrawler.archive import WarcWriter, update_index


def test_a_missing_index_is_made_from_the_files(tmp_path: Path) -> None:
    assert update_index(tmp_path) is None, "there are no WARC files"
    assert list(tmp_path.iterdir()) == []
    with closing(WarcWriter(tmp_path)) as writer:
        writer.write(exchange("http://example.org/post"))
    before = (tmp_path / "index.cdxj").read_bytes()
    (tmp_path / "index.cdxj").unlink()
    (tmp_path / "index.db").unlink()
    assert update_index(tmp_path) == tmp_path / "index.cdxj"
    assert (tmp_path / "index.cdxj").read_bytes() == before
