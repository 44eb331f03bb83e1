"""Matches posts and their comments against all watches, and makes clips of what is found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from ..changes import comment_key
from ..dates import parse_instant
from ..items import Comment, Post
from .changed_text import ChangedParts, changed_parts
from .clips import Clip, clip_summary, clip_title, text_digest
from .conditions import Hit, find_hits
from .watches import Watch, condition_of
from .words import AnalyzedText, stemmer_name, word_forms

if TYPE_CHECKING:
    from .matcher import Question

__all__ = ["WatchEvent", "WatchList"]

_GRACE = timedelta(days=7)
"""Posts may be that much older than a watch: feeds are read late, and clocks differ."""
_MAX_TEXT = 2_000_000
_MAX_COMMENTS = 20_000
"""Bounds for what a hostile page can cost."""


@dataclass(frozen=True, slots=True)
class WatchEvent:
    """A post that is new (without an ``old`` record), has changed, or is ``gone``; ``version`` counts earlier ones."""

    post: Post
    old: Post | None = None
    version: int = 0
    gone: bool = False

    @property
    def kind(self) -> str:
        """What has happened."""
        return "gone" if self.gone else "new" if self.old is None else "changed"


@dataclass(frozen=True, slots=True)
class _Part:
    """A text of a post: its title and article, or one comment; ``offset`` is where the article begins."""

    text: str
    changed: ChangedParts
    comment: Comment | None = None
    offset: int = 0


class WatchList:
    """All watches, ready to be matched. Adding and removing some does not rebuild the rest."""

    def __init__(self, watches: Iterable[Watch] = ()) -> None:
        from .matcher import Matcher  # imports NumPy, which crawls without watches do not need

        self._watches: dict[int, Watch] = {}
        self._news: dict[int, Watch] = {}
        self._matcher = Matcher(self._questions(watches))

    def __len__(self) -> int:
        return len(self._watches)

    @property
    def ids(self) -> set[int]:
        """The ids of all watches."""
        return set(self._watches)

    def add(self, watches: Iterable[Watch]) -> None:
        """Add watches."""
        self._matcher.add_all(list(self._questions(watches)))

    def remove(self, number: int) -> None:
        """Remove the watch with this id."""
        self._watches.pop(number, None)
        self._news.pop(number, None)
        self._matcher.remove(number)

    def _questions(self, watches: Iterable[Watch]) -> Iterator[Question]:
        from .matcher import Question

        for watch in watches:
            self._watches[watch.id] = watch
            if watch.query:
                yield Question(watch.id, condition_of(watch), watch.matching != "exact")
            else:
                self._news[watch.id] = watch

    def clips(self, event: WatchEvent) -> list[Clip]:
        """At most one clip per watch. Only what is new in a changed post counts."""
        post = event.post
        found = [_news_clip(watch, event) for watch in self._news.values() if _wants_news(watch, event)]
        if event.gone:
            return found
        forms = word_forms(stemmer_name(post.language))
        clips: dict[int, Clip] = {}
        for part in _parts(event):
            text = forms.analyze(part.text)
            for number in self._matcher.matches(text):
                watch = self._watches[number]
                if number in clips or not _covers(watch, post, part) or _is_too_old(watch, event, part):
                    continue
                clip = self._clip(watch, event, part, text)
                if clip is not None:
                    clips[number] = clip
        return found + list(clips.values())

    def _clip(self, watch: Watch, event: WatchEvent, part: _Part, text: AnalyzedText) -> Clip | None:
        question = self._matcher.question(watch.id)
        hits = [
            hit
            for hit in find_hits(question.condition, text, question.by_stem)
            if part.changed.touches(hit.start, hit.end)
        ]
        return _clip(watch, event, part, hits) if hits else None


def _parts(event: WatchEvent) -> Iterator[_Part]:
    """The texts of a post with something new in them: the article under its title, then each comment."""
    post, old = event.post, event.old
    article = _article(post)
    changed = changed_parts(None if old is None else _article(old), article)
    if changed.spans is None or changed.spans:
        yield _Part(article, changed, offset=len(post.title or "") + 1)
    before = {} if old is None else {comment_key(one): one.text for one in _comments(old)}
    for comment in _comments(post)[:_MAX_COMMENTS]:
        earlier = before.get(comment_key(comment))
        if earlier != comment.text:
            yield _Part(comment.text[:_MAX_TEXT], changed_parts(earlier, comment.text[:_MAX_TEXT]), comment)


def _article(post: Post) -> str:
    return f"{' '.join((post.title or '').split())}\n{post.text[:_MAX_TEXT]}"


def _comments(post: Post) -> list[Comment]:
    """The comments; of a forum's thread, the messages after the first, which is its article."""
    return [*post.comments, *post.posts[1:]]


def _covers(watch: Watch, post: Post, part: _Part) -> bool:
    return (watch.scope.posts if part.comment is None else watch.scope.comments) and watch.scope.covers(post)


def _is_too_old(watch: Watch, event: WatchEvent, part: _Part) -> bool:
    """Whether the text is from before the watch was made and has only now become known."""
    if watch.old_posts or (part.comment is None and event.old is not None):
        return False
    written = parse_instant((part.comment.published if part.comment else event.post.published) or "")
    made = parse_instant(watch.created)
    if written is None and part.comment is not None and event.old is None:
        written = parse_instant(event.post.published)
    return written is not None and made is not None and written < made - _GRACE


def _wants_news(watch: Watch, event: WatchEvent) -> bool:
    article = _Part("", ChangedParts())
    if not watch.scope.covers(event.post) or _is_too_old(watch, event, article):
        return False
    if event.gone or event.old is None:
        return watch.scope.posts
    return any(watch.scope.posts if part.comment is None else watch.scope.comments for part in _parts(event))


def _news_clip(watch: Watch, event: WatchEvent) -> Clip:
    part = next(iter(_parts(event)), None) or _Part(_article(event.post), ChangedParts())
    return _clip(watch, event, part, [])


def _clip(watch: Watch, event: WatchEvent, part: _Part, hits: list[Hit]) -> Clip:
    post, comment = event.post, part.comment
    text, offset = part.text, part.offset
    if comment is None and (not hits or hits[-1].start >= offset):  # show the article; the title is shown anyway
        text = text[offset:]
        hits = [Hit(hit.start - offset, hit.end - offset, hit.position) for hit in hits if hit.start >= offset]
    place = hits[0].start if hits else _first_change(part, offset)
    language = post.language
    shown = hits or ([Hit(place, place, 0)] if place else [])
    digest = text_digest(part.text[part.offset :] or part.text, post.url)
    return Clip(
        watch=watch.id,
        owner=watch.owner,
        kind=event.kind,
        url=post.url,
        blog=post.blog,
        title=clip_title(post, place if comment is None else None),
        post_title=post.title,
        summary=clip_summary(text, shown, language),
        position=place,
        version=event.version,
        hits=len(hits),
        published=(comment.published if comment else None) or post.published,
        language=language,
        digest=f"gone {digest}" if event.gone else digest,
        comment=(comment.id or comment_key(comment)) if comment else None,
        author=comment.author if comment else ", ".join(post.authors) or None,
        query=watch.query,
        addresses=(post.url,),
    )


def _first_change(part: _Part, offset: int) -> int:
    spans = part.changed.spans
    return max(0, spans[0][0] - offset) if spans else 0
