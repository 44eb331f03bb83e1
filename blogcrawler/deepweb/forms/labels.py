"""The label of a form's control: by ``for``, nesting, aria, placeholder, or the text next to it on the page."""

from __future__ import annotations

from lxml.etree import _Element

from ...dom import node_text, squash

__all__ = ["control_label"]

_MAX_LABEL_LENGTH = 80
_CONTROLS = frozenset({"input", "select", "textarea", "button"})
_ROWS = frozenset({"tr", "dl", "div", "p", "li", "fieldset", "section"})


def control_label(control: _Element, form: _Element, by_id: dict[str, _Element]) -> str:
    """What the page calls a control, without a colon at the end; empty if it says nothing."""
    for found in (
        _by_reference(control, form),
        _by_nesting(control),
        control.get("aria-label") or "",
        _by_ids(control.get("aria-labelledby") or "", by_id),
        _text_before(control) if _is_choice_box(control) is False else _text_after(control),
        _beside(control, form),
        control.get("placeholder") or "",
        control.get("title") or "",
        _by_ids(control.get("aria-describedby") or "", by_id),
    ):
        label = squash(found).strip(" :*?")
        if label and len(label) <= _MAX_LABEL_LENGTH:
            return label
    return ""


def _is_choice_box(control: _Element) -> bool:
    """Whether it is a checkbox or a radio button, whose label follows it."""
    return (control.get("type") or "").lower() in ("checkbox", "radio")


def _by_reference(control: _Element, form: _Element) -> str:
    identity = control.get("id")
    if not identity:
        return ""
    root = form.getroottree().getroot()
    return next((node_text(label) for label in root.iter("label") if label.get("for") == identity), "")


def _by_nesting(control: _Element) -> str:
    for above in control.iterancestors():
        if above.tag == "form":
            break
        if above.tag == "label":
            return _text_without_controls(above)
    return ""


def _by_ids(ids: str, by_id: dict[str, _Element]) -> str:
    return " ".join(node_text(by_id[name]) for name in ids.split() if name in by_id)


def _text_without_controls(element: _Element) -> str:
    parts = [element.text or ""]
    for child in element:
        if child.tag not in _CONTROLS:
            parts.append(_text_without_controls(child))
        parts.append(child.tail or "")
    return squash(" ".join(parts))


def _text_before(control: _Element) -> str:
    """The text directly before a control in the same element."""
    before = control.getprevious()
    while before is not None and before.tag == "br":
        if squash(before.tail or ""):
            return before.tail or ""
        before = before.getprevious()
    if before is None:
        parent = control.getparent()
        return (parent.text or "") if parent is not None else ""
    if squash(before.tail or ""):
        return before.tail or ""
    return node_text(before) if before.tag not in _CONTROLS and not list(before.iter(*_CONTROLS)) else ""


def _text_after(control: _Element) -> str:
    if squash(control.tail or ""):
        return control.tail or ""
    after = control.getnext()
    return node_text(after) if after is not None and after.tag not in _CONTROLS else ""


def _beside(control: _Element, form: _Element) -> str:
    """The text of the cell or box before the one with the control: forms are often tables."""
    box: _Element | None = control
    while box is not None and box is not form:
        before = box.getprevious()
        if before is not None and before.tag != "br":
            has_control = next(before.iter(*_CONTROLS), None) is not None
            return "" if has_control else node_text(before)
        parent = box.getparent()
        if parent is None or (parent.tag in _ROWS and sum(1 for _ in parent.iter("input", "select", "textarea")) > 1):
            return ""
        box = parent
    return ""
