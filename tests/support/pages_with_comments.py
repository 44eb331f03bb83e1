"""Made-up discussions in several markups, and the feed that has the newest of their comments."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from blogcrawler.items import Comment

WORDS = "harbour lantern copper meadow winter violin ladder orchard granite pepper saddle thunder willow anchor".split()
NAMES = "Ann Lee,Bo,Chloé Dubois,Дмитрий,惠子,O'Hara,Ed".split(",")


def discussion(number: int, seed: int = 1, depth: int = 3) -> list[Comment]:
    """Comments in page order; replies follow the comment that they answer."""
    chance = random.Random(seed)
    levels: list[Comment] = []
    comments = []
    for n in range(number):
        level = chance.randint(0, min(len(levels), depth - 1)) if levels else 0
        text = f"Number {n} is about " + " ".join(chance.choices(WORDS, k=chance.randint(4, 20))) + "."
        comment = Comment(
            id=str(700 + 3 * n),
            parent=levels[level - 1].id if level else None,
            author=chance.choice(NAMES),
            author_url=f"https://{chance.choice(WORDS)}.example/" if chance.random() < 0.6 else None,
            published=f"2024-03-{1 + n // 20:02}T{n % 20:02}:{n % 60:02}:00+00:00",
            content_html=f"<p>{text}</p>",
            text=text,
        )
        levels[level:] = [comment]
        comments.append(comment)
    return comments


@dataclass(frozen=True)
class Markup:
    """How a template writes one comment with its replies, and the element around all comments."""

    name: str
    comment: str
    around: str


MARKUPS = [
    Markup(
        "list items",
        '<li id="comment-{id}" class="c depth{depth} {odd}"><div class="box"><b class="who">{link}</b>'
        '<time datetime="{date}">then</time><div class="said">{html}</div><a href="?answer={id}">Reply</a></div>'
        '<ul class="answers">{replies}</ul></li>',
        '<ul class="talk">{all}</ul>',
    ),
    Markup(
        "articles without ids",
        '<article class="entry-{id} remark"><header>{link} wrote on <span class="when" title="{date}">that day</span>'
        '</header><div class="inner"><div class="words">{html}</div></div><div class="below">{replies}</div></article>',
        "<section>{all}</section>",
    ),
    Markup(
        "definition boxes",
        '<div class="message" data-id="{id}"><div class="text">{html}</div><p class="by">Posted by {link} | '
        '<a href="#m{id}">{date}</a></p>{replies}</div>',
        "<div id=board>{all}</div>",
    ),
]


def page_of(comments: Sequence[Comment], markup: Markup, title: str = "On harbours") -> str:
    """A page with an article and a discussion."""

    def written(parent: str | None, depth: int) -> str:
        return "".join(one(comment, depth) for comment in comments if comment.parent == parent)

    def one(comment: Comment, depth: int) -> str:
        name = escape(comment.author or "")
        return markup.comment.format(
            id=comment.id,
            depth=depth,
            odd="odd" if int(comment.id or 0) % 2 else "even",
            link=f'<a class=u href="{comment.author_url}">{name}</a>'
            if comment.author_url
            else f"<a class=u>{name}</a>",
            date=comment.published,
            html=comment.content_html,
            replies=written(comment.id, depth + 1),
        )

    article = f"<article class=post><h1>{title}</h1><p>Of harbours, and what is said of them in winter.</p></article>"
    return f"<html><body><main>{article}{markup.around.format(all=written(None, 1))}</main></body></html>"
