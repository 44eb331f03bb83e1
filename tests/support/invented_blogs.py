"""Blogs that do not exist: their posts, pages and feeds, with everything that surrounds articles on real ones.

Everything depends on a seed, so a failing case fails again. The expected values are known, because pages are made from
posts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from html import escape

from blogcrawler.dom import Page, parse_page
from blogcrawler.extraction import ExtractedPost, Extractor, RuleSet, learn
from blogcrawler.items import FeedEntry

HOME = "https://blog.example.org"

_SYLLABLES = "ba ke lo mi nu ra se ti vo zu pal dor fen gris hul jan kom lin mar nev".split()
_COMMON = ("ta", "o", "en")
_TAGS = "Travel Cooking Python Gardens Music Books Maps Bread".split()
_TITLES = (
    "Fish & chips",
    "Why “quotes” matter",
    "Café <em> noir",
    "R&D at Smith's",
    "What's next?",
    "100 % of 5 € – done",
    "Über den Wolken",
    "C++ > C",
)


def invented_words(dice: random.Random, count: int) -> list[str]:
    """Words of no language, a few of them as frequent as "the"."""

    def word() -> str:
        return dice.choice(_COMMON) if dice.random() < 0.2 else "".join(dice.choices(_SYLLABLES, k=dice.randint(2, 3)))

    return [word() for _ in range(count)]


def _sentence(dice: random.Random, count: int) -> str:
    return " ".join(invented_words(dice, count)).capitalize() + "."


@dataclass(frozen=True)
class InventedPost:
    """A post as its author wrote it."""

    number: int
    url: str
    title: str
    authors: tuple[str, ...]
    published: datetime
    tags: tuple[str, ...]
    html: str
    text: str
    comments: tuple[str, ...]

    def entry(self, feed: str = "full") -> FeedEntry:
        """The post in a feed that is ``full``, has ``teasers``, or ``titles`` only."""
        teaser = " ".join(self.text.split()[:45]) + " […]"
        content = {"full": self.html, "teasers": f"<p>{teaser}</p>", "titles": None}[feed]
        return FeedEntry(self.url, self.title, self.authors, self.published, content_html=content, tags=self.tags)


@dataclass(frozen=True)
class Habit:
    """How a blog lays out its pages.

    ``container`` says how the article's node can be found again; ``telling`` whether share bars, comments and the like
    have meaningful class names; ``talk`` whether there are comments at all; ``date`` how dates are written.
    """

    container: str = "id"
    telling: bool = True
    talk: bool = True
    language: str = "en"
    authors: tuple[str, ...] = ("Ann Lee",)
    date: Callable[[datetime], str] = field(default=lambda when: when.strftime("%B %-d, %Y"))

    def page(self, post: InventedPost, others: Sequence[InventedPost] = ()) -> str:
        """The post's page."""
        opening, closing = {
            "id": ('<div id="article">', "</div>"),
            "class": ('<div class="col entry-body wide">', "</div>"),
            "numbered id": (f'<div id="post-{post.number}">', "</div>"),
            "path": ("<div>", "</div>"),
            "tag": ("<article>", "</article>"),
        }[self.container]
        name = self._name
        links = "".join(f'<li><a href="{other.url}">{escape(other.title)}</a></li>' for other in others[:3])
        tags = ", ".join(f'<a rel="tag" href="/tag/{tag.lower()}">{tag}</a>' for tag in post.tags)
        share = f"<div{name('share-buttons')}><a href='#'>Tweet this</a> <a href='#'>Share it</a></div>"
        related = f"<div{name('related-posts')}><h3>You may also like</h3><ul>{links}</ul></div>"
        bio = f"<div{name('author-box')}><p>{escape(post.authors[0])} writes about things. More of it here.</p></div>"
        comments = "".join(
            f"<li{name(f'comment comment-{post.number}{n}')}><p>Visitor {n} says:</p><p>{text}</p></li>"
            for n, text in enumerate(post.comments)
        )
        discussion = f"<div{name('comments')}><h3>{len(post.comments)} thoughts</h3><ol>{comments}</ol></div>"
        by = " and ".join(post.authors)
        inside = share + post.html + related + bio
        return f"""<!DOCTYPE html><html lang="{self.language}"><head><meta charset="utf-8">
            <title>{escape(post.title)} – The blog</title><style>p {{ color: red }}</style></head><body>
            <div><a href="/">The blog</a>
            <ul><li><a href="/about">About me</a></li><li><a href="/all">Archive</a></li></ul></div>
            <div><h1 class="headline">{escape(post.title)}</h1>
            <p class="stamp">Posted by <span class="writer">{escape(by)}</span> on
            <span class="day">{self.date(post.published)}</span></p>
            {opening}{inside}{closing}
            <p class="filed">Filed under {tags}</p>
            {discussion if self.talk else ""}</div>
            <div><h3>Recent posts</h3><ul>{links}</ul><p>Subscribe to this blog by mail. It costs nothing.</p></div>
            <div>Copyright 2009-2015 by the blog. All rights reserved.</div>
            <script>var x = "not shown";</script></body></html>"""

    def _name(self, telling: str) -> str:
        return f' class="{telling}"' if self.telling else ""


