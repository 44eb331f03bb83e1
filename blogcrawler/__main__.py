"""``python -m blogcrawler`` is the program ``blogcrawler``."""

from .cli import main

if __name__ == "__main__":
    main()
