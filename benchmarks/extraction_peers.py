"""Other extractors, each behind the same call: an entry of the corpus and its page's HTML in, the fields out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from datetime import date, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from blogcrawler.extraction import html_text


def iso(value: Any) -> str | None:
    return value.isoformat() if isinstance(value, date | datetime) else value


def peers(chosen: str) -> Iterator[tuple[str, Callable[[dict[str, Any], str], dict[str, Any]]]]:
    """The peers that are chosen and installed, each with its version."""
    for name, load in PEERS.items():
        if name not in chosen.split(","):
            continue
        try:
            yield f"{name} {version(name)}", load()
        except (PackageNotFoundError, ImportError):
            print(f"{name} is not installed and left out (pip install -e .[bench])", file=sys.stderr)


def _trafilatura() -> Callable[[dict[str, Any], str], dict[str, Any]]:
    from trafilatura import bare_extraction

    def run(entry: dict[str, Any], html: str) -> dict[str, Any]:
        got = bare_extraction(html, url=entry["url"], with_metadata=True, include_comments=False)
        if got is None:
            return {}
        names = [got.author] if got.author else []
        return {"title": got.title, "authors": names, "published": got.date, "text": got.text or ""}

    return run


def _readability() -> Callable[[dict[str, Any], str], dict[str, Any]]:
    from readability import Document

    def run(entry: dict[str, Any], html: str) -> dict[str, Any]:
        document = Document(html)
        return {"title": document.short_title(), "text": html_text(document.summary(html_partial=True))}

    return run


def _newspaper() -> Callable[[dict[str, Any], str], dict[str, Any]]:
    from newspaper import Article

    def run(entry: dict[str, Any], html: str) -> dict[str, Any]:
        article = Article(entry["url"], fetch_images=False)
        article.download(input_html=html)
        article.parse()
        published = iso(article.publish_date)
        return {"title": article.title, "authors": article.authors, "published": published, "text": article.text}

    return run


def _resiliparse() -> Callable[[dict[str, Any], str], dict[str, Any]]:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree

    def run(entry: dict[str, Any], html: str) -> dict[str, Any]:
        tree = HTMLTree.parse(html)
        return {"title": tree.title, "text": extract_plain_text(tree, main_content=True)}

    return run


def _goose() -> Callable[[dict[str, Any], str], dict[str, Any]]:
    from goose3 import Goose

    goose = Goose({"enable_image_fetching": False})

    def run(entry: dict[str, Any], html: str) -> dict[str, Any]:
        article = goose.extract(raw_html=html)
        published = iso(article.publish_datetime_utc) or article.publish_date
        return {
            "title": article.title,
            "authors": article.authors,
            "published": published,
            "text": article.cleaned_text,
        }

    return run


def _boilerpy() -> Callable[[dict[str, Any], str], dict[str, Any]]:
    from boilerpy3.extractors import ArticleExtractor

    extractor = ArticleExtractor(raise_on_failure=False)

    def run(entry: dict[str, Any], html: str) -> dict[str, Any]:
        document = extractor.get_doc(html)
        return {"title": document.title, "text": document.content}

    return run


PEERS = {
    "trafilatura": _trafilatura,
    "readability-lxml": _readability,
    "newspaper4k": _newspaper,
    "resiliparse": _resiliparse,
    "goose3": _goose,
    "boilerpy3": _boilerpy,
}
