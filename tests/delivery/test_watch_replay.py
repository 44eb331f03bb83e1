"""A process that saves, matches and delivers is killed and started again: nothing is lost, and nothing comes twice."""

from __future__ import annotations

import random
from pathlib import Path

from invented_blogs import invented_words
from watch_replay import replay

from blogcrawler.items import Comment, Post


def invented_posts(number: int) -> list[Post]:
    dice = random.Random(5)
    return [
        Post(
            f"http://{'ab'[at % 2]}.example/{at}",
            f"http://{'ab'[at % 2]}.example/",
            f"Post {at}",
            text=" ".join(invented_words(dice, 60)).capitalize() + ".",
            comments=[Comment("c1", text=" ".join(invented_words(dice, 12)))] if at % 4 == 0 else [],
        )
        for at in range(number)
    ]


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    found = replay(tmp_path, invented_posts(40), number=30, kills=2, limit=300, days=3)
    assert found.kills == 2
    assert found.expected > 50
    assert (sorted(found.lost), sorted(found.unexpected)) == ([], [])
    assert found.different == 0
    assert 1 <= found.duplicates <= 2  # killed before the mail was confirmed
