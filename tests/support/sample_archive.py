"""An archive of invented blogs in six languages and a forum, written through the store without a crawl."""

from __future__ import annotations

import hashlib
import random
import struct
import zlib
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from blogcrawler.items import Blog, Comment, Post, Visit
from blogcrawler.store import Store, open_store


@dataclass(frozen=True)
class Sample:
    """An invented blog: its titles and sentences are repeated in turn."""

    url: str
    title: str
    language: str
    program: str
    authors: tuple[str, ...]
    tags: tuple[str, ...]
    titles: tuple[str, ...]
    sentences: tuple[str, ...]


BLOGS = (
    Sample(
        "https://harbour.example/",
        "Harbour Notes",
        "en",
        "blog/wordpress",
        ("Ada Marlowe", "Tom Berger"),
        ("boats", "weather", "letters", "tides", "lighthouses", "ropework"),
        ("What the tide left", "A letter from the lighthouse", "Repairing an old rope", "First frost", "Bells at six"),
        (
            "The ferry left at six and nobody on board could see the pier.",
            "We counted the bells instead, one for every hundred yards, and wrote the numbers into the log.",
            "My grandfather kept such a log for forty years, and never once mentioned the weather.",
            "By noon the wind had turned, and the gulls came back to the harbour wall.",
            "A rope that has been wet for a winter is no longer a rope but a promise.",
        ),
    ),
    Sample(
        "https://wald.example/",
        "Waldtagebuch",
        "de",
        "blog/hugo",
        ("Jörg Fährmann",),
        ("Pilze", "Herbst", "Wege"),
        ("Steinpilze am Nordhang", "Der Weg über den Grat", "Nebel im Tal", "Spuren im Schnee"),
        (
            "Am frühen Morgen lag der Nebel noch im Tal, und die Fichten standen wie gezeichnet am Hang.",
            "Wir fanden den ersten Steinpilz, bevor die Sonne über den Grat kam.",
            "Der alte Weg ist seit dem Sturm gesperrt, aber die Füchse kümmert das nicht.",
            "Zu Hause wurde das Holz gestapelt und der Kaffee aufgesetzt.",
        ),
    ),
    Sample(
        "https://cuisine.example/carnet/",
        "Carnet de cuisine d’été",
        "fr",
        "blog/blogger",
        ("Léa Fontaine", "Hugo Marchand"),
        ("tomates", "marché", "dîner"),
        ("Tarte à la tomate", "Au marché de samedi", "Un dîner sans four", "Confiture d’abricots"),
        (
            "Les tomates de la voisine étaient encore tièdes du soleil.",
            "Une pâte fine, un peu de moutarde, et la tarte était prête avant le retour de la plage.",
            "Au marché, on ne parle que de la pluie et du prix des abricots.",
            "Le soir, nous avons dîné dehors, à la lumière de trois bougies.",
        ),
    ),
    Sample(
        "https://khaneh.example/",
        "خانهٔ کنار باغ",
        "fa",
        "blog/wordpress",
        ("شیرین مرادی",),
        ("باغ", "خاطره", "کتاب"),
        ("انار در پاییز", "کتاب‌های مادربزرگ", "باران بر حیاط", "چای عصر"),
        (
            "صبح که پنجره را باز کردم بوی باران همه‌جا بود.",
            "درخت انار کنار حوض پر از میوه شده بود و گنجشک‌ها روی دیوار نشسته بودند.",
            "مادربزرگ کتاب قدیمی را از صندوق بیرون آورد و آرام ورق زد.",
            "عصر با چای و نان تازه زیر درخت نشستیم.",
        ),
    ),
    Sample(
        "https://michi.example/",
        "路地裏の手帖",
        "ja",
        "blog/hexo",
        ("佐藤 葵",),
        ("散歩", "喫茶店", "写真"),
        ("雨の日の喫茶店", "坂の上の古本屋", "猫のいる路地", "夕暮れの商店街"),
        (
            "雨の日は路地の奥にある喫茶店へ行く。",
            "窓ぎわの席で珈琲を飲みながら、濡れた石畳を眺めていると、時間がゆっくりと流れていく。",
            "坂の上の古本屋は、今日も猫が店番をしていた。",
            "商店街の灯りがともるころ、傘をたたんで帰った。",
        ),
    ),
    Sample(
        "https://shan.example/",
        "山居笔记",
        "zh",
        "blog/typecho",
        ("林一舟",),
        ("茶", "山居", "读书"),
        ("春茶初采", "山中听雨", "旧书与新灯", "竹林小径"),
        (
            "清明前后，山里的雾还没有散，采茶的人已经上了坡。",
            "新叶在竹篮里带着露水，回来用小锅慢慢地炒，满屋都是清香。",
            "夜里听雨，点一盏新灯，读一本旧书。",
            "竹林里的小径长满了青苔，走过的人都放轻了脚步。",
        ),
    ),
)
FORUM = "https://forum.example/"
CHANGED = "https://harbour.example/the-ferry-in-fog"
THREAD = "https://forum.example/t/12/which-kettle"
_CRAWLED = "2024-11-02T09:00:00+00:00"
_RULES = {
    "title": [{"selector": '//h1[contains(concat(" ",normalize-space(@class)," ")," entry ")]'}],
    "authors": [{"selector": "//a[@rel='author']"}],
    "published": [{"selector": "//time/@datetime"}],
    "article": [{"selector": "//article/div[1]"}, {"selector": "//main"}],
    "tags": [{"selector": "//a[@rel='tag']"}],
}


