"""Learning the rules of a blog, one field per module."""
