"""Forums: reading threads, following lists, and learning how an unknown style marks up both."""

from .board_document import (
    BOARD,
    is_board_due,
    is_whole_due,
    postpone_whole,
    record_dates,
    record_marks,
    set_next_reading,
)
from .board_log import BoardLog
from .crawl import ThreadCallbacks, ThreadCrawl
from .forum_urls import page_address, paged
from .known_messages import carry_over, message_changes, starts_with
from .link_lists import guess_navigation, next_list_pages
from .list_reader import KnownLinks, ListReading, covered_lists, list_links, read_list, relearn_list
from .list_repair import ListRepair
from .list_rows import ListRow
from .message_repair import messages_on, relearn_messages
from .partial_thread import PartialThread, thread_page_key
from .row_columns import RowColumns, is_sorted_by_activity, moved_up
from .thread_actions import adapt_posts
from .thread_reader import read_posts, thread_title
from .unknown_thread_reader import read_repeated_posts

__all__ = [
    "BOARD",
    "BoardLog",
    "KnownLinks",
    "ListReading",
    "ListRepair",
    "ListRow",
    "PartialThread",
    "RowColumns",
    "ThreadCallbacks",
    "ThreadCrawl",
    "adapt_posts",
    "carry_over",
    "covered_lists",
    "guess_navigation",
    "is_board_due",
    "is_sorted_by_activity",
    "is_whole_due",
    "list_links",
    "message_changes",
    "messages_on",
    "moved_up",
    "next_list_pages",
    "page_address",
    "paged",
    "postpone_whole",
    "read_list",
    "read_posts",
    "read_repeated_posts",
    "record_dates",
    "record_marks",
    "relearn_list",
    "relearn_messages",
    "set_next_reading",
    "starts_with",
    "thread_page_key",
    "thread_title",
]
