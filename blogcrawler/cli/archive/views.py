"""Views of blogs and posts for Rich. All of it is untrusted text, so nothing is parsed as markup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from rich.console import Group
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ...dates import parse_instant
from ...items import Blog, Post, Version
from ...terminal import one_line, safe, size

__all__ = ["READABLE_WIDTH", "blog_line", "blogs_table", "post_line", "post_view", "posts_table", "validity_line"]

READABLE_WIDTH = 88
_ADDRESS_WIDTH, _TITLE_WIDTH = 28, 20  # wide enough that most addresses are not wrapped in 80 columns

_MAX_INDENT_DEPTH = 10  # deeper replies would leave no room for their text
#: A day that is less certain is not shown as the post's date, and below the second limit not even as an estimate.
_MIN_SURE, _MIN_ESTIMATE = 0.5, 0.1
_UNKNOWN = "date unknown"


def posts_table(posts: Iterable[tuple[Post, str | None]]) -> Table:
    """The date, title, address and authors of each post, and since when it is gone, if it is."""
    table = _table("Date", "Title and address", "Authors")
    table.columns[0].no_wrap = True
    table.columns[1].overflow = "fold"  # so that addresses can be copied
    table.columns[2].max_width = 24
    for post, gone in posts:
        date, title, authors, url = _cells(post, "\n")
        mark = (f"gone since {_date(gone)}  ", "red") if gone else ""
        shown = Text.assemble(mark, title or ("(no title)", "dim"), "\n", (url, "dim"))
        table.add_row(Text(date), shown, Text(authors))
    return table


def post_line(post: Post, gone: str | None = None) -> str:
    """The same for other programs: one line, separated by tabs."""
    return "\t".join([*_cells(post), *([f"gone since {_date(gone)}"] if gone else [])])


def post_view(post: Post, copies: Mapping[str, Path] | None = None, gone: str | None = None) -> Group:
    """A post for reading: title, authors, date, tags, text, media with their local ``copies``, and comments."""
    about = [", ".join(map(one_line, post.authors)), _shown_date(post, with_time=True)]
    if post.dating:
        about.append(_dated(post))
    lines = [
        Text(one_line(post.title or "(no title)"), style="bold"),
        Text(" · ".join(filter(None, about)), style="italic"),
        Text(" ".join(f"#{one_line(tag)}" for tag in post.tags), style="cyan"),
        Text(one_line(post.url), style="dim", overflow="fold"),
        Text(f"Gone since {_date(gone)}: its page no longer exists." if gone else "", style="red"),
    ]
    paragraphs = [Text(safe(line)) for line in post.text.splitlines() if line.strip()]
    body = [Padding(paragraph, (1, 0, 0, 0)) for paragraph in paragraphs or [Text("(no text)", "dim")]]
    below = [*_media_lines(post, copies or {}), *_comment_lines(post)]
    return Group(*(line for line in lines if line.plain), *body, *below)


def validity_line(version: Version, moment: datetime) -> str:
    """From when until when a version was current, as far as is known."""
    since, until = _date(version.since, with_time=True), _date(version.until, with_time=True)
    first = parse_instant(version.since)
    if first is not None and first > moment:
        return f"As of {moment:%Y-%m-%d %H:%M}, before the first crawl: the post as it was first seen on {since}"
    ended = f"until {until}" if until else "and ever since"
    return f"As of {moment:%Y-%m-%d %H:%M}: seen like this from {since or 'the first crawl'} {ended}"


def _dated(post: Post) -> str:
    """Where the date comes from and how certain it is."""
    dating = post.dating or {}
    sure = f"dated by {one_line(str(dating.get('from')))}, {100 * _sureness(post):.0f} % sure"
    return sure if _shown_date(post) != _UNKNOWN else f"perhaps {_date(str(dating.get('date')))}, {sure}"


def _sureness(post: Post) -> float:
    """How certain the best known date is; 1 if that is not recorded."""
    return float(post.dating.get("confidence") or 0) if post.dating else 1.0


def _shown_date(post: Post, with_time: bool = False) -> str:
    """The date of a post as far as it is certain: the date, ``about`` that day, or unknown."""
    sure, best = _sureness(post), str((post.dating or {}).get("date") or "")
    if post.published and sure >= _MIN_SURE:
        return _date(post.published, with_time)
    if not post.published and not best:
        return ""
    return f"about {_date(post.published or best)}" if sure >= _MIN_ESTIMATE else _UNKNOWN


def _comment_lines(post: Post) -> list[Any]:
    """The comments, with replies indented."""
    depths: dict[Any, int] = {None: -1}
    stated = f" of {post.comments_expected:,}" if (post.comments_expected or 0) > len(post.comments) else ""
    title = Text(f"Comments: {len(post.comments):,}{stated}", style="bold")
    lines: list[Any] = [Padding(title, (1, 0, 0, 0))] if post.comments else []
    for comment in post.comments:
        depth = depths[comment.id] = depths.get(comment.parent, -1) + 1
        about = [one_line(comment.author or "(anonymous)"), _date(comment.published, with_time=True)]
        kind = comment.type or "comment"
        about += [one_line(kind)] if kind != "comment" else []
        indent = 2 * min(depth, _MAX_INDENT_DEPTH)
        lines.append(Padding(Text(" · ".join(filter(None, about)), style="italic"), (1, 0, 0, indent)))
        lines.append(Padding(Text(safe(comment.text)), (0, 0, 0, indent)))
    return lines


def _media_lines(post: Post, copies: Mapping[str, Path]) -> list[Any]:
    """Type, size and address of each media file, with a link to its local copy."""
    lines: list[Any] = [Padding(Text("Media", style="bold"), (1, 0, 0, 0))] if post.media else []
    for medium in post.media:
        about = f"{one_line(str(medium.get('mime')))}, {size(medium.get('bytes') or 0)}  "
        lines.append(Text.assemble(about, (one_line(str(medium.get("url"))), "dim"), overflow="fold"))
        if (file := copies.get(str(medium.get("url")))) is not None:
            lines.append(Text(f"  {one_line(str(file))}", style=Style(link=file.as_uri()), overflow="fold"))
    return lines


def blog_line(blog: Blog, posts: int) -> str:
    """A blog for other programs: address, title, number of posts, language and day of the crawl, separated by tabs."""
    cells = (blog.url, blog.title or "", str(posts), blog.language or "", _date(blog.crawled))
    return "\t".join(map(one_line, cells))


def blogs_table(blogs: Iterable[tuple[Blog, int]]) -> Table:
    """One line per blog, with the number of its posts."""
    table = _table("Address", "Title", "Posts", "Language", "Crawled")
    blogs = list(blogs)
    table.columns[0].overflow = "fold"
    table.columns[0].min_width = min(_ADDRESS_WIDTH, max((len(blog.url) for blog, _ in blogs), default=0))
    table.columns[2].justify = "right"
    for column in table.columns[2:]:
        column.no_wrap = True
    table.columns[1].max_width = _TITLE_WIDTH
    for blog, posts in blogs:
        cells = [
            blog.url,
            blog.title or "",
            f"{posts:,}",
            blog.language or "",
            _date(blog.crawled),
        ]
        table.add_row(*(Text(one_line(cell)) for cell in cells))
    return table


def _cells(post: Post, before_sureness: str = " ") -> list[str]:
    date, sure = _shown_date(post), _sureness(post)
    uncertain = f"{before_sureness}({100 * sure:.0f} % sure)" if date.startswith("about") else ""
    cells = (post.title or "", ", ".join(post.authors), post.url)
    return [date.removeprefix("date ") + uncertain, *(one_line(cell) for cell in cells)]


def _date(date: str | None, with_time: bool = False) -> str:
    return one_line((date or "")[: 16 if with_time else 10].replace("T", " "))


def _table(*columns: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(Text(column))
    return table
