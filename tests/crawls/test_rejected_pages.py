"""Pages that are not taken for posts at first, and are judged again at the end of the crawl."""

from __future__ import annotations

import re
import signal
import time
from pathlib import Path

from blogsite import Answer, BlogSite, fill, make_posts, page, post_page
from crawl_processes import crawl, start_crawl, urls
from old_template_posts import old_post_page

POSTS = make_posts(12)
NOTES = make_posts(6, seed=3, path="/notes/{slug}")
PAGES = make_posts(2, seed=4, path="/{slug}")


def undated(html: str) -> str:
    return re.sub("<time.*?</time>", "", html)


def a_blog_with_notes(site: BlogSite) -> list[str]:
    """A blog with notes that its feed does not list, one of them undated, and undated pages that are not posts."""
    found = fill(site, POSTS)
    for note in NOTES:
        site.pages[note.path] = Answer(post_page(note))
    for one in [NOTES[0], *PAGES]:
        site.pages[one.path] = Answer(undated(post_page(one)))
    links = "".join(f'<li><a href="{one.path}">{one.title}</a>' for one in [*NOTES, *PAGES])
    site.pages["/archive.html"] = Answer(page("Archive", f"<h1>Archive</h1><ul>{links}</ul>"))
    return sorted([*found, *(site.url.rstrip("/") + note.path for note in NOTES)])


def test_a_rejected_page_becomes_a_post_when_its_folder_turns_out_to_hold_posts(tmp_path: Path):
    with BlogSite() as site:
        expected = a_blog_with_notes(site)
        program = crawl(tmp_path, site.url)
        assert sorted(urls(tmp_path)) == expected
        assert site.times(NOTES[0].path) == 1
        assert program.stats["posts/reviewed"] == 1
        assert program.stats["pages/rejected/no_date"] == len(PAGES)
        assert re.search(r"Not posts +\d+ \(.*no date × 2", program.log)


def test_a_post_in_an_older_template_is_read_when_its_folder_turns_out_to_hold_posts(tmp_path: Path):
    with BlogSite() as site:
        expected = a_blog_with_notes(site)
        for note in NOTES[:2]:
            site.pages[note.path] = Answer(old_post_page(note))
        program = crawl(tmp_path, site.url)
        assert sorted(urls(tmp_path)) == expected
        assert program.stats["posts/reviewed"] == 2


def test_a_killed_crawl_does_not_forget_rejected_pages(tmp_path: Path):
    with BlogSite() as site:
        expected = a_blog_with_notes(site)
        site.before = lambda path: time.sleep(0.01)
        job = str(tmp_path / "job")
        program = start_crawl(tmp_path, site.url, JOBDIR=job)
        end = time.monotonic() + 20
        while program.poll() is None and time.monotonic() < end and not site.times(NOTES[-1].path):
            time.sleep(0.005)
        program.send(signal.SIGKILL)
        program.wait()
        crawl(tmp_path, site.url, JOBDIR=job)
        assert sorted(urls(tmp_path)) == expected


def test_a_further_page_of_a_list_is_not_a_post_even_if_it_looks_like_one(tmp_path: Path):
    with BlogSite() as site:
        expected = a_blog_with_notes(site)
        further = make_posts(1, seed=6, path="/page2/")[0]
        site.pages[further.path] = Answer(post_page(further))
        archive = site.pages["/archive.html"]
        assert isinstance(archive, Answer)
        site.pages["/archive.html"] = Answer(f"{archive.body}<a href={further.path}>2</a>")
        crawl(tmp_path, site.url)
        assert site.times(further.path) == 1
        assert sorted(urls(tmp_path)) == expected
