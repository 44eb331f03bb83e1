"""Who may start crawls, and how forms of other sites are refused."""

from __future__ import annotations

import re

import pytest
from sample_archive import BLOGS
from starlette.testclient import TestClient

from blogcrawler.web.pages import crawl_pages

ACTIONS = ("add", "update", "pause", "resume", "forget")


def form_token(client: TestClient) -> str:
    found = re.search(r'name="form_token" value="(\w+)"', client.get("/crawls").text)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("action", ACTIONS)
def test_nobody_can_act_without_logging_in(reader: TestClient, visitor: TestClient, action: str) -> None:
    for client in (reader, visitor):
        assert client.post(f"/crawls/{action}", data={"url": BLOGS[0].url}).status_code == 403


def test_without_a_token_nobody_can_log_in(reader: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crawl_pages, "_SECONDS_AFTER_WRONG_TOKEN", 0)
    assert reader.get("/login").status_code == 404
    assert reader.post("/login", data={"token": ""}).status_code == 403
    assert "--token" in reader.get("/crawls").text


def test_a_wrong_token_is_refused(visitor: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crawl_pages, "_SECONDS_AFTER_WRONG_TOKEN", 0)
    answer = visitor.post("/login", data={"token": "a wrong token"})
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_the_cookie_is_for_this_site_and_not_for_scripts(visitor: TestClient) -> None:
    cookie = visitor.post("/login", data={"token": "a secret token"}).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "a secret token" not in cookie


@pytest.mark.parametrize("action", ACTIONS)
def test_a_form_without_its_secret_is_refused(owner: TestClient, action: str) -> None:
    for token in ("", "0" * 64):
        answer = owner.post(f"/crawls/{action}", data={"url": BLOGS[0].url, "form_token": token})
        assert answer.status_code == 403
    assert owner.get("/crawls.json").json()["crawls"] == []


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
def test_a_form_of_another_site_is_refused(owner: TestClient, headers: dict[str, str]) -> None:
    data = {"id": "x", "form_token": form_token(owner)}
    assert owner.post("/crawls/forget", data=data, headers=headers).status_code == 403
    assert owner.post("/crawls/forget", data=data).status_code == 303


@pytest.mark.parametrize("path", [*(f"/crawls/{action}" for action in ACTIONS), "/logout"])
def test_actions_need_a_post(owner: TestClient, path: str) -> None:
    assert owner.get(path).status_code == 405


@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/passwd",
        "ftp://example.org/",
        "javascript:alert(1)",
        "",
        "http://127.0.0.1:9/",
        "http://[::1]/",
        "http://localhost/",
        "http://0x7f.1/",
        "http://10.0.0.1/",
        "--help",
    ],
)
def test_only_public_web_addresses_can_be_added(owner: TestClient, address: str) -> None:
    answer = owner.post("/crawls/add", data={"url": address, "form_token": form_token(owner)})
    assert answer.status_code == 303
    assert "complaint=" in answer.headers["location"]
    assert owner.get("/crawls.json").json()["crawls"] == []
    assert 'role="alert"' in owner.get(answer.headers["location"]).text


def test_only_known_blogs_are_updated(owner: TestClient) -> None:
    answer = owner.post("/crawls/update", data={"url": "https://unknown.example/", "form_token": form_token(owner)})
    assert "complaint=" in answer.headers["location"]


def test_a_large_form_is_refused(owner: TestClient) -> None:
    assert owner.post("/crawls/add", data={"url": "x" * 100_000}).status_code == 413


def test_after_logging_out_nothing_can_be_started(owner: TestClient) -> None:
    token = form_token(owner)
    assert owner.post("/logout", data={"form_token": token}).status_code == 303
    assert owner.post("/crawls/add", data={"url": "https://a.example/", "form_token": token}).status_code == 403
