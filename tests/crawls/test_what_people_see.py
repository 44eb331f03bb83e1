"""What ``blogcrawler crawl`` and ``update`` print: everything, less (``-q``) and more (``-v``)."""

from __future__ import annotations

import re
import signal
import time
from dataclasses import replace

from blogsite import Answer, make_posts
from crawl_processes import FAST, Program, start
from updated_blog import Updates, crawled

SETTINGS = [part for name, value in FAST.items() for part in ("-s", f"{name}={value}")]


def run(blog: Updates, command: str, *arguments: str) -> Program:
    program = start(blog.home, "blogcrawler", command, *arguments, *SETTINGS)
    program.wait()
    return program


def test_an_update_lists_what_it_found_and_says_when_it_comes_back(blog: Updates):
    posts = make_posts(21)
    new, gone, changed = posts[0], posts[3], posts[2]
    crawled(blog, posts[1:])
    edited = replace(changed, paragraphs=["Quite another text now, written from the beginning.", *changed.paragraphs])
    rest = [post for post in posts if post not in (changed, gone)]
    blog.publish([rest[0], rest[1], edited, *rest[2:]])
    del blog.site.pages[gone.path]
    update = run(blog, "update", "--all")
    lines = update.out.splitlines()
    assert re.match(
        r"http://.*/  1 new, 1 changed, 1 gone; next visit in \d+ \w+ \(\d{4}-\d\d-\d\d \d\d:\d\d UTC\)", lines[0]
    )
    assert lines[1:7] == [
        f"  new      {new.title}",
        f"           {blog.url(new)}",
        f"  changed  {changed.title} (content)",
        f"           {blog.url(changed)}",
        f"  gone     {gone.title}",
        f"           {blog.url(gone)}",
    ]
    assert lines[7] == "Blogs     1 visited, 0 of them unchanged, 0 failed"
    assert "Gone:" not in update.out

    again = run(blog, "update")
    assert "No blog is due. The next visit is due in " in again.log
    assert run(blog, "update", "--all").out.splitlines()[0].partition("  ")[2].startswith("nothing new; next visit in")
    quiet = run(blog, "update", "--all", "-q")
    assert (quiet.poll(), quiet.out, quiet.log) == (0, "", "")
    blog.site.pages["/feed.xml"] = Answer("", status=500)
    blog.site.pages["/"] = Answer("", status=500)
    failed = run(blog, "update", "--all", "-q")
    assert failed.out == ""
    assert re.fullmatch(r"http://\S+  failed: .*; next visit in .*\n", failed.log)


def test_a_quiet_crawl_prints_one_line_and_a_loud_one_its_log(blog: Updates):
    blog.publish(make_posts(6))
    quiet = run(blog, "crawl", blog.site.url, "-q")
    assert re.fullmatch(r"http://\S+  6 posts, \d+ requests, 0:00:\d\d; everything has been crawled\n", quiet.out)
    assert quiet.log == ""
    loud = run(blog, "crawl", blog.site.url, "-v")
    assert "[scrapy.core.engine] INFO: Spider opened" in loud.log
    assert " DEBUG: " not in loud.log
    assert loud.out.startswith("Posts ")
    assert (blog.home / loud_folder(blog) / "crawl.log").read_text().count("Spider opened") == 2
    both = run(blog, "crawl", blog.site.url, "-q", "-v")
    assert (both.poll(), both.log) == (2, "Error: use either -q or -v\n")


def loud_folder(blog: Updates) -> str:
    (folder,) = (path.name for path in blog.home.iterdir() if path.is_dir())
    return folder


def test_an_unreachable_blog_is_an_error_also_for_the_quiet(blog: Updates):
    program = run(blog, "crawl", "http://127.0.0.1:9/", "-q")
    assert program.poll() == 1
    assert "0 posts" in program.out
    assert len(program.log.splitlines()) == 1


def test_progress_says_what_a_crawl_is_doing_and_a_resumed_one_counts_everything(blog: Updates):
    blog.publish(make_posts(40), sitemap=True)
    slow = ("-s", "DOWNLOAD_DELAY=0.05", "-s", "BLOGCRAWLER_PROGRESS_INTERVAL=0.05")
    first = start(blog.home, "blogcrawler", "crawl", blog.site.url, *SETTINGS, *slow)
    while first.poll() is None and not re.search(r"1[4-9] of \d+ known posts", first.log):
        time.sleep(0.02)
    first.send(signal.SIGINT)
    assert first.wait() == 130
    for words in ("fetching training pages (", "fetching posts, ", "time left unknown", "known pages fetched"):
        assert words in first.log
    (before,) = re.findall(r"(?m)^Posts +(\d+)", first.out)
    (asked,) = re.findall(r"(?m)^Requests +(\d+)", first.out)
    second = run(blog, "crawl", blog.site.url, *slow)
    counts = [int(number) for number in re.findall(r"(\d+) of \d+ known posts", second.log)]
    assert counts[0] >= int(before) >= 10
    assert re.search(rf"(?m)^Posts +40, {before} of them before the crawl was resumed$", second.out)
    (total,) = re.findall(r"(?m)^Requests +(\d+)", second.out)
    assert int(total) > int(asked)
