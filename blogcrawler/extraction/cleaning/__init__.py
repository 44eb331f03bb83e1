"""From the node of an article to clean HTML and plain text."""
