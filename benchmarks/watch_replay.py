"""Replay the posts of real blogs against 200 watches over 30 simulated days, with a process that is killed ten times.

    python benchmarks/watch_replay.py [--kills 10] [--seed 1]

A process saves posts in the order of their dates, edits some of them, takes a few away, matches them, and delivers to
a real SMTP server on loopback, hour by simulated hour, then for eight more days, until the weekly digests are out. It
is killed with SIGKILL while mails arrive, at random moments, and started again. The mails are compared with the clips
of the same posts, found one after the other without a database. A clip is lost if it is in no mail. Mails with the
Message-ID of another one are duplicates; they must have the same text, and there is at most one for each kill.
Needs the corpus (CORPUS, by default ../shared/corpus).
"""

from __future__ import annotations

import argparse
import email
import email.policy
import json
import pickle
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from aiosmtpd.controller import Controller
from lxml import html

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from watch_matching import CORPUS

from blogcrawler.delivery import ClipFinder, deliver
from blogcrawler.items import Blog, Comment, Post, PostState
from blogcrawler.store import Store, open_store
from blogcrawler.watch import RHYTHMS, Owner, Watch, WatchEvent, WatchList, cut, new_owner

START = datetime(2026, 3, 2, tzinfo=UTC)
DAYS, DAYS_AFTER = 30, 8
ZONES = ("UTC", "Europe/Athens", "America/New_York", "Asia/Kolkata", "Pacific/Auckland")
MOST_BLOGS, MOST_POSTS = 20, 20


@dataclass(frozen=True, slots=True)
class Happening:
    """A post that is saved, edited or gone in a simulated hour; ``old`` is the post before."""

    hour: int
    post: Post
    old: Post | None = None
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Replay:
    """What came of it. Clips are ``(address of the owner, query, what happened, address of the post)``."""

    kills: int
    mails: int
    duplicates: int
    different: int
    expected: int
    lost: Counter[tuple[str, str, str, str]]
    unexpected: Counter[tuple[str, str, str, str]]


class Mailbox:
    """Keeps the mails that the server receives, and kills the sender when ``kill_after`` clips have arrived."""

    def __init__(self, addresses: set[str]) -> None:
        self.mails: list[Any] = []
        self.clips = 0
        self.addresses = addresses
        self.sender: subprocess.Popen[bytes] | None = None
        self.kill_after: int | None = None

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.mails.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        self.clips += len(arrived_clips(self.mails[-1], self.addresses))
        if self.sender is not None and self.kill_after is not None and self.clips > self.kill_after:
            self.kill_after = None
            self.sender.send_signal(signal.SIGKILL)
        return "250 OK"


def happenings(posts: Sequence[Post], days: int, dice: random.Random) -> list[Happening]:
    """The posts in order, spread over the days; every tenth is edited later, every twentieth goes away."""
    found = []
    for number, post in enumerate(posts):
        hour = number * days * 24 // len(posts)
        dated = replace(post, published=(START + timedelta(hours=hour)).isoformat())
        found.append(Happening(hour, dated))
        later = min(days * 24 - 1, hour + dice.randint(1, 72))
        if number % 10 == 0:
            other = posts[dice.randrange(len(posts))]
            found.append(Happening(later, replace(dated, text=f"{dated.text}\n{other.text[:2_000]}"), dated))
        elif number % 20 == 7:
            found.append(Happening(later, dated, gone=True))
    return sorted(found, key=lambda one: one.hour)


