"""The links of a page: which to follow and what they say about their target."""
