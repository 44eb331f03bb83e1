"""Reading single fields of a post: title, authors, dates, tags, language."""
