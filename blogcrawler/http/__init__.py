"""HTTP on top of Scrapy: responses as pages, reasons for failures, conditional requests, robots.txt."""

from .conditional import (
    ConditionalResponse,
    conditional_headers,
    forget_validators,
    read_conditional_response,
    record_trust,
    record_validators,
    validators_of,
    was_just_modified,
)
from .faults import (
    UNAVAILABLE,
    advice_on_reason,
    advice_on_status,
    is_forbidden,
    is_temporary,
    reason_of,
)
from .fetching import fetch
from .freshness import current_until
from .guarded_fetch import FetchedDocument, GuardedFetcher
from .page_thread import in_page_thread
from .replay import replayed
from .responses import fetched_at, is_data, is_html, is_large, modified_date, page_text, peek_page, to_page
from .robots import FOR_A_QUESTION, FOR_PAGES, is_fresh, is_reachable, robots_response, robots_source, robots_url

__all__ = [
    "FOR_A_QUESTION",
    "FOR_PAGES",
    "UNAVAILABLE",
    "ConditionalResponse",
    "FetchedDocument",
    "GuardedFetcher",
    "advice_on_reason",
    "advice_on_status",
    "conditional_headers",
    "current_until",
    "fetch",
    "fetched_at",
    "forget_validators",
    "in_page_thread",
    "is_data",
    "is_forbidden",
    "is_fresh",
    "is_html",
    "is_large",
    "is_reachable",
    "is_temporary",
    "modified_date",
    "page_text",
    "peek_page",
    "read_conditional_response",
    "reason_of",
    "record_trust",
    "record_validators",
    "replayed",
    "robots_response",
    "robots_source",
    "robots_url",
    "to_page",
    "validators_of",
    "was_just_modified",
]
