"""Addresses: their normal form, their hosts, and the keys by which they are compared.

Pure functions that every package may use.
"""

from .hosts import adopt, bare_host, related_hosts, same_host, server_of, split_url
from .keys import (
    address_key,
    containing_address,
    has_scheme,
    listing_key,
    other_pages,
    page_key,
    url_variants,
    variant_key,
)
from .normal_form import blog_address, join_url, normalize, remove_dot_segments, resolve

__all__ = [
    "address_key",
    "adopt",
    "bare_host",
    "blog_address",
    "containing_address",
    "has_scheme",
    "join_url",
    "listing_key",
    "normalize",
    "other_pages",
    "page_key",
    "related_hosts",
    "remove_dot_segments",
    "resolve",
    "same_host",
    "server_of",
    "split_url",
    "url_variants",
    "variant_key",
]
