"""A blog that demands cookies and headers, another host that must not see them, and a proxy."""

from __future__ import annotations

from blogsite import Answer, BlogSite, Hook, Visit


class LockedSite(BlogSite):
    """Refuses requests without all of ``demanded`` (header to a part of its value); ``seen`` has all headers."""

    def __init__(self, name: str | None = None, **demanded: str) -> None:
        super().__init__(name=name)
        self.demanded = {header.replace("_", "-"): part for header, part in demanded.items()}
        self.seen: list[dict[str, str]] = []

    def answer(self, path: str) -> Hook:
        def hook(visit: Visit) -> None:
            self.seen.append({name.lower(): value for name, value in visit.headers.items()})
            refused = any(part not in visit.headers.get(header, "") for header, part in self.demanded.items())
            found = BlogSite.answer(self, path)
            answer = Answer("<h1>Log in first</h1>", status=403) if refused or callable(found) else found
            _write(visit, answer)

        return hook


class Proxy(BlogSite):
    """Answers for ``site``, as an HTTP proxy that demands a password."""

    def __init__(self, site: BlogSite) -> None:
        super().__init__()
        self._site = site

    def answer(self, path: str) -> Hook:
        def hook(visit: Visit) -> None:
            if not visit.headers.get("Proxy-Authorization"):
                _write(visit, Answer("who are you?", status=407))
                return
            found = self._site.answer("/" + path.split("/", 3)[3])
            assert isinstance(found, Answer)
            _write(visit, found)

        return hook


def _write(visit: Visit, answer: Answer) -> None:
    body = answer.data()
    visit.send_response(answer.status)
    visit.send_header("Content-Type", answer.kind)
    visit.send_header("Content-Length", str(len(body)))
    visit.send_header("Connection", "close")
    for name, value in answer.headers.items():
        visit.send_header(name, value)
    visit.end_headers()
    visit.wfile.write(body)
