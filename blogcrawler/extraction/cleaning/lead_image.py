"""The picture that a template shows above the article: chosen by the author, but outside the article's node."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

from lxml import etree
from lxml.etree import _Element

from ...dom import NOISE_TAGS, Page, is_noise, json_ld_picture, meta_contents, words
from ...urls import page_key, resolve
from .attributes import attribute_names, clean_attributes

__all__ = ["lead_picture", "shared_pictures"]

_STATED = (("property", "og:image"), ("name", "og:image"), ("name", "twitter:image"), ("property", "twitter:image"))
#: What programs put behind the name of a picture for each of its sizes.
_SIZE = re.compile(
    r"(?:[-_@](?:\d+x\d+|\d+w|scaled|large|medium|thumb(?:nail)?|[23]x|cropped))+$"
    r"|(?:\.[0-9a-f]{32})?_hu_?[0-9a-f]{8,}(?:_.*)?$"  # Hugo
)
#: Names that say nothing: the folder's must be the same, too.
_ANY = frozenset("cover featured feature image index banner header hero thumbnail thumb og poster lead title".split())
_SHORTEST = 3
#: What WordPress calls the picture of a post, and the addresses of pictures.
_NAMED = re.compile(r"(?:^|\s)(?:wp-post-image|attachment-post-thumbnail)(?:\s|$)")
_PICTURE = re.compile(r"\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)", re.IGNORECASE)
_KEPT = ("src", "srcset", "sizes", "alt", "title", "width", "height")


def shared_pictures(pages: Sequence[Page]) -> list[str]:
    """The pictures by which more than one of the pages wants to be shown elsewhere."""
    stated = Counter(picture for page in pages if (picture := _stated(page)))
    return [picture for picture, count in stated.items() if count > 1]


def lead_picture(page: Page, article: _Element, others: Collection[str] = (), title: str | None = None) -> str:
    """The picture above an article that is the post's, as HTML; empty if there is none.

    It is the one by which the page wants to be shown elsewhere, unless that is one of the ``others``, which are the
    blog's; else the one that WordPress names the post's, or that is described by the post's title.
    """
    shown = _stated_pictures(page, others) or _named_pictures(page, title)
    if not shown or any(article in image.iterancestors() for image in shown):
        return ""
    found = shown[0]
    if _is_elsewhere(page, found, article):
        return ""
    picture = etree.Element("img")
    for key, value in found.items():
        picture.set(key, value)
    clean_attributes(picture, "img", attribute_names(picture), page.base)
    for key in picture.keys():  # noqa: SIM118
        if key not in _KEPT:
            del picture.attrib[key]
    if not picture.get("src"):
        return ""
    return f"<figure>{etree.tostring(picture, encoding='unicode', method='html')}</figure>\n"


def _stated_pictures(page: Page, others: Collection[str]) -> list[_Element]:
    stated = _stated(page)
    name = _name(stated)
    if len(name) < _SHORTEST or stated in others:
        return []
    folder = stated.rpartition("/")[0].rpartition("/")[2] if name.casefold() in _ANY else ""
    return [image for image in page.tree.iter("img") if _shows(image, name, folder)]


def _named_pictures(page: Page, title: str | None) -> list[_Element]:
    """Pictures that are called the post's, and do not lead to another page, as those of other posts do."""
    said = words(title or "") if len(title or "") > _SHORTEST else []
    return [
        image
        for image in page.tree.iter("img")
        if (_NAMED.search(image.get("class") or "") or _is_called(image, said)) and not _leads_elsewhere(page, image)
    ]


def _is_called(image: _Element, title: list[str]) -> bool:
    """Whether a picture is described by a title, and a word such as "cover" at most."""
    alt = image.get("alt") if title else None
    described = words(alt) if alt and alt.count(" ") <= len(title) + 1 else []
    return len(described) - len(title) in (0, 1) and described[: len(title)] == title


def _leads_elsewhere(page: Page, image: _Element) -> bool:
    link = next((above for above in image.iterancestors("a")), None)
    target = resolve(page.base, link.get("href") or "") if link is not None else None
    return target is not None and page_key(target) != page_key(page.url) and not _PICTURE.search(target)


def _stated(page: Page) -> str:
    return next(iter(meta_contents(page, _STATED)), "") or json_ld_picture(page)


def _shows(image: _Element, name: str, folder: str) -> bool:
    """Whether one of the addresses of a picture has the name, and the folder."""
    values = map(str, image.attrib.values())
    return any(name in value and folder in value and _name(value.split()[0]) == name for value in values)


def _name(address: str) -> str:
    """The name of a picture's file without its size and kind."""
    file = address.partition("?")[0].partition("#")[0].rstrip("/").rpartition("/")[2]
    return _SIZE.sub("", file.rpartition(".")[0] or file)


def _is_elsewhere(page: Page, image: _Element, article: _Element) -> bool:
    """Whether a picture stands behind the article, or in something that is not about it."""
    for above in image.iterancestors():
        if above.tag == "body":
            break
        if (above.tag in NOISE_TAGS or above.get("class") or above.get("id")) and is_noise(above):
            return True
    first = next(element for element in page.tree.iter("img", article.tag) if element is image or element is article)
    return first is article
