"""Actions for posts are learned from repeated structure; they also read a thread with a single post."""

from __future__ import annotations

from importlib.resources import files

from hypothesis import given, settings
from hypothesis import strategies as st

from blogcrawler.dom import Page, parse_page
from blogcrawler.forum import adapt_posts, read_posts
from blogcrawler.knowledge import Learned, known_applications, learned_file, read_application, with_learned

APPLICATION = known_applications().applications["forum/phpbb"]
LEVEL = APPLICATION.level("thread")
POST = """<div class="s-item"><b class="s-who"><a href="/memberlist.php?u={n}" class="s-user">user{n}</a></b>
<i class="s-when" title="2020-03-{n} 10:00">5y</i><div class="s-said">Post {n} of thread {t}: {words}.</div></div>"""
LISTS = [parse_page("<h1>A list</h1><div class='s-row'>Words</div>", "https://a.example/viewforum.php?f=1")]


def said(seed: int) -> str:
    return " ".join(f"{chr(97 + (seed + k) % 26)}{chr(97 + seed * k % 26)}{seed}" for k in range(12))


def thread(number: int, posts: int, post: str = POST) -> Page:
    rows = "".join(post.format(n=10 + n, t=number, words=said(10 * number + n)) for n in range(posts))
    return parse_page(
        f"<h1>Thread {number}</h1>{rows}<p>© 2020 Board</p>", f"https://a.example/viewtopic.php?t={number}"
    )


def learn(*pages: Page) -> list[Learned]:
    assert LEVEL is not None
    return adapt_posts(APPLICATION, LEVEL, pages, LISTS, "https://a.example/")


def test_learned_actions_read_a_thread_with_a_single_post() -> None:
    learned = learn(thread(1, 3), thread(2, 4))
    assert [(one.type, str(one.path)) for one in learned] == [
        ("post:content", "div[@class~='s-said']"),
        ("post:author", "a[@class~='s-user']"),
        ("post:published", "i[@class~='s-when']/@title"),
    ]
    repaired = with_learned(APPLICATION, [Learned.from_record(one.record()) for one in learned]).level("thread")
    assert repaired is not None
    (only,) = read_posts(thread(3, 1), repaired)
    assert (only.author, only.published) == ("user10", "2020-03-10T10:00:00")
    assert only.text.startswith("Post 10 of thread 3")
    assert with_learned(APPLICATION, [*learned, *learned]).level("thread") == repaired


def test_what_was_learned_can_be_exported() -> None:
    learned = learn(thread(1, 3), thread(2, 4))
    schema = (files("knowledge_base") / "schema.rng").read_bytes()
    read = read_application(learned_file("forum/phpbb", "phpBB", learned).encode(), "forum/phpbb", schema)
    (objects,) = read.levels[0].objects
    assert [(field.type, field.path) for field in objects.fields] == [
        (one.type.removeprefix("post:"), one.path) for one in learned
    ]


def test_nothing_is_learned_from_one_thread_or_from_contents_that_include_marks() -> None:
    assert learn(thread(1, 3)) == []
    assert learn(thread(1, 1), thread(2, 1)) == []
    inside = "<div class=s-said>{n} of {t} <i>2020-03-{n} 10:00</i> {words}</div>"
    assert learn(thread(1, 3, inside), thread(2, 3, inside)) == []


@given(
    st.lists(st.sampled_from([POST, "<div>", "</div>", "<b class=s-who>", "2020-03-04", "<table><td>"]), max_size=12)
)
@settings(max_examples=40, deadline=None)
def test_learning_from_any_threads_causes_no_error(parts: list[str]) -> None:
    html = "".join(part.format(n=n, t=1, words=said(n)) for n, part in enumerate(parts, 10))
    learn(parse_page(html, "https://a.example/1"), parse_page(html, "https://a.example/2"))
