"""Commands of ``scrapy`` in this project that differ from Scrapy's own."""
