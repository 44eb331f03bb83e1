"""Following links: which pages are requested next, and where links come from besides ``<a>``."""
