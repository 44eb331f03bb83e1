from __future__ import annotations

import pytest

from blogcrawler.rendering.blocked_requests import is_blocked


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://www.google-analytics.com/analytics.js", "script"),
        ("https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js", "script"),
        ("https://www.youtube.com/embed/x", "document"),
        ("https://fonts.googleapis.com/css?family=X", "stylesheet"),
        ("https://blog.example/a.woff2", "font"),
        ("https://blog.example/a.mp4", "media"),
        ("https://www.google.com/recaptcha/api.js", "script"),
        ("wss://blog.example/live", "websocket"),
        ("file:///etc/passwd", "document"),
        ("chrome://settings", "document"),
        ("http://[broken/", "script"),
    ],
)
def test_unneeded_and_unsafe_requests_are_blocked(url: str, kind: str) -> None:
    assert is_blocked(url, kind)


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://blog.example/app.js", "script"),
        ("https://disqus.com/embed/comments/?f=x", "document"),
        ("https://x.disqus.com/embed.js", "script"),
        ("https://www.facebook.com/plugins/comments.php", "document"),
        ("https://notyoutube.com/embed.js", "script"),
        ("https://ajax.googleapis.com/ajax/libs/jquery/3/jquery.min.js", "script"),
        ("https://blog.example/style.css", "stylesheet"),
        ("https://api.example/comments", "fetch"),
    ],
)
def test_requests_that_comments_may_need_are_allowed(url: str, kind: str) -> None:
    assert not is_blocked(url, kind)
