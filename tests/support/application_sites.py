"""Makes blogs with generators of single-page applications: VitePress, VuePress 2 with the theme Hope, Nextra (npm).

None of them makes a sitemap here. The benchmark installs them, each in a folder of its own below ``.programs/more``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from npm_packages import install_modules, missing_modules, modules, site_folder
from sample_writings import ABOUT, AUTHORS, SITE, SUBTITLE, TITLE, Writing
from site_makers import IN_THE_FEED, ON_A_LIST, run, write

_NPM = {
    "vitepress": "vitepress@1 vue@3",
    "vuepress2": "vuepress@2.0.0-rc.19 vuepress-theme-hope@2.0.0-rc.66 @vuepress/bundler-vite@2.0.0-rc.19 vue@3 "
    "sass-embedded",
    "nextra": "next@14 nextra@3 nextra-theme-blog@3 react@18 react-dom@18 typescript@5",
}


def missing(program: str) -> str:
    """How to install a generator; empty if it is installed."""
    return missing_modules(program)


def install(program: str) -> str:
    """Install packages with npm; returns the reason if that fails."""
    return install_modules(program, _NPM[program])


def _site(folder: Path, program: str) -> Path:
    return site_folder(folder, program, type="module")


def _head(post: Writing, body: str = "", **fields: object) -> str:
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items() if value]
    return "\n".join(["---", *lines, f"date: {post.day}", "---", "", body, post.markdown])


_LIST = """<script setup>
import { ref, computed } from 'vue'
import { data } from '../../posts.data.mjs'
const first = ref(0)
const shown = computed(() => data.slice(first.value, first.value + SIZE))
</script>
<template><h1>TITLE</h1>
<ul><li v-for="post of shown" :key="post.url"><time>{{ post.date }}</time> <a :href="post.url">{{ post.title }}</a></li>
</ul><button @click="first += SIZE">Older</button></template>
"""
_BYLINE = """<script setup>
import { useData } from 'vitepress'
const { frontmatter } = useData()
</script>
<template><p class="byline">By <span class="author" v-for="name of frontmatter.authors" :key="name">{{ name }} </span>
<time :datetime="frontmatter.date">{{ new Date(frontmatter.date).toISOString().slice(0, 10) }}</time>
<span class="tag" v-for="tag of frontmatter.tags" :key="tag">#{{ tag }} </span></p></template>
"""
_LOADER = """import { createContentLoader } from 'vitepress'
const brief = ({ url, frontmatter: { title, date } }) => ({ title, url, date: date.toISOString().slice(0, 10) })
export default createContentLoader('posts/*.md', {
  transform: (posts) => posts.map(brief).sort((one, other) => (one.date < other.date ? 1 : -1)),
})
"""
_FEED = """
const text = (value) => String(value).replace(/&/g, '&amp;').replace(/</g, '&lt;')
const item = ({ url, html, frontmatter: about }) => `<item><title>${text(about.title)}</title><link>SITE${url}</link>
<pubDate>${new Date(about.date).toUTCString()}</pubDate><dc:creator>${text(about.authors.join(', '))}</dc:creator>
${about.tags.map((tag) => `<category>${text(tag)}</category>`).join('')}
<content:encoded>${text(html)}</content:encoded></item>`
async function buildEnd(config) {
  const posts = await createContentLoader('posts/*.md', { render: true }).load()
  posts.sort((one, other) => new Date(other.frontmatter.date) - new Date(one.frontmatter.date))
  writeFileSync(config.outDir + '/feed.rss', `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>TITLE</title><link>SITE/</link><description>x</description>
${posts.slice(0, IN_THE_FEED).map(item).join('')}</channel></rss>`)
}
"""


def vitepress(folder: Path, theme: str, posts: Sequence[Writing], language: str = "en") -> Path:
    """With a custom list, as VitePress bloggers write one: its button works by script."""
    site = _site(folder, "vitepress")
    for post in posts:
        body = "# {{ $frontmatter.title }}\n\n<Byline/>\n"
        text = _head(post, body, title=post.title, authors=post.authors, tags=post.tags)
        write(site / "posts" / f"{post.slug}.md", text)
    write(site / "about.md", f"# About\n\n{ABOUT}\n")
    write(site / "index.md", "---\nlayout: page\n---\n<List/>\n")
    write(site / "posts.data.mjs", _LOADER)
    look = site / ".vitepress" / theme
    write(look / "List.vue", _LIST.replace("SIZE", str(ON_A_LIST)).replace("TITLE", TITLE))
    write(look / "Byline.vue", _BYLINE)
    write(
        look / "index.js",
        "import Theme from 'vitepress/theme'\nimport List from './List.vue'\nimport Byline from './Byline.vue'\n"
        "const enhanceApp = ({ app }) => app.component('List', List).component('Byline', Byline)\n"
        "export default { extends: Theme, enhanceApp }\n",
    )
    feed = {"rel": "alternate", "type": "application/rss+xml", "href": "/feed.rss"}
    settings = {"title": TITLE, "description": SUBTITLE, "lang": language, "head": [["link", feed]]}
    code = _FEED.replace("SITE", SITE).replace("TITLE", TITLE).replace("IN_THE_FEED", str(IN_THE_FEED))
    write(
        site / ".vitepress" / "config.mjs",
        "import { writeFileSync } from 'fs'\nimport { createContentLoader } from 'vitepress'\n"
        f"{code}\nexport default {{ ...{json.dumps(settings)}, ignoreDeadLinks: true, buildEnd }}\n",
    )
    run(["node", modules("vitepress") / "vitepress" / "bin" / "vitepress.js", "build", "."], site)
    return site / ".vitepress" / "dist"


def vuepress2(folder: Path, theme: str, posts: Sequence[Writing], language: str = "en") -> Path:
    site = _site(folder, "vuepress2")
    for post in posts:
        text = _head(post, title=post.title, author=post.authors, tag=post.tags, category=[post.category])
        write(site / "posts" / f"{post.slug}.md", text)
    write(site / "about.md", f"---\ntitle: About\narticle: false\n---\n\n{ABOUT}\n")
    write(site / "README.md", f"---\nhome: true\nlayout: Blog\ntitle: {TITLE}\nheroText: {TITLE}\n---\n")
    plugins = {"blog": True, "git": False, "sitemap": False}
    look = json.dumps({"hostname": SITE, "author": {"name": AUTHORS[0]}, "plugins": plugins})
    settings = json.dumps({"lang": language, "title": TITLE, "description": SUBTITLE, "dest": "out"})
    write(
        site / ".vuepress" / "config.js",
        "import { viteBundler } from '@vuepress/bundler-vite'\n"
        f"import {{ {theme}Theme }} from 'vuepress-theme-{theme}'\n"
        f"export default {{ ...{settings}, bundler: viteBundler(), theme: {theme}Theme({look}) }}\n",
    )
    run(["node", modules("vuepress2") / "vuepress" / "bin" / "vuepress-vite.js", "build", "."], site)
    return site / "out"


def nextra(folder: Path, theme: str, posts: Sequence[Writing], language: str = "en") -> Path:
    site = _site(folder, "nextra")
    for post in posts:
        text = _head(post, title=post.title, author=" & ".join(post.authors), tag=", ".join(post.tags))
        write(site / "pages" / "posts" / f"{post.slug}.mdx", text)
    write(site / "pages" / "index.mdx", f"---\ntype: posts\ntitle: {TITLE}\n---\n\n# {TITLE}\n")
    write(site / "pages" / "about.mdx", f"---\ntype: page\ntitle: About\n---\n\n# About\n\n{ABOUT}\n")
    write(
        site / "pages" / "_app.jsx",
        f"import 'nextra-theme-{theme}/style.css'\n"
        "export default function App({ Component, pageProps }) { return <Component {...pageProps} /> }\n",
    )
    write(
        site / "theme.config.jsx",
        "const head = ({ title }) => <title>{title}</title>\n"
        f"export default {{ footer: <small>{TITLE}</small>, head, navs: [] }}\n",
    )
    write(
        site / "next.config.mjs",
        "import nextra from 'nextra'\n"
        f"const made = nextra({{ theme: 'nextra-theme-{theme}', themeConfig: './theme.config.jsx', search: false }})\n"
        "export default made({ output: 'export', trailingSlash: true, images: { unoptimized: true } })\n",
    )
    run(["node", modules("nextra") / "next" / "dist" / "bin" / "next", "build"], site, NEXT_TELEMETRY_DISABLED="1")
    return site / "out"


MAKERS: dict[str, Callable[..., Path]] = {"vitepress": vitepress, "vuepress2": vuepress2, "nextra": nextra}
