"""Commands about single pages: explain, extract, analyze."""
