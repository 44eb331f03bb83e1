"""Pictures and recordings of articles: fetched once, stored by content, whatever type the server states."""

from __future__ import annotations

import hashlib
import json
import random
import signal
import time
from collections import Counter
from pathlib import Path

from blogsite import Answer, BlogSite, Visit, fill, make_posts, post_page, rss
from crawl_processes import crawl, records, start, start_crawl
from pictures import png
from warc_reading import assert_valid
from warc_reading import records as warc_records


def stream(visit: Visit) -> None:
    """200 MB that no header announces."""
    visit.send_response(200)
    visit.send_header("Content-Type", "image/png")
    visit.send_header("Connection", "close")
    visit.end_headers()
    for _ in range(200):
        visit.wfile.write(b"\x89PNG\r\n\x1a\n" * (1 << 17))


def announced(visit: Visit) -> None:
    """200 MB that a header announces."""
    visit.send_response(200)
    visit.send_header("Content-Type", "image/png")
    visit.send_header("Content-Length", str(200 << 20))
    visit.end_headers()
    visit.wfile.write(b"\x89PNG\r\n\x1a\n")


def kept(home: Path) -> dict[str, bytes]:
    """The files in the folder of media, by their path."""
    folder = next(home.glob("*/media")).parent
    found = (path for path in folder.glob("media/**/*") if path.is_file() and "index.db" not in path.name)
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def test_a_thousand_images_are_fetched_even_if_some_are_hostile(tmp_path: Path) -> None:
    posts = make_posts(10)
    home = tmp_path / "archive"
    with BlogSite(name="blog.test") as site, BlogSite(name="pictures.test") as other:
        fill(site, posts)
        chance = random.Random(7)
        wanted: dict[str, bytes] = {}
        addresses: list[str] = []
        for number in range(1000):
            place = other if number % 4 == 0 else site
            name = f"../../etc/{number}.png" if number % 50 == 0 else f"{number}.png"
            content = png(number if number < 700 else chance.randrange(700))  # 30 % are known already
            path = f"/etc/{number}.png" if number % 50 == 0 else f"/pictures/{number}.png"
            answer: Answer = Answer(content, "image/png")
            if number % 90 == 1:
                answer = Answer(b"", "image/png")
            elif number % 90 == 2:
                answer = Answer("<!DOCTYPE html><h1>Gone</h1>", "image/png")
            elif number % 90 == 3:
                answer = Answer(b"\xff\xd8\xff\xe0" + content, "image/png")
            elif number % 90 == 4:
                answer = Answer("no", status=404)
            place.pages[path] = stream if number in (100, 500) else announced if number in (200, 600) else answer
            address = place.url + ("pictures/" + name)
            addresses.append(address)
            if number not in (100, 200, 500, 600) and number % 90 not in (1, 2, 4):
                wanted[place.url.rstrip("/") + path] = answer.data()
        for n, post in enumerate(posts):
            images = "".join(f'<p><img src="{url}"></p>' for url in addresses[n::10])
            site.pages[post.path] = Answer(post_page(post, article=post.article() + images))
        site.pages["/feed.xml"] = Answer(
            rss(site.url, [(site.url.rstrip("/") + p.path, p.path, p) for p in posts]), "application/rss+xml"
        )
        settings = {"BLOGCRAWLER_MEDIA_MAX_BYTES": 1_000_000, "DOWNLOAD_TIMEOUT": 10}
        settings["BLOGCRAWLER_PRIVATE_HOSTS"] = "pictures.test"
        program = crawl(home, site.url, **settings)
        assert program.poll() == 0, program.log[-3000:]
        asked = Counter(site.asked) + Counter(other.asked)
        again = crawl(home, site.url, **settings)

    media = {medium["url"]: medium for record in records(home) for medium in record["media"]}
    files = kept(home)
    assert len(records(home)) == 10
    assert set(media) == set(wanted)
    for url, medium in media.items():
        content = wanted[url]
        assert files[medium["path"]] == content
        assert (medium["bytes"], medium["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())
        assert medium["mime"] == ("image/jpeg" if content.startswith(b"\xff\xd8") else "image/png")
        assert medium["path"].endswith(".jpg" if content.startswith(b"\xff\xd8") else ".png")
    assert len(files) == len(set(wanted.values())) < 800, "a content is kept once"
    assert set(files) == {medium["path"] for medium in media.values()}
    assert not [path for path in tmp_path.rglob("*.png") if "media" not in path.parts], "nothing outside the folder"
    assert max(count for path, count in asked.items() if ".png" in path and "00" not in path) == 1, "fetched once"
    assert asked["/robots.txt"] >= 2, "other hosts are asked for their robots.txt, too"
    assert program.stats["media/held"] == len(wanted)
    assert "Traceback" not in program.log
    # the next crawl of the blog does not fetch them again
    assert again.stats["media/known"] == len(wanted)
    assert "media/held" not in again.stats
    warc = next(home.glob("*/warc"))
    assert_valid(warc)
    archived = {r.fields["WARC-Target-URI"] for r in warc_records(warc) if r.kind in ("response", "revisit")}
    assert set(wanted) <= archived
    assert sum(path.stat().st_size for path in home.rglob("*") if path.is_file()) < 20_000_000


def test_media_on_other_hosts_are_fetched_if_robots_txt_allows(tmp_path: Path) -> None:
    (post, *_) = posts = make_posts(3)
    home = tmp_path / "archive"
    with BlogSite(name="blog.test") as site, BlogSite(name="pictures.test") as other, BlogSite(name="no.test") as shy:
        fill(site, posts)
        other.pages["/large.png"] = Answer(status=302, headers={"Location": "/moved.png"})
        other.pages["/moved.png"] = Answer(png(1))
        other.pages["/episode.mp3"] = Answer(b"ID3\4\0\0\0\0\0\0sound", "text/plain")
        shy.pages["/robots.txt"] = Answer("User-agent: *\nDisallow: /\n", "text/plain")
        shy.pages["/a.png"] = Answer(png(2))
        images = (
            f'<img src="/gone.png" srcset="/gone.png 300w, {other.url}large.png 200w"><img src="{shy.url}a.png">'
            f'<img src="http://10.0.0.1/inside.png"><a href="{other.url}page.html">elsewhere</a>'
        )
        site.pages[post.path] = Answer(post_page(post, article=post.article() + images))
        feed = rss(site.url, [(site.url.rstrip("/") + p.path, p.path, p) for p in posts])
        enclosure = f'<enclosure url="{other.url}episode.mp3" type="audio/mpeg" length="1"/></item>'
        site.pages["/feed.xml"] = Answer(feed.replace("</item>", enclosure, 1), "application/rss+xml")
        private = {"BLOGCRAWLER_PRIVATE_HOSTS": "pictures.test,no.test", "BLOGCRAWLER_REQUISITES_ENABLED": 0}
        program = crawl(home, site.url, CLOSESPIDER_PAGECOUNT=500, **private)
        off = crawl(tmp_path / "off", site.url, BLOGCRAWLER_MEDIA_ENABLED=0, **private)
    by_title = {record["title"]: record["media"] for record in records(home)}
    assert [(m["url"], m["mime"]) for m in by_title[post.title]] == [
        (f"{other.url}large.png", "image/png"),
        (f"{other.url}episode.mp3", "audio/mpeg"),
    ]
    assert shy.asked == ["/robots.txt"]
    assert "/page.html" not in other.asked
    assert program.stats["network/refused"] == 2, "the picture, and robots.txt there"
    assert off.poll() == 0
    assert [record["media"] for record in records(tmp_path / "off")] == [[], [], []]
    assert not list((tmp_path / "off").glob("*/media"))
    shown = start(home, "blogcrawler", "show", site.url.rstrip("/") + post.path)
    shown.wait()
    assert by_title[post.title][0]["path"] in shown.out.replace("\n", "")


def test_a_killed_crawl_ends_with_the_same_media(tmp_path: Path) -> None:
    posts = make_posts(12)
    home = tmp_path / "archive"
    with BlogSite(name="blog.test") as site:
        fill(site, posts)
        for n, post in enumerate(posts):
            names = [f"/p/{n}-{m}.png" for m in range(5)]
            site.pages |= {name: Answer(png(100 * n + m)) for m, name in enumerate(names)}
            images = "".join(f"<p><img src={name}></p>" for name in names)
            site.pages[post.path] = Answer(post_page(post, article=post.article() + images))
        site.before = lambda path: time.sleep(0.02)
        job = {"JOBDIR": str(tmp_path / "job")}
        program = start_crawl(home, site.url, **job)
        end = time.monotonic() + 20
        while sum(path.startswith("/p/") for path in site.asked) < 17 and time.monotonic() < end:
            time.sleep(0.005)
        program.send(signal.SIGKILL)
        program.wait()
        # A kill may leave a file that has no name yet; it is not taken for a medium.
        assert program.poll() == -signal.SIGKILL
        assert crawl(home, site.url, **job).poll() == 0
    found = {json.dumps(m, sort_keys=True) for record in records(home) for m in record["media"]}
    assert len(records(home)) == 12
    assert len(found) == 60
    assert all(len(record["media"]) == 5 for record in records(home))


def test_no_more_media_are_fetched_beyond_the_total(tmp_path: Path) -> None:
    posts = make_posts(12)
    with BlogSite(name="blog.test") as site:
        fill(site, posts)
        for number, post in enumerate(posts):
            site.pages[f"/pictures/{number}.png"] = Answer(png(number), "image/png")
            image = f'<p><img src="{site.url}pictures/{number}.png"></p>'
            site.pages[post.path] = Answer(post_page(post, article=post.article() + image))
        program = crawl(tmp_path, site.url, BLOGCRAWLER_MEDIA_MAX_TOTAL_BYTES=1)
    assert program.poll() == 0, program.log[-3000:]
    assert 0 < program.stats["media/held"] < 12
    assert "BLOGCRAWLER_MEDIA_MAX_TOTAL_BYTES" in program.log
    assert len(records(tmp_path)) == 12
