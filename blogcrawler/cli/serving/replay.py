"""``blogcrawler replay``."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import StoreError, UsageError
from ...extras import needs_extra
from ...terminal import one_line
from ..program import ARCHIVE, Database, Home, app, open_archive
from .rebuilt_pages import page_rebuilder

if TYPE_CHECKING:
    from pathlib import Path

    from ...replay import ReplayedBlog

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@app.command()
def replay(
    blog: Annotated[str | None, typer.Argument(metavar="BLOG", help="Only this blog, e.g. example.org.")] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="Port to listen on; 0 for any free one.")
    ] = 8090,
    bind: Annotated[str, typer.Option(metavar="ADDRESS", help="Address to listen on.")] = _LOOPBACK[0],
    scripts: Annotated[bool, typer.Option(help="Run the scripts of archived pages, in a sandbox.")] = True,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Show archived pages in a browser, as they were crawled. Ctrl-C stops the server."""
    with needs_extra("web"):
        import uvicorn

        from ...replay import replay_app
    blogs = _blogs(blog, home, database)
    listener = _listen(bind, port)
    host = f"[{bind}]" if ":" in bind else bind
    served = replay_app(
        home,
        blogs=blogs,
        only=blogs[0].folder if blog else None,
        scripts=scripts,
        rebuild=page_rebuilder(home, database),
        hosts=_LOOPBACK if bind in _LOOPBACK else ("*",),
    )
    print(f"Replay at http://{host}:{listener.getsockname()[1]}/ (Ctrl-C stops it)", flush=True)
    config = uvicorn.Config(served, log_level="warning", access_log=False, server_header=False)
    uvicorn.Server(config).run(sockets=[listener])


def _blogs(blog: str | None, home: Path, database: str | None) -> list[ReplayedBlog]:
    from ...blog import blog_folder  # slow to import
    from ...replay import ReplayedBlog

    with open_archive(home, database) as store:
        one = store.blog(blog) if blog else None
        if blog and one is None:
            raise StoreError(f"no blog {blog}; list all blogs: blogcrawler blogs")
        blogs = [one] if one else store.blogs()
        found = [ReplayedBlog(one_line(known.title or ""), known.url, blog_folder(home, known).name) for known in blogs]
    found = [known for known in found if (home / known.folder / "warc").is_dir()]
    if not found:
        raise StoreError("there is no web archive to replay; crawl a blog without --no-warc")
    return found


def _listen(address: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        return socket.create_server((address, port), family=family)
    except OSError as error:
        raise UsageError(f"cannot listen on {address}, port {port}: {error.strerror}; choose another --port") from None
