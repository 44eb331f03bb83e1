"""A form as data: its controls with labels, kinds, allowed values and defaults (the input schema)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

__all__ = ["Control", "ControlKind", "Form", "FormPurpose", "Option"]


class ControlKind(StrEnum):
    """What a user can do with a control."""

    TEXT = "text"
    SELECT = "select"
    RADIO = "radio"
    CHECKBOX = "checkbox"
    HIDDEN = "hidden"


class FormPurpose(StrEnum):
    """What a form is for. Only searches are ever submitted."""

    SEARCH = "search"
    LOGIN = "login"
    COMMENT = "comment"
    NEWSLETTER = "newsletter"
    ORDER = "order"
    CHANGE = "change"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Option:
    """One allowed value of a control, as it is submitted and as the page calls it."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Control:
    """A field of a form. ``default`` is what is submitted if nobody touches it; ``None`` for nothing."""

    name: str
    kind: ControlKind
    label: str = ""
    default: str | None = None
    options: tuple[Option, ...] = ()
    #: The type of an ``input`` as the page has it, such as ``search`` or ``number``.
    html_type: str = ""
    max_length: int | None = None
    #: Further values that are submitted by default: a group of checkboxes may have several.
    more_defaults: tuple[str, ...] = ()

    @property
    def is_choice(self) -> bool:
        """Whether the allowed values are known."""
        return self.kind in (ControlKind.SELECT, ControlKind.RADIO, ControlKind.CHECKBOX)


@dataclass(frozen=True, slots=True)
class Form:
    """A form: where it is, where it leads, and its controls in the order of the page."""

    #: The address of the page that has the form.
    page: str
    action: str
    method: str
    controls: tuple[Control, ...]
    purpose: FormPurpose
    #: How clearly it is a search. The highest of a page's searches is tried first.
    score: float = 0.0
    #: Name and value of the button that starts the search, if it has any.
    button: tuple[str, str] | None = None
    #: Why it is, or is not, taken for a search, in words.
    reason: str = ""

    @property
    def text_fields(self) -> list[Control]:
        """The fields for free text."""
        return [control for control in self.controls if control.kind is ControlKind.TEXT]

    @property
    def choices(self) -> list[Control]:
        """The fields with known values."""
        return [control for control in self.controls if control.is_choice]

    def control(self, name: str) -> Control | None:
        """The control of this name."""
        return next((control for control in self.controls if control.name == name), None)

    def to_record(self) -> dict[str, Any]:
        """The input schema as JSON."""
        return {
            "page": self.page,
            "action": self.action,
            "method": self.method,
            "button": list(self.button) if self.button else None,
            "controls": [
                {
                    "name": control.name,
                    "kind": str(control.kind),
                    "label": control.label,
                    "default": control.default,
                    "options": [{"value": option.value, "label": option.label} for option in control.options],
                }
                for control in self.controls
            ],
        }
