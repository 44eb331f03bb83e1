"""Views of blogs, posts and learned rules for Rich. All of it is untrusted text, so nothing is parsed as markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Group
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ..items import Blog, Post
from ..terminal import json_text, one_line, safe, size

__all__ = ["READABLE_WIDTH", "blogs_table", "post_line", "post_view", "posts_table", "rules_view", "shorten_selector"]

READABLE_WIDTH = 88
_ADDRESS_WIDTH, _TITLE_WIDTH = 28, 20  # wide enough that most addresses are not wrapped in 80 columns

_MAX_VALUE_LENGTH = 120  # what a rule drops may be long; --json prints all of it
_MAX_INDENT_DEPTH = 10  # deeper replies would leave no room for their text
_HAS_CLASS = re.compile(r'\[contains\(concat\(\\?" \\?",normalize-space\(@class\),\\?" \\?"\),\\?" ([^" ]+) \\?"\)\]')


def posts_table(posts: Iterable[Post]) -> Table:
    """The date, title, address and authors of each post."""
    table = _table("Date", "Title and address", "Authors")
    table.columns[0].no_wrap = True
    table.columns[1].overflow = "fold"  # so that addresses can be copied
    table.columns[2].max_width = 24
    for post in posts:
        date, title, authors, url = _cells(post)
        table.add_row(Text(date), Text.assemble(title or ("(no title)", "dim"), "\n", (url, "dim")), Text(authors))
    return table


def post_line(post: Post) -> str:
    """The same for other programs: one line, separated by tabs."""
    return "\t".join(_cells(post))


def post_view(post: Post, copies: Mapping[str, Path] | None = None) -> Group:
    """A post for reading: title, authors, date, tags, text, media with their local ``copies``, and comments."""
    about = [", ".join(map(one_line, post.authors)), _date(post.published, with_time=True)]
    if post.dating:
        about.append(_dated(post))
    lines = [
        Text(one_line(post.title or "(no title)"), style="bold"),
        Text(" · ".join(filter(None, about)), style="italic"),
        Text(" ".join(f"#{one_line(tag)}" for tag in post.tags), style="cyan"),
        Text(one_line(post.url), style="dim", overflow="fold"),
    ]
    paragraphs = [Text(safe(line)) for line in post.text.splitlines() if line.strip()]
    body = [Padding(paragraph, (1, 0, 0, 0)) for paragraph in paragraphs or [Text("(no text)", "dim")]]
    below = [*_media_lines(post, copies or {}), *_comment_lines(post)]
    return Group(*(line for line in lines if line.plain), *body, *below)


def _dated(post: Post) -> str:
    """Where the date comes from and how certain it is; for an undated post, the estimate."""
    dating = post.dating or {}
    sure = f"dated by {one_line(str(dating.get('from')))}, {100 * float(dating.get('confidence') or 0):.0f} % sure"
    return sure if post.published else f"perhaps {_date(dating.get('date'))}, {sure}"


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


def rules_view(blog: Blog) -> Group:
    """What was learned about a blog: the pattern of its posts' addresses and the rules for each field.

    Works with any JSON values: lists of objects are shown as rules, everything else as it is.
    """
    rules = {name: value for name, value in (blog.rules or {}).items() if _is_rules(value)}
    rest = {name: value for name, value in (blog.rules or {}).items() if not _is_rules(value)}
    parts: list[Any] = [Text("Addresses of posts", style="bold"), _values(blog.pattern or {})]
    parts += ["", Text("Rules", style="bold"), _rules(rules)]
    if any(map(_filled, rest.values())):
        parts += ["", Text("Other values", style="bold"), _values(rest)]
    return Group(*parts)


def _is_rules(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(rule, Mapping) for rule in value)


def _rules(rules: Mapping[str, list[Mapping[str, Any]]]) -> Table | Text:
    """Each rule, best first, with its other properties below; empty and false ones are left out."""
    if not any(rules.values()):
        return Text("nothing learned", style="dim")
    table = Table.grid(padding=(0, 2))
    for field, field_rules in rules.items():
        for number, rule in enumerate(field_rules):
            properties = {name: value for name, value in rule.items() if name != "selector" and _is_informative(value)}
            about = "; ".join(
                f"{one_line(name)} {_cut(shorten_selector(_value(value)))}" for name, value in properties.items()
            )
            table.add_row(
                Text("" if number else one_line(field)),
                Text.assemble(shorten_selector(_value(rule.get("selector"))), "\n", (about, "dim"), overflow="fold"),
            )
    return table


def _is_informative(value: Any) -> bool:
    return _filled(value) and value is not False and value != [0, 0]


def _cut(text: str) -> str:
    return text if len(text) <= _MAX_VALUE_LENGTH else text[:_MAX_VALUE_LENGTH].rstrip() + " …"


def _values(values: Mapping[str, Any]) -> Table | Text:
    if not values:
        return Text("nothing learned", style="dim")
    table = Table.grid(padding=(0, 2))
    for name, value in values.items():
        if _filled(value):
            table.add_row(Text(one_line(name)), Text(_value(value), overflow="fold"))
    return table


def shorten_selector(text: str) -> str:
    """Shorten XPath's class tests to CSS notation: ``div.entry``."""
    return _HAS_CLASS.sub(r".\1", text)


def _filled(value: Any) -> bool:
    return value not in (None, "", [], {})


def _value(value: Any) -> str:
    if not _filled(value):
        return ""
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return one_line(", ".join(value))
    return one_line(json_text(value))


def _cells(post: Post) -> list[str]:
    authors = ", ".join(post.authors)
    return [one_line(cell) for cell in (_date(post.published), post.title or "", authors, post.url)]


def _date(date: str | None, with_time: bool = False) -> str:
    return one_line((date or "")[: 16 if with_time else 10].replace("T", " "))


def _table(*columns: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(Text(column))
    return table
