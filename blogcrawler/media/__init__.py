"""Media: which pictures and recordings belong to an article, what they are, and where they are kept.

- :func:`article_media` reads them out of an article (pure);
- :func:`media_type` tells what a file is by its content (pure);
- :class:`MediaLibrary` is the folder ``media/`` of a blog: every file once, under the digest of its content.
"""

from __future__ import annotations

from .choosing import Medium, article_media
from .library import Holding, MediaLibrary
from .local import with_local_copies
from .types import MediaType, media_type

__all__ = ["Holding", "MediaLibrary", "MediaType", "Medium", "article_media", "media_type", "with_local_copies"]