def invented_posts(habit: Habit, count: int, seed: int = 0) -> list[InventedPost]:
    """Posts that differ in length, authors, tags, title and what their articles are made of."""
    return list(_posts(habit.authors, count, seed))


@cache
def _posts(authors: tuple[str, ...], count: int, seed: int) -> list[InventedPost]:
    dice = random.Random(seed)
    posts = []
    day = datetime(2014, 1, 20, 9, 30, tzinfo=UTC)
    for number in range(100, 100 + count):
        day += timedelta(days=dice.randint(1, 9), hours=dice.randint(0, 3), minutes=dice.randint(0, 29))
        title = f"{dice.choice(_TITLES)} {' '.join(invented_words(dice, 2))}"
        html, text = invented_article(dice)
        posts.append(
            InventedPost(
                number,
                f"{HOME}/post/{number}/",
                title,
                (authors[number % len(authors)],),
                day,
                tuple(sorted(dice.sample(_TAGS, dice.randint(1, 3)))),
                html,
                text,
                tuple(_sentence(dice, dice.randint(8, 40)) for _ in range(dice.randint(0, 4))),
            )
        )
    return posts


def invented_article(dice: random.Random) -> tuple[str, str]:
    """An article as HTML and as plain text."""
    html: list[str] = []
    lines: list[str] = []
    for part in range(dice.randint(4, 9)):
        sentence = " ".join(_sentence(dice, dice.randint(6, 14)) for _ in range(dice.randint(2, 5)))
        kind = dice.choice(("p", "p", "p", "linked", "list", "quote", "heading")) if part else "p"
        if kind == "list":
            items = [_sentence(dice, 6) for _ in range(3)]
            html.append("<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>")
            lines.extend(items)
        elif kind == "quote":
            html.append(f"<blockquote><p>{sentence}</p></blockquote>")
            lines.append(sentence)
        elif kind == "heading":
            heading = " ".join(invented_words(dice, 4)).capitalize()
            html.append(f"<h2>{heading}</h2><p>{sentence}</p>")
            lines.extend((heading, sentence))
        elif kind == "linked":
            first, _, rest = sentence.partition(" ")
            html.append(f'<p><a href="https://example.com/{part}">{first}</a> {rest}</p>')
            lines.append(sentence)
        else:
            html.append(f"<p>{sentence}</p>")
            lines.append(sentence)
    return "\n".join(html), "\n".join(lines)


def training(habit: Habit, posts: Sequence[InventedPost], feed: str = "full") -> list[tuple[FeedEntry, Page]]:
    """The pairs to learn from."""
    return [
        (post.entry(feed), parse_page(page, post.url)) for post, page in zip(posts, pages(habit, posts), strict=True)
    ]


def pages(habit: Habit, posts: Sequence[InventedPost]) -> list[str]:
    """The page of each post, with links to some of the others."""
    return [habit.page(post, [other for other in posts if other is not post]) for post in posts]


def learned(habit: Habit, posts: Sequence[InventedPost], feed: str = "full") -> RuleSet:
    return learn(training(habit, posts, feed))


def extracted(rules: RuleSet, habit: Habit, posts: Sequence[InventedPost]) -> list[ExtractedPost]:
    """What the rules extract from pages that are not in the feed."""
    extractor = Extractor(rules)
    return [
        extractor.extract(parse_page(page, post.url)) for post, page in zip(posts, pages(habit, posts), strict=True)
    ]
