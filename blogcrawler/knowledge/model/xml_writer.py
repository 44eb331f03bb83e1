"""Writes files of the knowledge base: a template for a new type, and what was learned, for review."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from .learned import DETECT, FOLLOW, OF_POSTS, Learned

__all__ = ["learned_file", "new_file"]

_NEW = """<?xml version="1.0" encoding="UTF-8"?>
<!-- See docs/knowledge.md. Check it: blogcrawler kb check {file}.xml -->
<application title={title}>
  <detect>
    <!-- What all its pages have, and no page of another program. -->
    <pattern>meta[@name='generator'][contains(@content, {generator})]</pattern>
  </detect>
  <avoid>
    <url>url[contains(@path, '/login')]</url>
  </avoid>
{levels}</application>
"""
_LISTS = """  <level name="{list}">
    <detect><pattern>body[@class~='list']</pattern></detect>
    <follow to="{list}" pages="true" order="1">a[@rel='next']/@href</follow>
    <follow to="{thing}" order="2">h2[@class~='title']/a/@href</follow>
  </level>
"""
_POST = """  <level name="post" terminal="true">
    <detect><pattern>body[@class~='single']</pattern></detect>
    <extract type="title">h1[@class~='title']</extract>
    <extract type="content">div[@class~='content']</extract>
    <extract type="published">time/@datetime</extract>
    <extract type="author">a[@rel~='author']</extract>
  </level>
"""
_THREAD = """  <level name="thread" terminal="true">
    <detect><pattern>body[@class~='thread']</pattern></detect>
    <follow to="thread" pages="true" order="1">a[@rel='next']/@href</follow>
    <extract type="title">h1</extract>
    <objects type="post">
      <at>div[@class~='post']</at>
      <extract type="author">a[@class~='username']</extract>
      <extract type="published">time/@datetime</extract>
      <extract type="content">div[@class~='content']</extract>
    </objects>
  </level>
"""


def new_file(name: str, title: str) -> str:
    """A file to start with, for a type such as ``forum/example``."""
    threads = name.startswith(("forum", "qa"))
    levels = (_THREAD if threads else _POST) + (
        _LISTS.format(list="threads", thing="thread") if threads else _LISTS.format(list="home", thing="post")
    )
    generator = escape("'" + title.replace("'", "") + "'")
    return _NEW.format(file=name.rpartition("/")[2], title=quoteattr(title), generator=generator, levels=levels)


def learned_file(name: str, title: str, learned: Iterable[Learned]) -> str:
    """What was learned about a type, as a file of the knowledge base; each action has its origin."""
    levels: dict[str, list[Learned]] = {}
    for one in learned:
        levels.setdefault(one.level, []).append(one)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<!-- Learned about {name}. -->"]
    lines.append(f"<application title={quoteattr(title)}>")
    for level, actions in sorted(levels.items()):
        by_kind = {kind: [one for one in actions if one.type == kind] for kind in (DETECT, FOLLOW)}
        extracted = [one for one in actions if one.type not in by_kind]
        lines.append(f"  <level name={quoteattr(level)}" + ' terminal="true"' * bool(extracted) + ">")
        if by_kind[DETECT]:
            lines.append("    <detect>")
            lines += [f"      <pattern>{escape(str(one.path))}</pattern>" for one in by_kind[DETECT]]
            lines.append("    </detect>")
        for one in by_kind[FOLLOW]:
            pages = ' pages="true"' * one.follow().pages
            attributes = f'to={quoteattr(one.to)}{pages} order="{one.follow().order}" origin={_origin(one)}'
            lines.append(f"    <follow {attributes}>{escape(str(one.path))}</follow>")
        lines += [f"    {_extract(one)}" for one in extracted if not one.type.startswith(OF_POSTS)]
        of_posts = [one for one in extracted if one.type.startswith(OF_POSTS)]
        for origin in dict.fromkeys(one.origin for one in of_posts):
            lines.append('    <objects type="post">')
            lines += [f"      {_extract(one)}" for one in of_posts if one.origin == origin]
            lines.append("    </objects>")
        lines.append("  </level>")
    return "\n".join([*lines, "</application>", ""])


def _extract(learned: Learned) -> str:
    kind = learned.type.removeprefix(OF_POSTS)
    return f'<extract type="{kind}" origin={_origin(learned)}>{escape(str(learned.path))}</extract>'


def _origin(learned: Learned) -> str:
    instead = f" (instead of {learned.instead})" if learned.instead else ""
    return quoteattr(learned.origin + instead)
