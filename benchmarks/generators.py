"""What is known of the pages of real programs: sites are made with Pelican, Nikola and Hexo from the registries.

    python benchmarks/generators.py [--folder FOLDER]

For each theme: the type and level of the home page and of a post, the fields of the post that the actions read rightly,
and how many of the posts on the home page they lead to. Installs into FOLDER (by default a new one) with pip and npm.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from blogcrawler.extraction import parse_page
from blogcrawler.extraction.reading import node_text
from blogcrawler.knowledge import document, known_applications, navigate
from blogcrawler.knowledge.values import moment_of, text_of

POSTS, ON_A_LIST = 12, 5
HEXO_THEMES = ("landscape", "fluid", "butterfly", "icarus", "volantis", "redefine")
HEXO = "hexo hexo-generator-archive hexo-generator-index hexo-generator-tag hexo-renderer-ejs hexo-renderer-marked"
RENDERERS = "hexo-renderer-stylus hexo-renderer-pug hexo-renderer-nunjucks"


def title(number: int) -> str:
    return f"Notes on harbour number {number}"


def text(number: int) -> str:
    return (
        f"In {1800 + number} the harbours of the town were counted for the {number}. time, and many of them were found "
        f"in want of repair, paint and patience.\n\nSo it was written down by clerk {number}, who had no other work."
    )


def run(command: list[str], folder: Path) -> bool:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, timeout=300, env={**os.environ, "CI": "1"}, check=False
    )
    return done.returncode == 0


def pelican(folder: Path, programs: Path) -> Iterator[tuple[str, Path]]:
    content = folder / "pelican"
    content.mkdir(exist_ok=True)
    for n in range(1, POSTS + 1):
        head = f"Title: {title(n)}\nDate: 2021-03-{n:02} 10:00\nAuthor: Ann Lee\nTags: towns, ships\n\n"
        (content / f"p{n}.md").write_text(head + text(n))
    for theme in ("notmyidea", "simple"):
        out = folder / f"out-pelican-{theme}"
        settings = [f"DEFAULT_PAGINATION={ON_A_LIST}", 'SITENAME="A Blog"']
        if run([str(programs / "pelican"), str(content), "-o", str(out), "-t", theme, "-e", *settings], folder):
            yield f"Pelican, {theme}", out


def nikola(folder: Path, programs: Path) -> Iterator[tuple[str, Path]]:
    site = folder / "nikola"
    if not site.exists() and not run([str(programs / "nikola"), "init", "-q", "nikola"], folder):
        return
    for n in range(1, POSTS + 1):
        head = f".. title: {title(n)}\n.. slug: notes-{n}\n.. date: 2021-03-{n:02} 10:00:00 UTC\n.. tags: towns\n"
        (site / "posts" / f"p{n}.rst").write_text(f"{head}.. author: Ann Lee\n\n{text(n)}\n")
    settings = (site / "conf.py").read_text()
    for theme in ("bootblog4", "base"):
        (site / "conf.py").write_text(f"{settings}\nTHEME = {theme!r}\nINDEX_DISPLAY_POST_COUNT = {ON_A_LIST}\n")
        shutil.rmtree(site / "output", ignore_errors=True)
        if run([str(programs / "nikola"), "build", "-v0"], site):
            yield f"Nikola, {theme}", Path(shutil.copytree(site / "output", folder / f"out-nikola-{theme}"))
    (site / "conf.py").write_text(settings)


def hexo(folder: Path) -> Iterator[tuple[str, Path]]:
    site = folder / "hexo"
    (site / "source" / "_posts").mkdir(parents=True, exist_ok=True)
    (site / "themes").mkdir(exist_ok=True)
    (site / "package.json").write_text(json.dumps({"name": "site", "private": True, "hexo": {"version": "8"}}))
    install = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--legacy-peer-deps"]
    if not run([*install, *HEXO.split(), *RENDERERS.split()], site):
        return
    for n in range(1, POSTS + 1):
        head = f"---\ntitle: {title(n)}\ndate: 2021-03-{n:02} 10:00:00\ntags: [towns, ships]\n---\n"
        (site / "source" / "_posts" / f"post-{n}.md").write_text(head + text(n))
    for theme in HEXO_THEMES:
        if not run([*install, f"hexo-theme-{theme}"], site):
            continue
        shutil.copytree(site / "node_modules" / f"hexo-theme-{theme}", site / "themes" / theme, dirs_exist_ok=True)
        about = f"title: A Blog\nurl: https://blog.example\ntheme: {theme}\nper_page: {ON_A_LIST}\nauthor: Ann Lee\n"
        (site / "_config.yml").write_text(about)
        for old in ("public", "db.json"):
            shutil.rmtree(site / old, ignore_errors=True) if old == "public" else (site / old).unlink(missing_ok=True)
        if run(["npx", "hexo", "generate"], site) and (site / "public" / "index.html").exists():
            yield f"Hexo, {theme}", Path(shutil.copytree(site / "public", folder / f"out-hexo-{theme}"))


def row(name: str, out: Path) -> str:
    base = known_applications()
    number = 3
    named = sorted(file for file in out.rglob("*.html") if title(number) in file.read_text(errors="replace"))
    post = next(file for file in named if any(part in str(file) for part in ("post-3/", "notes-3/", "number-3.html")))
    cells = []
    for file in (out / "index.html", post):
        page = parse_page(file.read_text(errors="replace"), f"https://blog.example/{file.relative_to(out)}")
        found = base.detect(document(page))
        cells.append(f"{found.application.name}, {found.level.name if found.level else '–'}" if found else "unknown")
        level = found.level if found else None
        if file == post:
            read: dict[str, str] = {}
            for action in level.extract if level else ():
                for one in action.path.find(page.tree)[:1]:
                    read.setdefault(action.type, node_text(one) if action.type == "content" else text_of(one))
            right = {
                "title": read.get("title") == title(number),
                "published": (moment_of(read.get("published", "")) or "")[:10] == f"2021-03-{number:02}",
                "content": " ".join(text(number).split()) in " ".join(read.get("content", "").split()),
            }
            cells.append(", ".join(kind for kind, is_right in right.items() if is_right) or "–")
        else:
            ways = navigate(base, found.application, level, page) if found and level else []
            cells.append(f"{sum(way.to == 'post' for way in ways)} of {ON_A_LIST}")
    home, led, kind, fields = cells
    return f"| {name} | {home} | {led} | {kind} | {fields} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path)
    with tempfile.TemporaryDirectory(prefix="blogcrawler-generators-") as new:
        folder = (parser.parse_args().folder or Path(new)).resolve()
        programs = folder / "venv" / "bin"
        if not programs.exists():
            run([sys.executable, "-m", "venv", "venv"], folder)
            run([str(programs / "pip"), "install", "-q", "pelican[markdown]", "nikola"], folder)
        print("| program, theme | home page | posts led to | post | fields read |\n|---|---|---|---|---|", flush=True)
        for sites in (pelican(folder, programs), nikola(folder, programs), hexo(folder)):
            for name, out in sites:
                print(row(name, out), flush=True)


if __name__ == "__main__":
    main()
