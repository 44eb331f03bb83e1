"""What was learned about a blog, in words for people. All of it is untrusted text, so nothing is parsed as markup."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from rich.console import Group
from rich.table import Table
from rich.text import Text

from ...dom import shorten_selector
from ...items import Blog
from ...terminal import json_text, one_line

__all__ = ["rules_view"]

_MAX_RULES, _MAX_NAMES = 3, 6  # the first ones are used nearly always; --json prints all
_MAX_VALUE_LENGTH = 120
#: What the segments of an address stand for.
_SEGMENTS = {"Y": "‹year›", "N": "‹number›", "D": "‹date-words›", "S": "‹words›"}
#: Values that rules have for all posts, in words.
_OF_ALL_POSTS = {
    "language": "language",
    "author": "author of all posts",
    "names": "names of the blog",
    "pages": "learned from",
}
#: What a rule reads of an element, if that is not an attribute.
_TAKEN = {"text": "", "pieces": ", piece by piece", "own": ", without inner elements"}
_DATE_FORMS = {"dmy": "day, month, year", "mdy": "month, day, year", "ymd": "year, month, day", "words": "in words"}


def rules_view(blog: Blog) -> Group:
    """What was learned about a blog: which addresses posts have, how pages are recognised, how fields are read.

    Works with any JSON values: what is unknown here is shown as it is.
    """
    pattern, rules = blog.pattern or {}, blog.rules or {}
    parts: list[Any] = [Text(one_line(blog.title or blog.url), style="bold"), Text(one_line(blog.url), style="dim")]
    parts += ["", Text("Posts are recognised by", style="bold"), _table(_recognition(pattern))]
    lists = {name: value for name, value in rules.items() if _is_rules(value)}
    parts += [
        "",
        Text("Fields are read from (best first, with the score on the training pages)", style="bold"),
        _table(_fields(lists)),
    ]
    if rows := list(_of_all_posts(rules)):
        parts += ["", Text("All posts", style="bold"), _table(rows)]
    return Group(*parts)


def _table(rows: Iterable[tuple[str, str, str]]) -> Table | Text:
    """Rows of a label, a value, and what is less important."""
    table = Table.grid(padding=(0, 2))
    for label, value, detail in rows:
        below = ("\n" + detail, "dim") if detail else ""
        table.add_row(Text(f"  {label}"), Text.assemble(value, below, overflow="fold"))
    return table if table.row_count else Text("  nothing learned", style="dim")


def _recognition(pattern: Mapping[str, Any]) -> Iterable[tuple[str, str, str]]:
    known = {"root", "forms", "judge", "canonical", "feed_query", "older", "others"}
    root = str(pattern.get("root") or "")
    for number, form in enumerate(_mappings(pattern.get("forms"))):
        posts = form.get("posts")
        seen = f"{posts:,} posts that were learned from" if isinstance(posts, int) else ""
        yield "" if number else "address", _address(form, root), seen
    judge = pattern.get("judge")
    if isinstance(judge, Mapping) and judge.get("common"):
        yield "page", f"has {_named(judge['common'])}", f"other pages lack {_named(judge.get('telling') or [])}"
    if pattern.get("canonical") is True:
        yield "canonical", "the canonical address on a page is right", ""
    if _filled(pattern.get("feed_query")):
        yield "feed", f"?{_cut(_plain(pattern['feed_query']))} in its links is no part of addresses", ""
    for name, words in (("older", "earlier templates"), ("others", "other templates")):
        if _filled(pattern.get(name)):
            yield words, f"{len(list(_mappings(pattern[name]))):,}", ""
    for name, value in pattern.items():
        if name not in known and _filled(value):
            yield one_line(name), _cut(_plain(value)), ""


def _address(form: Mapping[str, Any], root: str) -> str:
    """The addresses of a form as one address with placeholders."""
    parts, fixed, kinds = urlsplit(root), form.get("fixed") or [], form.get("kinds") or []
    segments = [str(want or _SEGMENTS.get(str(kind), kind)) for want, kind in zip(fixed, kinds, strict=False)]
    query = "&".join(
        re.sub(r"=([NS])$", lambda kind: f"={_SEGMENTS[kind[1]]}", str(one)) for one in form.get("query") or []
    )
    path = "/".join(segments) + str(form.get("extension") or "") + (f"?{query}" if query else "")
    return one_line(f"{parts.scheme}://{parts.netloc}/{path}" if parts.netloc else f"/{path}")


def _fields(rules: Mapping[str, Sequence[Mapping[str, Any]]]) -> Iterable[tuple[str, str, str]]:
    for field, of_field in rules.items():
        for number, rule in enumerate(of_field[:_MAX_RULES]):
            about = "; ".join(filter(None, (_score(rule.get("confidence")), *_properties(rule))))
            yield "" if number else one_line(field), _place(rule), about
        if len(of_field) > _MAX_RULES:
            yield "", f"and {len(of_field) - _MAX_RULES:,} more (--json lists them)", ""


def _place(rule: Mapping[str, Any]) -> str:
    """Where a rule reads, in words where there are short ones."""
    selector = str(rule.get("selector") or "")
    if not selector:
        return _cut(_plain({name: value for name, value in rule.items() if _filled(value)}))
    if selector == "url":
        return "the address of the page"
    kind, colon, name = selector.partition(":")
    if colon and kind in ("json-ld", "script"):
        return one_line(f"{name} in the page's {'JSON-LD' if kind == 'json-ld' else 'scripts'}")
    take = str(rule.get("take") or "text")
    attribute = _TAKEN.get(take, f", attribute {take}")
    return one_line(f"{shorten_selector(selector)}{attribute}")


def _score(confidence: Any) -> str:
    return f"{100 * confidence:.0f} %" if isinstance(confidence, int | float) else ""


#: How to say each property of a rule; those that are not here matter to the program only.
_WORDS: dict[str, Callable[[Any], str]] = {
    "after": lambda value: f"begins after {shorten_selector(str(value))}",
    "until": lambda value: f"ends before {shorten_selector(str(value))}",
    "drop": lambda value: f"without {_named(value)}",
    "titles": lambda value: f"without the title in {_named(value)}",
    "spare": lambda value: f"keeps {_named(value)}",
    "ends": lambda value: "ends at a heading that announces comments or other posts" if value else "",
    "phrases": lambda value: f"without {len(value):,} phrases that pages repeat",
    "pictures": lambda value: f"without {len(value):,} pictures that pages repeat",
    "source": lambda value: "" if value == "rule" else f"found by {value}",
    "by": lambda value: f"found by {value}",
    "prefix": lambda value: f"after “{value}”",
    "suffix": lambda value: f"before “{value}”",
    "form": lambda value: f"date: {_DATE_FORMS.get(str(value), value)}",
    "clock": lambda value: f"at {value} if the page has no hour",
    "daily": lambda value: "only the day" if value else "",
    "several": lambda value: "every match" if value else "",
}


def _properties(rule: Mapping[str, Any]) -> Iterable[str]:
    for name, say in _WORDS.items():
        value = rule.get(name)
        if _filled(value) and isinstance(value, str | bool | list):
            yield _cut(one_line(say(value)))


def _of_all_posts(rules: Mapping[str, Any]) -> Iterable[tuple[str, str, str]]:
    for name, label in _OF_ALL_POSTS.items():
        if _filled(value := rules.get(name)):
            shown = f"{value:,} posts" if name == "pages" and isinstance(value, int) else _plain(value)
            yield label, _cut(shown), ""


def _named(values: Any) -> str:
    """The first of some names, and how many more there are."""
    names = [one_line(shorten_selector(str(value))) for value in (values if isinstance(values, list) else [values])]
    more = f" and {len(names) - _MAX_NAMES:,} more" if len(names) > _MAX_NAMES else ""
    return (", ".join(names[:_MAX_NAMES]) or "nothing in particular") + more


def _mappings(value: Any) -> Iterable[Mapping[str, Any]]:
    return (one for one in (value if isinstance(value, list) else ()) if isinstance(one, Mapping))


def _is_rules(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(rule, Mapping) for rule in value)


def _filled(value: Any) -> bool:
    return value not in (None, "", [], (), {}, False)


def _cut(text: str) -> str:
    return text if len(text) <= _MAX_VALUE_LENGTH else text[:_MAX_VALUE_LENGTH].rstrip() + " …"


def _plain(value: Any) -> str:
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return one_line(", ".join(value))
    return one_line(json_text(value))
