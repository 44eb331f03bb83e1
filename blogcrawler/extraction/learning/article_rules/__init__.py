"""Learning where the article is and what inside it is not part of it."""
