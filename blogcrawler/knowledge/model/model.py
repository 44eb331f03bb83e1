"""The knowledge base as dataclasses: types of web applications, their levels, what to follow and what to extract."""

from __future__ import annotations

from dataclasses import dataclass

from ..language.expression import Expression

__all__ = ["Application", "Avoid", "Detection", "Extraction", "Follow", "Level", "Objects"]


@dataclass(frozen=True, slots=True)
class Detection:
    """Recognises something: all its patterns must match."""

    patterns: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Follow:
    """A navigation action: links to follow, the most important (lowest ``order``) first.

    ``to`` is the level that the links lead to, if it is known. ``pages`` says that they lead to further pages of the
    same list or thread.
    """

    path: Expression
    to: str | None = None
    order: int = 5
    pages: bool = False
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Extraction:
    """An extraction action: where a semantic type (``title``, ``author``, ``content``…) is."""

    type: str
    path: Expression
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Objects:
    """Several objects of one type on a page: the posts of a thread, the comments of a post.

    ``paths`` find the element of each object, and ``fields`` are inside it. Templates without such an element have no
    ``paths``: there the n-th author belongs to the n-th content.
    """

    type: str
    paths: tuple[Expression, ...] = ()
    fields: tuple[Extraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Avoid:
    """Links never to follow: ``urls`` match the address of a link, ``links`` its position on the page."""

    urls: tuple[Expression, ...] = ()
    links: tuple[Expression, ...] = ()

    def __add__(self, other: Avoid) -> Avoid:
        return Avoid(self.urls + other.urls, self.links + other.links)


@dataclass(frozen=True, slots=True)
class Level:
    """A kind of page. Fields are extracted from terminal levels; intermediate ones only have links to follow."""

    name: str
    terminal: bool = False
    detect: tuple[Detection, ...] = ()
    follow: tuple[Follow, ...] = ()
    extract: tuple[Extraction, ...] = ()
    objects: tuple[Objects, ...] = ()

    def fields(self, type: str) -> tuple[Extraction, ...]:
        """The extraction actions for one semantic type, in order of priority."""
        return tuple(action for action in self.extract if action.type == type)


@dataclass(frozen=True, slots=True)
class Application:
    """A type of web application, such as ``forum/phpbb``, including what it inherits from its parents.

    ``only`` says that the actions reach everything, so that no other links are followed. ``redundant`` are links that
    lead to nothing new if the list on the home page continues to the oldest post: tags, calendars.
    """

    name: str
    title: str
    detect: tuple[Detection, ...] = ()
    levels: tuple[Level, ...] = ()
    avoid: Avoid = Avoid()
    redundant: Avoid = Avoid()
    only: bool = False

    @property
    def category(self) -> str:
        """The general type: ``blog``, ``forum``, ``wiki``, ``qa``."""
        return self.name.partition("/")[0]

    @property
    def parent(self) -> str:
        """The name of the type that this one refines; empty for a category."""
        return self.name.rpartition("/")[0]

    def level(self, name: str) -> Level | None:
        """The level with this name."""
        return next((level for level in self.levels if level.name == name), None)
