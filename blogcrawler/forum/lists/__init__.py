"""The lists of a forum: finding them, reading their rows, and watching them for news."""
