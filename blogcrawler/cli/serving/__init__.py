"""Commands that show the archive in a browser."""
