"""The explanation of a page as HTML. The page is foreign text: all of it is escaped, and scripts are forbidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from ...dom import shorten_selector
from ...explanation import ArticleBlock, Choice, Explanation, FieldExplanation
from ...terminal import one_line

__all__ = ["explanation_page"]

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
h1 { font-size: 1.2rem; overflow-wrap: anywhere } h2 { font-size: 1.1rem; margin-top: 2rem }
table { border-collapse: collapse } td.source { white-space: nowrap }
th, td { text-align: left; vertical-align: top; padding: .2rem .6rem .2rem 0 }
td { overflow-wrap: break-word }
th { white-space: nowrap; font-weight: 600 } tr.field > * { border-top: 1px solid #ddd }
code { font-size: .85em; color: #555 } small { color: #666 } .used { font-weight: 600 }
.block { margin: .5rem 0; padding-left: .7rem; border-left: 3px solid #3a8f4d; overflow-wrap: anywhere }
.cut { border-color: #c0392b } .outside { border-color: #ccc; color: #888 }
del { background: #fbe3e0; color: #9c2b1f } .why { display: block }
.for::before { content: "+ "; color: #3a8f4d } .against::before { content: "− "; color: #c0392b }
.neutral::before { content: "· " } .note { background: #fff6d6; padding: .3rem .6rem }
"""
_CHARACTERS = 300


def explanation_page(found: Explanation) -> str:
    """A page of its own: what was decided, and the text of the explained page with the cut parts marked."""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            '<meta name="viewport" content="width=device-width">',
            f"<title>{_text(found.captured_url)}</title><style>{_STYLE}</style></head><body>",
            f"<h1>{_text(found.captured_url)}</h1>",
            f"<p><small>captured {_text(found.captured)}, blog {_text(found.blog)}</small></p>",
            *(f'<p class="note">{_text(note)}</p>' for note in found.notes),
            *_decisions(found),
            "<h2>Fields</h2><table>",
            *(row for field in found.fields for row in _field(field)),
            "</table><h2>Dates</h2><table>",
            *_dates(found),
            "</table><h2>Text of the page</h2>",
            "<p><small>Green: kept. Red: cut from the article. Grey: outside the article.</small></p>",
            *map(_block, found.blocks),
            "</body></html>\n",
        ]
    )


def _text(text: str) -> str:
    """Foreign text for HTML: on one line, without control characters, and escaped."""
    return escape(one_line(text))


def _code(selector: str) -> str:
    return f"<code>{_text(shorten_selector(selector))}</code>" if selector else ""


def _decisions(found: Explanation) -> Iterator[str]:
    program = found.program
    if program is None:
        yield "<h2>Program</h2><p>unknown</p>"
    else:
        by = " ".join(map(_code, program.by))
        about = f"{len(program.by)} of {program.patterns} patterns match, level {_text(program.level or 'unknown')}"
        yield f"<h2>Program</h2><p>{_text(program.name)} ({_text(program.title)}) <small>{about}: {by}</small></p>"
    post = found.post
    yield f"<h2>Post: {'yes' if post.is_post else 'no'}</h2><p>{_text(post.because)}"
    if post.saved != post.is_post:
        yield f", but the archive has {'a' if post.saved else 'no'} record of it"
    yield "</p><table>"
    for reason in post.reasons:
        detail = f"<small>{_text(reason.detail)}</small>"
        yield f'<tr><td class="{reason.fit}">{_text(reason.name)}</td><td>{detail}</td></tr>'
    yield "</table>"


def _field(field: FieldExplanation) -> Iterator[str]:
    value = _text(_short(field.value)) or "<small>nothing</small>"
    if field.value and field.confidence is not None:
        value += f" <small>{100 * field.confidence:.0f} % sure</small>"
    if field.differs:
        saved = _text(_short(field.saved or "")) or "nothing"
        value += f'<p class="note">The record has: {saved} <small>from {_text(field.saved_source or "?")}</small></p>'
    source = f'<td class="source"><small>{_text(field.source)}</small></td>'
    yield f'<tr class="field"><th>{_text(field.name)}</th>{source}<td>{value}</td></tr>'
    yield from map(_choice, field.choices)


def _choice(choice: Choice) -> str:
    sure = f" {choice.confidence:.2f}" if choice.confidence is not None else ""
    mark = "source used" if choice.used else "source"
    value = _text(_short(choice.value)) or "finds nothing"
    source = f"{'▸ ' if choice.used else ''}{_text(choice.source)}{sure}"
    return (
        f'<tr><td></td><td class="{mark}"><small>{source}</small></td>'
        f"<td><small>{_code(choice.selector)} {value}</small></td></tr>"
    )


def _dates(found: Explanation) -> Iterable[str]:
    for one in found.dates:
        mark = ' class="used"' if one.used else ""
        yield (
            f"<tr{mark}><td>{'▸ ' if one.used else ''}{_text(one.date)}</td><td>{_text(one.origin)}</td>"
            f"<td>{100 * one.confidence:.0f} %</td><td>{_code(one.selector)}</td></tr>"
        )


def _block(block: ArticleBlock) -> str:
    if not block.inside:
        return f'<div class="block outside">{_text(block.text)}</div>'
    parts = " ".join(
        _text(part.text) if part.kept else f"<del>{_text(part.text)}</del>" for part in block.parts if part.text.strip()
    )
    if not block.cut:
        return f'<div class="block">{parts}</div>'
    why = f'<small class="why">{_text(shorten_selector(block.why) or f"in {block.where}")}</small>'
    return f'<div class="block cut">{parts}{why}</div>'


def _short(text: str) -> str:
    return text if len(text) <= _CHARACTERS else f"{text[:_CHARACTERS]} … ({len(text):,} characters)"
