"""Synonyms: lists that people write, and data files of WordNet."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from ..text_folding import folded
from .query import And, Condition, Near, Not, Or, Term, terms_of
from .words import cut, stemmer_name, word_forms

__all__ = ["read_synonyms", "synonyms_for", "with_synonyms"]

_MAX_SYNONYMS = 50
#: offset, file number, type, number of words in hexadecimal, then words, each followed by a digit: wndb(5WN).
_SYNSET = re.compile(r"^\d{8} \d{2} [nvasr] ([0-9a-f]{2}) (.+?) \d{3}( |$)")
_MARKER = re.compile(r"\((?:a|p|ip)\)$")


def read_synonyms(lines: Iterable[str]) -> list[list[str]]:
    """Groups of words that mean the same.

    A line is such a group, separated by commas (``car, automobile, motor car``), or a line of WordNet's ``data.noun``,
    ``data.verb``, ``data.adj`` or ``data.adv``. Other lines of these files, and comments (``#``), are skipped.
    """
    groups = []
    for line in lines:
        if found := _SYNSET.match(line):
            words = found[2].split(" ")[: 2 * int(found[1], 16) : 2]
            group = [_MARKER.sub("", word).replace("_", " ") for word in words]
        else:
            text = line.partition("#")[0].strip()
            group = [] if line.startswith("  ") else [word.strip() for word in text.replace(":", ",").split(",")]
        group = [word for word in dict.fromkeys(group) if cut(word)]
        if len(group) > 1:
            groups.append(group)
    return groups


def synonyms_for(
    condition: Condition, groups: Iterable[list[str]], language: str | None = None
) -> dict[str, list[str]]:
    """The synonyms of each term of a query, by the term's words; inflected words are found with a language."""
    forms = word_forms(stemmer_name(language))

    def key(pieces: Iterable[str]) -> tuple[str, ...]:
        return tuple(forms.stems[piece] for piece in pieces)

    wanted = {key(term.pieces): " ".join(term.pieces) for term in terms_of(condition) if not term.prefix}
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for group in groups:
        for word in group:
            name = wanted.get(key(cut(word)))
            if name is not None:
                found[name] |= dict.fromkeys(other for other in group if folded(other) != folded(name))
    return {name: list(words)[:_MAX_SYNONYMS] for name, words in found.items() if words}


def with_synonyms(condition: Condition, synonyms: Mapping[str, list[str]]) -> Condition:
    """The query in which a word may also be one of its synonyms."""
    match condition:
        case Term():
            return _with_others(condition, synonyms)
        case And(parts):
            return And(tuple(with_synonyms(part, synonyms) for part in parts))
        case Or(parts):
            return Or(tuple(with_synonyms(part, synonyms) for part in parts))
        case Not(part):
            return Not(with_synonyms(part, synonyms))
        case Near(left, right, distance):
            return Near(_choice(left, synonyms), _choice(right, synonyms), distance)


def _with_others(term: Term, synonyms: Mapping[str, list[str]]) -> Term | Or:
    others = () if term.prefix else synonyms.get(" ".join(term.pieces), ())
    found = tuple(Term(tuple(pieces)) for other in others if (pieces := cut(other)))
    return Or((term, *found)) if found else term


def _choice(side: Term | Or, synonyms: Mapping[str, list[str]]) -> Term | Or:
    terms = [side] if isinstance(side, Term) else list(terms_of(side))
    found = [one for term in terms for one in terms_of(_with_others(term, synonyms))]
    return found[0] if len(found) == 1 else Or(tuple(found))
