from __future__ import annotations

from blogcrawler.feeds import parse_sitemap
from blogcrawler.sources import sitemap_facts
from blogcrawler.urls import listing_key

HOME = "https://a.org/"


def page(name: str, changefreq: str) -> str:
    return f"<url><loc>{HOME}{name}</loc><changefreq>{changefreq}</changefreq></url>"


def test_frequencies_are_kept_where_they_differ_from_the_usual_one() -> None:
    pages = [page(f"post-{number}", "monthly") for number in range(3)]
    odd = [page("", "Daily"), page("old", "never"), page("strange", "sometimes")]
    body = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{"".join([*pages, *odd])}</urlset>'
    facts = sitemap_facts(parse_sitemap(body.encode(), f"{HOME}sitemap.xml"))
    expected = {HOME: "daily", f"{HOME}old": "never", f"{HOME}strange": ""}
    assert facts == {"changefreq": {listing_key(url): often for url, often in expected.items()}}


def test_nothing_is_kept_of_an_empty_sitemap() -> None:
    body = b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>'
    assert sitemap_facts(parse_sitemap(body, f"{HOME}sitemap.xml")) == {"changefreq": {}}
