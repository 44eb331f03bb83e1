"""Learning comment rules from the comments that feeds still have."""
