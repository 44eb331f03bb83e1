"""Clips of new and changed posts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from blogcrawler.items import Comment, Post
from blogcrawler.watch import Watch, WatchEvent, WatchList, WatchScope, make_message, sentence_spans

TEXT = "Hello Dr. Who is here. We planted tulips in the gardens. It rained.\nTools\nUse a sharp spade. Or two."
POST = Post(
    "http://a.example/1",
    "http://a.example/",
    "Spring",
    text=TEXT,
    content_html="<p>…</p><h2>Tools</h2>",
    language="en",
    published="2026-03-01",
    tags=["Plants"],
    comments=[Comment("c1", text="The soil was wet. Bye.", author="Ann")],
)
MADE = "2026-01-01T00:00:00+00:00"


def clips(query: str, event: WatchEvent, **options: object):  # type: ignore[no-untyped-def]
    return WatchList([Watch(1, 1, query, created=MADE, **options)]).clips(event)  # type: ignore[arg-type]


def test_a_clip_has_the_sentences_around_the_hit() -> None:
    (clip,) = clips("garden", WatchEvent(POST))
    assert "".join(text for text, _ in clip.summary) == TEXT.partition("\n")[0]
    assert [text for text, is_hit in clip.summary if is_hit] == ["gardens"]
    assert (clip.title, clip.kind, clip.position) == ("Spring", "new", TEXT.index("gardens"))


def test_sentences_are_joined_as_they_were() -> None:
    (clip,) = clips("港", WatchEvent(replace(POST, text="閉まっていた。港が開きます。音楽も。", language="ja")))
    assert "".join(text for text, _ in clip.summary) == "閉まっていた。港が開きます。音楽も。"


def test_a_mail_does_not_repeat_a_title_that_was_only_shortened() -> None:
    title = "One two three four five six seven eight nine ten eleven"
    (clip,) = clips("garden", WatchEvent(replace(POST, title=title, content_html="")))
    assert clip.title == "One two three four five six seven eight nine ten …"
    assert "In: " not in make_message([clip]).text
    (below,) = clips("spade", WatchEvent(POST))
    assert "In: Spring" in make_message([below]).text


def test_the_title_is_the_nearest_heading() -> None:
    assert clips("spade", WatchEvent(POST))[0].title == "Tools"


def test_a_comment_matches_by_itself() -> None:
    (clip,) = clips("soil", WatchEvent(POST))
    assert (clip.comment, clip.author, clip.title) == ("c1", "Ann", "Spring")
    assert clips("soil tulips", WatchEvent(POST)) == []


@pytest.mark.parametrize(
    ("scope", "number"),
    [
        (WatchScope(blogs=("https://www.a.example",)), 1),
        (WatchScope(blogs=("http://b.example/",)), 0),
        (WatchScope(tags=("plants",)), 1),
        (WatchScope(tags=("animals",)), 0),
        (WatchScope(languages=("en",)), 1),
        (WatchScope(languages=("de",)), 0),
        (WatchScope(posts=False), 0),
        (WatchScope(comments=False), 1),
    ],
)
def test_a_scope_narrows_a_watch_down(scope: WatchScope, number: int) -> None:
    assert len(clips("garden", WatchEvent(POST), scope=scope)) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (TEXT + "\nMore garden gnomes.", 1),
        (TEXT + "\nNothing else.", 0),
        (TEXT.replace("sharp", "blunt"), 0),
        (TEXT.replace("rained", "snowed"), 0),
        (TEXT.replace("sharp spade", "garden spade"), 1),
        ("\n".join(reversed(TEXT.split("\n"))), 0),
    ],
)
def test_only_the_changed_part_counts(text: str, number: int) -> None:
    assert len(clips("garden", WatchEvent(replace(POST, text=text), POST, 1))) == number


def test_words_that_only_now_follow_each_other_are_new() -> None:
    old = replace(POST, text="A kitchen with a garden.")
    assert len(clips('"kitchen garden"', WatchEvent(replace(POST, text="A kitchen garden."), old, 1))) == 1


def test_old_posts_that_become_known_are_left_out() -> None:
    old = WatchEvent(replace(POST, published="2019-03-01"))
    assert clips("garden", old) == []
    assert len(clips("garden", old, old_posts=True)) == 1


def test_news_need_no_words() -> None:
    assert [clip.kind for clip in clips("", WatchEvent(POST))] == ["new"]
    assert [clip.kind for clip in clips("", WatchEvent(POST, gone=True))] == ["gone"]
    assert [clip.kind for clip in clips("", WatchEvent(replace(POST, text="Other."), POST, 1))] == ["changed"]


def test_the_same_text_has_the_same_digest() -> None:
    copy = replace(POST, url="http://b.example/2", blog="http://b.example/")
    assert clips("garden", WatchEvent(POST))[0].digest == clips("garden", WatchEvent(copy))[0].digest


def test_foreign_markup_is_escaped_in_mails() -> None:
    evil = replace(POST, title="<script>alert(1)</script>", url="javascript:alert(1)", text="A <img> garden\r\nBcc: x")
    message = make_message(clips("garden", WatchEvent(evil)))
    assert "<script" not in message.html
    assert "<img" not in message.html
    assert "javascript:" not in message.html
    assert "\n" not in message.subject


@pytest.mark.parametrize(
    ("text", "language", "number"),
    [
        ("Mr. Smith came. He left.", "en", 2),
        ("Am 3. Mai kam Dr. Maier. Er ging.", "de", 2),
        ("今日は晴れ。明日は雨！", "ja", 2),
        ("Τι κάνεις; Καλά.", "el", 2),
        ("One line\nanother line", "en", 2),
        ("", "en", 0),
    ],
)
def test_sentences(text: str, language: str, number: int) -> None:
    assert len(sentence_spans(text, language)) == number
