"""Where the terms of a query are in a text, and whether the query holds for it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .query import And, Condition, Near, Not, Or, Term
from .words import AnalyzedText, is_unspaced

__all__ = ["Hit", "find_hits", "holds"]

_MAX_HITS = 200
"""Of one term in one text: more do not change what is shown."""


@dataclass(frozen=True, slots=True, order=True)
class Hit:
    """A place in a text where a term was found; ``position`` is the number of words before it."""

    start: int
    end: int
    position: int


def holds(condition: Condition, text: AnalyzedText, by_stem: bool) -> bool:
    """Whether a query is true for a text."""
    match condition:
        case Term():
            return next(_places(condition, text, by_stem), None) is not None
        case And(parts):
            return all(holds(part, text, by_stem) for part in parts)
        case Or(parts):
            return any(holds(part, text, by_stem) for part in parts)
        case Not(part):
            return not holds(part, text, by_stem)
        case Near():
            return next(_near(condition, text, by_stem), None) is not None


def find_hits(condition: Condition, text: AnalyzedText, by_stem: bool) -> list[Hit]:
    """The places that make a query true, in order. What is under NOT has none."""
    return sorted(set(_hits(condition, text, by_stem)))


def _hits(condition: Condition, text: AnalyzedText, by_stem: bool) -> Iterator[Hit]:
    match condition:
        case Term():
            yield from _places(condition, text, by_stem)
        case And(parts):
            for part in parts:
                yield from _hits(part, text, by_stem)
        case Or(parts):
            for part in parts:
                if holds(part, text, by_stem):
                    yield from _hits(part, text, by_stem)
        case Near():
            for pair in _near(condition, text, by_stem):
                yield from pair


def _near(near: Near, text: AnalyzedText, by_stem: bool) -> Iterator[tuple[Hit, Hit]]:
    left = sorted(_hits(near.left, text, by_stem), key=lambda hit: hit.position)
    right = sorted(_hits(near.right, text, by_stem), key=lambda hit: hit.position)
    places = [hit.position for hit in right]
    for hit in left:
        at = bisect_left(places, hit.position - near.distance)
        while at < len(right) and right[at].position <= hit.position + near.distance:
            if right[at].start != hit.start:
                yield hit, right[at]
            at += 1


def _places(term: Term, text: AnalyzedText, by_stem: bool) -> Iterator[Hit]:
    """The hits of a term. The first word of a phrase says where to look, the others must follow it."""
    last = len(term.pieces) - 1
    number = 0
    for index, offset, end in _first_places(term.pieces[0], term.prefix and last == 0, last == 0, text, by_stem):
        for following in range(1, last + 1):
            at = index + following
            if at >= len(text.words):
                break
            piece, is_last = term.pieces[following], following == last
            length = _length_at(piece, term.prefix and is_last, is_last, text, at, by_stem)
            if length is None:
                break
            end = text.spans[at][0] + length
        else:
            yield Hit(text.spans[index][0] + offset, end, text.positions[index] + offset // 2 * bool(offset))
            number += 1
            if number >= _MAX_HITS:
                return


def _first_places(
    piece: str, prefix: bool, alone: bool, text: AnalyzedText, by_stem: bool
) -> Iterator[tuple[int, int, int]]:
    """Where the first word of a term is: the index of the word, where in it the term begins, and where it ends."""
    fold = text.forms.folds[piece]
    if is_unspaced(piece):
        for index, word in enumerate(text.folds):
            at = word.find(fold)
            while at >= 0:
                start = text.spans[index][0]
                if alone or at + len(fold) == len(word):
                    yield index, at, min(start + at + len(fold), text.spans[index][1])
                at = word.find(fold, at + 1)
        return
    for index in sorted(set(_indexes(piece, fold, prefix, text, by_stem))):
        yield index, 0, text.spans[index][1]


def _indexes(piece: str, fold: str, prefix: bool, text: AnalyzedText, by_stem: bool) -> Iterable[int]:
    if prefix:
        return (index for word, places in text.places_of_folds.items() if word.startswith(fold) for index in places)
    if not by_stem:
        return text.places_of_folds.get(fold, ())
    return (index for stem in text.forms.stem_variants(piece) for index in text.places_of_stems.get(stem, ()))


def _length_at(piece: str, prefix: bool, is_last: bool, text: AnalyzedText, at: int, by_stem: bool) -> int | None:
    """How much of the word at this index the piece takes up; ``None`` if it is another word."""
    start, end = text.spans[at]
    word, fold = text.folds[at], text.forms.folds[piece]
    if is_unspaced(piece):
        same = word.startswith(fold) if is_last else word == fold
        return min(len(fold), end - start) if same else None
    if prefix:
        same = word.startswith(fold)
    elif by_stem:
        same = text.has_stem(at, text.forms.stem_variants(piece))
    else:
        same = word == fold
    return end - start if same else None
