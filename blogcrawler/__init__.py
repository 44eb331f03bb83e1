"""blogcrawler harvests whole blogs: every post as a clean record and as a web archive."""

__version__ = "0.1.0"
