"""Which pages are posts, by URL and by content."""
