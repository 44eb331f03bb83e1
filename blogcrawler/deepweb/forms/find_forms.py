"""Finds the forms of a page and reads their controls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from lxml.etree import _Element

from ...dom import Page, node_text, squash
from ...urls import join_url
from .form import Control, ControlKind, Form, FormPurpose, Option
from .labels import control_label
from .purpose import FormTexts, judge_form

__all__ = ["find_forms", "find_search_forms"]

#: Pages may have any number of forms: a button in each row of a list is one.
_MAX_FORMS, _MAX_CONTROLS, _MAX_OPTIONS = 200, 200, 2000
_MAX_VALUE_LENGTH = 2000
_TEXT_TYPES = frozenset({"", "text", "search", "number", "date", "year", "month", "tel", "url", "email"})
_INVISIBLE = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_BUTTON_TYPES = frozenset({"submit", "image", "button", "reset"})


def find_search_forms(page: Page) -> list[Form]:
    """The search forms of a page, the most likely first; forms with the same fields and the same action once."""
    found: dict[tuple[str, ...], Form] = {}
    for form in find_forms(page):
        if form.purpose is FormPurpose.SEARCH:
            key = (form.method, form.action, *sorted(control.name for control in form.controls))
            if key not in found or found[key].score < form.score:
                found[key] = form
    return sorted(found.values(), key=lambda form: -form.score)


def find_forms(page: Page) -> list[Form]:
    """All forms of a page with what each is for."""
    by_id = {identity: node for node in page.tree.iter("*") if (identity := node.get("id"))}
    elements = islice(page.tree.iter("form"), _MAX_FORMS)
    return [form for element in elements if (form := _read_form(page, element, by_id)) is not None]


def _read_form(page: Page, element: _Element, by_id: dict[str, _Element]) -> Form | None:
    action = join_url(page.base, (element.get("action") or "").strip() or page.url)
    if action is None or not action.startswith(("http://", "https://")):
        return None
    method = "POST" if (element.get("method") or "").strip().upper() == "POST" else "GET"
    nodes = list(islice(_control_nodes(element, page.tree), _MAX_CONTROLS))
    controls: dict[str, Control] = {}
    buttons: list[tuple[str, str, str]] = []
    types: set[str] = set()
    for node in nodes:
        html_type = (node.get("type") or "").strip().lower() if node.tag in ("input", "button") else node.tag
        types.add(html_type)
        if node.tag == "button" or html_type in _BUTTON_TYPES:
            if html_type not in ("button", "reset") or node.get("formaction"):
                buttons.append((node.get("name") or "", (node.get("value") or "")[:_MAX_VALUE_LENGTH], _caption(node)))
            continue
        control = _read_control(node, html_type, element, by_id)
        if control is not None:
            controls[control.name] = _merge(controls.get(control.name), control)
    texts = _form_texts(page, element, action, nodes, list(controls.values()), buttons, types)
    purpose, score, reason = judge_form(texts)
    form = Form(page.url, action.partition("#")[0], method, tuple(controls.values()), purpose, score, reason=reason)
    named = [(name, value) for name, value, _ in buttons if name]
    return replace(form, button=named[0] if len(buttons) == 1 and named else None)


def _control_nodes(form: _Element, tree: _Element) -> Iterator[_Element]:
    """The controls in a form, and those elsewhere that name it (HTML 4.10.18.3)."""
    tags = ("input", "select", "textarea", "button")
    for node in form.iter(*tags):
        if node.get("form") in (None, form.get("id")):
            yield node
    identity = form.get("id")
    if identity:
        inside = set(form.iter(*tags))
        yield from (node for node in tree.iter(*tags) if node.get("form") == identity and node not in inside)


def _read_control(node: _Element, html_type: str, form: _Element, by_id: dict[str, _Element]) -> Control | None:
    name = node.get("name") or ""
    if not name or len(name) > _MAX_VALUE_LENGTH or node.get("disabled") is not None:
        return None
    value = (node.get("value") or "")[:_MAX_VALUE_LENGTH]
    if html_type == "hidden" or (html_type in _TEXT_TYPES and _is_invisible(node, form)):
        return Control(name, ControlKind.HIDDEN, default=value)
    label = control_label(node, form, by_id)
    if node.tag == "select":
        return _read_select(node, name, label)
    if html_type in ("checkbox", "radio"):
        kind = ControlKind(html_type)
        checked = node.get("checked") is not None
        option = Option(value or "on", label)
        return Control(name, kind, label, option.value if checked else None, (option,), html_type)
    if html_type in _TEXT_TYPES and node.tag == "input":
        length = node.get("maxlength") or ""
        longest = int(length) if length.isascii() and length.isdigit() and len(length) < 7 else None
        return Control(name, ControlKind.TEXT, label, value, (), html_type or "text", longest)
    return None


def _is_invisible(node: _Element, form: _Element) -> bool:
    """Whether people cannot see a field: what only programs fill in is often a trap for them."""
    for element in (node, *node.iterancestors()):
        if element is form:
            break
        if element.get("hidden") is not None or element.get("aria-hidden") == "true":
            return True
        if _INVISIBLE.search(element.get("style") or ""):
            return True
    return False


def _read_select(node: _Element, name: str, label: str) -> Control:
    options = []
    default: str | None = None
    for option in islice(node.iter("option"), _MAX_OPTIONS):
        text = node_text(option)
        value = option.get("value")
        one = Option((text if value is None else value)[:_MAX_VALUE_LENGTH], text)
        options.append(one)
        if option.get("selected") is not None:
            default = one.value
    if default is None and options and node.get("multiple") is None:
        default = options[0].value
    return Control(name, ControlKind.SELECT, label, default, tuple(options), "select")


def _merge(known: Control | None, new: Control) -> Control:
    """Radio buttons and checkboxes of one name are one control with several values."""
    if known is None or known.kind is not new.kind or not new.is_choice:
        return known or new
    options = (*known.options, *new.options)
    if known.default is None or new.default is None or new.kind is not ControlKind.CHECKBOX:
        return replace(known, options=options, default=new.default if known.default is None else known.default)
    return replace(known, options=options, more_defaults=(*known.more_defaults, new.default))


def _caption(button: _Element) -> str:
    parts = [node_text(button)] + [button.get(name) or "" for name in ("value", "alt", "aria-label", "title")]
    return squash(" ".join(dict.fromkeys(part for part in parts if part)))


def _form_texts(
    page: Page,
    element: _Element,
    action: str,
    nodes: list[_Element],
    controls: list[Control],
    buttons: list[tuple[str, str, str]],
    types: set[str],
) -> FormTexts:
    own_names = [value for name in ("id", "class", "name", "aria-label") if (value := element.get(name))]
    around = [value for node in _holders(element) for name in ("id", "class") if (value := node.get(name))]
    actions = [action, *(join_url(page.base, node.get("formaction") or "") or "" for node in nodes)]
    texts = [control for control in controls if control.kind is ControlKind.TEXT]
    return FormTexts(
        method="POST"
        if (element.get("method") or "").upper() == "POST"
        or any((node.get("formmethod") or "").upper() == "POST" for node in nodes)
        else "GET",
        actions=[one for one in actions if one],
        own_names=own_names,
        names=[*own_names, *around],
        fields=[control.name for control in texts],
        labels=[control.label for control in controls if control.kind is not ControlKind.HIDDEN],
        hidden=[f"{control.name}={control.default}" for control in controls if control.kind is ControlKind.HIDDEN],
        buttons=[" ".join(part for part in button if part) for button in buttons],
        types=types | {control.html_type for control in controls},
        text_fields=len(texts),
        choices=sum(control.is_choice for control in controls),
        has_search_role=element.get("role") == "search"
        or any(node.get("role") == "search" for node in _holders(element)),
        events=" ".join(node.get("onsubmit") or "" for node in (element,)),
    )


def _holders(element: _Element) -> list[_Element]:
    """The nearest ancestors that hold little besides the form."""
    return [above for above in islice(element.iterancestors(), 2) if above.tag not in ("body", "html", "main")]
