"""The steps of a post from the page to the back end: one Scrapy item pipeline per file, in the order of
``spiders/spider_settings.py``."""

from .extract import ExtractPipeline

__all__ = ["ExtractPipeline"]
