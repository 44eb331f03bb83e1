"""Repairs the web archive of a blog, and marks posts whose pages were lost, so that updates fetch them again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from ..archive import check_archive, repair_archive
from ..items import Blog, Post, WarcPlace
from ..store import Store
from .folder import blog_folder

__all__ = ["repair_blog"]


def repair_blog(store: Store, home: Path, blog: Blog, now: datetime) -> Iterator[str]:
    """Repair what can be repaired, and say what was done, one line each."""
    folder = blog_folder(home, blog)
    if not (folder / "warc").is_dir():
        return
    repair = repair_archive(folder / "warc")
    for lost in repair.lost:
        where = f"{folder.name}/warc/{lost.file}: {lost.length:,} damaged bytes at {lost.offset:,}"
        yield f"{where} were moved to {lost.moved_to}" if lost.moved_to else f"{where} are too few to be replaced"
        yield from (f"{url}: a response was lost" for url in lost.urls)
    if repair.reindexed:
        yield f"{folder.name}/warc/index.cdxj: built again"
    archive = check_archive(folder / "warc")
    places = {record_id: place for place, record_id in archive.records.items()}
    for post in list(store.posts(blog.url)):
        if post.warc is None:
            continue
        name, record_id = Path(post.warc["file"]).name, post.warc["record_id"]
        if name in archive.open_files or archive.records.get((name, post.warc["offset"])) == record_id:
            continue
        if record_id in places:
            file, offset = places[record_id]
            warc: WarcPlace = {"file": f"warc/{file}", "offset": offset, "record_id": record_id}
            store.save_post(replace(post, warc=warc))
            yield f"{post.url}: its page was found at byte {offset:,} of {file}"
        else:
            _fetch_again(store, post, now)
            yield f"{post.url}: its page was lost; the next update fetches it again"


def _fetch_again(store: Store, post: Post, now: datetime) -> None:
    """Mark a post as due, and forget its validators, so that the server does not answer "not modified"."""
    store.save_post(replace(post, warc=None))
    for state in store.post_states.known([post.url]).values():
        state.due, state.etag, state.modified = now.isoformat(timespec="seconds"), None, None
        store.post_states.save(post.blog, state)
