"""Requests as JSON, as they wait in the queue on disk.

Not as pickle: whoever can write the file could run any program when the crawl is resumed.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import fields
from datetime import datetime
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.utils.request import request_from_dict

from ...items import FeedEntry

if TYPE_CHECKING:
    from scrapy import Spider

__all__ = ["restore_request", "save_request"]

#: Each value that JSON does not know is an object with one of these names.
_BYTES, _TIME, _ENTRY = "$bytes", "$time", "$entry"
#: Request classes that are restored. Scrapy would import any.
_CLASSES = ("scrapy.http.request.form.FormRequest", "scrapy.http.request.json_request.JsonRequest")
_ENTRY_FIELDS = tuple(field.name for field in fields(FeedEntry))
_LISTED_FIELDS = ("authors", "tags", "alternatives", "enclosures")


def save_request(request: Request, spider: Spider) -> bytes:
    """A request of the spider as JSON; ``ValueError`` if it cannot be saved."""
    values = _to_dict(request, spider)
    headers = {name.decode("latin-1"): value for name, value in values["headers"].items()}
    try:
        return json.dumps({**values, "headers": headers}, default=_encode, separators=(",", ":")).encode()
    except TypeError as error:
        raise ValueError(str(error)) from None


def restore_request(data: bytes, spider: Spider) -> Request:
    """The request that was saved; raises an exception of any type if the data are damaged."""
    values = json.loads(data, object_hook=_decode)
    if values.get("_class", _CLASSES[0]) not in _CLASSES:
        raise ValueError(f"not a known class of requests: {values['_class']}")
    values["headers"] = {name.encode("latin-1"): value for name, value in values["headers"].items()}
    return request_from_dict(values, spider=spider)


def _encode(value: Any) -> dict[str, Any]:
    match value:
        case bytes():
            return {_BYTES: base64.b64encode(value).decode("ascii")}
        case datetime():
            return {_TIME: value.isoformat()}
        case FeedEntry():
            return {_ENTRY: {name: getattr(value, name) for name in _ENTRY_FIELDS}}
    raise TypeError(f"{type(value).__name__} cannot be saved")


def _decode(record: dict[str, Any]) -> Any:
    if len(record) == 1:
        ((name, value),) = record.items()
        if name == _BYTES:
            return base64.b64decode(value, validate=True)
        if name == _TIME:
            return datetime.fromisoformat(value)
        if name == _ENTRY:
            return FeedEntry(**value | {name: tuple(value[name]) for name in _LISTED_FIELDS})
    return record


def _to_dict(request: Request, spider: Spider) -> dict[str, Any]:
    """Like ``request.to_dict(spider=spider)``, which walks through all members of the spider for every callback."""
    methods = [method for method in (request.callback, request.errback) if method is not None]
    if type(request) is not Request or not all(_is_method_of(spider, method) for method in methods):
        return request.to_dict(spider=spider)
    values = {name: getattr(request, name) for name in Request.attributes}
    names = {name: values[name] and values[name].__name__ for name in ("callback", "errback")}
    return {**values, **names, "headers": dict(request.headers)}


def _is_method_of(spider: Spider, function: Callable[..., Any]) -> bool:
    return getattr(spider, getattr(function, "__name__", ""), None) == function
