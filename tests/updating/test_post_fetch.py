from __future__ import annotations

from datetime import timedelta
from unittest.mock import patch

import pytest
from update_steps import HOME, NOW, World, entry, post_state, response, url, visit_state

from blogcrawler.dom import RobotsTags
from blogcrawler.items import FeedEntry, Post, Provenance
from blogcrawler.updating import post_fetch
from blogcrawler.updating.intents import (
    ChangeBlog,
    Count,
    Download,
    FetchPost,
    LoadPost,
    MarkGone,
    Note,
    SavePost,
    SavePostState,
)
from blogcrawler.updating.post_fetch import (
    ResponseMeaning,
    conditional_post_headers,
    entry_like_before,
    fetch_order,
    fetch_posts,
    response_meaning,
)

TEXT = "This is a text that is long enough to be the article of a post, and that everybody would read as such. " * 2


def page(number: int, template: str = "<div class=entry><p>{}</p></div>") -> str:
    article = template.format(f"{TEXT} Number {number}.")
    return f"<!DOCTYPE html><html><title>Post {number}</title><body><h1>Post {number}</h1>{article}</body></html>"


def record(number: int) -> Post:
    text = f"{TEXT} Number {number}."
    source = {"text": Provenance.RULE}
    return Post(url(number), HOME, title=f"Post {number}", text=text, content_html=f"<p>{text}</p>", source=source)


def saved(world: World) -> list[str]:
    return [intent.page.url for intent in world.of_type(SavePost)]


def test_each_post_is_fetched_once_and_checks_come_last():
    check, new = FetchPost(url(1), state=post_state(1), conditional=True), FetchPost(url(2))
    again = FetchPost(url(2), entry(2))
    assert fetch_order([check, new, again]) == [new, check]


@pytest.mark.parametrize(
    ("conditional", "headers"),
    [(True, {"If-None-Match": '"1"', "If-Modified-Since": "yesterday"}), (False, {})],
)
def test_only_checks_are_conditional(conditional: bool, headers: dict[str, str]):
    state = post_state(1, etag='"1"', modified="yesterday")
    assert conditional_post_headers(FetchPost(url(1), None, state, conditional)) == headers
    assert conditional_post_headers(FetchPost(url(1), None, post_state(1), conditional)) == {}


@pytest.mark.parametrize(
    ("answer", "known", "new"),
    [
        (response(url(1), page(1)), ResponseMeaning.PAGE, ResponseMeaning.PAGE),
        (response(url(1), status=304), ResponseMeaning.UNCHANGED, ResponseMeaning.UNUSABLE),
        (response(url(1), "gone", status=404), ResponseMeaning.GONE, ResponseMeaning.UNUSABLE),
        (response(url(1), "gone", status=410), ResponseMeaning.GONE, ResponseMeaning.UNUSABLE),
        (response(url(1), "busy", status=503), ResponseMeaning.UNUSABLE, ResponseMeaning.UNUSABLE),
        (response(url(1), "plain text"), ResponseMeaning.UNUSABLE, ResponseMeaning.UNUSABLE),
        (response(HOME, page(1), redirected=(302,)), ResponseMeaning.GONE, ResponseMeaning.PAGE),
        (response(HOME, page(1)), ResponseMeaning.PAGE, ResponseMeaning.PAGE),
        (response("https://elsewhere.example/", page(1)), ResponseMeaning.UNUSABLE, ResponseMeaning.UNUSABLE),
    ],
)
def test_a_response_is_classified(answer: object, known: ResponseMeaning, new: ResponseMeaning):
    state = visit_state()
    assert response_meaning(answer, FetchPost(url(1), None, post_state(1)), state) is known  # type: ignore[arg-type]
    assert response_meaning(answer, FetchPost(url(1)), state) is new  # type: ignore[arg-type]


def test_a_new_post_is_saved_with_its_entry():
    announced = entry(1, content_html="<p>text", tags=("a",))
    state = visit_state()
    state.read_before = NOW - timedelta(days=2)
    world = World({url(1): response(url(1), page(1))})
    world.run(fetch_posts([FetchPost(url(1), announced)], state))
    (intent,) = world.of_type(SavePost)
    assert intent.page.url == url(1)
    assert intent.page.entry == entry(1, tags=("a",))
    assert intent.page.fetched == NOW
    assert intent.page.absent == state.read_before
    assert Count("posts/found") in world.done


def test_the_page_of_a_post_is_parsed_once():
    world = World({url(1): response(url(1), page(1))}, [post_state(1)], posts={url(1): record(1)})
    with patch.object(post_fetch, "to_page", wraps=post_fetch.to_page) as parse:
        world.run(fetch_posts([FetchPost(url(1), None, post_state(1))], visit_state()))
    assert saved(world) == [url(1)]
    assert parse.call_count == 1
    assert world.of_type(LoadPost) == [LoadPost(url(1))]


def test_the_other_urls_of_a_new_post_are_tried():
    announced = FeedEntry(url(1), alternatives=(url(2), url(3)))
    world = World({url(2): response(url(2), "gone", status=404), url(3): response(url(3), page(3))})
    world.run(fetch_posts([FetchPost(url(1), announced)], visit_state()))
    assert world.requested == [url(1), url(2), url(3)]
    assert saved(world) == [url(3)]