def watches(posts: Sequence[Post], number: int, dice: random.Random) -> list[tuple[str, str]]:
    """Owners' names and queries, of words that some of the posts have. The last owner wants all news."""
    words = Counter(word for post in posts for word in {word.lower() for word in cut(post.text) if len(word) > 2})
    common = sorted(word for word, count in words.items() if 2 <= count <= max(3, len(posts) // 10))
    forms = ("{}", "{} OR {}", "{} {}", "{} NOT {}", '"{}"', "{} NEAR/20 {}")
    queries = [dice.choice(forms).format(dice.choice(common), dice.choice(common)) for _ in range(number - 1)]
    return [(f"owner{at % 20}", query) for at, query in enumerate(queries)] + [("news", "")]


def fill(store: Store, wanted: Sequence[tuple[str, str]], port: int) -> None:
    """Save the owners, each with a rhythm and a time zone, and their watches."""
    owners: dict[str, Owner] = {}
    for name, query in wanted:
        if name not in owners:
            number = len(owners)
            owners[name] = store.watches.save_owner(
                replace(
                    new_owner(name),
                    addresses=(
                        f"mailto://127.0.0.1:{port}?from=watch@example.org&to={name}@example.org&mode=insecure",
                    ),
                    rhythm=RHYTHMS[number % len(RHYTHMS)],
                    timezone=ZONES[number % len(ZONES)],
                )
            )
        store.watches.add(Watch(0, owners[name].id, query, created=START.isoformat()))


def expected_clips(store: Store, plan: Sequence[Happening]) -> Counter[tuple[str, str, str, str]]:
    """The clips that should arrive: one per watch and text."""
    names = {owner.id: f"{owner.name}@example.org" for owner in store.watches.owners()}
    matching = WatchList(store.watches.all())
    found: dict[tuple[int, str], tuple[str, str, str, str]] = {}
    for one in plan:
        for clip in matching.clips(WatchEvent(one.post, one.old, int(one.old is not None), one.gone)):
            found.setdefault((clip.watch, clip.digest), (names[clip.owner], clip.query, clip.kind, clip.url))
    return Counter(found.values())


def arrived_clips(mail: Any, addresses: set[str]) -> list[tuple[str, str, str, str]]:
    """The clips in the plain text of a mail, told by the addresses of posts."""
    query, found = "", []
    for block in mail.get_body(("plain",)).get_content().replace("\r\n", "\n").split("\n\n"):
        lines = block.strip().split("\n")
        own = [line for line in lines[1:] if line in addresses]
        if len(lines) == 1:
            query = lines[0].removeprefix("Watch: ") if lines[0].startswith("Watch: ") else ""
        elif own:
            kind = next((kind for kind in ("changed", "gone") if lines[1].startswith(kind.capitalize())), "new")
            found.append((str(mail["To"]), query, kind, own[0]))
    return found


def replay(
    folder: Path,
    posts: Sequence[Post],
    number: int = 200,
    kills: int = 10,
    seed: int = 1,
    limit: float = 540,
    days: int = DAYS,
) -> Replay:
    """Replay posts in a process that is killed; ``limit`` bounds the seconds it may take."""
    dice = random.Random(seed)
    plan = happenings(posts, days, dice)
    (folder / "plan").write_bytes(pickle.dumps((days, plan)))
    box = Mailbox({post.url for post in posts})
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Controller(box, "127.0.0.1", port)
    with closing(open_store(None, folder)) as store:
        for blog in {post.blog for post in posts}:
            store.save_blog(Blog(blog))
        fill(store, watches(posts, number, dice), port)
        expected = expected_clips(store, plan)
    server.start()
    try:
        killed = _run_and_kill(folder, box, sum(expected.values()), kills, dice, time.monotonic() + limit)
    finally:
        server.stop()
    return _result(box, expected, killed)


def _run_and_kill(folder: Path, box: Mailbox, clips: int, kills: int, dice: random.Random, deadline: float) -> int:
    """Kill the process when random numbers of clips have arrived; how often it was killed.

    Every other time that is before the mail is confirmed, else some milliseconds later.
    """
    moments = sorted(dice.sample(range(max(1, clips * 9 // 10)), min(kills, clips)))
    killed = 0
    while True:
        worker = subprocess.Popen([sys.executable, __file__, "--worker", str(folder)])
        waits = killed < len(moments)
        box.sender, box.kill_after = worker, moments[killed] if waits and killed % 2 == 0 else None
        try:
            while worker.poll() is None:
                if time.monotonic() > deadline:
                    raise TimeoutError("the replay takes too long")
                if waits and killed % 2 and box.clips > moments[killed]:
                    time.sleep(dice.random() * 0.02)
                    worker.send_signal(signal.SIGKILL)
                    worker.wait()
                time.sleep(0.002)
        finally:
            worker.kill()
            worker.wait()
        if worker.returncode == 0:
            return killed
        if worker.returncode != -signal.SIGKILL:
            raise RuntimeError(f"the process ended with {worker.returncode}")
        killed += 1


def _result(box: Mailbox, expected: Counter[tuple[str, str, str, str]], kills: int) -> Replay:
    first: dict[str, Any] = {}
    duplicates = different = 0
    arrived: Counter[tuple[str, str, str, str]] = Counter()
    for mail in box.mails:
        known = first.setdefault(str(mail["Message-ID"]), mail)
        if known is mail:
            arrived.update(arrived_clips(mail, box.addresses))
            continue
        duplicates += 1
        different += known.get_body(("plain",)).get_content() != mail.get_body(("plain",)).get_content()
    return Replay(
        kills, len(box.mails), duplicates, different, sum(expected.values()), expected - arrived, arrived - expected
    )


def work(folder: Path) -> None:
    """Save, match and deliver, hour by hour. Begins again with the hour in which it was killed."""
    days: int
    plan: list[Happening]
    days, plan = pickle.loads((folder / "plan").read_bytes())
    reached = folder / "hour"
    first = int(reached.read_text()) if reached.exists() else 0
    with closing(open_store(None, folder)) as store:
        hour = first
        finder = ClipFinder(store, lambda: START + timedelta(hours=hour))
        for hour in range(first, (days + DAYS_AFTER) * 24):
            temporary = reached.with_suffix(".new")
            temporary.write_text(str(hour))
            temporary.replace(reached)
            for one in plan:
                if one.hour == hour:
                    _save(store, one, START + timedelta(hours=hour))
            finder.run()
            now = START + timedelta(hours=hour, minutes=1)
            deliver(store.watches, lambda now=now: now)


def _save(store: Store, one: Happening, now: datetime) -> None:
    """What an update does; nothing if it was done before the process was killed."""
    stored = store.post(one.post.url)
    if one.gone:
        state = next(iter(store.post_states.known([one.post.url]).values()), None) or PostState(one.post.url)
        store.post_states.mark_gone(one.post.blog, state, now)
    elif stored is None:
        store.save_post(one.post)
    elif one.old is not None and stored.text != one.post.text:
        store.post_states.replace(stored, one.post, ["content"], now)


def corpus_posts() -> list[Post]:
    """The full posts of the blogs with most of them, by date."""
    if not (CORPUS / "blogs").is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / 'blogs'} (set CORPUS to its folder)")
    blogs = []
    for folder in sorted((CORPUS / "blogs").iterdir()):
        if (folder / "entries.json").exists():
            about = json.loads((folder / "blog.json").read_text())
            entries = json.loads((folder / "entries.json").read_text())
            full = [one for one in entries if one.get("content_is_full") and one["content_html"] and one["published"]]
            blogs.append((about, full[:MOST_POSTS]))
    blogs.sort(key=lambda blog: -len(blog[1]))
    posts = [
        Post(
            urljoin(about["base_url"], entry["url"]),
            about["base_url"],
            entry["title"],
            text=html.fragment_fromstring(entry["content_html"], "div").text_content(),
            published=entry["published"],
            language=about.get("language"),
            comments=[Comment("c1", text=entry["title"] or "", author="Reader")] if number % 7 == 3 else [],
        )
        for about, entries in blogs[:MOST_BLOGS]
        for number, entry in enumerate(entries)
    ]
    return sorted(posts, key=lambda post: post.published or "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--watches", type=int, default=200)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worker", type=Path, metavar="FOLDER", help="used by the benchmark itself")
    parser.add_argument("--limit", type=float, default=580, help="seconds it may take")
    options = parser.parse_args()
    if options.worker:
        work(options.worker)
        return
    posts = corpus_posts()
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        result = replay(Path(folder), posts, options.watches, options.kills, options.seed, options.limit)
    print(f"{len(posts)} posts of {len({post.blog for post in posts})} blogs in {DAYS} days, {options.watches} watches")
    print(f"killed              {result.kills:6} times")
    print(f"clips expected      {result.expected:6}")
    print(f"lost                {sum(result.lost.values()):6}")
    print(f"not expected        {sum(result.unexpected.values()):6}")
    print(f"mails               {result.mails:6}, of them {result.duplicates} duplicates with the same Message-ID")
    print(f"with another text   {result.different:6}")
    for name, clips in (("lost", result.lost), ("not expected", result.unexpected)):
        for clip in list(clips)[:10]:
            print(f"  {name}: {clip}")
    is_right = not result.lost and not result.unexpected and not result.different
    sys.exit(0 if is_right and result.duplicates <= result.kills else 1)


if __name__ == "__main__":
    main()
