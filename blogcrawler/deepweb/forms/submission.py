"""The request that submits a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit, urlunsplit

from ...errors import UsageError
from .form import ControlKind, Form, FormPurpose

__all__ = ["FormRequest", "submit"]


@dataclass(frozen=True, slots=True)
class FormRequest:
    """A request to download: by default a GET; ``body`` is set for a form that is sent by POST."""

    url: str
    body: str | None = None

    @property
    def method(self) -> str:
        """GET or POST."""
        return "GET" if self.body is None else "POST"


def submit(form: Form, values: Mapping[str, str], *, allow_post: bool = False) -> FormRequest:
    """The request for a form with these values; other controls keep their defaults, hidden fields their values.

    ``UsageError`` unless the form is a search, and if it is a POST that the user has not allowed.
    """
    if form.purpose is not FormPurpose.SEARCH:
        raise UsageError(f"the form at {form.page} is not a search ({form.reason}), so it is not submitted")
    if form.method == "POST" and not allow_post:
        raise UsageError(
            f"the search form at {form.page} is sent by POST, which may change something; --allow-post allows it"
        )
    pairs: list[tuple[str, str]] = []
    for control in form.controls:
        value = values.get(control.name, control.default)
        if value is not None and not (control.kind is ControlKind.CHECKBOX and value == ""):
            pairs.append((control.name, value))
        if control.name not in values:
            pairs += [(control.name, more) for more in control.more_defaults]
    if form.button is not None:
        pairs.append(form.button)
    if form.method == "POST":
        return FormRequest(form.action, urlencode(pairs))
    parts = urlsplit(form.action)
    return FormRequest(urlunsplit((parts.scheme, parts.netloc, parts.path, urlencode(pairs), "")))
