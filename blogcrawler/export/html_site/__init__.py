"""A static site of posts that is browsed and searched offline, opened as files."""

from .site import write_html_site

__all__ = ["write_html_site"]
