"""The contents of generated sites: long and short posts, with headings, lists, code and pictures."""

from __future__ import annotations

import random
import re
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
    subtitle: str = ""
    updated: date | None = None
    coauthor: str = ""

    @property
    def markdown(self) -> str:
        return "\n\n".join(_MARKDOWN[kind](text) for kind, text in self.blocks)

    @property
    def authors(self) -> list[str]:
        return [self.author, *([self.coauthor] if self.coauthor else [])]

    @property
    def lines(self) -> list[str]:
        """The article's text, one line per block."""
        return [_INLINE.sub(r"\1\2\3", line) for kind, text in self.blocks for line in _shown(kind, text).splitlines()]


_INLINE = re.compile(r"\*\*(.+?)\*\*|`(.+?)`|\[(.+?)\]\([^)]*\)")


def _shown(kind: str, text: str) -> str:
    return "" if kind in ("img", "embed") else text


def _table(text: str) -> str:
    first, *others = (f"| {line} |" for line in text.splitlines())
    return "\n".join([first, "|---" * (first.count("|") - 1) + "|", *others])


_MARKDOWN = {
    "p": str,
    "h": lambda text: f"## {text}",
    "ul": lambda text: "\n".join(f"- {line}" for line in text.splitlines()),
    "pre": lambda text: "\n".join(f"    {line}" for line in text.splitlines()),
    "quote": lambda text: f"> {text}",
    "h3": lambda text: f"### {text}",
    "ol": lambda text: "\n".join(f"{n}. {line}" for n, line in enumerate(text.splitlines(), 1)),
    "code": lambda text: f"```python\n{text}\n```",
    "table": _table,
    "embed": lambda text: f'<iframe src="{text}" width="560" height="315"></iframe>',
    "img": lambda text: f"![]({SITE}/{text})",
}


def some_writings(number: int, seed: int = 1) -> list[Writing]:
    """Posts, oldest first; every fourth is a sentence or two, every fifth has all kinds of blocks."""
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


#: Words of other languages, including one without spaces between words.
TONGUES = {
    "en": WORDS,
    "de": "Hafen Laterne Kupfer Wiese Winter Geige Leiter Obstgarten Granit Pfeffer Sattel Donner Weide Anker Korb "
    "Kerze Wüste Motor Feder Garten über unter zwischen während leuchtet wandert größer früher Straße Brücke".split(),
    "es": "puerto farol cobre prado invierno violín escalera huerto granito pimienta trueno sauce ancla cesta vela "
    "desierto motor pluma jardín sobre bajo entre mientras brilla camina mañana niño corazón río puente".split(),
    "ru": "гавань фонарь медь луг зима скрипка лестница сад гранит перец седло гром ива якорь корзина свеча пустыня "
    "мотор перо над под между пока светит идёт река мост окно серебро туман".split(),
    "ja": "港の 灯台は 銅を 牧場で 冬に 梯子を 果樹園 花崗岩 胡椒 雷が 柳の 錨を 籠に 蝋燭 砂漠へ 羽根 庭に 橋を "
    "渡る 窓から 銀色の 霧が 歩いた 見える 静かな 朝の 川は 石で".split(),
}

_ENDINGS = {
    "en": ["", "", "", "", *"s ed ing ly er est ful less ish ward like most".split()],
    "de": ["", "", "", "", *"s en er lich keit ung los bar isch chen".split()],
    "es": ["", "", "", "", *"s ito mente dad ado ando ero ura able oso".split()],
    "ru": ["", "", "", "", *"ный ство ка ами ом ей ют ать ище ость".split()],
    "ja": [""],
}


def varied_writings(number: int, language: str = "en", seed: int = 2) -> list[Writing]:
    """Posts with more features of real ones: emphasis, links, tables, code, pictures, players, subtitles,
    second authors, edit dates; some have one line, a picture only, or a very long title."""
    chance = random.Random(seed)
    tongue, space, stop = TONGUES[language], "" if language == "ja" else " ", "。" if language == "ja" else "."

    def words(low: int, high: int) -> str:
        text = space.join(
            chance.choice(tongue) + chance.choice(_ENDINGS[language]) for _ in range(chance.randint(low, high))
        )
        return text[0].upper() + text[1:]

    def sentence(low: int = 6, high: int = 17) -> str:
        return f"{words(low, high)}{stop}"

    def paragraph() -> str:
        sentences = [sentence() for _ in range(chance.randint(2, 6))]
        marks = ("**{}**", "`{}`", f"[{{}}]({SITE}/about/)", "[{}](https://elsewhere.example/page)")
        if chance.random() < 0.6:
            sentences.insert(1, chance.choice(marks).format(words(1, 4)) + stop)
        return (space or "").join(sentences)

    found = []
    day = date(2021, 2, 3)
    for n in range(number):
        day += timedelta(days=chance.randint(2, 19))
        title = words(2, 6)
        if n % 7 == 4:
            title = f"{words(12, 16)}: {words(6, 9)}"
        if n % 9 == 5:
            title = f"{title} – {words(1, 2)} | {words(1, 2)} (2/3)"
        blocks: list[tuple[str, str]] = [("p", paragraph()) for _ in range(chance.randint(2, 7))]
        if n % 5 == 0:
            blocks[:0] = [("img", f"first-{n}.jpg")]
        if n % 6 == 1:
            blocks = [("p", sentence())]
        if n % 11 == 7:
            blocks = [("img", f"only-{n}.jpg"), ("p", words(3, 5))]
        if n % 4 == 2:
            rows = "\n".join(" | ".join(words(1, 2) for _ in range(3)) for _ in range(4))
            blocks += [("h", words(2, 4)), ("p", paragraph()), ("table", rows), ("h3", words(2, 3)), ("p", paragraph())]
        if n % 4 == 3:
            code = f"def measure_{n}(depth):\n    return depth * {n}\n\nprint(measure_{n}(4))"
            steps = "\n".join(sentence(3, 8) for _ in range(4))
            blocks[1:1] = [("h", words(2, 4)), ("code", code), ("ol", steps), ("p", paragraph())]
            blocks += [("quote", sentence()), ("embed", f"https://video.example/embed/{n}"), ("p", sentence())]
        tags = tuple(TAGS[k] for k in sorted({n % 4, (n * 7 + 1) % 4}))
        found.append(
            Writing(
                slug=f"a-post-{chance.choice(WORDS)}-{n:02}",
                title=title,
                author=AUTHORS[n % 3 == 2],
                day=day,
                tags=tags,
                category=CATEGORIES[n % 2],
                blocks=tuple(blocks),
                subtitle=sentence() if n % 3 == 0 else "",
                updated=day + timedelta(days=chance.randint(20, 300)) if n % 4 == 0 else None,
                coauthor=AUTHORS[n % 3 != 2] if n % 8 == 3 else "",
            )
        )
    return found


ABOUT = (
    "This page is about the diary and who writes it. It was begun when the pier was closed for repair, and it will end "
    "when the pier is opened again, which nobody expects to happen soon."
)
