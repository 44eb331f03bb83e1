"""The archive in a browser: blogs, posts, versions, search, and crawls with live progress. Needs the extra ``web``."""

from .app import web_app
from .options import WebOptions
from .server import serve_web

__all__ = ["WebOptions", "serve_web", "web_app"]
