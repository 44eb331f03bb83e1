"""Records on result pages: where they are, their fields, further pages, and which field of the form asks for which."""
