"""Headings behind an article which say that comments or other posts follow: where nothing else calls them so."""

from __future__ import annotations

import re
from typing import cast

from lxml.etree import _Element

from .noise import HEADINGS
from .similarity import squash

__all__ = ["ending", "ends_article"]

_LONGEST = 80
_REMARKS = (
    r"comments?|replies|reply|responses?|kommentare?|antworten|commentaires?|réponses?|comentarios?|comentários?"
    r"|respuestas?|commenti|reacties?|komentarz\w*|коммент\w+|ответ\w*|комент\w+|yorum\w*|نظر|تعليق\w*"
)
_SAYING = re.compile(
    rf"^(?:\(?\d[\d.,]*\)?\s+(?:{_REMARKS}|thoughts?\s+on)\b"
    rf"|(?:{_REMARKS}|评论|留言|コメント|댓글)\s*[:：]?\s*[(（]?\d[\d.,]*[)）]?$"
    r"|\d+\s*(?:条评论|条留言|則留言|件のコメント|개의?\s*댓글)"
    r"|(?:leave|post|add|write)\s+(?:a|your)\s+(?:comment|reply|response)\b|join the (?:discussion|conversation)"
    r"|(?:schreiben? sie|schreibe?|hinterlasse) einen kommentar|laisser un commentaire|dej[ae] (?:un|tu) \w+"
    r"|deixe um comentário|lascia un commento|geef een reactie|dodaj komentarz|(?:оставить|добавить) комментарий"
    r"|发表评论|添加评论|コメントを(?:残す|書く)|댓글 (?:남기기|달기)"
    r"|(?:related|similar|recommended|recent|latest|other)\s+(?:posts?|articles?|stories|reading)$"
    r"|more\s+(?:posts|articles|stories)\b|you\s+(?:may|might|will|'ll)\s+(?:also\s+)?(?:like|enjoy|be\s+interested)"
    r"|(?:read|up)\s+next$|keep\s+reading$|ähnliche (?:beiträge|artikel)|weitere (?:beiträge|artikel)$"
    r"|das könnte (?:sie|dich|dir) auch|articles? (?:similaires?|liés|connexes)"
    r"|(?:artículos|entradas|publicaciones|posts|artigos) relacionad[oa]s|(?:también )?te puede interesar"
    r"|articoli correlati|gerelateerde (?:berichten|artikelen)|podobne (?:wpisy|artykuły)"
    r"|похожие (?:статьи|записи|посты)|читайте также|схожі статті|相关(?:文章|阅读|推荐)|関連記事|관련\s?글)",
    re.IGNORECASE,
)


def ends_article(heading: _Element) -> bool:
    """Whether a heading says that something else follows; not if a chapter of the article follows that."""
    return _says_so(heading) and all(_says_so(other) for other in heading.itersiblings(heading.tag))


def ending(heading: _Element, within: _Element) -> _Element:
    """What begins with the heading: the heading itself, or what holds nothing else."""
    said = _text(heading)
    above = heading.getparent()
    while above is not None and above is not within and above.tag != "body" and _text(above) == said:
        heading, above = above, above.getparent()
    return heading


def _says_so(heading: _Element) -> bool:
    return heading.tag in HEADINGS and _SAYING.match(_text(heading)) is not None


def _text(element: _Element) -> str:
    """The text of an element as far as that of a heading goes."""
    texts: list[str] = []
    size = 0
    for text in cast("list[str]", element.itertext()):
        texts.append(text)
        size += len(text.strip())
        if size > _LONGEST:
            break
    return squash("".join(texts))
