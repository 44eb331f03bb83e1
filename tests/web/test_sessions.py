from __future__ import annotations

import pytest

from blogcrawler.errors import UsageError
from blogcrawler.web import WebOptions
from blogcrawler.web.sessions import SESSION_SECONDS, Sessions


def test_only_the_right_token_gives_a_session() -> None:
    sessions = Sessions("right token")
    assert sessions.log_in("wrong token") is None
    assert sessions.log_in("") is None
    assert sessions.is_valid(sessions.log_in("right token"))


def test_a_session_ends() -> None:
    now = [1000.0]
    sessions = Sessions("right token", lambda: now[0])
    cookie = sessions.log_in("right token")
    now[0] += SESSION_SECONDS - 1
    assert sessions.is_valid(cookie)
    now[0] += 1
    assert not sessions.is_valid(cookie)


@pytest.mark.parametrize(
    "cookie", [None, "", ".", "9999999999.", "9999999999.00", "x.y", "²." + "0" * 64, "9" * 40 + ".0"]
)
def test_a_forged_cookie_is_not_valid(cookie: str | None) -> None:
    assert not Sessions("right token").is_valid(cookie)


def test_a_changed_token_ends_all_sessions() -> None:
    cookie = Sessions("right token").log_in("right token")
    assert not Sessions("other token").is_valid(cookie)


def test_a_session_cannot_be_made_longer() -> None:
    cookie = Sessions("right token").log_in("right token") or ""
    until, _, signature = cookie.partition(".")
    assert not Sessions("right token").is_valid(f"{int(until) + 1}.{signature}")


def test_without_a_token_there_are_no_sessions() -> None:
    sessions = Sessions("")
    assert sessions.log_in("") is None
    forged = Sessions("x").log_in("x")
    assert not sessions.is_valid(forged)


def test_each_session_has_its_own_form_secret() -> None:
    sessions = Sessions("right token")
    assert sessions.is_own_form("a", sessions.form_token("a"))
    assert not sessions.is_own_form("a", sessions.form_token("b"))


def test_a_short_token_is_refused(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(UsageError, match="8 characters"):
        WebOptions(tmp_path, token="short")
