"""Crawls of corpus blogs whose whole site was changed into what other blogs have: are the posts still found and read?

    python benchmarks/changed_sites.py                       # every sixth blog, all changes
    python benchmarks/changed_sites.py older --every 1       # one change, all blogs
    python benchmarks/changed_sites.py older --every 9 --from 7
    python benchmarks/changed_sites.py flat --feed none      # the feed is hidden as well

``older``: half of the posts that the feed does not list have an older template, with other class names and elements and
without metadata. ``mixed``: half of all posts have it, also of those in the feed. ``renamed``: as ``older``, and that
template begins with the name of the blog, in the head and as the first heading. ``flat``: posts are at ``/name/``, as
other pages are. ``landing``: the home page only says who the owner is; the list of posts is at ``/blog/``. ``entry``:
the feed has a single entry. ``tracked``: the links of the feed have a parameter. ``dead``: the links of the feed are
dead, and its identifiers (``/?p=12``) show the home page.

Scores are those of ``acceptance.py``; ``twice`` counts records that are the same but for their address. Needs the
corpus (CORPUS, by default ../shared/corpus) and its tools.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from html import escape, unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urljoin, urlsplit

from acceptance import COLUMNS, FEEDS, harvest
from corpus import CORPUS, load_scorer
from lxml import etree
from lxml.etree import _Element

SCORER = load_scorer()
_ADDRESS = re.compile(rb"""((?:href|src|content)\s*=\s*)(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_NAMES = re.compile(rb"""(\s(?:class|id)\s*=\s*)(["'])([^"']*)\2""")
_METADATA = re.compile(rb"(?is)<meta\s[^>]*(?:property|itemprop|name)=[^>]*>|<script[^>]*ld\+json.*?</script>")
_OLD_TAGS = {b"article": b"div", b"section": b"div", b"header": b"div", b"main": b"div", b"footer": b"div",
             b"time": b"span", b"h1": b"h2"}  # fmt: skip
_TITLE, _BODY = re.compile(rb"(?is)<title[^>]*>.*?</title>"), re.compile(rb"(?i)<body[^>]*>")
_LANDING = """<!DOCTYPE html><html><head><title>{title}</title></head><body><h1>{title}</h1><nav><a href="/">Home</a>
<a href="{blog}">Blog</a></nav><p>This is the home of {title}. We build things, write about them and travel a lot in
between. Have a look around and say hello.</p></body></html>"""


def older(folder: Path) -> None:
    """Put every other post that the feed does not list into an older template."""
    chosen = set(read(folder / "split.json")["test"][::2])
    put_into_older_template(folder, lambda url: url in chosen)


def mixed(folder: Path) -> None:
    """Put half of the posts into an older template, whether the feed lists them or not."""
    put_into_older_template(folder, lambda url: zlib.crc32(url.encode()) % 2 == 0)


def renamed(folder: Path) -> None:
    """As ``older``; and the older template has the blog's name first, in the head and as a heading."""
    older(folder)
    name = escape(read(folder / "blog.json").get("title") or "Notes").encode()
    old = set(read(folder / "split.json")["test"][::2])
    for entry in read(folder / "entries.json"):
        file = folder / "site" / entry["path"]
        if entry["url"] in old and entry["title"] and file.is_file():
            title = b"<title>%s &raquo; %s</title>" % (name, escape(entry["title"]).encode())
            body = _TITLE.sub(lambda _, title=title: title, file.read_bytes(), count=1)
            file.write_bytes(_BODY.sub(lambda body: body[0] + b'<h1><a href="/">' + name + b"</a></h1>", body, count=1))


def put_into_older_template(folder: Path, is_old: Callable[[str], bool]) -> None:
    """Put posts into a template with other class names and elements, without metadata."""
    for entry in read(folder / "entries.json"):
        file = folder / "site" / entry["path"]
        if is_old(entry["url"]) and file.is_file():
            body = _NAMES.sub(lambda m: m[1] + b'"' + b" ".join(b"old-" + name for name in m[3].split()) + b'"',
                              _METADATA.sub(b"", file.read_bytes()))  # fmt: skip
            for tag, old in _OLD_TAGS.items():
                body = re.sub(rb"<(/?)" + tag + rb"(?=[\s>])", rb"<\1" + old, body)
            file.write_bytes(_BODY.sub(rb"\g<0><div><div>", body))


def flat(folder: Path) -> None:
    """Move the posts to addresses of one segment."""
    base, entries, moved, files = home(folder), read(folder / "entries.json"), {}, {}
    for number, entry in enumerate(entries):
        if (folder / "site" / entry["path"]).is_file():
            path = unquote(urlsplit(entry["url"]).path).removesuffix("/index.html").strip("/")
            name = path.split("/")[-1].split(".")[0]
            name = name if name and not name.isdigit() else f"{name or 'post'}-{number}"
            moved[entry["url"]] = urljoin(base, f"{urlsplit(base).path.rstrip('/')}/{quote(name)}/")
            files[entry["path"]] = (f"{name}/index.html", entry["url"])
            entry["path"] = files[entry["path"]][0]
    keys = {SCORER.url_key(old): new for old, new in moved.items()}
    for file in [one for one in (folder / "site").rglob("*") if one.is_file() and one.suffix in ("", ".html", ".htm")]:
        path = file.relative_to(folder / "site").as_posix()
        url = files[path][1] if path in files else urljoin(base, f"/{path}")
        file.write_bytes(with_addresses(file.read_bytes(), url, keys, is_moved=path in files))
    for path, (new, _) in files.items():
        (folder / "site" / new).parent.mkdir(parents=True, exist_ok=True)
        shutil.move(folder / "site" / path, folder / "site" / new)
    split = {part: [moved.get(url, url) for url in urls] for part, urls in read(folder / "split.json").items()}
    (folder / "split.json").write_text(json.dumps(split))
    changed = [{**entry, "url": moved.get(entry["url"], entry["url"])} for entry in entries]
    (folder / "entries.json").write_text(json.dumps(changed))
    for feed in folder.glob("feed*.xml"):
        text = feed.read_text("utf-8", "replace")
        text = re.sub(r"(<link>\s*)(?=/)", lambda match: match[1] + base.rstrip("/"), text)
        for old, new in sorted(moved.items(), key=lambda one: -len(one[0])):
            text = re.sub(re.escape(escape(old)) + r"(?=[\s<\"'?#]|$)", escape(new), text)
        feed.write_text(text)


def landing(folder: Path) -> None:
    """Put the list of posts at /blog/, below a home page that lists nothing."""
    first = folder / "site" / "index.html"
    if first.is_file():
        base = home(folder)
        (folder / "site" / "blog").mkdir(exist_ok=True)
        (folder / "site" / "blog" / "index.html").write_bytes(
            with_addresses(first.read_bytes(), base, {}, is_moved=True)
        )
        title = escape(read(folder / "blog.json").get("title") or "Notes")
        first.write_text(_LANDING.format(title=title, blog=urljoin(base, "blog/")))


def entry(folder: Path) -> None:
    """Leave one entry in each feed."""
    for file in folder.glob("feed*.xml"):
        tree = etree.parse(str(file))
        entries = [one for one in tree.iter("{*}item", "{*}entry") if one.getparent() is not None]
        for one in entries[1:]:
            one.getparent().remove(one)
        tree.write(str(file), encoding="utf-8", xml_declaration=True)


def tracked(folder: Path) -> None:
    """Add a parameter to the links of each feed that says where readers come from."""
    for link in change_entries(folder, "{*}link"):
        if link.get("href"):
            link.set("href", f"{link.get('href')}?campaign=reader")
        elif link.text:
            link.text = f"{link.text.strip()}?campaign=reader"


def dead(folder: Path) -> None:
    """Have the links of each feed lead to pages that are missing, and their identifiers to the home page."""
    base = home(folder)
    for number, link in enumerate(change_entries(folder, "{*}link")):
        link.text, link.attrib["href"] = (f"{base}moved/{number}/", f"{base}moved/{number}/")
    for number, identifier in enumerate(change_entries(folder, "{*}guid", "{*}id")):
        identifier.text = f"{base}?p={number}"


def change_entries(folder: Path, *tags: str) -> Iterator[_Element]:
    """The elements of the entries of each feed; the feed is written when they have been changed."""
    for file in folder.glob("feed*.xml"):
        tree = etree.parse(str(file))
        for one in tree.iter("{*}item", "{*}entry"):
            for tag in tags:
                yield from one.findall(tag)
        tree.write(str(file), encoding="utf-8", xml_declaration=True)


CHANGES: dict[str, Callable[[Path], None]] = {
    one.__name__: one for one in (older, mixed, renamed, flat, landing, entry, tracked, dead)
}


def read(file: Path) -> Any:
    return json.loads(file.read_text())


def home(folder: Path) -> str:
    return str(read(folder / "blog.json")["base_url"])


def with_addresses(body: bytes, url: str, moved: Mapping[str, str], *, is_moved: bool) -> bytes:
    """A page with the new addresses of what was moved, and with absolute ones if it was moved itself."""

    def changed(match: re.Match[bytes]) -> bytes:
        address = unescape((match[2] if match[2] is not None else match[3]).decode("utf-8", "replace"))
        is_link = not match[1].lower().startswith(b"content")
        if address.startswith(("#", "data:", "javascript:", "mailto:")) or not (is_link or address.startswith("http")):
            return match[0]
        try:
            full = urljoin(url, address)
            new = moved.get(SCORER.url_key(full))
        except ValueError:
            return match[0]
        if new is None and not (is_moved and is_link):
            return match[0]
        return match[1] + b'"' + escape(new or full).encode() + b'"'

    return _ADDRESS.sub(changed, body)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("changes", nargs="*", help=", ".join(CHANGES))
    parser.add_argument("--every", type=int, default=6, help="which blogs of the corpus")
    parser.add_argument("--from", type=int, dest="first", help="the first of them; half of that number by default")
    parser.add_argument("--only", default="", help="a part of the folder's name (a regular expression)")
    parser.add_argument("--feed", choices=FEEDS, default="full")
    options = parser.parse_args()
    folders = [one for one in sorted((CORPUS / "blogs").iterdir()) if (one / "entries.json").exists()]
    first = options.every // 2 if options.first is None else options.first
    folders = [one for one in folders if re.search(options.only, one.name)][first :: options.every]
    for change in options.changes or CHANGES:
        rows, twice = [], 0
        for folder in folders:
            with tempfile.TemporaryDirectory() as made:
                copy = Path(made) / folder.name
                shutil.copytree(folder, copy)
                CHANGES[change](copy)
                (Path(made) / "out").mkdir()
                posts = harvest(copy, options.feed, Path(made) / "out", 300)["posts"]
                rows.append(SCORER.score(copy, posts))
                twice += len(posts) - len({(post["title"], post["text"], post["content_html"]) for post in posts})
            score = "" if rows[-1]["f1"] is None else f", F1 {rows[-1]['f1']:.2f}"
            print(f"  {folder.name}: found {rows[-1]['found']:.2f}{score}", flush=True)
        total = SCORER.summary(rows)
        shown = "  ".join(f"{name} {total[name]:.4f}" for name in COLUMNS if total.get(name) is not None)
        print(f"{change}, {options.feed} feed, {len(rows)} blogs: {shown}  twice {twice}", flush=True)


if __name__ == "__main__":
    main()
