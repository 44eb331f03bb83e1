"""Forums: reading threads, following lists, and learning how an unknown style marks up both."""

from .crawl import ThreadCallbacks, ThreadCrawl
from .forum_urls import page_address, paged
from .lists.board_document import (
    BOARD,
    is_board_due,
    is_whole_due,
    postpone_whole,
    record_dates,
    record_marks,
    set_next_reading,
)
from .lists.board_log import BoardLog
from .lists.link_lists import guess_navigation, next_list_pages
from .lists.list_reader import KnownLinks, ListReading, covered_lists, list_links, read_list, relearn_list
from .lists.list_repair import ListRepair
from .lists.list_rows import ListRow
from .lists.row_columns import RowColumns, is_sorted_by_activity, moved_up
from .threads.known_messages import carry_over, message_changes, starts_with
from .threads.message_repair import messages_on, relearn_messages
from .threads.partial_thread import PartialThread, thread_page_key
from .threads.thread_actions import adapt_posts
from .threads.thread_reader import read_posts, thread_title
from .threads.unknown_thread_reader import read_repeated_posts

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