def test_a_page_that_no_feed_announces_must_look_like_a_post():
    about = f"{HOME}about"
    world = World({about: response(about, "<html><body><p>About us</p></body></html>")})
    world.run(fetch_posts([FetchPost(about)], visit_state()))
    assert saved(world) == []


def test_a_post_that_is_not_modified_is_checked_again_later():
    state = post_state(1, etag='"1"', fresh=(NOW - timedelta(days=8)).isoformat())
    world = World({url(1): response(url(1), status=304)})
    world.run(fetch_posts([FetchPost(url(1), None, state, conditional=True)], visit_state()))
    assert world.done[1:] == [
        Download(url(1), {"If-None-Match": '"1"'}),
        Count("posts/unchanged"),
        SavePostState(state),
    ]
    assert state.checked == NOW.isoformat()
    assert state.due == (NOW + timedelta(days=8)).isoformat()


def test_a_deleted_post_is_marked_and_counted_once():
    fresh, old = post_state(1), post_state(2, gone="2026-01-01")
    world = World({url(1): response(url(1), "gone", status=404), url(2): response(url(2), "gone", status=404)})
    state = visit_state()
    world.run(fetch_posts([FetchPost(url(1), None, fresh), FetchPost(url(2), None, old)], state))
    assert world.of_type(MarkGone) == [MarkGone(old), MarkGone(fresh)]
    assert world.of_type(Count) == [Count("posts/gone")]
    assert state.gone == [url(1)]


def test_the_validators_of_a_page_are_stored_with_its_state():
    state = post_state(1)
    world = World({url(1): response(url(1), page(1), ETag='"7"')}, [state], posts={url(1): record(1)})
    world.run(fetch_posts([FetchPost(url(1), None, state)], visit_state()))
    assert world.done[-1] == SavePostState(state)
    assert (state.etag, state.modified) == ('"7"', None)


def test_posts_are_fetched_in_batches_of_twenty():
    world = World({url(number): response(url(number), page(number)) for number in range(45)})
    world.run(fetch_posts([FetchPost(url(number), entry(number)) for number in range(45)], visit_state()))
    kinds = [type(intent) for intent in world.done if isinstance(intent, Download | SavePost)]
    assert (
        kinds == [Download] * 20 + [SavePost] * 20 + [Download] * 20 + [SavePost] * 20 + [Download] * 5 + [SavePost] * 5
    )


@pytest.mark.parametrize("announced", [True, False])
def test_a_new_template_is_learned_before_anything_is_saved(announced: bool):
    template = "<section class=story><p>{}</p></section><div class=rail>Read also: nothing</div>"
    world = World(
        {url(number): response(url(number), page(number, template)) for number in range(8)},
        [post_state(number) for number in range(1, 8)],
        posts={url(number): record(number) for number in range(1, 8)},
    )
    state = visit_state()
    first = FetchPost(url(0), entry(0, content_html=f"<p>{TEXT} Number 0.</p>"))
    world.run(fetch_posts([first] if announced else [FetchPost(url(1), None, post_state(1))], state))
    assert state.relearned
    assert Note(f"{HOME} has a new template; new rules were learned.") in world.done
    (change,) = world.of_type(ChangeBlog)
    assert change.fields.keys() == {"rules", "pattern", "knowledge"}
    assert state.blog.rules == change.fields["rules"]
    assert len(world.requested) == 4
    (intent,) = world.of_type(SavePost)
    assert intent.page.extractor is state.known.extractor
    assert world.done.index(change) < world.done.index(intent)


def test_a_single_new_post_that_looks_different_is_compared_with_known_ones():
    pages = {url(number): response(url(number), page(number)) for number in range(1, 8)}
    pages[url(0)] = response(url(0), page(0, "<section class=story><p>{}</p></section>"))
    known = [post_state(number) for number in range(1, 8)]
    world = World(pages, known, posts={url(number): record(number) for number in range(1, 8)})
    state = visit_state()
    world.run(fetch_posts([FetchPost(url(0), entry(0, content_html=f"<p>{TEXT} Number 0.</p>"))], state))
    assert not state.relearned
    assert world.requested == [url(0), url(1), url(2)]
    assert saved(world) == [url(0)]


def test_fields_that_were_read_from_the_page_before_are_not_taken_from_the_entry():
    announced = entry(1, authors=("Ann",), tags=("a",), published=NOW)
    known = record(1)
    known.source = {"authors": Provenance.RULE, "tags": Provenance.FEED}
    assert entry_like_before(announced, known) == entry(1, tags=("a",), published=NOW)
    assert entry_like_before(announced, None) == announced


@pytest.mark.parametrize("tag", ["noarchive", "noindex"])
def test_a_page_that_asks_not_to_be_kept_is_not_saved_and_a_known_one_is_checked_later(tag: str):
    respected = RobotsTags(frozenset({tag}))
    world = World({url(n): response(url(n), page(n), X_Robots_Tag=tag) for n in (1, 2)}, posts={url(2): record(2)})
    posts = [FetchPost(url(1), entry(1)), FetchPost(url(2), None, post_state(2))]
    world.run(fetch_posts(posts, visit_state(robots_tags=respected)))
    assert saved(world) == []
    assert world.of_type(Count).count(Count("pages/rejected/robots_tag")) == 2
    assert [intent.state.url for intent in world.of_type(SavePostState)] == [url(2)]
    world.run(fetch_posts(posts, visit_state()))
    assert set(saved(world)) == {url(1), url(2)}
