from __future__ import annotations

from datetime import UTC, datetime

import pytest
from scrapy import Request
from scrapy.http import Response

from blogcrawler.http import (
    conditional_headers,
    forget_validators,
    read_conditional_response,
    record_trust,
    validators_of,
)
from blogcrawler.http.conditional import ConditionalResponse, header, is_trusted
from blogcrawler.items import WatchedDocument

URL = "https://blog.example/feed"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def document(**fields: object) -> WatchedDocument:
    return WatchedDocument("https://blog.example/", URL, "feed", **fields)  # type: ignore[arg-type]


def answer(body: bytes = b"", status: int = 200, redirects: tuple[int, ...] = (), **headers: str) -> Response:
    request = Request(URL, meta={"redirect_reasons": list(redirects)})
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(URL, status=status, headers=named, body=body, request=request)


@pytest.mark.parametrize(
    ("right", "wrong", "trusted"),
    [(0, 0, True), (5, 0, True), (0, 1, False), (19, 1, False), (20, 1, True), (39, 2, False), (40, 2, True)],
)
def test_validators_that_hid_news_are_trusted_again_after_twenty_correct_answers(right: int, wrong: int, trusted: bool):
    watched = document(right=right, wrong=wrong, etag='"1"')
    assert is_trusted(watched) is trusted
    assert bool(conditional_headers(watched)) is trusted


def test_both_validators_are_sent():
    assert conditional_headers(document()) == {}
    expected = {"If-None-Match": '"1"', "If-Modified-Since": "Sun, 01 Mar 2026 12:00:00 GMT"}
    assert conditional_headers(document(etag='"1"', modified="Sun, 01 Mar 2026 12:00:00 GMT")) == expected


@pytest.mark.parametrize(("unchecked", "conditional"), [(11, True), (12, False), (13, False)])
def test_after_twelve_answers_not_modified_the_whole_document_is_requested(unchecked: int, conditional: bool):
    assert bool(conditional_headers(document(etag='"1"', trusted=unchecked))) is conditional


def test_not_modified_is_counted():
    watched = document(etag='"1"', trusted=3)
    assert read_conditional_response(watched, answer(status=304), NOW) == ConditionalResponse(None)
    assert (watched.trusted, watched.checked) == (4, NOW.isoformat())


def test_an_error_leaves_the_validators_alone():
    watched = document(etag='"1"')
    assert read_conditional_response(watched, answer(b"busy", 503, ETag='"2"'), NOW).response is not None
    assert watched.etag == '"1"'


def test_the_same_document_with_the_same_validators_shows_that_these_are_right():
    watched = document()
    read_conditional_response(watched, answer(b"a", ETag='"1"'), NOW)
    watched.trusted = 12
    assert read_conditional_response(watched, answer(b"a", ETag='"1"'), NOW) == ConditionalResponse(None)
    assert (watched.right, watched.trusted) == (1, 0)


def test_an_unchanged_document_with_new_validators_may_have_news():
    watched = document()
    first = read_conditional_response(watched, answer(b"a", ETag='"1"'), NOW)
    assert not first.same_validators
    second = read_conditional_response(watched, answer(b"a", ETag='"2"'), NOW)
    assert second == ConditionalResponse(None, may_have_news=True)


def test_unchanged_validators_of_a_new_document_are_reported():
    watched = document()
    read_conditional_response(watched, answer(b"a", ETag='"1"'), NOW)
    second = read_conditional_response(watched, answer(b"b", ETag='"1"'), NOW)
    assert second.response is not None
    assert second.same_validators


def test_missing_validators_never_count_as_the_same():
    watched = document()
    read_conditional_response(watched, answer(b"a"), NOW)
    assert not read_conditional_response(watched, answer(b"b"), NOW).same_validators


def test_the_whole_document_is_returned_on_request():
    watched = document()
    for _ in range(2):
        assert read_conditional_response(watched, answer(b"a"), NOW, whole=True).response is not None


@pytest.mark.parametrize(
    ("redirects", "moved"), [((), None), ((301,), URL), ((308, 301), URL), ((302,), None), ((301, 302), None)]
)
def test_a_document_has_moved_if_all_redirects_are_permanent(redirects: tuple[int, ...], moved: str | None):
    assert read_conditional_response(document(), answer(b"a", redirects=redirects), NOW).moved_to == moved


def test_a_response_without_a_request_has_not_moved():
    assert read_conditional_response(document(), Response(URL, body=b"a"), NOW).moved_to is None


