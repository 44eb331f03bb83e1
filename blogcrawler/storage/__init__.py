"""Copies of an archive's files in object storage (S3 and whatever else fsspec knows).

Files are written locally first and uploaded when they are complete. ``remote.json`` in a folder says which of its files
are in the storage, so whoever reads the folder finds those that are no longer on the disk.
"""

from .copies import RemoteFolder, remote_folder
from .upload import Uploaded, upload_blog
from .uploaded_output import is_remote, local_output

__all__ = ["RemoteFolder", "Uploaded", "is_remote", "local_output", "remote_folder", "upload_blog"]
