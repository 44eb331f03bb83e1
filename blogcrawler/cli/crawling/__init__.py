"""Commands that crawl and update blogs."""
