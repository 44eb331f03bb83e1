"""From a saved post to a mail on a real SMTP server."""

from __future__ import annotations

import email
import email.policy
import json
import socket
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from starlette.testclient import TestClient

from blogcrawler.delivery import ClipFinder, check_address, deliver, hidden_address
from blogcrawler.errors import UsageError
from blogcrawler.faults import FaultLog, use_fault_log
from blogcrawler.items import Blog, Post
from blogcrawler.store import Store, open_store
from blogcrawler.watch import Owner, Watch, WatchList, new_owner
from blogcrawler.web import WebOptions, web_app

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
POST = Post("http://a.example/1", "http://a.example/", "Spring", text="Many gardens were here in the spring of old.",
            language="en", published="2026-03-01")  # fmt: skip


class Mailbox:
    """Keeps the mails that a server receives."""

    def __init__(self) -> None:
        self.mails: list[Any] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.mails.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 OK"


@pytest.fixture
def mailbox() -> Iterator[tuple[Mailbox, str]]:
    box = Mailbox()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Controller(box, "127.0.0.1", port)
    server.start()
    yield box, f"mailto://127.0.0.1:{port}?from=watch@example.org&to=ann@example.org&mode=insecure"
    server.stop()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(None, tmp_path)) as store:
        store.save_blog(Blog("http://a.example/", "Notes"))
        yield store


def watching(store: Store, *addresses: str, rhythm: str = "now") -> Owner:
    owner = store.watches.save_owner(replace(new_owner("ann"), addresses=addresses, rhythm=rhythm))
    store.watches.add(Watch(0, owner.id, "garden", created="2026-01-01T00:00:00+00:00"))
    return owner


def test_a_saved_post_becomes_a_mail(store: Store, mailbox: tuple[Mailbox, str]) -> None:
    box, address = mailbox
    watching(store, address)
    store.save_post(POST)
    assert ClipFinder(store, lambda: NOW).run() == 1
    assert deliver(store.watches, lambda: NOW, "https://web.example").sent == 1
    (mail,) = box.mails
    assert mail["Subject"] == "garden: Spring"
    assert mail["From"] == "Blog watch <watch@example.org>"
    assert mail["List-Unsubscribe"].startswith("<https://web.example/clips/")
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
    assert "http://a.example/1" in mail.get_body(("plain",)).get_content()
    assert deliver(store.watches, lambda: NOW).sent == 0


