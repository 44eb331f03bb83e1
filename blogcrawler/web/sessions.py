"""Who may start crawls: a visitor who knows the token and sends requests from our own pages."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Callable

__all__ = ["SESSION_COOKIE", "SESSION_SECONDS", "Sessions"]

SESSION_COOKIE = "blogcrawler_session"
SESSION_SECONDS = 12 * 3600


class Sessions:
    """Signed cookies that prove that a visitor knew the token. Nothing is stored; another token ends all sessions."""

    def __init__(self, token: str, clock: Callable[[], float] = time.time) -> None:
        self._token = token.encode()
        self._clock = clock

    @property
    def possible(self) -> bool:
        """Whether there is a token; without one, nobody can log in."""
        return bool(self._token)

    def log_in(self, token: str) -> str | None:
        """The cookie for a visitor who gives the right token, ``None`` for any other."""
        # Digests have the same length, so the comparison does not reveal the token's.
        given, right = hashlib.sha256(token.encode()).digest(), hashlib.sha256(self._token).digest()
        if not self._token or not hmac.compare_digest(given, right):
            return None
        until = str(int(self._clock()) + SESSION_SECONDS)
        return f"{until}.{self._sign('session', until)}"

    def is_valid(self, cookie: str | None) -> bool:
        """Whether a cookie is one of ours and has not expired."""
        until, _, signature = (cookie or "").partition(".")
        if not self._token or not (until.isascii() and until.isdigit() and len(until) < 16):
            return False
        signed = hmac.compare_digest(signature.encode(), self._sign("session", until).encode())
        return signed and int(until) > self._clock()

    def form_token(self, cookie: str) -> str:
        """The secret of a session's forms: another site cannot know it, so it cannot send them."""
        return self._sign("form", cookie)

    def is_own_form(self, cookie: str, given: str) -> bool:
        """Whether a form has the session's secret."""
        return hmac.compare_digest(given.encode(), self.form_token(cookie).encode())

    def _sign(self, purpose: str, text: str) -> str:
        return hmac.new(self._token, f"blogcrawler {purpose} {text}".encode(), hashlib.sha256).hexdigest()
