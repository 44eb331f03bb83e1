"""Posts for the tests of exports: three languages, threaded comments, pictures, a thread, and hostile ones."""

from __future__ import annotations

import hashlib
import struct
import zlib
from pathlib import Path

from blogcrawler.export import ArchiveFiles
from blogcrawler.items import Blog, Comment, Post

BLOG = Blog("https://a.example/", "Müller & <Söhne>", "en", folder="a.example")


def _png(red: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes([red, 90, 60]) * 32 for _ in range(24))
    head = struct.pack(">IIBBBBB", 32, 24, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


PICTURE = _png(200)
_DIGEST = hashlib.sha256(PICTURE).hexdigest()
PICTURE_PATH = f"media/{_DIGEST[:2]}/{_DIGEST}.png"
_MEDIUM = {
    "url": "https://a.example/boat.png",
    "path": PICTURE_PATH,
    "mime": "image/png",
    "bytes": len(PICTURE),
    "sha256": _DIGEST,
}

HARBOUR = Post(
    "https://a.example/2024/03/harbours/",
    BLOG.url,
    "Notes on harbours: C++ & <more>",
    ["Ann Lee", "Bob"],
    "2024-03-31T10:20:30+02:00",
    "2024-04-01T00:00:00+02:00",
    "en",
    ["towns", "C++", "c"],
    '<h2>Boats</h2><p>A <a href="https://b.example/?a=1&amp;b=2">boat</a>.<br>Two.</p>'
    '<p><img src="https://a.example/boat.png" alt="A boat"> <img src="https://a.example/lost.png" alt="Lost"></p>'
    "<ul><li>one<li>two</ul><pre>if (a &lt; b) [gallery] {{&lt; figure &gt;}}</pre>",
    "Boats\nA boat.\nTwo.\none\ntwo",
    media=[_MEDIUM],
    comments=[
        Comment("7", None, "Cid", "https://c.example/", "2024-03-31T12:00:00+02:00", "<p>First</p>", "First"),
        Comment("9", "7", "Ann Lee", None, "2024-03-31T13:00:00+02:00", "<p>Answer</p>", "Answer"),
        Comment("8", None, "Dee", None, "2024-03-31T14:00:00+02:00", "<p>Second</p>", "Second"),
        Comment("10", "9", "Cid", None, "2024-03-31T15:00:00+02:00", "<p>Thanks</p>", "Thanks"),
    ],
    fetched="2026-11-16T10:55:32+00:00",
)
PERSIAN = Post(
    "https://a.example/fa",
    BLOG.url,
    "پوزش بابت عدم پاسخ‌دهی",
    ["جواد"],
    "2023-05-06",
    None,
    "fa-IR",
    ["زمان"],
    "<p>سلام و تشکر بابت لطف همه شما دوستان</p>",
    "سلام و تشکر بابت لطف همه شما دوستان",
    fetched="2026-11-16T10:55:33+00:00",
)
KOREAN = Post(
    "https://a.example/?p=3",
    BLOG.url,
    "머신 러닝",
    ["1ambda"],
    "2022-01-02T03:04:05",
    None,
    "ko",
    ["c"],
    "<p>체크메이트를 예로 들면, 수천번의 체스 게임</p>",
    "체크메이트를 예로 들면, 수천번의 체스 게임",
    fetched="2026-11-16T10:55:34+00:00",
)
UNDATED = Post(
    "https://a.example/undated.html", BLOG.url, None, content_html="<p>No title, no date</p>", text="No title"
)
#: Newest first, as a store returns them.
POSTS = [HARBOUR, PERSIAN, KOREAN, UNDATED]

THREAD = Post(
    "https://f.example/t/1",
    "https://f.example/",
    "Radios",
    published="2020-01-01",
    type="thread",
    posts=[
        Comment("p1", author="Cid", published="2020-01-01", content_html="<p>Which?</p>", text="Which?", type=None),
        Comment("p2", "p1", author="Dee", published="2020-01-02", content_html="<p>That.</p>", text="That.", type=None),
    ],
)

_XSS = "<img src=x onerror=fired()><script>fired()</script>"
_ATTACKS = (
    f'{_XSS}<svg onload=fired()><a href="javascript:fired()">x</a><iframe src="javascript:fired()"></iframe>'
    '<form action="https://evil.example/"><input autofocus onfocus=fired()></form>'
    '<style>@import "//evil.example"</style>'
    "<math><mtext><table><mglyph><style><img src=x onerror=fired()></style></table></mtext></math>"
    '<object data="javascript:fired()"></object><meta http-equiv=refresh content="0;url=https://evil.example/">'
    '<img src="../../../etc/passwd"><p style="position:fixed" onclick="fired()" id="main">text'
)
HOSTILE = Post(
    'https://a.example/"><script>fired()</script>',
    BLOG.url,
    f"{_XSS}</title></script>",
    [_XSS, "../../../etc/passwd"],
    "2021-01-01",
    None,
    '"><script>fired()</script>',
    ["../../evil", _XSS, "=1+1", "\x00\x1b[2J"],
    _ATTACKS,
    f"=cmd|' /C calc'!A0 {_XSS}",
    media=[
        {"url": "https://a.example/x", "path": "../../../etc/passwd", "mime": "image/png", "bytes": 1, "sha256": ""},
        {"url": "https://a.example/y", "path": "/etc/passwd", "mime": _XSS, "bytes": 1, "sha256": ""},
    ],
    comments=[Comment("1", "1", _XSS, "javascript:fired()", "not a date", _ATTACKS, _XSS)],
)


def archive_files(home: Path, *more: Blog) -> ArchiveFiles:
    """An archive folder with the picture in it."""
    file = home / "a.example" / PICTURE_PATH
    file.parent.mkdir(parents=True)
    file.write_bytes(PICTURE)
    return ArchiveFiles({one.url: one for one in (BLOG, *more)}, {BLOG.url: home / "a.example"})
