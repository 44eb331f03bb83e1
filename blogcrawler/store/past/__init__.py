"""The past: earlier records of posts, the times during which they were gone, and the archive as of a moment."""

from .event_list import post_events
from .found_post import find_stored_post
from .past_view import SqlPastView
from .version_chain import earlier_versions, note_return, replace_record, writing_posts
from .version_tables import absences, versions
from .version_upgrade import compact_versions

__all__ = [
    "SqlPastView",
    "absences",
    "compact_versions",
    "earlier_versions",
    "find_stored_post",
    "note_return",
    "post_events",
    "replace_record",
    "versions",
    "writing_posts",
]
