from __future__ import annotations

import json
import time
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.changes import ChangeKind, Operation, PostDiff, diff_posts, diff_rows
from blogcrawler.items import Comment, Post

PARAGRAPHS = ["We sailed at six.", "Nobody on board could see the pier.", "The bells rang twice.", "Then it was noon."]


def post(*paragraphs: str, **fields: object) -> Post:
    html = "".join(one if one.startswith("<") else f"<p>{one}</p>" for one in paragraphs)
    return Post("https://a.org/1", "https://a.org/", "Sea", content_html=html, text="\n".join(paragraphs), **fields)  # type: ignore[arg-type]


OLD = post(*PARAGRAPHS)


def changes(diff: PostDiff) -> list[tuple[str, str, str]]:
    def text(pieces: tuple[tuple[str, bool], ...] | None) -> str:
        return "".join(f"*{part}*" if differs else part for part, differs in pieces or ())

    return [(str(row.operation), text(row.old), text(row.new)) for row in diff.changes]


def test_equal_posts_do_not_differ() -> None:
    diff = diff_posts(OLD, OLD)
    assert (diff.changes, diff.magnitude, diff.kinds, diff.operations) == ((), 0.0, (), {})
    assert diff_rows(diff, "merged") == []


def test_a_block_is_inserted_deleted_updated_or_moved() -> None:
    new = post(PARAGRAPHS[2], PARAGRAPHS[0], "Nobody on deck could see the pier.", "A new end.")
    diff = diff_posts(OLD, new)
    assert diff.operations == {"update": 1, "move": 1, "delete": 1, "insert": 1}
    assert ("update", "Nobody on *board* could see the pier.", "Nobody on *deck* could see the pier.") in changes(diff)
    assert ("delete", f"*{PARAGRAPHS[3]}*", "") in changes(diff)
    (here,) = [row for row in diff.changes if row.operation is Operation.MOVE and row.new is not None]
    assert (here.old_place, here.new_place) == (3, 1)
    assert diff.kinds == (ChangeKind.CONTENT, ChangeKind.STRUCTURE)


def test_the_magnitude_is_the_share_of_the_text_that_changed() -> None:
    assert diff_posts(post("a" * 50, "b" * 50), post("a" * 50, "c" * 50)).magnitude == 100 / 206  # with two titles
    moved = diff_posts(OLD, post(*PARAGRAPHS[1:], PARAGRAPHS[0]))
    assert moved.magnitude == 0
    assert moved.operations == {"move": 1}
    assert diff_posts(replace(OLD, title=""), replace(post("x"), title="")).magnitude == 1.0


def test_pictures_links_and_markup_are_separate_kinds_of_change() -> None:
    def kinds(old: str, new: str) -> tuple[ChangeKind, ...]:
        texts = {"text": "Look."}
        return diff_posts(replace(OLD, content_html=old, **texts), replace(OLD, content_html=new, **texts)).kinds

    assert kinds("<p>Look. <img src=/a.png></p>", "<p>Look. <img src=/b.png></p>") == (ChangeKind.MEDIA,)
    assert kinds("<p>Look.</p>", "<p>Look.</p><p><img src=/b.png>") == (ChangeKind.MEDIA,)
    assert kinds("<p><a href=/a>Look.</a>", "<p><a href=/b>Look.</a>") == (ChangeKind.ATTRIBUTE,)
    assert kinds("<p>Look.", "<h2>Look.</h2>") == (ChangeKind.STRUCTURE,)
    assert kinds("<p>Look.", "<div class=new><p>Look.</div>") == ()
    media = [{"url": "https://a.org/p.png", "sha256": "a" * 64}]
    replaced = diff_posts(replace(OLD, media=media), replace(OLD, media=[media[0] | {"sha256": "b" * 64}]))
    assert (replaced.kinds, replaced.changes[0].note) == ((ChangeKind.MEDIA,), "aaaaaaaaaaaa → bbbbbbbbbbbb")


def test_what_is_unseen_is_said_in_words() -> None:
    texts = {"text": "Look."}
    old, new = (replace(OLD, content_html=f"<p><a href=/{one}>Look.</a>", **texts) for one in "ab")
    assert diff_posts(old, new).changes[0].note == "href=/a → href=/b"


def test_fields_and_comments_are_compared() -> None:
    said = [Comment("1", author="Bo", text="Nice"), Comment("2", text="No"), Comment("3", text="Yes")]
    new = replace(
        OLD, title="Lake", tags=["x"], comments=[*said[1:2], replace(said[2], parent="2"), Comment("4", text="So")]
    )
    diff = diff_posts(replace(OLD, comments=said), new)
    assert changes(diff) == [
        ("update", "*Sea*", "*Lake*"),
        ("insert", "", "*x*"),
        ("delete", "*Bo: Nice*", ""),
        ("move", "anonymous: Yes", "anonymous: Yes"),
        ("insert", "", "*anonymous: So*"),
    ]
    assert diff.kinds == (ChangeKind.METADATA, ChangeKind.COMMENTS)


def test_messages_of_a_thread_are_compared_like_comments() -> None:
    said = [Comment("1", author="Bo", text="Yes"), Comment("2", author="Cy", text="No")]
    diff = diff_posts(replace(OLD, posts=said[:1]), replace(OLD, posts=said))
    assert changes(diff) == [("insert", "", "*Cy: No*")]
    assert diff_rows(diff, "changes")[0][0] == "messages"


def test_views_show_the_same_change_in_three_ways() -> None:
    diff = diff_posts(OLD, post(PARAGRAPHS[0], "Nobody on deck could see the pier.", *PARAGRAPHS[2:]))
    (side,), (merged,), (only,) = (diff_rows(diff, view) for view in ("side", "merged", "changes"))
    assert side[0] == merged[0] == only[0] == "text"
    assert [str(row.operation) for row in side[1]] == ["same", "update", "same", "same"]
    assert [(row.old is not None, row.new is not None) for row in merged[1]][1:3] == [(True, False), (False, True)]
    assert len(only[1]) == 2


def test_a_diff_is_json() -> None:
    record = json.loads(json.dumps(diff_posts(OLD, post("Other")).record()))
    assert record["changes"][0]["operation"] in list(Operation)
    assert {"text": "Other", "changed": True} in [piece for row in record["changes"] for piece in row["new"] or ()]


@given(
    st.lists(st.sampled_from(["a b", "a c", "d", "e f g", "漢字"]), max_size=8),
    st.lists(st.sampled_from(["a b", "d", "x"])),
)
def test_both_sides_have_all_their_blocks_in_order(old: list[str], new: list[str]) -> None:
    rows = [row for row in diff_posts(post(*old), post(*new)).rows if row.section == "text"]
    sides = [
        ["".join(text for text, _ in side) for row in rows if (side := getattr(row, name))] for name in ("old", "new")
    ]
    assert sides == [old, new]


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_html_can_be_compared(old: str, new: str) -> None:
    diff = diff_posts(replace(OLD, content_html=old, text=new), replace(OLD, content_html=new, text=old))
    assert 0 <= diff.magnitude <= 1


def test_long_texts_do_not_take_quadratic_time() -> None:
    began = time.process_time()
    words = " ".join(f"w{n % 50}" for n in range(40_000))
    lines = "\n".join(f"l{n % 50}" for n in range(20_000))
    diff_posts(replace(OLD, content_html="", text=words + "\n" + lines), replace(OLD, text=lines + "\n" + words + " x"))
    deep = "<div>" * 5000 + "x" + "<p>y" * 5000
    diff_posts(replace(OLD, content_html=deep), replace(OLD, content_html=deep + "z"))
    assert time.process_time() - began < 10
