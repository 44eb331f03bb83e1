"""Posts in other formats, for other programs: one writer per format.

Writers take posts one at a time and keep few in memory. Whatever they take from blogs is sanitised where it is meant
to be shown, and never names a file.
"""

from .archive_files import ArchiveFiles
from .destination import exported_file, exported_folder
from .formats import EXPORT_FORMATS, ExportFormat, ExportShape
from .sanitizer import safe_html

__all__ = [
    "EXPORT_FORMATS",
    "ArchiveFiles",
    "ExportFormat",
    "ExportShape",
    "exported_file",
    "exported_folder",
    "safe_html",
]
