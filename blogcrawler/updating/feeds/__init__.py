"""Reading the feeds of a known blog again: what is new in them, and where they have moved to."""
