"""Comments in the page itself: by rule or by structure."""
