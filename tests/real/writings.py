"""What is written on sites that real programs make: posts long and short, with headings, lists, code, pictures."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, timedelta

from blogsite import WORDS

AUTHORS = ("Ann Lee", "Tomás Ruiz")
TAGS = ("towns", "ships", "weather", "repair work")
CATEGORIES = ("Notes", "Stories")
SITE, TITLE, SUBTITLE = "https://blog.example", "Harbour Diary", "Seen from the pier"


@dataclass(frozen=True, slots=True)
class Writing:
    """A post, as its author wrote it; ``blocks`` are pairs of a kind (p, h, ul, pre, quote, img) and a text."""

    slug: str
    title: str
    author: str
    day: date
    tags: tuple[str, ...]
    category: str
    blocks: tuple[tuple[str, str], ...]

    @property
    def markdown(self) -> str:
        return "\n\n".join(_MARKDOWN[kind](text) for kind, text in self.blocks)

    @property
    def lines(self) -> list[str]:
        """The article's text, a line a block."""
        return [line for kind, text in self.blocks if kind != "img" for line in text.splitlines()]


_MARKDOWN = {
    "p": str,
    "h": lambda text: f"## {text}",
    "ul": lambda text: "\n".join(f"- {line}" for line in text.splitlines()),
    "pre": lambda text: "\n".join(f"    {line}" for line in text.splitlines()),
    "quote": lambda text: f"> {text}",
    "img": lambda text: f"![]({SITE}/{text})",
}


def some_writings(number: int, seed: int = 1) -> list[Writing]:
    """Posts from old to new; every fourth is a sentence or two, every fifth has all kinds of blocks."""
    chance = random.Random(seed)

    def sentence(low: int = 8, high: int = 18) -> str:
        words = [chance.choice(WORDS) for _ in range(chance.randint(low, high))]
        return f"{' '.join(words).capitalize()} {chance.randint(2, 9000)}."

    def paragraph() -> str:
        return " ".join(sentence() for _ in range(chance.randint(2, 5)))

    found = []
    day = date(2020, 1, 9)
    for n in range(number):
        day += timedelta(days=chance.randint(3, 17))
        words = chance.sample(WORDS, 3)
        title = f"{words[0].capitalize()} {words[1]} and the {words[2]}"
        if n % 6 == 3:
            title = f"{words[0].capitalize()} & {words[1]}: what’s “new”?"
        if n % 4 == 1:
            blocks = [("p", sentence()), *((("p", sentence()),) if n % 8 == 1 else ())]
        else:
            blocks = [("p", paragraph()) for _ in range(chance.randint(2, 6))]
        if n % 5 == 2:
            extra = [
                ("h", f"On {words[2]} {n}"),
                ("p", paragraph()),
                ("ul", "\n".join(sentence(3, 6) for _ in range(3))),
                ("quote", sentence()),
                ("pre", f"measure({n})\nreturn {words[0]}"),
                ("img", f"{words[1]}-{n}.png"),
                ("p", paragraph()),
            ]
            blocks += extra
        tags = tuple(TAGS[k] for k in sorted({n % 4, (n * 7 + 1) % 4}))
        slug = f"{words[0]}-{words[1]}-{n}"
        found.append(Writing(slug, title, AUTHORS[n % 3 == 2], day, tags, CATEGORIES[n % 2], tuple(blocks)))
    return found


ABOUT = (
    "This page is about the diary and who writes it. It was begun when the pier was closed for repair, and it will end "
    "when the pier is opened again, which nobody expects to happen soon."
)
