"""What is known of the web's applications, as data: no code lives here. Read it with ``importlib.resources``."""
