"""The difference between two records of a post, block by block. Every view of changes shows this one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from ..items import Comment, Post
from .article_blocks import ArticleBlock, article_blocks, text_blocks
from .block_alignment import MIN_LIKENESS, aligned_blocks, block_runs, moved_blocks
from .comparison import ChangeKind, comment_key
from .marked_words import TextPieces, likeness, marked_pair, piece_lengths, plain

__all__ = ["DiffRow", "Operation", "PostDiff", "diff_posts"]

_FIELDS = ("title", "authors", "published", "updated", "language", "tags")


class Operation(StrEnum):
    """What has happened to a block. A moved block has two rows: where it was, and where it is."""

    SAME = "same"
    INSERT = "insert"
    DELETE = "delete"
    UPDATE = "update"
    MOVE = "move"


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One block, field or comment before and after. ``section`` is the field that it belongs to.

    ``old_place`` and ``new_place`` are its numbers in the section, from 1.
    """

    section: str
    operation: Operation
    kinds: tuple[ChangeKind, ...] = ()
    old: TextPieces | None = None
    new: TextPieces | None = None
    old_place: int | None = None
    new_place: int | None = None
    note: str = ""

    def record(self) -> dict[str, Any]:
        """The row as plain values, ready for JSON."""
        shown = {name: getattr(self, name) for name in ("section", "operation", "old_place", "new_place", "note")}
        sides = {
            name: None if side is None else [{"text": text, "changed": differs} for text, differs in side]
            for name, side in (("old", self.old), ("new", self.new))
        }
        return shown | {"kinds": list(self.kinds)} | sides


@dataclass(frozen=True, slots=True)
class PostDiff:
    """What has changed from one record of a post to another.

    ``rows`` has everything in order, also what is the same. ``magnitude`` is the share of the text that was inserted or
    deleted, from 0 to 1.
    """

    rows: tuple[DiffRow, ...]
    magnitude: float

    @property
    def changes(self) -> tuple[DiffRow, ...]:
        """The rows that differ."""
        return tuple(row for row in self.rows if row.operation is not Operation.SAME)

    @property
    def kinds(self) -> tuple[ChangeKind, ...]:
        """What kinds of things have changed."""
        found = {kind for row in self.rows for kind in row.kinds}
        return tuple(kind for kind in ChangeKind if kind in found)

    @property
    def operations(self) -> dict[str, int]:
        """The number of changes by operation."""
        return dict(Counter(str(row.operation) for row in self.changes if not _is_departure(row)))

    def record(self) -> dict[str, Any]:
        """The difference as plain values, ready for JSON; without what is the same."""
        return {
            "magnitude": round(self.magnitude, 4),
            "kinds": list(self.kinds),
            "operations": self.operations,
            "changes": [row.record() for row in self.changes],
        }


def diff_posts(old: Post, new: Post) -> PostDiff:
    """What has changed from the old record to the new one: fields, article, media, comments."""
    fields = list(_fields(old, new))
    texts = [*_article(old, new), *_comments("comments", old.comments, new.comments)]
    texts += _comments("messages", old.posts, new.posts)
    rows = [*fields, *texts[: _end_of_article(texts)], *_media(old, new), *texts[_end_of_article(texts) :]]
    counted = [row for row in rows if row.section in ("title", "text", "comments", "messages") and row.note != "moved"]
    lengths = [piece_lengths(side) for row in counted for side in (row.old, row.new)]
    changed, total = (sum(numbers) for numbers in zip(*lengths, strict=True)) if lengths else (0, 0)
    return PostDiff(tuple(rows), changed / total if total else 0.0)


def _is_departure(row: DiffRow) -> bool:
    """Whether this is the row where a moved block was: the other one counts."""
    return row.operation is Operation.MOVE and row.new is None


def _end_of_article(rows: list[DiffRow]) -> int:
    return next((place for place, row in enumerate(rows) if row.section != "text"), len(rows))


def _fields(old: Post, new: Post) -> Iterator[DiffRow]:
    for name in _FIELDS:
        before, after = _field_text(getattr(old, name)), _field_text(getattr(new, name))
        if before != after or (name == "title" and before):
            yield _paired(DiffRow(name, Operation.SAME), before, after, (ChangeKind.METADATA,))


def _paired(row: DiffRow, before: str, after: str, kinds: tuple[ChangeKind, ...]) -> DiffRow:
    """The row of one text before and after."""
    if before == after:
        return replace(row, old=plain(before), new=plain(after))
    if not before or not after:
        operation = Operation.INSERT if after else Operation.DELETE
        sides = (plain(before, True) if before else None, plain(after, True) if after else None)
        return replace(row, operation=operation, kinds=kinds, old=sides[0], new=sides[1])
    if likeness(before, after) < MIN_LIKENESS:
        sides = (plain(before, True), plain(after, True))
    else:
        sides = marked_pair(before, after)
    return replace(row, operation=Operation.UPDATE, kinds=kinds, old=sides[0], new=sides[1])


