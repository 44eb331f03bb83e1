"""The explanation of a page for Rich. All of it is untrusted text, so nothing is parsed as markup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...dom import shorten_selector
from ...explanation import ArticleBlock, Choice, DateChoice, Explanation, FieldExplanation, Fit, PostDecision, Program
from ...terminal import one_line

__all__ = ["explanation_view"]

#: Characters of a value to show. Cut text is shown in full; ``--json`` prints everything.
_MAX_VALUE_LENGTH = 100
_MARKS = {Fit.FOR: ("+", "green"), Fit.AGAINST: ("−", "red"), Fit.NEUTRAL: ("·", "dim")}
_CUT_STYLE = "red strike"


def explanation_view(found: Explanation) -> Group:
    """Program, decision, fields with their alternatives, dates, and the article with what was cut."""
    parts: list[Any] = [
        Text(one_line(found.captured_url), style="bold", overflow="fold"),
        Text(f"captured {one_line(found.captured)}, blog {one_line(found.blog)}", style="dim", overflow="fold"),
        *(Text(one_line(note), style="yellow") for note in found.notes),
        *_section("Program", [_program(found.program)]),
        *_section("Post", list(_post(found.post))),
        *_section("Fields" if found.post.is_post else "Fields, if it were a post", [_fields(found.fields)]),
        *_section("Dates", [_dates(found.dates)]),
        *_section("Article", list(_article(found.blocks))),
    ]
    return Group(*parts)


def _section(title: str, parts: Iterable[Any]) -> list[Any]:
    return ["", Text(title, style="bold"), *(Padding(part, (0, 0, 0, 2)) for part in parts)]


def _program(program: Program | None) -> Text:
    if program is None:
        return Text("unknown: no pattern of the knowledge base matches", style="dim")
    about = f"{len(program.by)} of {program.patterns} patterns match"
    about += f", page of the level {program.level}" if program.level else ", unknown level"
    if program.of_blog != program.name:
        about += f"; the crawl recognised {one_line(program.of_blog or 'nothing')} on the home page"
    return Text.assemble(
        f"{one_line(program.name)} ({one_line(program.title)})  ",
        (about, "dim"),
        *(("\n" + one_line(pattern), "dim") for pattern in program.by),
        overflow="fold",
    )


def _post(decision: PostDecision) -> Iterator[Any]:
    verdict = ("yes", "bold green") if decision.is_post else ("no", "bold red")
    yield Text.assemble(verdict, f": {one_line(decision.because)}")
    if decision.saved != decision.is_post:
        stored = (
            "has a record: pages are judged again at the end of a crawl" if decision.saved else "has no record of it"
        )
        yield Text(f"but the archive {stored}", style="yellow")
    table = Table.grid(padding=(0, 1))
    for reason in decision.reasons:
        mark, style = _MARKS[reason.fit]
        table.add_row(
            Text(mark, style=style), Text(one_line(reason.name), overflow="fold"), Text(one_line(reason.detail), "dim")
        )
    yield table


def _fields(fields: Iterable[FieldExplanation]) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for field in fields:
        value = Text(_short(field.value) or "(nothing)", style="" if field.value else "dim")
        if field.value and field.confidence is not None:
            value.append(f"  {100 * field.confidence:.0f} % sure", style="dim")
        table.add_row(Text(one_line(field.name), style="bold"), Text(one_line(field.source), style="bold"), value)
        if field.differs:
            saved = _short(field.saved or "") or "(nothing)"
            source = Text(one_line(field.saved_source or ""), style="yellow")
            table.add_row("", source, Text(f"is in the record: {saved}", style="yellow"))
        for choice in field.choices:
            table.add_row("", *_choice(choice))
    return table


def _choice(choice: Choice) -> tuple[Text, Text]:
    sure = f" {choice.confidence:.2f}" if choice.confidence is not None else ""
    source = Text.assemble(("▸ ", "green") if choice.used else "  ", (f"{one_line(choice.source)}{sure}", "dim"))
    selector = one_line(shorten_selector(choice.selector))
    value = (_short(choice.value), "") if choice.value else ("finds nothing", "dim")
    return source, Text.assemble((selector, "cyan"), "\n" if selector else "", value, overflow="fold")


def _dates(dates: Iterable[DateChoice]) -> Table | Text:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for one in dates:
        mark = "▸ " if one.used else "  "
        table.add_row(
            Text.assemble((mark, "green"), one_line(one.date)),
            Text(one_line(one.origin)),
            Text(f"{100 * one.confidence:.0f} %"),
            Text(one_line(shorten_selector(one.selector)), style="cyan"),
        )
    return table if table.row_count else Text("no date found", style="dim")


def _article(blocks: Iterable[ArticleBlock]) -> Iterator[Any]:
    inside = [block for block in blocks if block.inside]
    if not inside:
        yield Text("no article found", style="dim")
        return
    cut = [block for block in inside if block.cut]
    yield Text(f"{len(inside)} blocks of text, {len(cut)} of them cut or cut in part", style="dim")
    for block in inside:
        if not block.cut:
            yield Text(_short(block.text))
        elif not block.kept:
            yield Text.assemble(("[-", "red"), (one_line(block.text), _CUT_STYLE), ("-]", "red"), _reason(block))
        else:
            yield Text.assemble(*_partly_cut(block), _reason(block))


def _partly_cut(block: ArticleBlock) -> Iterator[str | tuple[str, str]]:
    for part in block.parts:
        text = one_line(part.text)
        if part.kept or not text:
            yield f"{text} "
        else:
            yield from (("[-", "red"), (text, _CUT_STYLE), ("-] ", "red"))


def _reason(block: ArticleBlock) -> tuple[str, str]:
    reason = shorten_selector(block.why) if block.why else f"in {block.where}"
    return f"  {one_line(reason)}", "dim"


def _short(text: str) -> str:
    line = one_line(text)
    return (
        line if len(line) <= _MAX_VALUE_LENGTH else f"{line[:_MAX_VALUE_LENGTH].rstrip()} … ({len(line):,} characters)"
    )
