"""Training pages: a feed entry beside its page, and which words of the page are the article."""
