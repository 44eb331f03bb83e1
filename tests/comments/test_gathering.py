"""Which sources are requested for the comments of a post, in which order, and when there are enough."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages_with_comments import MARKUPS, discussion, page_of

from blogcrawler.comments import BlogComments, Discussion, EndpointAnswer, gather
from blogcrawler.comments.platforms.comment_feed import comment_id, read_comment_feed
from blogcrawler.comments.thread_order import in_thread_order, merge
from blogcrawler.dates import Clock
from blogcrawler.dom import parse_page
from blogcrawler.items import Comment, FeedEntry

URL = "https://blog.example/post/"
FEED = URL + "feed/"


def gathered(
    html: str, answers: Mapping[str, str] | None = None, known: BlogComments | None = None, **entry: object
) -> tuple[Discussion, list[str]]:
    """The discussion of a page, and the requested addresses; requests without a response fail."""
    gathering = gather(
        parse_page(html, URL),
        URL,
        FeedEntry(URL, **entry) if entry else None,  # type: ignore[arg-type]
        known or BlogComments(),
    )
    requested: list[str] = []
    try:
        address = next(gathering)
        while True:
            requested.append(address)
            body = (answers or {}).get(address)
            address = gathering.send(EndpointAnswer(address, 200, body.encode()) if body is not None else None)
    except StopIteration as end:
        return end.value, requested


@pytest.mark.parametrize(
    ("shown", "published"),
    [
        ("March 3, 2014 at 3:04 pm", "2014-03-03T15:04:00+03:30"),
        ("March 3, 2014", "2014-03-03"),
        ("2014-03-03T15:04:00+00:00", "2014-03-03T15:04:00+00:00"),
    ],
)
def test_dates_of_comments_get_the_offset_of_the_blog(shown: str, published: str) -> None:
    one = f"<li class=comment id=comment-7><b class=fn>A</b><p class=comment-meta>{shown}</p><p class=comment-text>So."
    html = f"<body><form action=/wp-comments-post.php></form><ol class=commentlist>{one}</ol></body>"

    found, _ = gathered(html, known=BlogComments(clock=Clock(((62, 210),))))

    assert [comment.published for comment in found.comments] == [published]


def rss(comments: list[Comment]) -> str:
    items = "".join(
        f"<item><title>By: {escape(c.author or '')}</title><link>{URL}#comment-{c.id}</link>"
        f"<dc:creator>{escape(c.author or '')}</dc:creator><pubDate>{c.published}</pubDate>"
        f"<guid isPermaLink='false'>{URL}#comment-{c.id}</guid>"
        f"<content:encoded><![CDATA[{reply(c)}{c.content_html}]]></content:encoded></item>"
        for c in reversed(comments)
    )
    return (
        "<rss version='2.0' xmlns:content='http://purl.org/rss/1.0/modules/content/'"
        f" xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><title>Comments</title><link>{URL}</link>{items}</channel></rss>"
    )


def reply(comment: Comment) -> str:
    return f'<p>In reply to <a href="{URL}#comment-{comment.parent}">x</a>.</p>' if comment.parent else ""


def summary(comments: list[Comment]) -> list[tuple[str | None, str, str | None]]:
    return [(c.author, c.text, c.parent) for c in comments]


def test_a_page_without_comments_needs_no_requests() -> None:
    found, requested = gathered("<article><h1>Tides</h1><p>They come and go.</p></article>")
    assert requested == []
    assert (found.comments, found.expected) == ([], None)


def test_a_post_with_zero_stated_comments_needs_no_requests() -> None:
    disqus = '<div id="disqus_thread"></div><script>var disqus_shortname = "x";</script>'
    assert gathered(disqus, comments_expected=0, comments_feed=FEED)[1] == []


def test_a_complete_feed_is_used() -> None:
    written = discussion(6)
    found, requested = gathered(
        "<p>no comments here</p>", {FEED: rss(written)}, comments_expected=6, comments_feed=FEED
    )
    assert requested == [FEED]
    assert summary(found.comments) == summary(written)
    assert found.source == "feed"


@pytest.mark.parametrize(("expected", "requested"), [(10, [FEED]), (11, [])])
def test_a_feed_is_requested_only_if_it_can_hold_all_comments(expected: int, requested: list[str]) -> None:
    known = BlogComments(trained=3)
    feed = rss(discussion(10))
    assert gathered("<p>text</p>", {FEED: feed}, known, comments_expected=expected, comments_feed=FEED)[1] == requested


@pytest.mark.parametrize(("entries", "source"), [(9, "feed"), (10, "knowledge")])
def test_a_full_feed_may_lack_older_comments_if_no_number_is_stated(entries: int, source: str) -> None:
    html = '<script data-isso="//isso.example/"></script><section id=isso-thread></section>'
    endpoint = "https://isso.example/?uri=%2Fpost%2F"
    answer = '{"total_replies":1,"replies":[{"id":1,"parent":null,"author":"Ann","text":"Hi","created":1704164645}]}'
    answers = {FEED: rss(discussion(entries)), endpoint: answer}
    found, requested = gathered(html, answers, BlogComments(trained=3), comments_feed=FEED)
    assert requested == ([FEED] if source == "feed" else [FEED, endpoint])
    assert found.source == source


def test_an_incomplete_feed_trains_a_rule_that_reads_the_page() -> None:
    written = discussion(30)
    known = BlogComments()
    html = page_of(written, MARKUPS[0])
    found, requested = gathered(html, {FEED: rss(written[-10:])}, known, comments_expected=30, comments_feed=FEED)
    assert requested == [FEED]
    assert summary(found.comments) == summary(written)
    assert found.source == "rule"
    assert known.has_unsaved_rules
    assert BlogComments.from_record(known.record()).rules[0].record() == known.rules[0].record()


def test_after_training_complete_pages_need_no_requests() -> None:
    known = BlogComments()
    counts = []
    for seed in range(6):
        written = discussion(12, seed=seed)
        html = page_of(written, MARKUPS[0])
        found, requested = gathered(html, {FEED: rss(written[-10:])}, known, comments_expected=12, comments_feed=FEED)
        assert summary(found.comments) == summary(written)
        counts.append(len(requested))
    assert counts == [1, 1, 1, 0, 0, 0]


def test_without_a_feed_rules_of_other_posts_are_used() -> None:
    known = BlogComments()
    first, other = discussion(12), discussion(9, seed=4)
    gathered(page_of(first, MARKUPS[1]), {FEED: rss(first[-10:])}, known, comments_expected=12, comments_feed=FEED)
    found, requested = gathered(page_of(other, MARKUPS[1]), {}, known)
    assert requested == []
    assert [c.text for c in found.comments] == [c.text for c in other]


def test_a_source_that_fails_twice_is_not_requested_again() -> None:
    known = BlogComments()
    disqus = '<div id="disqus_thread"></div><script>var disqus_shortname = "x";</script>'
    assert [len(gathered(disqus, {}, known)[1]) for _ in range(4)] == [1, 1, 0, 0]
    assert [len(gathered("", {}, known, comments_expected=3, comments_feed=FEED)[1]) for _ in range(4)] == [1, 1, 0, 0]


def test_each_further_page_is_read_once() -> None:
    written = discussion(9, depth=1)

    def page(number: int) -> str:
        links = "".join(f"<a href=/post/comment-page-{n}/>{n}</a>" for n in (1, 2, 3) if n != number)
        part = page_of(written[3 * number - 3 : 3 * number], MARKUPS[0])
        return part.replace("</body>", links + "</body>").replace("class=talk", "class=comments")

    known = BlogComments()
    gathered(page_of(written, MARKUPS[0]), {FEED: rss(written)}, known, comments_expected=11, comments_feed=FEED)
    answers = {f"{URL}comment-page-{n}/": page(n) for n in (1, 2, 3)}
    found, requested = gathered(page(3), answers, known, comments_expected=9)
    assert requested == [f"{URL}comment-page-{n}/" for n in (1, 2)] + (
        [f"{URL}comment-page-3/"] if len(requested) > 2 else []
    )
    assert [c.text for c in found.comments] == [c.text for c in written]


def test_the_endpoint_of_a_platform_is_queried_for_missing_comments() -> None:
    html = '<script data-isso="//isso.example/"></script><section id=isso-thread></section>'
    answer = '{"total_replies":1,"replies":[{"id":1,"parent":null,"author":"Ann","text":"Hi","created":1704164645}]}'
    found, requested = gathered(html, {"https://isso.example/?uri=%2Fpost%2F": answer})
    assert requested == ["https://isso.example/?uri=%2Fpost%2F"]
    assert summary(found.comments) == [("Ann", "Hi", None)]
    assert (found.expected, found.source) == (1, "knowledge")


@pytest.mark.parametrize(
    ("text", "identity"),
    [
        (f"{URL}#comment-31", "31"),
        ("https://b.example/p.html?showComment=1378227647737#c370", "370"),
        ("tag:blogger.com,1999:blog-95.post-370", "370"),
        (f"{URL}?p=3#div-comment-7", "7"),
        ("urn:uuid:ab-cd", "ab-cd"),
    ],
)
def test_the_id_of_a_comment(text: str, identity: str) -> None:
    assert comment_id(text) == identity


def test_comments_that_answer_each_other_are_kept() -> None:
    comments = [Comment("1", "2", text="a"), Comment("2", "1", text="b"), Comment("3", "9", text="c")]
    assert [(c.text, c.parent) for c in in_thread_order(comments)] == [("c", None), ("a", None), ("b", None)]


def test_the_same_comment_from_two_sources_is_merged() -> None:
    page = [Comment("7", None, "Ann", "https://ann.example/", None, "<p>Hi</p>", "Hi", "pingback")]
    feed = [Comment("7", None, "Ann", None, "2024-01-01", "", "Hi"), Comment("8", "7", "Bo", text="Yes")]
    merged = merge(feed, page)
    assert [c.id for c in merged] == ["7", "8"]
    assert (merged[0].author_url, merged[0].published, merged[0].type) == (
        "https://ann.example/",
        "2024-01-01",
        "pingback",
    )
    assert merge(page, [replace(page[0], id="n1")]) == page


def test_a_reply_in_a_feed_names_what_it_answers() -> None:
    written = [Comment("1", None, "Ann", text="Hi", content_html="<p>Hi</p>"), Comment("2", "1", "Bo", text="Yes")]
    batch = read_comment_feed(
        EndpointAnswer(FEED, 200, rss([written[0], replace(written[1], content_html="<p>Yes</p>")]).encode())
    )
    assert batch is not None
    assert {(c.id, c.parent, c.text) for c in batch.comments} == {("1", None, "Hi"), ("2", "1", "Yes")}


@given(
    st.text(max_size=300), st.sampled_from(["", "{", "[", "<rss>", "<feed xmlns='http://www.w3.org/2005/Atom'><entry>"])
)
def test_any_response_is_read_without_an_error(body: str, start: str) -> None:
    html = (
        '<div id="disqus_thread"></div><script>var disqus_shortname = "x";</script>'
        '<script data-isso="//i.example/"></script><meta name=generator content=blogger>'
        f'<link rel=alternate type="application/atom+xml" href="{URL}feeds/1/comments/default">'
    )
    entry = FeedEntry(URL, comments_expected=7, comments_feed=FEED)
    gathering = gather(parse_page(html, URL), URL, entry, BlogComments())
    address = next(gathering)
    found = None
    for _ in range(20):
        try:
            address = gathering.send(EndpointAnswer(address, 200, (start + body).encode("utf-8", "replace")))
        except StopIteration as end:
            found = end.value
            break
    assert isinstance(found, Discussion)
