"""Headings behind an article which say that comments or other posts follow: where nothing else calls them so."""

from __future__ import annotations

import re
from typing import cast
from urllib.parse import urlsplit

from lxml.etree import _Element

from .boilerplate import HEADINGS
from .tokens import squash

__all__ = ["ending", "ends_article"]

_LONGEST = 80
_REMARKS = (
    r"comments?|replies|reply|responses?|kommentare?|antworten|commentaires?|réponses?|comentarios?|comentários?"
    r"|respuestas?|commenti|reacties?|komentarz\w*|коммент\w+|ответ\w*|комент\w+|yorum\w*|نظر|تعليق\w*"
)
_DISCUSSED = re.compile(
    rf"^(?:\(?\d[\d.,]*\)?\s+(?:{_REMARKS}|thoughts?\s+on)\b"
    rf"|(?:{_REMARKS}|评论|留言|コメント|댓글)\s*[:：]?\s*[(（]?\d[\d.,]*[)）]?$"
    r"|\d+\s*(?:条评论|条留言|則留言|件のコメント|개의?\s*댓글)"
    r"|(?:leave|post|add|write)\s+(?:a|your)\s+(?:comment|reply|response)\b|join the (?:discussion|conversation)"
    r"|(?:schreiben? sie|schreibe?|hinterlasse) einen kommentar|laisser un commentaire|dej[ae] (?:un|tu) \w+"
    r"|deixe um comentário|lascia un commento|geef een reactie|dodaj komentarz|(?:оставить|добавить) комментарий"
    r"|发表评论|添加评论|コメントを(?:残す|書く)|댓글 (?:남기기|달기))",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"^(?:(?:related|similar|recommended|recent|latest|other)\s+(?:posts?|articles?|stories|reading)$"
    r"|more\s+(?:posts|articles|stories)\b|you\s+(?:may|might|will|'ll)\s+(?:also\s+)?(?:like|enjoy|be\s+interested)"
    r"|(?:read|up)\s+next$|keep\s+reading$|ähnliche (?:beiträge|artikel)|weitere (?:beiträge|artikel)$"
    r"|das könnte (?:sie|dich|dir) auch|articles? (?:similaires?|liés|connexes)"
    r"|(?:artículos|entradas|publicaciones|posts|artigos) relacionad[oa]s|(?:también )?te puede interesar"
    r"|articoli correlati|gerelateerde (?:berichten|artikelen)|podobne (?:wpisy|artykuły)"
    r"|похожие (?:статьи|записи|посты)|читайте также|схожі статті|相关(?:文章|阅读|推荐)|関連記事|관련\s?글)",
    re.IGNORECASE,
)


def ends_article(heading: _Element, base: str) -> bool:
    """Whether a heading says that something else follows; not if a chapter of the article follows that.

    Nor if it is the author's, who tells of related articles of others, elsewhere than at ``base``.
    """
    if not _says_so(heading) or not all(_says_so(other) for other in heading.itersiblings(heading.tag)):
        return False
    return _DISCUSSED.match(_text(heading)) is not None or not _leads_elsewhere(heading, base)


def ending(heading: _Element, within: _Element) -> _Element:
    """What begins with the heading: the heading itself, or what holds nothing else."""
    said = _text(heading)
    above = heading.getparent()
    while above is not None and above is not within and above.tag != "body" and _text(above) == said:
        heading, above = above, above.getparent()
    return heading


def _says_so(heading: _Element) -> bool:
    if heading.tag not in HEADINGS:
        return False
    said = _text(heading)
    return _DISCUSSED.match(said) is not None or _OTHERS.match(said) is not None


def _leads_elsewhere(heading: _Element, base: str) -> bool:
    """Whether a sentence follows a heading, and links to other hosts only."""
    following = heading.getnext()
    if following is None or following.tag != "p" or following.find(".//a") is not None or not _text(following):
        return False
    hosts = [_host(link.get("href") or "") for part in heading.itersiblings() for link in part.iter("a")]
    own = _host(base)
    return bool(hosts) and all(host and not host.endswith(own) and not own.endswith(host) for host in hosts)


def _host(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


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
