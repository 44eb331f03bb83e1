"""Makes blogs with documentation generators, and says what these need: Material for MkDocs and ABlog (PyPI),
Docusaurus, Starlight and VuePress (npm); ikiwiki and Wintersmith make other things than blogs, too.

What the tests need is in ``.programs/docs``. The rest is large, and only the benchmark installs it, each in a folder of
its own below ``.programs/more``.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from npm_packages import install_modules, missing_modules, modules, site_folder
from sample_writings import ABOUT, AUTHORS, SITE, SUBTITLE, TITLE, Writing
from site_makers import IN_THE_FEED, ON_A_LIST, PROGRAMS, run, write

DOCS = PROGRAMS / "docs" / "bin"
_KEYS = dict(zip(AUTHORS, ("ann", "tomas"), strict=True))
_WELCOME = "Welcome to the diary. Go to [the blog]({})."
#: npm packages by generator.
_NPM = {
    "docusaurus": "@docusaurus/core@3.9 @docusaurus/plugin-content-blog@3.9 @docusaurus/plugin-content-pages@3.9 "
    "@docusaurus/theme-classic@3.9 @docusaurus/plugin-sitemap@3.9 react@18 react-dom@18 webpack@5.95.0",
    "starlight": "astro@5 @astrojs/starlight@0.36 starlight-blog@0.24",
    "vuepress": "vuepress@1 @vuepress/theme-blog",
    "wintersmith": "wintersmith moment underscore typogr",
}


def missing(program: str) -> str:
    """How to install a generator; empty if it is installed."""
    if program in _NPM:
        return missing_modules(program)
    if program == "ikiwiki":
        return "" if shutil.which("ikiwiki") else "apt-get install ikiwiki"
    return "" if (DOCS / program).exists() else "make .programs/.docs"


def install(program: str) -> str:
    """Install packages with npm; returns the reason if that fails."""
    return install_modules(program, _NPM[program]) if program in _NPM else missing(program)


def _site(folder: Path, program: str) -> Path:
    return site_folder(folder, program, **({"type": "module"} if program == "starlight" else {}))


def _head(post: Writing, plain: str = "", **fields: object) -> str:
    """Front matter; ``plain`` are lines whose values must not be quoted."""
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items() if value]
    return "\n".join(["---", *lines, *plain.splitlines(), "---", "", post.markdown])


def _keys(post: Writing) -> list[str]:
    return [_KEYS[name] for name in post.authors]


def mkdocs(folder: Path, theme: str, posts: Sequence[Writing], language: str = "en") -> Path:
    for post in posts:
        dates = f"date:\n  created: {post.day}\n" + (f"  updated: {post.updated}\n" if post.updated else "")
        text = _head(post, dates, authors=_keys(post), categories=[post.category], tags=post.tags, slug=post.slug)
        write(
            folder / "docs" / "blog" / "posts" / f"{post.slug}.md",
            text.replace("---\n\n", f"---\n\n# {post.title}\n\n", 1),
        )
    names = {key: {"name": name, "description": "Seaman", "avatar": "/x.png"} for name, key in _KEYS.items()}
    write(folder / "docs" / "blog" / ".authors.yml", json.dumps({"authors": names}, ensure_ascii=False))
    write(folder / "docs" / "index.md", f"# {TITLE}\n\n{_WELCOME.format('blog/index.md')}\n")
    write(folder / "docs" / "about.md", f"# About\n\n{ABOUT}\n")
    write(folder / "docs" / "blog" / "index.md", "# Blog\n")
    created = {"as_creation": "date.created", "as_update": "date.updated", "datetime_format": "%Y-%m-%d"}
    feed = {"match_path": "blog/posts/.*", "length": IN_THE_FEED, "abstract_chars_count": -1, "use_git": False}
    settings = {
        "site_name": TITLE,
        "site_url": f"{SITE}/",
        "theme": {"name": theme, "language": language, "features": ["navigation.indexes", "navigation.footer"]},
        "nav": [{"Home": "index.md"}, {"About": "about.md"}, {"Blog": ["blog/index.md"]}],
        "markdown_extensions": ["tables", "pymdownx.superfences", {"toc": {"permalink": True}}],
        "plugins": [
            {"blog": {"pagination_per_page": ON_A_LIST, "post_excerpt": "optional"}},
            "tags",
            {"rss": {**feed, "date_from_meta": created}},
        ],
    }
    write(folder / "mkdocs.yml", json.dumps(settings))
    run([DOCS / "mkdocs", "build", "-q", "-d", folder / "out"], folder, NO_MKDOCS_2_WARNING="1")
    return folder / "out"


def ablog(folder: Path, theme: str, posts: Sequence[Writing], language: str = "en") -> Path:
    for post in posts:
        about = f"blogpost: true\ndate: {post.day:%b %d, %Y}\nauthor: {', '.join(post.authors)}\n"
        about += f"category: {post.category}\ntags: {', '.join(post.tags)}\n"
        write(folder / "posts" / f"{post.slug}.md", f"---\n{about}---\n\n# {post.title}\n\n{post.markdown}")
    write(folder / "about.md", f"# About\n\n{ABOUT}\n")
    lists = "```{postlist} 10\n:excerpts:\n```\n\n```{toctree}\n:hidden:\nabout\n```\n"
    write(folder / "index.md", f"# {TITLE}\n\n{SUBTITLE}\n\n{lists}")
    boxes = ("postcard", "recentposts", "tagcloud", "categories", "archives")
    settings = {
        "project": TITLE,
        "language": language,
        "extensions": ["ablog", "myst_parser", "sphinx.ext.intersphinx"],
        "html_theme": theme,
        "html_sidebars": {"**": [f"ablog/{box}.html" for box in boxes]},
        "blog_title": TITLE,
        "blog_baseurl": SITE,
        "blog_feed_fulltext": True,
        "blog_feed_length": IN_THE_FEED,
        "blog_authors": {name: (name, None) for name in AUTHORS},
        "post_auto_excerpt": 1,
        "fontawesome_included": True,
        "exclude_patterns": ["out"],
    }
    write(folder / "conf.py", "".join(f"{name} = {value!r}\n" for name, value in settings.items()))
    run([DOCS / "sphinx-build", "-q", "-b", "html", ".", folder / "out"], folder)
    return folder / "out"


def docusaurus(folder: Path, theme: str, posts: Sequence[Writing], language: str = "en") -> Path:
    site = _site(folder, "docusaurus")
    for post in posts:
        dates = f"date: {post.day}" + (f"\nlast_update: {{date: {post.updated}}}" if post.updated else "")
        text = _head(post, dates, title=post.title, slug=post.slug, tags=post.tags, authors=_keys(post))
        write(site / "blog" / f"{post.day}-{post.slug}.md", text)
    people = {key: {"name": name, "title": "Seaman", "page": True} for name, key in _KEYS.items()}
    write(site / "blog" / "authors.yml", json.dumps(people, ensure_ascii=False))
    write(site / "src" / "pages" / "about.md", f"# About\n\n{ABOUT}")
    write(site / "src" / "pages" / "index.md", f"# {TITLE}\n\n{_WELCOME.format('/blog/')}\n")
    blog = {
        "postsPerPage": ON_A_LIST,
        "feedOptions": {"type": "all", "limit": IN_THE_FEED},
        "onUntruncatedBlogPosts": "ignore",
        "onInlineTags": "ignore",
    }
    plugins = ["@docusaurus/plugin-content-pages", "@docusaurus/plugin-sitemap"]
    settings = {
        "title": TITLE,
        "tagline": SUBTITLE,
        "url": SITE,
        "baseUrl": "/",
        "trailingSlash": True,
        "onBrokenLinks": "ignore",
        "i18n": {"defaultLocale": language, "locales": [language]},
        "markdown": {"format": "md"},
        "themes": [f"@docusaurus/theme-{theme}"],
        "plugins": [*plugins, ["@docusaurus/plugin-content-blog", blog]],
        "themeConfig": {"navbar": {"title": TITLE, "items": [{"to": "/blog", "label": "Blog"}]}},
    }
    write(site / "docusaurus.config.js", f"module.exports = {json.dumps(settings)}")
    program = modules("docusaurus") / "@docusaurus" / "core" / "bin" / "docusaurus.mjs"
    run(["node", program, "build", "--no-minify", "--out-dir", folder / "out"], site, NODE_ENV="production")
    return folder / "out"


def starlight(folder: Path, theme: str, posts: Sequence[Writing], language: str = "en") -> Path:
    site = _site(folder, "starlight")
    for post in posts:
        dates = f"date: {post.day}" + (f"\nlastUpdated: {post.updated}" if post.updated else "")
        text = _head(post, dates, title=post.title, tags=post.tags, authors=_keys(post))
        write(site / "src" / "content" / "docs" / "blog" / f"{post.slug}.md", text)
    for name, title, text in (("about", "About", ABOUT), ("index", TITLE, _WELCOME.format("/blog/"))):
        write(site / "src" / "content" / "docs" / f"{name}.md", f"---\ntitle: {title}\n---\n\n{text}\n")
    people = {key: {"name": name, "title": "Seaman"} for name, key in _KEYS.items()}
    blog = json.dumps({"title": "Blog", "postCount": ON_A_LIST, "authors": people}, ensure_ascii=False)
    write(
        site / "astro.config.mjs",
        "import { defineConfig } from 'astro/config'; import starlight from '@astrojs/starlight';"
        "import starlightBlog from 'starlight-blog';"
        f"export default defineConfig({{site: '{SITE}', trailingSlash: 'always', integrations: [starlight({{"
        f"title: '{TITLE}', pagefind: false, locales: {{root: {{label: 'x', lang: '{language}'}}}},"
        f"plugins: [starlightBlog({blog})]}})]}});",
    )
    write(
        site / "src" / "content.config.ts",
        "import { defineCollection } from 'astro:content'; import { docsLoader } from '@astrojs/starlight/loaders';"
        "import { docsSchema } from '@astrojs/starlight/schema'; import { blogSchema } from 'starlight-blog/schema';"
        "export const collections = { docs: defineCollection({ loader: docsLoader(), schema:"
        "docsSchema({ extend: (context) => blogSchema(context) }) }) };",
    )
    program = modules("starlight") / "astro" / "astro.js"
    run(["node", program, "build", "--outDir", folder / "out"], site, ASTRO_TELEMETRY_DISABLED="1")
    return folder / "out"


def vuepress(folder: Path, theme: str, posts: Sequence[Writing], language: str = "en") -> Path:
    site = _site(folder, "vuepress")
    for post in posts:
        text = _head(post, f"date: {post.day}", title=post.title, author=" & ".join(post.authors), tags=post.tags)
        write(site / "_posts" / f"{post.day}-{post.slug}.md", text)
    place = {"id": "post", "dirname": "_posts", "path": "/", "itemPermalink": "/:year/:month/:day/:slug"}
    look = {
        "feed": {"canonical_base": SITE, "count": IN_THE_FEED, "rss": True},
        "nav": [{"text": "Blog", "link": "/"}, {"text": "Tags", "link": "/tag/"}],
        "globalPagination": {"lengthPerPage": ON_A_LIST},
        "directories": [place],
    }
    settings = {"title": TITLE, "description": SUBTITLE, "theme": f"@vuepress/theme-{theme}", "themeConfig": look}
    write(site / ".vuepress" / "config.js", f"module.exports = {json.dumps(settings)}")
    program = modules("vuepress") / "vuepress" / "cli.js"
    run(["node", program, "build", ".", "-d", folder / "out"], site, NODE_OPTIONS="--openssl-legacy-provider")
    return folder / "out"


def wintersmith(folder: Path, theme: str, posts: Sequence[Writing], language: str = "en") -> Path:
    site = folder / "site"
    shutil.copytree(modules("wintersmith") / "wintersmith" / "examples" / theme, site)
    (site / "node_modules").symlink_to(modules("wintersmith"))
    shutil.rmtree(site / "contents" / "articles")
    for post in posts:
        text = _head(
            post, title=post.title, author=_KEYS[post.author], date=f"{post.day} 10:00", template="article.pug"
        )
        write(site / "contents" / "articles" / post.slug / "index.md", text)
    for name, key in _KEYS.items():
        write(site / "contents" / "authors" / f"{key}.json", json.dumps({"name": name, "bio": "Seaman."}))
    settings = json.loads((site / "config.json").read_text())
    settings["locals"] |= {"url": SITE, "name": TITLE, "owner": AUTHORS[0], "description": SUBTITLE}
    write(site / "config.json", json.dumps(settings))
    program = modules("wintersmith") / "wintersmith" / "bin" / "wintersmith"
    run(["node", program, "build", "-o", folder / "out"], site)
    return folder / "out"


def ikiwiki(folder: Path, theme: str, posts: Sequence[Writing], language: str = "en") -> Path:
    for post in posts:
        about = f'[[!meta title="""{post.title}"""]]\n[[!meta author="{" and ".join(post.authors)}"]]\n'
        about += (
            f'[[!meta date="{post.day} 10:00:00"]]\n[[!tag {" ".join(tag.replace(" ", "_") for tag in post.tags)}]]\n'
        )
        write(folder / "in" / "posts" / f"{post.slug}.mdwn", f"{about}\n{post.markdown}")
    pages = f'[[!inline pages="page(posts/*)" show="{ON_A_LIST}" feedshow="{IN_THE_FEED}"]]\n\n[[Archive]] [[About]]'
    write(folder / "in" / "index.mdwn", f'[[!meta title="{TITLE}"]]\n{pages}')
    write(folder / "in" / "archive.mdwn", '[[!inline pages="page(posts/*)" archive=yes show=0 feeds=no]]')
    write(folder / "in" / "about.mdwn", ABOUT)
    command = ["ikiwiki", "--rebuild", "--rss", "--atom", "--url", SITE, "--set", f"wikiname={TITLE}"]
    command += ["--set", "tagbase=tag", "--set", "tag_autocreate=1", "--plugin", "goodstuff"]
    command += ["--plugin", "theme", "--set", f"theme={theme}"] if theme != "plain" else []
    run([*command, folder / "in", folder / "out"], folder)
    return folder / "out"


MAKERS: dict[str, Callable[..., Path]] = {
    "mkdocs": mkdocs,
    "ablog": ablog,
    "docusaurus": docusaurus,
    "starlight": starlight,
    "vuepress": vuepress,
    "wintersmith": wintersmith,
    "ikiwiki": ikiwiki,
}
