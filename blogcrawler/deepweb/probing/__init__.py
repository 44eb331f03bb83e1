"""Probing a search: what to ask, how it answers, and how much of it is still unseen."""
