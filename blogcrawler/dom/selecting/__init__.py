"""Selectors: finding elements, reading their values, and finding the same place again on other pages."""
