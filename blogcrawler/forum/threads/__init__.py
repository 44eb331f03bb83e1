"""The threads of a forum: reading their messages, and learning how an unknown style marks them up."""