def _article(old: Post, new: Post) -> list[DiffRow]:
    has_html = old.content_html.strip() and new.content_html.strip()
    if has_html and (old.content_html != new.content_html or old.text == new.text):
        before, after = article_blocks(old), article_blocks(new)
    else:
        before, after = text_blocks(old), text_blocks(new)
    codes = block_runs(before, after)
    moved = moved_blocks(before, after, codes)
    return [_block_row(before, after, a, b, moved) for a, b in aligned_blocks(before, after, codes, moved)]


def _block_row(
    old: list[ArticleBlock],
    new: list[ArticleBlock],
    a: int | None,
    b: int | None,
    moved: dict[tuple[str, int], int],
) -> DiffRow:
    row = DiffRow("text", Operation.SAME, (), None, None, _place(a), _place(b))
    if a is None or b is None:
        side, at, blocks = ("old", a, old) if b is None else ("new", b, new)
        assert at is not None
        block, other = blocks[at], moved.get((side, at))
        operation = Operation.DELETE if side == "old" else Operation.INSERT
        kinds = tuple(kind for kind, has in ((ChangeKind.CONTENT, block.text), (ChangeKind.MEDIA, block.media)) if has)
        if other is not None:
            places = {"new_place" if side == "old" else "old_place": _place(other)}
            moved_row = replace(row, operation=Operation.MOVE, kinds=(ChangeKind.STRUCTURE,), note="moved", **places)  # type: ignore[arg-type]
            return replace(moved_row, **{side: plain(block.shown)})  # type: ignore[arg-type]
        return replace(row, operation=operation, kinds=kinds, **{side: plain(block.shown, True)})  # type: ignore[arg-type]
    before, after = old[a], new[b]
    kinds = tuple(
        kind
        for kind, differs in (
            (ChangeKind.CONTENT, before.text != after.text),
            (ChangeKind.MEDIA, before.media != after.media),
            (ChangeKind.STRUCTURE, before.structure != after.structure),
            (ChangeKind.ATTRIBUTE, before.attributes != after.attributes),
        )
        if differs
    )
    if before.shown != after.shown:
        return _paired(row, before.shown, after.shown, kinds)
    same = plain(before.shown)
    operation = Operation.UPDATE if kinds else Operation.SAME
    return replace(row, operation=operation, kinds=kinds, old=same, new=same, note=_unseen_change(before, after))


def _unseen_change(old: ArticleBlock, new: ArticleBlock) -> str:
    """What differs although the text is the same."""
    pairs = ((old.attributes, new.attributes), (old.structure, new.structure))
    said = []
    for before, after in pairs:
        lost, found = (
            list((Counter(one) - Counter(other)).elements()) for one, other in ((before, after), (after, before))
        )
        if lost or found:
            said.append(f"{', '.join(lost) or 'nothing'} → {', '.join(found) or 'nothing'}")
        elif before != after:
            said.append("in another order")
    return "; ".join(said)


def _media(old: Post, new: Post) -> Iterator[DiffRow]:
    """Files that have other content at the same address."""
    before = {str(one.get("url")): str(one.get("sha256")) for one in old.media}
    after = {str(one.get("url")): str(one.get("sha256")) for one in new.media}
    for address in before:
        if address in after and before[address] != after[address]:
            note = f"{before[address][:12]} → {after[address][:12]}"
            same = plain(address)
            yield DiffRow("media", Operation.UPDATE, (ChangeKind.MEDIA,), same, same, note=note)


def _comments(section: str, old: list[Comment], new: list[Comment]) -> Iterator[DiffRow]:
    before = {comment_key(comment): (place, comment) for place, comment in enumerate(old, 1)}
    after = {comment_key(comment): (place, comment) for place, comment in enumerate(new, 1)}
    kinds = (ChangeKind.COMMENTS,)
    for key, (place, comment) in before.items():
        if key not in after:
            text = plain(_comment_text(comment), True)
            yield DiffRow(section, Operation.DELETE, kinds, text, None, place)
    for key, (place, comment) in after.items():
        if key not in before:
            yield DiffRow(section, Operation.INSERT, kinds, None, plain(_comment_text(comment), True), None, place)
            continue
        was, earlier = before[key]
        row = _paired(
            DiffRow(section, Operation.SAME, (), None, None, was, place),
            _comment_text(earlier),
            _comment_text(comment),
            kinds,
        )
        if row.operation is Operation.SAME and earlier.parent != comment.parent:
            row = replace(row, operation=Operation.MOVE, kinds=kinds, note="moved to another thread")
        yield row


def _place(at: int | None) -> int | None:
    return None if at is None else at + 1


def _comment_text(comment: Comment) -> str:
    return f"{comment.author or 'anonymous'}: {' '.join(comment.text.split())}"


def _field_text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")
