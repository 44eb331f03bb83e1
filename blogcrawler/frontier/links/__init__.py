"""The links of a page: which are worth following and what they say about their target."""
