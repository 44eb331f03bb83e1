"""Pictures and recordings from the archive, by the digest of their content."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from ...media import media_type
from ..site import site_of
from ..views.foreign_html import MEDIA_PATH

__all__ = ["media_addresses", "media_file"]

_NAME = re.compile(r"([0-9a-f]{64})\.([a-z0-9]{1,5})")
_HEAD_SIZE = 4096
_SHOWN_TYPES = frozenset(
    "image/jpeg image/png image/gif image/webp image/avif image/bmp image/x-icon image/svg+xml"
    " audio/mpeg audio/mp4 audio/ogg audio/wav audio/flac audio/aac"
    " video/mp4 video/webm video/ogg video/quicktime".split()
)
#: A document of these types can contain scripts or links, so it is never opened on this origin.
_DOCUMENTS = frozenset({"image/svg+xml", "application/pdf"})


def media_addresses(media: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The addresses of media files on this server, by their original addresses."""
    addresses = {}
    for medium in media:
        path = f"/media/{Path(str(medium.get('path'))).name}"
        if MEDIA_PATH.fullmatch(path):
            addresses[str(medium.get("url"))] = path
    return addresses


def media_file(request: Request) -> Response:
    """A file from the folder ``media/`` of any blog. Its type is taken from its content, not from its name."""
    match = _NAME.fullmatch(request.path_params["name"])
    file = _find(site_of(request).options.home, match[1], match[2]) if match else None
    if file is None:
        raise HTTPException(404, "There is no such file in the archive.")
    try:
        with file.open("rb") as opened:
            kind = media_type(opened.read(_HEAD_SIZE))
    except OSError:
        raise HTTPException(404, "The file cannot be read.") from None
    mime = kind.mime if kind else "application/octet-stream"
    is_shown = mime in _SHOWN_TYPES and mime not in _DOCUMENTS
    headers = {
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "Cache-Control": "private, max-age=31536000, immutable",
        "Content-Disposition": "inline" if is_shown else f'attachment; filename="{file.name}"',
    }
    return FileResponse(file, media_type=mime, headers=headers)


def _find(home: Path, digest: str, extension: str) -> Path | None:
    """The file with this content. It is the same in every folder, so the first one found is right."""
    inside = Path("media") / digest[:2] / f"{digest}.{extension}"
    try:
        folders = sorted(home.iterdir())
    except OSError:
        return None
    return next((folder / inside for folder in folders if (folder / inside).is_file()), None)
