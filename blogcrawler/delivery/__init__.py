"""From saved posts to messages: matches new records against the watches, and delivers the clips. Needs ``watch``."""

from .channels import check_address, hidden_address, send, with_path
from .clip_finder import ClipFinder
from .outbox import DeliveryResult, deliver, personal_page
from .scopes import watch_scope, watched_page

__all__ = [
    "ClipFinder",
    "DeliveryResult",
    "check_address",
    "deliver",
    "hidden_address",
    "personal_page",
    "send",
    "watch_scope",
    "watched_page",
    "with_path",
]
