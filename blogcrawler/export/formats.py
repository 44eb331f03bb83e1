"""The export formats: their names, what they write, and their writers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from .atom import write_atom
from .epub import write_epub
from .html_site import write_html_site
from .json_lines import write_json_lines
from .markdown import write_markdown
from .parquet import write_parquet
from .table import write_csv
from .wacz import write_wacz
from .wxr import write_wxr

__all__ = ["EXPORT_FORMATS", "ExportFormat", "ExportShape"]


class ExportShape(Enum):
    """What a format writes, and how its writer is called."""

    #: One file, which can also be a pipe: ``write(posts, file)``.
    STREAM = "stream"
    #: One file that must be on a disk: ``write(posts, path)``.
    FILE = "file"
    #: A folder of files: ``write(posts, folder, archive_files)``.
    FOLDER = "folder"
    #: A file per blog: ``write(posts, path, blog, archive_files)``.
    FILE_PER_BLOG = "file per blog"


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format: the usual suffix of its files, its writer, which returns the number of posts, the extra it needs."""

    shape: ExportShape
    suffix: str
    write: Callable[..., int]
    extra: str | None = None


EXPORT_FORMATS: dict[str, ExportFormat] = {
    "jsonl": ExportFormat(ExportShape.STREAM, ".jsonl", write_json_lines),
    "csv": ExportFormat(ExportShape.STREAM, ".csv", write_csv),
    "parquet": ExportFormat(ExportShape.FILE, ".parquet", write_parquet, "parquet"),
    "markdown": ExportFormat(ExportShape.FOLDER, "", write_markdown, "export"),
    "html": ExportFormat(ExportShape.FOLDER, "", write_html_site, "export"),
    "atom": ExportFormat(ExportShape.FOLDER, "", write_atom, "export"),
    "wxr": ExportFormat(ExportShape.FILE_PER_BLOG, ".xml", write_wxr, "export"),
    "epub": ExportFormat(ExportShape.FILE_PER_BLOG, ".epub", write_epub, "export"),
    "wacz": ExportFormat(ExportShape.FILE_PER_BLOG, ".wacz", write_wacz),
}
