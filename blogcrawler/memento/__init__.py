"""Memento (RFC 7089): what clients ask for by date, and which earlier states of a page there are. Pure functions."""

from .accept_datetime import http_date, read_http_date
from .time_map import LINK_FORMAT, Memento, TimeMap

__all__ = ["LINK_FORMAT", "Memento", "TimeMap", "http_date", "read_http_date"]
