"""Learning fields that no feed gives, from what pages have in common and where they differ."""
