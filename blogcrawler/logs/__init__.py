"""The log: as text without control characters, or as JSON for other programs."""

from .json_formatter import JsonFormatter, about_blog, write_json_log
from .safe_formatter import SafeFormatter, keep_log_safe

__all__ = ["JsonFormatter", "SafeFormatter", "about_blog", "keep_log_safe", "write_json_log"]
