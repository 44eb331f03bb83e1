"""What becomes of pages when templates change: names, tags, or the same content in a page for small screens."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy

from lxml import etree

from blogcrawler.dom import Page
from blogcrawler.knowledge import Application, Level, document, known_applications, navigate

Change = Callable[[Page, Level], Page]
BASE = known_applications()
_NAME = re.compile(r"[A-Za-z_-]{3,}")


def renamed(page: Page, level: Level) -> Page:
    for element in page.tree.iter("*"):
        for name in ("class", "id"):
            if element.get(name):
                element.set(name, _NAME.sub(r"x-\g<0>", element.get(name, "")))
    return page


def retagged(**tags: str) -> Change:
    def change(page: Page, level: Level) -> Page:
        for element in list(page.tree.iter(*tags)):
            element.tag = tags[element.tag]
        return page

    return change


def mobile(page: Page, level: Level) -> Page:
    """Title, date, author and article of a post, or the titles of a list, on a page without anything else."""
    body = etree.Element("body", {"class": "m-page"})
    bar = etree.SubElement(body, "div", {"class": "m-bar"})
    bar.text = "Menu"
    if level.terminal:
        entry = etree.SubElement(body, "div", {"class": "m-entry"})
        places = {"title": "m-heading", "published": "m-when", "author": "m-who", "content": "m-text"}
        for kind, name in places.items():
            found = [one for action in level.fields(kind) for one in action.path.find(page.tree)[:1]][:1]
            place = etree.SubElement(entry, "section" if kind == "content" else "p", {"class": name})
            for one in found:
                if isinstance(one, str):
                    place.text = one
                else:
                    place.text, place[:] = one.text, [deepcopy(child) for child in one]
    else:
        for way in navigate(BASE, _application(page), level, page):
            row = etree.SubElement(body, "div", {"class": "m-older" if way.pages else f"m-{way.to}"})
            link = etree.SubElement(row, "a", {"href": way.url})
            link.text = "Older" if way.pages else "A post"
            if not way.pages:
                etree.SubElement(row, "a", {"href": way.url + "#comments"}).text = "Comments"
                etree.SubElement(row, "a", {"href": "/tag/some/"}).text = "Some"
    etree.SubElement(body, "a", {"class": "m-desktop", "href": "/?desktop=1"}).text = "Desktop"
    old = page.tree.find("body")
    assert old is not None
    page.tree.replace(old, body)
    return page


def _application(page: Page) -> Application:
    found = BASE.recognise(document(page))
    assert found is not None
    return found[0]


def everything(page: Page, level: Level) -> Page:
    return retagged(div="section", h1="h3", h2="h3", span="em")(renamed(page, level), level)


CHANGES: dict[str, Change] = {
    "classes and ids renamed": renamed,
    "span → div → article": retagged(span="div", div="article"),
    "div → section, span → div": retagged(div="section", span="div"),
    "h1 → h2, article → div": retagged(h1="h2", article="div"),
    "names and tags": everything,
    "desktop → mobile": mobile,
}