def make_archive(home: Path, database: str | None = None, posts: int = 40, pictures: int = 3) -> None:
    """Fill a folder with the blogs above. The same call makes the same archive."""
    with closing(open_store(database, home)) as store:
        for number, sample in enumerate(BLOGS):
            folder = sample.url.split("/")[2]
            shots = [
                add_media(home, folder, picture(10 * number + n), f"{sample.url}img/{n}.png", "png", "image/png")
                for n in range(pictures)
            ]
            store.save_blog(
                Blog(
                    sample.url,
                    sample.title,
                    sample.language,
                    f"{sample.url}feed/",
                    _RULES,
                    {"paths": ["/*"]},
                    {"application": sample.program},
                    _CRAWLED,
                    sample.url,
                    folder,
                    faults={"comments": 2, "media": 1} if number == 2 else {},
                )
            )
            chance = random.Random(number)
            days = sorted(int(3000 * chance.betavariate(2 + number % 3, 1.4)) for _ in range(posts))
            store.save_posts(sample_post(sample, n, days[n], shots) for n in range(posts))
            for day, outcome in ((2, "updated"), (9, "quiet"), (16, "failed" if number == 3 else "updated")):
                note = "no answer from the server" if outcome == "failed" else None
                visit = Visit(sample.url, f"2024-11-{day:02}T08:00:00+00:00", outcome, 4, day % 3, day % 2, note=note)
                store.schedule.save_visit(visit)
        _add_versions(store)
        _add_forum(store)


def sample_post(sample: Sample, n: int, day: int, shots: list[dict[str, Any]]) -> Post:
    """The post with number ``n``, published so many days after the first of August 2016."""
    hour = (7, 7, 8, 9, 10, 18, 19)[n * 5 % 7]
    at = datetime(2016, 8, 1, hour, n * 7 % 60, tzinfo=UTC) + timedelta(day)
    name, title = sample.titles[n % len(sample.titles)], n // len(sample.titles)
    lines = [sample.sentences[(n + at_) % len(sample.sentences)] for at_ in range(4)]
    paragraphs = [" ".join(lines[:2]), " ".join(lines[1:]), lines[3]]
    shot = shots[n % len(shots)] if shots else None
    figure = f'<figure><img src="{shot["url"]}" alt="{name}"><figcaption>{name}</figcaption></figure>' if shot else ""
    first, *rest = [f"<p>{paragraph}</p>" for paragraph in paragraphs]
    return Post(
        f"{sample.url}{n}",
        sample.url,
        f"{name} {title + 1}" if title else name,
        [sample.authors[n % len(sample.authors)]],
        at.isoformat(),
        language=sample.language,
        tags=[sample.tags[n % len(sample.tags)], sample.tags[(n + 1) % len(sample.tags)]],
        content_html="".join([first, figure, rest[0], f"<blockquote>{rest[1]}</blockquote>"]),
        text="\n".join(paragraphs),
        media=[shot] if shot else [],
        comments=_comments(sample, n, at) if n % 3 == 0 else [],
        comments_expected=6 if n % 3 == 0 else 0,
        source={"title": "rule", "authors": "feed", "published": "metadata", "tags": "knowledge", "text": "rule"},
        fetched=_CRAWLED,
        warc={"file": "warc/0001.warc.gz", "offset": 1000 * n, "record_id": f"<urn:uuid:{n}>"},
        confidence={"title": 0.98, "published": 0.93, "text": 0.9},
    )


