"""Finding the feed of a blog and choosing the right one."""