def test_an_error_in_one_post_costs_no_other_post_its_clips(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    use_fault_log(FaultLog(steps.append))
    watching(store)
    store.save_post(replace(POST, url="http://a.example/bad"))
    store.save_post(POST)
    matching = WatchList.clips

    def planted(watches: WatchList, event: Any) -> Any:
        if event.post.url.endswith("bad"):
            raise ValueError("planted")
        return matching(watches, event)

    monkeypatch.setattr(WatchList, "clips", planted)
    assert ClipFinder(store, lambda: NOW).run() == 1
    use_fault_log(FaultLog())
    assert steps == ["watches"]


def test_a_message_that_was_not_recorded_is_sent_again_with_its_id(store: Store, mailbox: tuple[Mailbox, str]) -> None:
    box, address = mailbox
    watching(store, address)
    store.save_post(POST)
    ClipFinder(store, lambda: NOW).run()
    recorded = store.watches.mark_sent
    store.watches.mark_sent = lambda *_: (_ for _ in ()).throw(KeyboardInterrupt)  # type: ignore[method-assign,assignment]
    with pytest.raises(KeyboardInterrupt):
        deliver(store.watches, lambda: NOW)
    store.watches.mark_sent = recorded  # type: ignore[method-assign]
    assert deliver(store.watches, lambda: NOW).sent == 0  # the dead process may still be at it
    assert deliver(store.watches, lambda: NOW + timedelta(minutes=11)).sent == 1
    assert len({mail["Message-ID"] for mail in box.mails}) == 1
    assert len(box.mails) == 2


def test_the_unsubscribe_address_of_a_mail_stops_the_messages(
    store: Store, mailbox: tuple[Mailbox, str], tmp_path: Path
) -> None:
    box, address = mailbox
    watching(store, address)
    store.save_post(POST)
    ClipFinder(store, lambda: NOW).run()
    deliver(store.watches, lambda: NOW, "https://web.example")
    (mail,) = box.mails
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    place = mail["List-Unsubscribe"].strip("<>").removeprefix("https://web.example")
    with TestClient(web_app(WebOptions(tmp_path)), base_url="http://localhost") as client:
        answer = client.post(place, data={"List-Unsubscribe": "One-Click"})  # as mail programs do, RFC 8058
        assert answer.status_code == 200
    store.save_post(replace(POST, url="http://a.example/2", text="Another garden, and other words in it this time."))
    assert ClipFinder(store, lambda: NOW).run() == 1
    assert deliver(store.watches, lambda: NOW).sent == 0


def test_a_failure_is_visible_and_tried_again_later(store: Store) -> None:
    watching(store, "mailto://127.0.0.1:1?from=watch@example.org&to=ann@example.org")
    store.save_post(POST)
    ClipFinder(store, lambda: NOW).run()
    assert deliver(store.watches, lambda: NOW).failed == 1
    (failure,) = store.watches.messages(failed=True)
    assert "refused" in (failure.error or "")
    assert deliver(store.watches, lambda: NOW).failed == 0
    assert deliver(store.watches, lambda: NOW + timedelta(minutes=2)).failed == 1


def test_a_digest_waits_for_its_time(store: Store, tmp_path: Path) -> None:
    watching(store, f"exec:tee {tmp_path / 'clips'}", rhythm="daily")
    store.save_post(POST)
    ClipFinder(store, lambda: NOW).run()
    assert deliver(store.watches, lambda: NOW).sent == 0
    assert deliver(store.watches, lambda: NOW + timedelta(hours=19)).sent == 1
    (line,) = (tmp_path / "clips").read_text().splitlines()
    assert json.loads(line)["title"] == "Spring"


def test_the_same_text_at_two_addresses_is_one_clip(store: Store) -> None:
    owner = watching(store)
    store.save_post(POST)
    store.save_post(replace(POST, url="http://a.example/copy"))
    ClipFinder(store, lambda: NOW).run()
    (clip,) = store.watches.clips(owner.id)
    assert clip.addresses == ("http://a.example/1", "http://a.example/copy")


def test_each_change_before_the_matching_counts(store: Store) -> None:
    owner = watching(store)
    store.save_post(replace(POST, text="Nothing."))
    second = replace(POST, text="Nothing.\nA garden with many flowers in it and more.")
    store.post_states.replace(replace(POST, text="Nothing."), second, ["content"], NOW)
    store.post_states.replace(second, replace(POST, text="Nothing."), ["content"], NOW)
    assert ClipFinder(store, lambda: NOW).run() == 1
    assert store.watches.clips(owner.id)[0].kind == "changed"
    assert ClipFinder(store, lambda: NOW).run() == 0


def test_without_watches_nothing_is_queued(store: Store) -> None:
    store.save_post(POST)
    assert store.watches.events(10) == []


def test_wrong_addresses_are_refused_and_secrets_hidden() -> None:
    with pytest.raises(UsageError):
        check_address("nonsense")
    with pytest.raises(UsageError):
        check_address("exec:rm")
    assert "secret" not in hidden_address("mailtos://me:secret@example.org?to=a@example.org&token=secret")


def test_a_new_watch_is_not_taken_for_one_that_was_removed(store: Store) -> None:
    owner = watching(store)
    finder = ClipFinder(store)
    store.save_post(POST)
    assert finder.run() == 1
    assert store.watches.remove(store.watches.all()[0].id)
    store.watches.add(Watch(0, owner.id, "pier", created="2026-01-01T00:00:00+00:00"))
    store.save_post(replace(POST, url="http://a.example/2", text="A pier."))
    assert finder.run() == 1


def test_a_process_that_is_late_leaves_what_was_queued_meanwhile(store: Store) -> None:
    watching(store)
    store.save_post(POST)
    [(late, _)] = store.watches.events(10)
    assert store.watches.finish([late], [])
    store.save_post(replace(POST, url="http://a.example/2"))
    assert not store.watches.finish([late], [])
    assert len(store.watches.events(10)) == 1
