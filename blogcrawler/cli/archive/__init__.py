"""Commands that show, search, check and export what was saved."""
