"""Compares what the knowledge base knows about a generated site with the sources of the site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sample_writings import SITE, Writing

from blogcrawler.dates import iso_moment
from blogcrawler.dom import Page, node_text, parse_page
from blogcrawler.knowledge import Application, Level, document, found_text, known_applications, navigate

#: Names of levels that are lists of posts.
LISTS = frozenset({"home", "tag", "archive", "date"})
#: A content with more words than this, besides the article's, is not the article.
SURPLUS = 30


@dataclass(frozen=True, slots=True)
class Known:
    """The levels of lists (home, tag, archive) and posts, fields that are right on all posts, and the posts that were
    found."""

    type: str
    levels: dict[str, str]
    fields: frozenset[str]
    led: frozenset[str]
    mistaken: list[str] = field(default_factory=list)


def post_file(folder: Path, post: Writing) -> Path:
    """The page of a post."""
    found = [
        file
        for file in folder.rglob("*.html")
        if post.slug in (file.stem, file.parent.name) and "_print" not in file.parts
    ]
    return min(found, key=lambda file: len(file.parts))


def list_files(folder: Path) -> dict[str, Path]:
    """The home page, its second page, the page of a tag, the archive; those that exist."""
    choices = {
        "home": ["index.html"],
        "second": ["page/2/index.html", "page2/index.html", "index2.html", "blog/page/2/index.html", "index-1.html"],
        "tag": [
            f"{name}/{tag}" for name in ("tags", "tag", "categories") for tag in ("towns/index.html", "towns.html")
        ],
        "archive": ["archives/index.html", "archives.html", "posts/index.html", "blog/index.html", "archive.html"],
    }
    return {name: file for name, paths in choices.items() for file in [_first(folder, paths)] if file is not None}


def _first(folder: Path, paths: Sequence[str]) -> Path | None:
    return next((folder / path for path in paths if (folder / path).exists()), None)


def read_page(folder: Path, file: Path) -> Page:
    path = str(file.relative_to(folder)).removesuffix("index.html")
    return parse_page(file.read_text(encoding="utf-8", errors="replace"), f"{SITE}/{path}")


def level_of(page: Page, application: Application | None) -> Level | None:
    """The level of a page of a site whose type is recognised by its home page, as in a crawl."""
    return known_applications().level(application, document(page)) if application else None


def what_is_known(folder: Path, posts: Sequence[Writing]) -> Known:
    """Everything that is known about a site."""
    base = known_applications()
    found = base.recognise(document(read_page(folder, folder / "index.html")))
    application = found[0] if found else None
    levels, mistaken = {}, []
    for name, file in list_files(folder).items():
        level = level_of(read_page(folder, file), application)
        levels[name] = level.name if level else "–"
    files = {post_file(folder, post): post for post in posts}
    right: set[str] = {"title", "author", "published", "content", "tag"}
    kinds = set()
    for file, post in files.items():
        page = read_page(folder, file)
        level = level_of(page, application)
        kinds.add(level.name if level else "–")
        wrong = right - _right(page, level, post)
        mistaken += [f"{post.slug}: {name}" for name in sorted(wrong)]
        right -= wrong
    levels["post"] = ", ".join(sorted(kinds))
    led, seen, waiting = set(), {folder / "index.html"}, [folder / "index.html"]
    while waiting and application:
        page = read_page(folder, waiting.pop())
        level = level_of(page, application)
        for way in navigate(base, application, level, page) if level else ():
            file = folder / unquote(urlsplit(way.url).path).lstrip("/")
            file = file / "index.html" if file.is_dir() else file
            if file not in seen and file.exists():
                seen.add(file)
                waiting.append(file)
                if file in files and way.to == "post":
                    led.add(files[file].slug)
    name = application.name if application else "unknown"
    return Known(name, levels, frozenset(right), frozenset(led), mistaken)


def _right(page: Page, level: Level | None, post: Writing) -> set[str]:
    """The fields of a post that the actions of its level read correctly."""
    read: dict[str, list[str]] = {}
    for action in level.extract if level else ():
        if action.type not in read:
            values = [node_text(v) if action.type == "content" else found_text(v) for v in action.path.find(page.tree)]
            if any(values):
                read[action.type] = values
    content = " ".join(read.get("content", [""])[0].split())
    plain = [line for line in (" ".join(line.split()) for line in post.lines) if line]
    wanted = {
        "title": read.get("title", [""])[0] == post.title,
        "author": read.get("author", [""])[0].removeprefix("By ") == post.author,
        "published": (iso_moment(read.get("published", [""])[0]) or "")[:10] == str(post.day),
        "content": all(line in content for line in plain)
        and len(content.split()) <= len(" ".join(plain).split()) + SURPLUS,
        "tag": set(post.tags) <= {tag.strip("#, ").lower() for tag in read.get("tag", [])},
    }
    return {name for name, is_right in wanted.items() if is_right}
