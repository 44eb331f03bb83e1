"""Runs inside the environment of Roundup: fills a tracker with books (``seed``) and serves it (``serve PORT``)."""

from __future__ import annotations

import json
import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from roundup import instance


def seed(folder: str) -> None:
    """Books as issues: the language is the status, the decade the priority."""
    database = instance.open(folder).open("admin")
    books = json.load(sys.stdin)
    made: dict[str, dict[str, str]] = {"status": {}, "priority": {}}
    for table, names in (("status", {b["language"] for b in books}), ("priority", {b["decade"] for b in books})):
        klass = database.getclass(table)
        for number in klass.list():
            klass.retire(number)
        made[table] = {name: klass.create(name=name, order=n) for n, name in enumerate(sorted(names))}
    for book in books:
        note = database.msg.create(content=f"Written by {book['author']}.", author="1", summary=book["author"])
        database.issue.create(
            title=book["title"],
            priority=made["priority"][book["decade"]],
            status=made["status"][book["language"]],
            messages=[note],
        )
    database.commit()
    database.close()


def serve(folder: str, port: int) -> None:
    """Roundup's own server refuses to run as root."""
    from roundup.cgi.wsgi_handler import RequestDispatcher

    class Server(ThreadingMixIn, WSGIServer):
        daemon_threads = True

    application = RequestDispatcher(folder)

    def mounted(environ: dict[str, str], start: object) -> object:
        environ["SCRIPT_NAME"], environ["PATH_INFO"] = "/books", environ["PATH_INFO"].removeprefix("/books")
        return application(environ, start)

    make_server("127.0.0.1", port, mounted, Server, WSGIRequestHandler).serve_forever()


if __name__ == "__main__":
    if sys.argv[2] == "seed":
        seed(sys.argv[1])
    else:
        serve(sys.argv[1], int(sys.argv[3]))
