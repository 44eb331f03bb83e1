"""Tells search forms from those that change something: logins, comments, subscriptions, orders, deletions.

A wrong submission can do harm, so a form must look like a search and like nothing else. Words are in
``form_words.toml``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlsplit

from ...word_lists import word_pattern
from .form import Control, FormPurpose

__all__ = ["FormTexts", "is_search_name", "is_unsafe_link", "judge_form"]

_FILE = "form_words.toml"
_SEARCH = word_pattern(__package__, _FILE, "search")
_SEARCH_NAMES = word_pattern(__package__, _FILE, "search_names")
_UNSAFE_LINKS = word_pattern(__package__, _FILE, "links")
_HARMFUL = [
    (purpose, word_pattern(__package__, _FILE, str(purpose)))
    for purpose in (
        FormPurpose.LOGIN,
        FormPurpose.NEWSLETTER,
        FormPurpose.ORDER,
        FormPurpose.COMMENT,
        FormPurpose.CHANGE,
    )
]
_HARMFUL_TYPES = {
    "password": FormPurpose.LOGIN,
    "textarea": FormPurpose.COMMENT,
    "file": FormPurpose.CHANGE,
    "email": FormPurpose.NEWSLETTER,
}
#: A search has at least this score.
_MIN_SCORE = 2.0


@dataclass(frozen=True, slots=True)
class FormTexts:
    """Everything about a form that says what it is for."""

    method: str
    actions: list[str]
    own_names: list[str]
    #: Also those of the elements around it.
    names: list[str]
    fields: list[str]
    labels: list[str]
    hidden: list[str]
    buttons: list[str]
    types: set[str]
    text_fields: int
    choices: int
    has_search_role: bool = False
    events: str = ""


def judge_form(texts: FormTexts) -> tuple[FormPurpose, float, str]:
    """What a form is for, how clearly it is a search, and why."""
    for html_type, purpose in _HARMFUL_TYPES.items():
        if html_type in texts.types:
            return purpose, 0.0, f"it has a field of type {html_type}"
    if harm := _harm(texts):
        return harm[0], 0.0, harm[1]
    if not texts.text_fields and not texts.choices:
        return FormPurpose.UNKNOWN, 0.0, "it has no fields"
    score, reasons = _search_score(texts)
    if score < _MIN_SCORE:
        return FormPurpose.UNKNOWN, score, "nothing says that it is a search"
    return FormPurpose.SEARCH, score, ", ".join(reasons)


def _harm(texts: FormTexts) -> tuple[FormPurpose, str] | None:
    """What a form may change, and the words that say so."""
    said: list[tuple[str, Iterable[str]]] = [
        ("a button", texts.buttons),
        ("its action", [_path_words(action) for action in texts.actions]),
        ("a hidden field", texts.hidden),
        ("its name", [name for name in texts.own_names if not _SEARCH.search(name)]),
        ("its script", [texts.events]),
    ]
    for where, pieces in said:
        for piece in pieces:
            for purpose, pattern in _HARMFUL:
                if found := pattern.search(piece):
                    return purpose, f"{where} says {found[0].strip()!r}"
    return None


def _search_score(texts: FormTexts) -> tuple[float, list[str]]:
    evidence = [
        (2.0, texts.has_search_role, "its role is search"),
        (2.0, "search" in texts.types, "a field of type search"),
        (1.5, any(map(_SEARCH.search, texts.buttons)), "a button for searching"),
        (1.5, any(map(_SEARCH_NAMES.search, texts.fields)), "a field named like a search"),
        (1.0, any(_SEARCH.search(_path_words(action)) for action in texts.actions), "its action"),
        (1.0, any(map(_SEARCH.search, texts.names)), "its name"),
        (1.0, any(map(_SEARCH.search, texts.labels)), "a label"),
        (1.0, any(map(_SEARCH.search, texts.hidden)), "a hidden field"),
    ]
    score = sum(weight for weight, is_there, _ in evidence if is_there)
    if score:
        # An advanced form says more about what it searches; text is what can be varied at will.
        score += 0.25 * min(8, texts.text_fields + texts.choices) + (0.5 if texts.text_fields else 0)
        score -= 1.0 if texts.method == "POST" else 0
    return score, [reason for _, is_there, reason in evidence if is_there]


def is_search_name(control: Control) -> bool:
    """Whether a control is named like a field for any words."""
    return bool(_SEARCH_NAMES.search(control.name)) or control.html_type == "search"


def _path_words(url: str) -> str:
    """Path and query of an address as words."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return unquote(f"{parts.path} {parts.query}")


def is_unsafe_link(url: str, text: str = "") -> bool:
    """Whether following a link may change something, judging by the parts of its address and its text."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return True
    pairs = [piece for pair in parse_qsl(parts.query) for piece in pair]
    pieces = [*(unquote(segment) for segment in parts.path.split("/")), *pairs, " ".join(text[:80].split())]
    return any(_UNSAFE_LINKS.search(piece) for piece in pieces)
