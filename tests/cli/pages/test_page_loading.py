"""Commands that load single pages stay out of private networks."""

from __future__ import annotations

from pathlib import Path

import pytest
from blogsite import Answer, BlogSite
from typer.testing import CliRunner

from blogcrawler.cli import app


@pytest.mark.parametrize("command", [["extract", "--alone"], ["extract"], ["analyze"], ["kb", "explain"]], ids=" ".join)
def test_no_command_follows_a_redirect_into_a_private_network(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with BlogSite() as site, BlogSite() as internal:
        internal.pages["/secret"] = Answer("<p>secret")
        site.pages["/"] = Answer("", status=302, headers={"Location": f"{internal.url}secret"})
        shown = CliRunner().invoke(app, [*command, site.url])
        assert (site.asked, internal.asked) == (["/"], [])
        assert "is in a private network" in str(shown.exception) + shown.output


@pytest.mark.parametrize("command", [["extract"], ["extract", "--alone"]], ids=" ".join)
def test_the_entries_of_a_feed_do_not_lead_into_a_private_network(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with BlogSite() as site, BlogSite() as internal:
        site.pages["/"] = Answer("<title>Post</title><article><p>A post")
        items = f"<item><title>One</title><link>{internal.url}secret</link></item>"
        feed = f"<rss version='2.0'><channel><title>Blog</title>{items}</channel></rss>"
        site.pages["/feed"] = Answer(feed, "application/rss+xml")
        CliRunner().invoke(app, [*command, site.url, "--feed", f"{site.url}feed"])
        assert internal.asked == []
        assert "/feed" in site.asked
