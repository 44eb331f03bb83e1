"""The queue on disk, its order, and when to stop."""
