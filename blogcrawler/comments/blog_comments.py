"""What is learned of a blog's comments while it is crawled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..dates import Clock
from ..dom import Page
from ..items import Comment
from .learning.learn_rule import learn_comments, score
from .learning.matching import CommentSample, sample_of
from .page.rules import CommentRule, dom_rule
from .platforms.definition import CommentPlatform

__all__ = ["BlogComments"]

#: Feeds of so many posts train rules.
_TRAINING = 3
#: Who has refused so often in a row is not asked again.
_PATIENCE = 2


@dataclass(slots=True)
class BlogComments:
    """What is known of a blog's comments; it grows while the blog is crawled.

    ``rules`` are learned, ``fresh`` says that there is a new one that nobody has stored; ``refused`` counts for feeds
    and each platform how often in a row nothing was got from them. ``clock`` is what the blog's pages go by.
    """

    rules: list[CommentRule] = field(default_factory=list)
    language: str = "en"
    fresh: bool = False
    refused: Counter[str] = field(default_factory=Counter)
    trained: int = 0
    tried: int = 0
    clock: Clock = field(default_factory=Clock)
    _samples: dict[str, list[CommentSample]] = field(default_factory=dict)

    def record(self) -> list[dict[str, Any]]:
        """The rules as plain JSON values."""
        return [rule.record() for rule in self.rules]

    @classmethod
    def from_record(cls, record: Sequence[Mapping[str, Any]], language: str | None = None) -> BlogComments:
        """What an earlier crawl has learned."""
        rules = [CommentRule.from_record(rule) for rule in record]
        return cls(rules, (language or "en").split("-")[0], trained=_TRAINING if rules else 0)

    @property
    def is_trained(self) -> bool:
        """Whether enough feeds have been learned from, or asked for in vain."""
        return self.trained >= _TRAINING or self.tried >= 2 * _TRAINING

    def asks(self, whom: str) -> bool:
        """Whether somebody is still asked."""
        return self.refused[whom] < _PATIENCE

    def heard(self, whom: str, *, refused: bool) -> None:
        """Remember whether somebody has answered."""
        self.refused[whom] = self.refused[whom] + 1 if refused else 0

    def train(self, page: Page, comments: Sequence[Comment], platform: CommentPlatform | None) -> None:
        """Learn from the comments that a feed has of a page. What is known of the platform competes with it."""
        # The page's own tree is consumed when its article is read.
        sample = sample_of(page.copy(), comments)
        if not sample.near:
            return
        name = platform.name if platform else ""
        samples = self._samples.setdefault(name, [])
        samples.append(sample)
        self.trained += 1
        rules = [rule for rule in self.rules if rule.platform == name]
        if platform is not None and platform.dom is not None:
            rules.append(dom_rule(platform.dom, name))
        best = max(rules, key=lambda rule: score(rule, samples, self.language), default=None)
        if best is None or score(best, samples, self.language) < 1:
            learned = learn_comments(samples, name, self.language)
            if learned and (best is None or learned.confidence > score(best, samples, self.language)):
                best = learned
        if best is not None:
            number = sum(len(one.near) for one in samples)
            best = best.proved(score(best, samples, self.language), number)
            self.rules = [rule for rule in self.rules if rule.platform != name] + [best]
            self.fresh = True
        if self.trained >= _TRAINING:
            self._samples.clear()
