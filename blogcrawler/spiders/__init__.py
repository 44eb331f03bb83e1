"""The spiders: ``newcrawl`` crawls a blog for the first time, ``updatecrawl`` brings known blogs up to date."""
