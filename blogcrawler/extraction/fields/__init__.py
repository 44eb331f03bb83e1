"""Reading the short fields of a post: authors, tags, title, date, site name, language."""
