"""Replayed pages look like the live ones, in our replay, in pywb and in ReplayWeb.page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from crawl_processes import crawl, records
from generators import KINDS, make
from playwright.sync_api import Browser
from replay_web_page import VIEWER, replay_web_page, replayed_text
from sample_writings import some_writings
from screenshots import CHROMIUM, Look, chromium, look, replayed_url, replaying, similarity
from static_site_server import StaticSite
from wayback import wayback
from wordpress import WordPresses, some_posts

from blogcrawler.export import ArchiveFiles
from blogcrawler.export.wacz import write_wacz
from blogcrawler.store import open_store

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed: apt-get install chromium"),
]

ENOUGH = 0.95
IMAGES = 3
# Real uploads: WordPress offers each in several sizes.
_UPLOAD = """
require_once ABSPATH . 'wp-admin/includes/image.php';
foreach ($given as $number) {
    $image = imagecreatetruecolor(2000, 1200);
    imagefill($image, 0, 0, imagecolorallocate($image, 40 * $number, 120, 200));
    imagefilledellipse($image, 1000, 600, 900, 900, imagecolorallocate($image, 250, 200, 40));
    $file = wp_upload_bits("picture-$number.png", null, '')['file'];
    imagepng($image, $file);
    $id = wp_insert_attachment(['post_mime_type' => 'image/png', 'post_title' => "Picture $number"], $file);
    wp_update_attachment_metadata($id, wp_generate_attachment_metadata($id, $file));
    $url = wp_get_attachment_image_url($id, 'large');
    $html[] = "<!-- wp:image {\\"id\\":$id} -->"
        . "<figure class='wp-block-image'><img src='$url' alt='' class='wp-image-$id'/></figure><!-- /wp:image -->";
}
return $html;
"""


@dataclass(frozen=True)
class Crawled:
    """A blog that was crawled: the archive, what its pages looked like live, and the stats of the crawl."""

    home: Path
    pages: dict[str, Look]
    stats: dict[str, Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def wordpress(wordpresses: WordPresses, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Crawled:
    """A WordPress of 60 posts, some with pictures, in a theme with fonts of its own."""
    home = tmp_path_factory.mktemp("wordpress") / "home"
    posts = some_posts(60)
    with wordpresses.site("twentytwentythree") as site:
        for post, image in zip(posts, site.php(_UPLOAD, list(range(IMAGES))), strict=False):
            post["post_content"] += image
        address = site.address(site.add_posts(posts)[0])
        program = crawl(home, site.url)
        assert len(records(home)) == 60
        return Crawled(home, {url: look(browser, url) for url in (address, f"{site.url}/")}, program.stats)


@pytest.fixture(scope="module")
def static(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Crawled:
    """A site made by Pelican."""
    (kind,) = [kind for kind in KINDS if kind.name == "pelican-notmyidea"]
    if kind.missing:
        pytest.skip(kind.missing)
    home = tmp_path_factory.mktemp("static") / "home"
    with StaticSite(make(kind, some_writings(24))) as site:
        program = crawl(home, site.url)
        address = records(home)[0]["url"]
        return Crawled(home, {address: look(browser, address)}, program.stats)


def assert_alike(live: Look, replayed: Look) -> None:
    assert replayed.text == live.text
    assert similarity(live.picture, replayed.picture) >= ENOUGH


@pytest.mark.parametrize("kind", ["wordpress", "static"])
def test_a_replayed_page_looks_like_the_live_one(kind: str, request: pytest.FixtureRequest, browser: Browser) -> None:
    crawled: Crawled = request.getfixturevalue(kind)
    with replaying(crawled.home) as server:
        for url, live in crawled.pages.items():
            assert_alike(live, look(browser, replayed_url(server, url), in_frame=True))


def test_pywb_replays_it_as_well(wordpress: Crawled, browser: Browser, tmp_path: Path) -> None:
    (archive,) = wordpress.home.glob("*/warc")
    url, live = next(iter(wordpress.pages.items()))
    with wayback(archive, tmp_path) as collection:
        assert_alike(live, look(browser, f"{collection}/{url}", in_frame=True))


def test_requisites_cost_few_requests(wordpress: Crawled) -> None:
    assert wordpress.stats["requisites/requests"] <= 15 + IMAGES
    assert "requisites/failed" not in wordpress.stats


def test_replaywebpage_shows_the_exported_archive(static: Crawled, browser: Browser, tmp_path: Path) -> None:
    if not VIEWER.exists():
        pytest.skip("ReplayWeb.page is not installed: make .programs/.installed")
    with closing(open_store(None, static.home)) as store:
        [blog] = store.blogs()
        files = ArchiveFiles({blog.url: blog}, {blog.url: static.home / str(blog.folder)})
        write_wacz(store.posts(), tmp_path / "blog.wacz", blog, files)
    with replay_web_page(tmp_path / "blog.wacz") as viewer:
        for url, live in static.pages.items():
            assert replayed_text(browser, viewer, url) == live.text
