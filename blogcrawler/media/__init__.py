"""Media: which pictures and recordings belong to an article, of which type they are, and where they are stored.

- :func:`article_media` finds them in an article (pure);
- :func:`media_type` finds the type of a file by its content (pure);
- :class:`MediaLibrary` is the folder ``media/`` of a blog: every file once, named after the digest of its content.
"""

from .find_media import MediaKind, Medium, article_media
from .library import MediaLibrary
from .local_copies import with_local_copies
from .media_types import MediaType, media_type
from .srcset import SrcsetCandidate, parse_srcset

__all__ = [
    "MediaKind",
    "MediaLibrary",
    "MediaType",
    "Medium",
    "SrcsetCandidate",
    "article_media",
    "media_type",
    "parse_srcset",
    "with_local_copies",
]
