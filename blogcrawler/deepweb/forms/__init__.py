"""Forms of a page: their controls and labels, what they are for, how they are submitted."""