@pytest.mark.parametrize(
    ("same_validators", "has_news", "right", "wrong"),
    [(True, True, 0, 1), (True, False, 1, 0), (False, True, 0, 0), (False, False, 0, 0)],
)
def test_validators_are_wrong_if_they_would_have_hidden_news(
    same_validators: bool, has_news: bool, right: int, wrong: int
):
    watched = document(trusted=5)
    record_trust(watched, ConditionalResponse(answer(), same_validators), has_news, NOW)
    assert (watched.right, watched.wrong, watched.trusted) == (right, wrong, 0)
    assert watched.changed == (NOW.isoformat() if has_news else None)


def test_forgotten_validators_are_not_sent():
    watched = document(etag='"1"', modified="x", digest="d")
    forget_validators(watched)
    assert conditional_headers(watched) == {}
    assert watched.digest is None


@pytest.mark.parametrize(
    ("modified", "sent", "is_kept"),
    [
        ("Sun, 01 Mar 2026 12:00:00 GMT", "Sun, 01 Mar 2026 12:00:00 GMT", False),
        ("Sun, 01 Mar 2026 12:00:01 GMT", "Sun, 01 Mar 2026 12:00:00 GMT", False),
        ("Sun, 01 Mar 2026 13:00:00 +0100", "Sun, 01 Mar 2026 12:00:00 GMT", False),
        ("Sun, 01 Mar 2026 12:00:00", "Sun, 01 Mar 2026 12:00:00 GMT", False),
        ("Sun, 01 Mar 2026 11:59:59 GMT", "Sun, 01 Mar 2026 12:00:00 GMT", True),
        ("Sun, 01 Mar 2026 12:00:00 GMT", "", True),
        ("yesterday", "Sun, 01 Mar 2026 12:00:00 GMT", True),
        ("Sun, 01 Mar 99999 12:00:00 GMT", "Sun, 01 Mar 2026 12:00:00 +9999", True),
    ],
)
def test_a_document_modified_while_it_was_sent_is_requested_again(modified: str, sent: str, is_kept: bool):
    watched = document()
    read_conditional_response(watched, answer(b"a", ETag='"1"', Last_Modified=modified, Date=sent), NOW)
    expected = {"If-None-Match": '"1"', "If-Modified-Since": modified} if is_kept else {}
    assert conditional_headers(watched) == expected
    kept = ('"1"', modified) if is_kept else (None, None)
    assert validators_of(answer(b"a", ETag='"1"', Last_Modified=modified, Date=sent)) == kept


def test_another_change_in_the_second_of_the_last_one_is_not_ruled_out():
    """WordPress makes the ETag of the time: after another change in that second it is the same."""
    modified, later = "Sun, 01 Mar 2026 12:00:00 GMT", "Sun, 01 Mar 2026 12:00:05 GMT"
    watched = document()
    read_conditional_response(watched, answer(b"a", ETag='"1"', Last_Modified=modified, Date=modified), NOW)
    again = answer(b"a", ETag='"1"', Last_Modified=modified, Date=later)
    assert read_conditional_response(watched, again, NOW) == ConditionalResponse(None, may_have_news=True)
    assert (watched.right, watched.wrong) == (0, 0), "nothing is learned from this about the server's validators"
    assert conditional_headers(watched) == {"If-None-Match": '"1"', "If-Modified-Since": modified}
    assert read_conditional_response(watched, again, NOW) == ConditionalResponse(None)


def test_a_server_that_states_the_time_of_the_response_hides_nothing():
    """Its Last-Modified is always new, so that no visit would ever end after this request."""
    watched = document()
    readings: list[bool] = []
    for second in range(12):
        now = f"Sun, 01 Mar 2026 12:00:{second:02} GMT"
        again = answer(b"a", ETag='"1"', Last_Modified=now, Date=now)
        readings.append(read_conditional_response(watched, again, NOW).may_have_news)
    assert readings[1:6] == [True] * 5
    assert readings[7:] == [False] * 5
    assert conditional_headers(watched) == {"If-None-Match": '"1"'}


@pytest.mark.parametrize(
    ("value", "text"),
    [('"1"', '"1"'), (" a ", "a"), ("", None), ("a\tb", None), ("x" * 999, "x" * 999), ("x" * 1000, None)],
)
def test_only_headers_that_can_be_sent_back_are_kept(value: str, text: str | None):
    assert header(answer(ETag=value), "ETag") == text
