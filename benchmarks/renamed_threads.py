"""Whether the threads of the corpus are read as before when all classes and ids are renamed.

    python benchmarks/renamed_threads.py [WORD …]     # only files whose names contain one of the words

Each thread is read and stored. Then every class and id on its page gets another name, and the page is read as an update
reads it. *Prefixed* names still say what a thing is (``x-author``), *meaningless* ones do not. There is one page of
each forum, so nothing can be learned from other threads. A thread is *unchanged* if an update would store the same
messages: same texts, same order, same authors and dates. Needs the corpus (CORPUS, by default ../shared/corpus).
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from corpus import CORPUS
from fixtures.template_changes import BASE

from blogcrawler.dom import Page, parse_page
from blogcrawler.forum import carry_over, message_changes, messages_on
from blogcrawler.items import Comment
from blogcrawler.knowledge import Level, document

NOW = datetime(2026, 1, 5, tzinfo=UTC)
_LETTERS = str.maketrans("0123456789", "ghijklmnop")
NAMES: dict[str, Callable[[str], str]] = {
    "prefixed": lambda name: f"x-{name}",
    "meaningless": lambda name: sha256(name.encode()).hexdigest()[:8].translate(_LETTERS),
}
GENERIC = BASE.applications["forum"].level("thread")


def renamed(page: Page, rename: Callable[[str], str]) -> Page:
    for element in page.tree.iter("*"):
        for attribute in ("class", "id"):
            names = (element.get(attribute) or "").split()
            if names:
                element.set(attribute, " ".join(map(rename, names)))
    return page


def outcome(html: str, url: str, rename: Callable[[str], str]) -> str:
    """What an update would say about a thread with other names: ``unchanged``, what has changed, or why not."""
    page = parse_page(html, url)
    found = BASE.detect(document(page))
    level = found.level if found is not None and found.level is not None and found.level.objects else GENERIC
    assert isinstance(level, Level)
    stored = messages_on(page, level, (), "en", NOW)
    if stored is None or not stored[0]:
        return "not read before"
    known = stored[0]
    read = messages_on(renamed(page, rename), level, known, "en", NOW)
    if read is None:
        return "cannot be read"
    return difference(known, carry_over(known, read[0]))


def difference(known: list[Comment], read: list[Comment]) -> str:
    words = message_changes(known, read).words()
    if words:
        return ", ".join(words)
    for field in ("text", "author", "published"):
        if [getattr(one, field) for one in known] != [getattr(one, field) for one in read]:
            return f"other {field}"
    return "unchanged"


def main() -> None:
    files = sorted((CORPUS / "threads").glob("*.html"))
    if not files:
        sys.exit(f"the corpus is missing: {CORPUS / 'threads'} (set CORPUS to its folder)")
    files = [file for file in files if not sys.argv[1:] or any(word in file.name for word in sys.argv[1:])]
    counts: dict[str, Counter[str]] = {}
    for file in files:
        for names, rename in NAMES.items():
            said = outcome(file.read_text(errors="replace"), address(file), rename)
            counts.setdefault(names, Counter())[said] += 1
            if said != "unchanged":
                print(f"{names}, {file.stem[:60]}: {said}", flush=True)
    for names, said in counts.items():
        print(
            f"\n{names}: {said['unchanged']} of {len(files)} threads unchanged; {said['cannot be read']} cannot be read"
        )


def address(file: Path) -> str:
    return str(json.loads(file.with_suffix(".json").read_text())["url"])


if __name__ == "__main__":
    main()
