"""Which pages are posts: by address and by the page itself."""
