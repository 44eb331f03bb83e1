"""The picture that a template shows above the article: it belongs to the post, but is outside the article's element."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

from lxml import etree
from lxml.etree import _Element

from ...dom import NOISE_TAGS, Page, is_noise, json_ld_image, meta_contents, words
from ...urls import page_key, resolve
from .attributes import clean_attributes

__all__ = ["lead_picture", "shared_pictures"]

_PREVIEW_METAS = (
    ("property", "og:image"),
    ("name", "og:image"),
    ("name", "twitter:image"),
    ("property", "twitter:image"),
)
#: What blog programs append to the file name of a picture for each of its sizes.
_SIZE_SUFFIX = re.compile(
    r"(?:[-_@](?:\d+x\d+|\d+w|scaled|large|medium|thumb(?:nail)?|[23]x|cropped))+$"
    r"|(?:\.[0-9a-f]{32})?_hu_?[0-9a-f]{8,}(?:_.*)?$"  # Hugo
)
#: File names that say nothing: the folder must be the same, too.
_GENERIC_NAMES = frozenset(
    "cover featured feature image index banner header hero thumbnail thumb og poster lead title".split()
)
_MIN_NAME_LENGTH = 3
#: Classes that WordPress gives to the picture of a post.
_POST_PICTURE_CLASS = re.compile(r"(?:^|\s)(?:wp-post-image|attachment-post-thumbnail)(?:\s|$)")
_PICTURE_URL = re.compile(r"\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)", re.IGNORECASE)
_KEPT_ATTRIBUTES = ("src", "srcset", "sizes", "alt", "title", "width", "height")


def shared_pictures(pages: Sequence[Page]) -> list[str]:
    """The preview pictures that more than one of the pages has: they belong to the blog, not to a post."""
    previews = Counter(picture for page in pages if (picture := _preview(page)))
    return [picture for picture, count in previews.items() if count > 1]


def lead_picture(page: Page, article: _Element, shared: Collection[str] = (), title: str | None = None) -> str:
    """The post's picture above an article, as HTML; empty if there is none.

    It is the page's preview picture (``og:image``), unless that is one of the ``shared`` ones of the blog; else one
    that WordPress marks as the post's, or that has the post's title as its description.
    """
    images = _preview_images(page, shared) or _post_images(page, title)
    if not images or any(article in image.iterancestors() for image in images):
        return ""
    found = images[0]
    if _is_elsewhere(page, found, article):
        return ""
    picture = etree.Element("img")
    for key, value in found.items():
        picture.set(key, value)
    clean_attributes(picture, "img", page.base)
    for key in picture.keys():  # noqa: SIM118
        if key not in _KEPT_ATTRIBUTES:
            del picture.attrib[key]
    if not picture.get("src"):
        return ""
    return f"<figure>{etree.tostring(picture, encoding='unicode', method='html')}</figure>\n"


def _preview_images(page: Page, shared: Collection[str]) -> list[_Element]:
    preview = _preview(page)
    name = _file_stem(preview)
    if len(name) < _MIN_NAME_LENGTH or preview in shared:
        return []
    folder = preview.rpartition("/")[0].rpartition("/")[2] if name.casefold() in _GENERIC_NAMES else ""
    return [image for image in page.tree.iter("img") if _shows(image, name, folder)]


def _post_images(page: Page, title: str | None) -> list[_Element]:
    """Pictures that are named or described as the post's; those of other posts link to another page."""
    title_words = words(title or "") if len(title or "") > _MIN_NAME_LENGTH else []
    return [
        image
        for image in page.tree.iter("img")
        if (_POST_PICTURE_CLASS.search(image.get("class") or "") or _is_described_by(image, title_words))
        and not _links_elsewhere(page, image)
    ]


def _is_described_by(image: _Element, title: list[str]) -> bool:
    """Whether a picture's description is the title, or the title and one more word such as "cover"."""
    alt = image.get("alt") if title else None
    described = words(alt) if alt and alt.count(" ") <= len(title) + 1 else []
    return len(described) - len(title) in (0, 1) and described[: len(title)] == title


def _links_elsewhere(page: Page, image: _Element) -> bool:
    link = next((above for above in image.iterancestors("a")), None)
    target = resolve(page.base, link.get("href") or "") if link is not None else None
    return target is not None and page_key(target) != page_key(page.url) and not _PICTURE_URL.search(target)


def _preview(page: Page) -> str:
    """The URL of the page's preview picture."""
    return next(iter(meta_contents(page, _PREVIEW_METAS)), "") or json_ld_image(page)


def _shows(image: _Element, name: str, folder: str) -> bool:
    """Whether one of a picture's URLs has this file name and folder."""
    values = map(str, image.attrib.values())
    return any(name in value and folder in value and _file_stem(value.split()[0]) == name for value in values)


def _file_stem(url: str) -> str:
    """The file name of a picture without its size and extension."""
    file = url.partition("?")[0].partition("#")[0].rstrip("/").rpartition("/")[2]
    return _SIZE_SUFFIX.sub("", file.rpartition(".")[0] or file)


def _is_elsewhere(page: Page, image: _Element, article: _Element) -> bool:
    """Whether a picture comes after the article, or is part of boilerplate."""
    for above in image.iterancestors():
        if above.tag == "body":
            break
        if (above.tag in NOISE_TAGS or above.get("class") or above.get("id")) and is_noise(above):
            return True
    first = next(element for element in page.tree.iter("img", article.tag) if element is image or element is article)
    return first is article
