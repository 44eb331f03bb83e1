"""What to download next: the queue on disk, its order, and when to stop."""
