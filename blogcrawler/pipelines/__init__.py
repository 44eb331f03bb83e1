"""The steps of a post from the page to the back end: one Scrapy item pipeline per file, in the order of settings.py."""
