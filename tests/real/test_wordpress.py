"""A crawl of a real WordPress."""

from __future__ import annotations

from pathlib import Path

import pytest
from crawl_processes import crawl, records
from wordpress import THEMES, WordPresses, some_posts

pytestmark = pytest.mark.real


@pytest.mark.parametrize("theme", THEMES)
def test_every_post_of_a_wordpress_is_harvested_as_it_was_written(wordpresses: WordPresses, theme: str, tmp_path: Path):
    written = some_posts(25)
    with wordpresses.site(theme) as site:
        addresses = [site.address(post) for post in site.add_posts(written)]
        program = crawl(tmp_path, site.url)
        assert program.poll() == 0
        got = {record["url"]: record for record in records(tmp_path)}
        assert set(got) == set(addresses)
        for address, post in zip(addresses, written, strict=True):
            record = got[address]
            assert record["title"] == post["post_title"]
            assert record["authors"] == ["Maria Muster"]
            assert record["published"][:10] == post["post_date"][:10]
            assert set(post["tags_input"]) <= set(record["tags"])
            paragraphs = post["post_content"].replace("<p>", "").replace("</p>", "").split("\n\n")
            assert record["text"].splitlines() == paragraphs


def test_a_wordpress_is_read_through_its_sitemap(wordpresses: WordPresses, tmp_path: Path):
    with wordpresses.site() as site:
        addresses = site.php("return array_map('get_permalink', $given);", site.add_posts(some_posts(50)))
        site.forget_requests()
        assert crawl(tmp_path, site.url).poll() == 0
        assert {record["url"] for record in records(tmp_path)} == set(addresses)
        asked = [f"{site.url}{request.partition(' ')[2]}" for request in site.requests()]
        asked = [url for url in asked if "/wp-content/" not in url and "/wp-includes/" not in url]  # requisites
        last = max(asked.index(address) for address in addresses)
        assert len([url for url in asked[:last] if url not in addresses]) <= 10
