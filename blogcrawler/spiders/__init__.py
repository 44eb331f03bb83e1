"""The crawls: ``newcrawl`` for a blog never seen before."""
