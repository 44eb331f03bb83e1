"""Training pages: a feed entry with its page, and which words of the page are the article."""
