"""Makes blogs with real generators: one function per generator, given a folder, a theme and the posts."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from sample_writings import ABOUT, AUTHORS, SITE, SUBTITLE, TITLE, Writing

PROGRAMS = Path(__file__).resolve().parents[2] / ".programs"
PYTHON, NODE = PROGRAMS / "venv" / "bin", PROGRAMS / "npm" / "node_modules"
ON_A_LIST, IN_THE_FEED = 5, 8


def run(command: Sequence[str | Path], folder: Path, **environment: str) -> None:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env={**os.environ, "CI": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8", **environment},
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}\n{done.stderr[:3000]}")


def head(post: Writing, **more: object) -> str:
    """Front matter; JSON is YAML."""
    fields = {
        "title": post.title,
        "date": f"{post.day} 10:00:00",
        "author": post.author,
        "tags": list(post.tags),
        "categories": [post.category],
        **more,
    }
    return "---\n" + "".join(f"{name}: {json.dumps(value)}\n" for name, value in fields.items() if value) + "---\n\n"


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def pelican(folder: Path, theme: str, posts: Sequence[Writing]) -> Path:
    for post in posts:
        about = f"Title: {post.title}\nDate: {post.day} 10:00\nAuthor: {post.author}\nSlug: {post.slug}\n"
        about += f"Tags: {', '.join(post.tags)}\nCategory: {post.category}\n\n"
        write(folder / "content" / f"{post.slug}.md", about + post.markdown)
    write(folder / "content" / "pages" / "about.md", f"Title: About\n\n{ABOUT}")
    settings = {
        "SITENAME": TITLE,
        "SITEURL": SITE,
        "PATH": "content",
        "TIMEZONE": "UTC",
        "THEME": theme,
        "DEFAULT_PAGINATION": ON_A_LIST,
        "FEED_ALL_ATOM": "feeds/all.atom.xml",
        "FEED_MAX_ITEMS": IN_THE_FEED,
        "AUTHOR_FEED_ATOM": None,
        "CATEGORY_FEED_ATOM": None,
    }
    write(folder / "conf.py", "".join(f"{name} = {value!r}\n" for name, value in settings.items()))
    run([PYTHON / "pelican", "-s", "conf.py", "-o", "out"], folder)
    return folder / "out"


def nikola(folder: Path, theme: str, posts: Sequence[Writing]) -> Path:
    run([PYTHON / "nikola", "init", "-q", "site"], folder)
    site = folder / "site"
    for post in posts:
        about = f".. title: {post.title}\n.. slug: {post.slug}\n.. date: {post.day} 10:00:00 UTC\n"
        about += f".. tags: {', '.join(post.tags)}\n.. author: {post.author}\n.. category: {post.category}\n"
        write(site / "posts" / f"{post.slug}.md", f"<!--\n{about}-->\n\n{post.markdown}")
    write(site / "pages" / "about.md", f"<!--\n.. title: About\n.. slug: about\n-->\n\n{ABOUT}")
    settings = {
        "THEME": theme,
        "INDEX_DISPLAY_POST_COUNT": ON_A_LIST,
        "FEED_LENGTH": IN_THE_FEED,
        "BLOG_TITLE": TITLE,
        "SITE_URL": f"{SITE}/",
        "BLOG_AUTHOR": AUTHORS[0],
        "TIMEZONE": "UTC",
        "SHOW_SOURCELINK": False,
    }
    conf = (site / "conf.py").read_text()
    write(site / "conf.py", conf + "".join(f"\n{name} = {value!r}" for name, value in settings.items()))
    run([PYTHON / "nikola", "build", "-v0"], site)
    return site / "output"


def hexo(folder: Path, theme: str, posts: Sequence[Writing]) -> Path:
    plugins = {one.name: "*" for one in sorted(NODE.glob("hexo-*")) if one.name.startswith(_HEXO_PLUGINS)}
    about = {"name": "site", "private": True, "hexo": {"version": "8"}, "dependencies": plugins}
    write(folder / "package.json", json.dumps(about))
    (folder / "node_modules").symlink_to(NODE)
    look = folder / "themes" / theme  # where Hexo looks for scripts of a theme, too
    shutil.copytree(NODE / f"hexo-theme-{theme}", look, symlinks=True)
    examples = [file for name in _HEXO_EXAMPLES for file in look.glob(name)]
    if examples and not (look / "_config.yml").exists():
        shutil.copy(examples[0], look / "_config.yml")
    for post in posts:
        write(folder / "source" / "_posts" / f"{post.slug}.md", head(post) + post.markdown)
    write(folder / "source" / "about" / "index.md", f"---\ntitle: About\n---\n\n{ABOUT}")
    settings = {
        "title": TITLE,
        "subtitle": SUBTITLE,
        "url": SITE,
        "theme": theme,
        "per_page": ON_A_LIST,
        "author": AUTHORS[0],
        "language": "en",
        "timezone": "UTC",
        "permalink": ":year/:month/:day/:title/",
        "index_generator": {"per_page": ON_A_LIST, "order_by": "-date"},
        "feed": {"type": "atom", "path": "atom.xml", "limit": IN_THE_FEED},
    }
    write(folder / "_config.yml", json.dumps(settings))
    path = f"{NODE / '.bin'}:{os.environ['PATH']}"
    run(["node", NODE / "hexo" / "bin" / "hexo", "generate", "--silent"], folder, PATH=path)
    return folder / "public"


_HEXO_PLUGINS = ("hexo-generator-", "hexo-renderer-")
_HEXO_EXAMPLES = ("_config.example.yml", "example_config.*.yml")


def hugo(folder: Path, theme: str, posts: Sequence[Writing]) -> Path:
    site = folder / "site"
    where = "posts" if theme == "skeleton" else "blog"
    settings: dict[str, object] = {
        "baseURL": f"{SITE}/",
        "title": TITLE,
        "languageCode": "en",
        "theme": theme,
        "pagination": {"pagerSize": ON_A_LIST},
        "services": {"rss": {"limit": IN_THE_FEED}},
        "menus": {"main": [{"name": "About", "pageRef": "/about"}, {"name": "Blog", "pageRef": f"/{where}"}]},
        "params": {"author": {"name": AUTHORS[0]}, "mainSections": [where]},
        "disableKinds": [],
    }
    if theme == "skeleton":
        write(site / "hugo.json", "{}")
        run([PYTHON / "hugo", "new", "theme", theme], site)
        shutil.rmtree(site / "themes" / theme / "content")
    else:
        package, styles = _HUGO_THEMES[theme]
        shutil.copytree(NODE / package, site / "themes" / theme, symlinks=True)
        for part in styles:  # they would need Sass and more, and are not used
            write(site / "layouts" / part, "")
    write(site / "hugo.json", json.dumps(settings))
    for post in posts:
        write(site / "content" / where / f"{post.slug}.md", head(post) + post.markdown)
    write(site / "content" / "about.md", f"---\ntitle: About\n---\n\n{ABOUT}")
    write(site / "content" / where / "_index.md", "---\ntitle: Blog\n---\n")
    run([PYTHON / "hugo", "--destination", folder / "out"], site)
    return folder / "out"


_HUGO_THEMES = {"docsy": ("@docsy/theme", ["_partials/head-css.html", "_partials/scripts.html"])}


def jekyll(folder: Path, theme: str, posts: Sequence[Writing]) -> Path:
    for post in posts:
        write(folder / "_posts" / f"{post.day}-{post.slug}.md", head(post, layout="post") + post.markdown)
    plugins = ["jekyll-feed", "jekyll-seo-tag", "jekyll-sitemap", "jekyll-paginate"]
    settings: dict[str, object] = {
        "title": TITLE,
        "description": SUBTITLE,
        "url": SITE,
        "paginate": ON_A_LIST,
        "timezone": "UTC",
        "feed": {"posts_limit": IN_THE_FEED},
        "permalink": "/:year/:month/:title.html",
    }
    if theme == "chirpy":
        package = NODE / "jekyll-theme-chirpy"
        for part in ("_data", "_includes", "_layouts", "_sass", "_tabs", "assets", "index.html"):
            source = package / part
            (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / part)
        for file in (folder / "_data" / "locales").iterdir():
            if file.name != "en.yml":  # Ruby 3 refuses some
                file.unlink()
        write(folder / "assets" / "css" / "style.scss", "---\n---\n")  # it is not used
        write(folder / "_tabs" / "about.md", f"---\nlayout: page\ntitle: About\n---\n\n{ABOUT}")
        plugins += ["jekyll-archives", "jekyll-include-cache", "jekyll-redirect-from"]
        settings |= {
            "lang": "en",
            "tagline": SUBTITLE,
            "social": {"name": AUTHORS[0], "links": []},
            "github": {},
            "twitter": {},
            "toc": True,
            "collections": {"tabs": {"output": True, "sort_by": "order"}},
            "defaults": [
                {"scope": {"path": "", "type": "posts"}, "values": {"layout": "post", "toc": True}},
                {"scope": {"path": "", "type": "tabs"}, "values": {"layout": "page", "permalink": "/:title/"}},
            ],
            "permalink": "/posts/:title/",
            "jekyll-archives": {
                "enabled": ["categories", "tags"],
                "layouts": {"category": "category", "tag": "tag"},
                "permalinks": {"tag": "/tags/:name/", "category": "/categories/:name/"},
            },
        }
    else:
        settings["theme"] = theme
        write(folder / "index.md", "---\nlayout: home\n---\n")
        write(folder / "about.md", f"---\nlayout: page\ntitle: About\npermalink: /about/\n---\n\n{ABOUT}")
    write(folder / "_config.yml", json.dumps({**settings, "plugins": plugins}))
    run(["jekyll", "build", "--quiet", "--destination", folder / "out"], folder, JEKYLL_ENV="production")
    return folder / "out"


def eleventy(folder: Path, theme: str, posts: Sequence[Writing]) -> Path:
    site = folder / "site"
    shutil.copytree(PROGRAMS / "packages" / f"eleventy-{theme}", site)
    (folder / "node_modules").symlink_to(NODE)
    for file in (site / "posts").glob("*.md"):
        file.unlink()
    for post in posts:
        write(
            site / "posts" / f"{post.slug}.md",
            head(post, layout="layouts/post.njk", date=str(post.day)) + post.markdown,
        )
    write(site / "about" / "index.md", f"---\nlayout: layouts/post.njk\ntitle: About\ntags: [nav]\n---\n\n{ABOUT}")
    about = json.loads((site / "_data" / "metadata.json").read_text())
    about |= {"title": TITLE, "description": SUBTITLE, "url": f"{SITE}/"}
    about["author"] |= {"name": AUTHORS[0]}
    write(site / "_data" / "metadata.json", json.dumps(about).replace("https://gils-blog.tayar.org", SITE))
    run(["node", NODE / "@11ty" / "eleventy" / "cmd.js", "--quiet", "--output", folder / "out"], site)
    return folder / "out"


MAKERS: dict[str, Callable[[Path, str, Sequence[Writing]], Path]] = {
    "pelican": pelican,
    "nikola": nikola,
    "hexo": hexo,
    "hugo": hugo,
    "jekyll": jekyll,
    "eleventy": eleventy,
}
