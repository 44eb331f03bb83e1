"""Writes the pages of a site: posts, lists by month, tag, author and blog, and the search."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from ...extras import needs_extra
from ...items import Post
from ..archive_files import ArchiveFiles
from ..discussion import article_html, article_text, in_reading_order, reply_tree
from ..moments import post_date
from ..names import lossless_slug, month_folder, post_name
from ..sanitizer import safe_html
from ..xhtml import language_tag
from ..xml_text import xml_text
from .catalog import Catalog, Listed, ListPage
from .search_index import SearchIndex

__all__ = ["write_html_site"]

_HERE = Path(__file__).parent
_POSTS_PER_PAGE = 30
_EXCERPT = 280
_TOP_GROUPS = 16
_RIGHT_TO_LEFT = frozenset("ar arc ckb dv fa he iw ps sd ug ur yi".split())


def write_html_site(posts: Iterable[Post], folder: Path, files: ArchiveFiles, per_page: int = _POSTS_PER_PAGE) -> int:
    """Write a site, opened with ``index.html``; returns the number of posts, which come newest first."""
    shutil.copytree(_HERE / "assets", folder / "assets")
    pages = _Pages(folder, files)
    with Catalog.at(folder / "catalog.part") as catalog:
        search = SearchIndex(folder / "search")
        for newer, post, older in _with_neighbours(posts):
            listed = pages.write_post(post, _link_to(newer), _link_to(older))
            catalog.add(listed, _groups_of(post, files))
            search.add(_all_text(post))
        shards = search.finish(catalog.posts())
        pages.write_lists(catalog, per_page)
        pages.write("search.html", "search.html", shards=shards)
        return catalog.count


def _with_neighbours(posts: Iterable[Post]) -> Iterator[tuple[Post | None, Post, Post | None]]:
    newer: Post | None = None
    current: Post | None = None
    for older in posts:
        if current is not None:
            yield newer, current, older
        newer, current = current, older
    if current is not None:
        yield newer, current, None


def _path(post: Post) -> str:
    return f"posts/{month_folder(post)}/{post_name(post)}.html"


def _link_to(post: Post | None) -> dict[str, str] | None:
    return {"path": _path(post), "title": _title(post)} if post else None


def _title(post: Post) -> str:
    return _line(post.title) or _shortened(article_text(post), 60) or "Untitled"


def _line(text: str | None) -> str:
    return " ".join(xml_text(text or "").split())


def _shortened(text: str, length: int) -> str:
    text = _line(text[: length * 4])
    return text if len(text) <= length else text[:length].rstrip() + "…"


def _all_text(post: Post) -> str:
    replies = (f"{reply.comment.author or ''} {reply.comment.text}" for reply in in_reading_order(reply_tree(post)))
    return "\n".join([post.title or "", " ".join(post.authors), " ".join(post.tags), article_text(post), *replies])


def _groups_of(post: Post, files: ArchiveFiles) -> Iterator[tuple[str, str, str]]:
    date = post_date(post)
    yield ("months", date[:7], date[:7]) if date else ("months", "undated", "Undated")
    yield "blogs", lossless_slug(post.blog), files.blog_title(post.blog)
    for kind, names in (("tags", post.tags), ("authors", post.authors)):
        for name in names:
            if line := _line(name):
                yield kind, lossless_slug(line), line


class _Pages:
    """Renders templates into files of the site's folder."""

    def __init__(self, folder: Path, files: ArchiveFiles) -> None:
        with needs_extra("export"):
            from jinja2 import Environment, FileSystemLoader
            from markupsafe import Markup

        self._folder = folder
        self._files = files
        self._environment = Environment(
            loader=FileSystemLoader(_HERE / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True
        )
        self._markup = Markup
        titles = [files.blog_title(url) for url in files.blogs]
        self._site = {
            "title": titles[0] if len(titles) == 1 else "Blog archive",
            "many": len(titles) > 1,
            "made": datetime.now(UTC).date().isoformat(),
        }

    def write(self, path: str, template: str, **values: Any) -> None:
        """Write one page."""
        file = self._folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        text = self._environment.get_template(template).render(
            site=self._site, root="../" * path.count("/"), group_path=_group_path, **values
        )
        file.write_text(text, encoding="utf-8", errors="replace")

    def write_post(self, post: Post, newer: dict[str, str] | None, older: dict[str, str] | None) -> Listed:
        """Write the page of a post with copies of its media; returns what lists show of it."""
        path = _path(post)
        copies = self._copy_media(post)
        prefix = "../" * path.count("/")
        local = {url: prefix + copy for url, copy in copies.items()}
        language = language_tag(post.language)

        def safe(html: str, text: str) -> Any:
            return self._markup(safe_html(html, post.url, local)) if html else text

        replies = [
            {
                "author": _line(reply.comment.author) or "Anonymous",
                "date": (reply.comment.published or "")[:10],
                "depth": min(reply.depth, 6),
                "html": safe(reply.comment.content_html, reply.comment.text),
            }
            for reply in in_reading_order(reply_tree(post))
        ]
        groups: dict[str, list[dict[str, str]]] = {"tags": [], "authors": []} | {
            kind: [{"path": f"{kind}/{key}.html", "name": name} for _, key, name in found]
            for kind, found in groupby(_groups_of(post, self._files), lambda one: one[0])
        }
        self.write(
            path,
            "post.html",
            title=_title(post),
            url=post.url if post.url.startswith(("http://", "https://")) else None,
            date=post_date(post),
            language=language,
            direction="rtl" if language and language.lower().split("-")[0] in _RIGHT_TO_LEFT else "auto",
            article=safe(article_html(post), post.text),
            replies=replies,
            groups=groups,
            newer=newer,
            older=older,
        )
        pictures = (copies[str(one["url"])] for one in post.media if _is_picture(one) and str(one["url"]) in copies)
        return Listed(
            path=path,
            title=_title(post),
            date=post_date(post),
            language=language,
            excerpt=_shortened(article_text(post), _EXCERPT),
            about=self._files.blog_title(post.blog) if self._site["many"] else "",
            replies=len(replies),
            picture=next(pictures, None),
        )

    def _copy_media(self, post: Post) -> dict[str, str]:
        copies = {}
        for url, file in self._files.local_media(post).items():
            path = f"media/{file.parent.name}/{file.name}"
            if not (self._folder / path).exists():
                (self._folder / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, self._folder / path)
            copies[url] = path
        return copies

    def write_lists(self, catalog: Catalog, size: int) -> None:
        """Write all lists, and the overviews of months, tags, authors and blogs."""
        blogs = catalog.groups("blogs")
        tags = [one for one in catalog.groups("tags", limit=_TOP_GROUPS) if one.count > 1]
        for page in catalog.all_pages(size):
            first = {"tags": tags, "blogs": blogs} if page.number == 1 else {}
            self._write_list(page, **first)
        for page in catalog.group_pages(size):
            self._write_list(page)
        months = sorted(catalog.groups("months"), key=lambda one: (one.key != "undated", one.key), reverse=True)
        years = [(year, list(group)) for year, group in groupby(months, lambda one: one.key.partition("-")[0])]
        self.write("months.html", "months.html", years=years)
        for kind in ("tags", "authors", "blogs"):
            self.write(f"{kind}.html", "groups.html", kind=kind, groups=catalog.groups(kind, by_name=True))

    def _write_list(self, page: ListPage, **values: Any) -> None:
        near = {
            "newer": _group_path(page.group, page.number - 1) if page.number > 1 else None,
            "older": _group_path(page.group, page.number + 1) if page.number < page.of else None,
        }
        self.write(_group_path(page.group, page.number), "list.html", page=page, near=near, **values)


def _group_path(group: Any, number: int = 1) -> str:
    """The path of a page of a list. Further pages are in a folder, so that no name of a group can meet them."""
    if group.kind == "all":
        return "index.html" if number == 1 else f"all/{number}.html"
    return f"{group.kind}/{group.key}.html" if number == 1 else f"{group.kind}/{group.key}/{number}.html"


def _is_picture(medium: dict[str, Any]) -> bool:
    return str(medium.get("mime")).startswith("image/")