def _comments(sample: Sample, n: int, at: datetime) -> list[Comment]:
    said = [
        ("1", None, "Mira"),
        ("2", "1", sample.authors[0]),
        ("3", "2", "Mira"),
        ("4", None, "Øystein"),
        ("5", "4", None),
    ]
    made = []
    for place, (number, parent, name) in enumerate(said):
        text = sample.sentences[(n + place) % len(sample.sentences)]
        moment = (at + timedelta(hours=place * 5 + 1)).isoformat()
        made.append(Comment(number, parent, name, None, moment, f"<p>{text}</p>", text))
    return made


def _add_versions(store: Store) -> None:
    """A post that was changed twice."""
    lines = ["The ferry left at six.", "Nobody could see the pier.", "We counted the bells."]
    first = Post(
        CHANGED,
        BLOGS[0].url,
        "The ferry in the fog",
        ["Ada Marlowe"],
        "2024-10-01T07:30:00+00:00",
        language="en",
        text="\n".join(lines),
        content_html="".join(f"<p>{line}</p>" for line in lines),
        source={"title": "rule", "text": "rule"},
        fetched="2024-10-01T09:00:00+00:00",
    )
    text = "\n".join(["The ferry left at half past six.", *lines[1:]])
    second = replace(first, title="The ferry in fog", text=text, content_html=_paragraphs(text), tags=["boats"])
    text += "\nBy noon it was clear."
    third = replace(second, text=text, content_html=_paragraphs(text), tags=["boats", "weather"])
    store.save_post(first)
    changes = [(first, second, ("content", "metadata"), 2), (second, third, ("content",), 3)]
    for old, new, kinds, day in changes:
        store.post_states.replace(old, new, kinds, datetime(2024, 10, day, 9, tzinfo=UTC))


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{line}</p>" for line in text.splitlines())


def _add_forum(store: Store) -> None:
    store.save_blog(Blog(FORUM, "Kettle Forum", "en", knowledge={"application": "forum/phpbb"}, crawled=_CRAWLED))
    said = [
        ("Ines", "Which kettle lasts longest? Mine leaks after a year."),
        ("Paul", "Enamel, and never leave water in it overnight."),
        ("Ines", "Thank you. I will try that."),
    ]
    messages = [
        Comment(str(n), None, name, None, f"2024-09-1{n}T10:00:00+00:00", f"<p>{text}</p>", text, None)
        for n, (name, text) in enumerate(said, 1)
    ]
    text = "\n".join(one.text for one in messages)
    day = "2024-09-11T10:00:00+00:00"
    thread = Post(
        THREAD, FORUM, "Which kettle?", ["Ines"], day, language="en", text=text, type="thread", posts=messages
    )
    store.save_post(thread)


def add_media(home: Path, folder: str, content: bytes, url: str, extension: str, mime: str) -> dict[str, Any]:
    """Write a media file as a crawl would; returns its entry in the record of a post."""
    digest = hashlib.sha256(content).hexdigest()
    path = f"media/{digest[:2]}/{digest}.{extension}"
    file = home / folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return {"url": url, "path": path, "mime": mime, "bytes": len(content), "sha256": digest}


def picture(seed: int, width: int = 640, height: int = 300) -> bytes:
    """A PNG of hills."""
    chance = np.random.default_rng(seed)
    sky, land = chance.integers(150, 225, 3), chance.integers(40, 120, 3)
    x, y = np.arange(width), np.arange(height)[:, None]
    edges = [height * (0.3 + 0.17 * n) + 18 * np.sin(x / (34 + 22 * n) + chance.random() * 6) for n in (1, 2, 3)]
    level = sum((y > edge).astype(int) for edge in edges)[:, :, None]
    pixels = (sky + (land - sky) * level / 3 - y[:, :, None] / 12).clip(0, 255).astype(np.uint8)
    rows = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = chunk(b"IDAT", zlib.compress(rows.tobytes(), 9))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + data + chunk(b"IEND", b"")
