"""What is learned about a blog's comments while it is crawled."""

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
from .page.rules import CommentRule, markup_rule
from .platforms.definition import CommentPlatform

__all__ = ["BlogComments"]

#: Number of comment feeds to learn rules from.
_TRAINING_FEEDS = 3
#: A source that failed this many times in a row is not queried again.
_MAX_FAILURES = 2


@dataclass(slots=True)
class BlogComments:
    """What is known about a blog's comments; it grows while the blog is crawled.

    ``rules`` are the learned rules, ``has_unsaved_rules`` says that one of them is not in the database yet.
    ``failures`` counts how often in a row the comment feeds, or the endpoint of a platform, gave nothing. ``trained``
    is the number of feeds that rules were learned from, ``tried`` the number of feeds requested for that. ``clock`` is
    the time zone of the blog's pages.
    """

    rules: list[CommentRule] = field(default_factory=list)
    language: str = "en"
    has_unsaved_rules: bool = False
    failures: Counter[str] = field(default_factory=Counter)
    trained: int = 0
    tried: int = 0
    clock: Clock = field(default_factory=Clock)
    _samples: dict[str, list[CommentSample]] = field(default_factory=dict)

    def record(self) -> list[dict[str, Any]]:
        """The rules as plain JSON values."""
        return [rule.record() for rule in self.rules]

    @classmethod
    def from_record(cls, record: Sequence[Mapping[str, Any]], language: str | None = None) -> BlogComments:
        """The knowledge that :meth:`record` was called on."""
        rules = [CommentRule.from_record(rule) for rule in record]
        return cls(rules, (language or "en").split("-")[0], trained=_TRAINING_FEEDS if rules else 0)

    @property
    def is_trained(self) -> bool:
        """Whether rules were learned from enough feeds, or enough feeds were requested without success."""
        return self.trained >= _TRAINING_FEEDS or self.tried >= 2 * _TRAINING_FEEDS

    def is_worth_asking(self, source: str) -> bool:
        """Whether a source ("feed", or the name of a platform) has not failed too often."""
        return self.failures[source] < _MAX_FAILURES

    def record_reply(self, source: str, *, failed: bool) -> None:
        """Count whether a source has given a usable response."""
        self.failures[source] = self.failures[source] + 1 if failed else 0

    def train(self, page: Page, comments: Sequence[Comment], platform: CommentPlatform | None) -> None:
        """Learn from a page and the comments in its feed. The platform's own markup competes with the learned rules."""
        # Extracting the article will consume the page's own tree.
        sample = sample_of(page.copy(), comments)
        if not sample.near:
            return
        name = platform.name if platform else ""
        samples = self._samples.setdefault(name, [])
        samples.append(sample)
        self.trained += 1
        rules = [rule for rule in self.rules if rule.platform == name]
        if platform is not None and platform.dom is not None:
            rules.append(markup_rule(platform.dom, name))
        best = max(rules, key=lambda rule: score(rule, samples, self.language), default=None)
        if best is None or score(best, samples, self.language) < 1:
            learned = learn_comments(samples, name, self.language)
            if learned and (best is None or learned.confidence > score(best, samples, self.language)):
                best = learned
        if best is not None:
            number = sum(len(one.near) for one in samples)
            best = best.with_score(score(best, samples, self.language), number)
            self.rules = [rule for rule in self.rules if rule.platform != name] + [best]
            self.has_unsaved_rules = True
        if self.trained >= _TRAINING_FEEDS:
            self._samples.clear()
