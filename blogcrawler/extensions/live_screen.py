"""Shows the progress of a crawl in a terminal. Import it only then: Rich takes long to import."""

from __future__ import annotations

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from ..terminal import duration
from .progress_screens import Snapshot

__all__ = ["LiveScreen"]

_BAR_WIDTH = 24


class LiveScreen:
    """A few lines in a terminal that are updated in place and removed at the end."""

    interval = 0.5
    shows_start = True

    def __init__(self, console: Console) -> None:
        self._spinner = Spinner("dots")
        self._message = ""
        self._last: Snapshot | None = None
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._live.start()

    def show(self, snapshot: Snapshot) -> None:
        self._last = snapshot
        self._live.update(self._frame(snapshot), refresh=True)

    def say(self, message: str) -> None:
        self._message = message
        if self._last is not None:
            self.show(self._last)

    def close(self) -> None:
        self._live.stop()

    def _frame(self, snapshot: Snapshot) -> Group:
        title = f"{snapshot.name}  {duration(snapshot.seconds)}"
        doing = (self._message, "yellow") if self._message else (snapshot.doing(), "cyan")
        self._spinner.update(text=Text.assemble((title, "bold"), "  ", doing))
        posts = Table.grid(padding=(0, 1))
        bar = ProgressBar(total=max(snapshot.posts_known, 1), completed=snapshot.posts, width=_BAR_WIDTH)
        posts.add_row(Text(f"  {snapshot.post_count()}"), bar if snapshot.posts_left else Text())
        lines = (snapshot.pages(), snapshot.traffic(), snapshot.time_left())
        return Group(self._spinner, posts, *(Text(f"  {line}") for line in lines if line))
