"""What pages and stylesheets need."""

from __future__ import annotations

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.requisites import Requisite, RequisiteKind, page_requisites, stylesheet_requisites

URL = "http://some.blog/2024/a-post/"
STYLESHEET, FILE, PICTURE = RequisiteKind


def requisites(html: str) -> list[tuple[str, RequisiteKind]]:
    return [(one.url, one.kind) for one in page_requisites(parse_page(html, URL))]


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<link rel='stylesheet' href='/a.css?ver=1'>", ("http://some.blog/a.css?ver=1", STYLESHEET)),
        ("<link rel='alternate stylesheet' href=//cdn.test/a.css>", ("http://cdn.test/a.css", STYLESHEET)),
        ("<link rel=preload as=font href=f.woff2>", ("http://some.blog/2024/a-post/f.woff2", FILE)),
        ("<link rel='shortcut icon' href=/favicon.ico>", ("http://some.blog/favicon.ico", FILE)),
        ("<script src=../x.js></script>", ("http://some.blog/2024/x.js", FILE)),
        ("<style>@import '/b.css';</style>", ("http://some.blog/b.css", STYLESHEET)),
        ("<p style='background: url(/p.png)'>", ("http://some.blog/p.png", FILE)),
        ("<table background=/old.gif><td>x</table>", ("http://some.blog/old.gif", FILE)),
        ("<img src=/i.png#part>", ("http://some.blog/i.png", PICTURE)),
        ("<img src=data:image/gif;base64,R data-src=/lazy.png>", ("http://some.blog/lazy.png", PICTURE)),
        ("<video poster=/p.jpg src=/v.mp4></video>", ("http://some.blog/p.jpg", PICTURE)),
        ("<svg><use xlink:href='/icons.svg#x'></use></svg>", ("http://some.blog/icons.svg", PICTURE)),
        ("<base href=http://other.test/b/><img src=i.png>", ("http://other.test/b/i.png", PICTURE)),
    ],
)
def test_a_page_needs(html: str, found: tuple[str, RequisiteKind]) -> None:
    assert requisites(html) == [found]


@pytest.mark.parametrize(
    "html",
    [
        "<link rel=alternate type=application/rss+xml href=/feed>",
        "<link rel=preconnect href=//cdn.test/>",
        "<script type=application/ld+json src=/x.json></script>",
        "<script>inline()</script>",
        "<a href=/file.css>a link</a>",
        "<img src='javascript:x()'><img src='http://[::1'><img src=''><img>",
        "<audio><source src=/a.mp3></audio>",
        "<svg><use href='#local'></use></svg>",
    ],
)
def test_a_page_does_not_need(html: str) -> None:
    assert requisites(html) == []


@pytest.mark.parametrize(
    ("sizes", "chosen"),
    [
        ("", "1280"),
        ("100vw", "1280"),
        ("50vw", "640"),
        ("(max-width: 600px) 100vw, 300px", "320"),
        ("(min-width: 1000px) 40em, 100vw", "640"),
        ("(orientation: portrait) 10px, 640px", "640"),
        ("5000px", "2560"),
    ],
)
def test_of_several_sizes_the_one_that_a_desktop_browser_loads_is_needed(sizes: str, chosen: str) -> None:
    srcset = ", ".join(f"/{width}.jpg {width}w" for width in (320, 640, 1280, 2560))
    html = f'<img src=/small.jpg srcset="{srcset}" sizes="{sizes}">'
    assert requisites(html) == [(f"http://some.blog/{chosen}.jpg", PICTURE)]


def test_files_for_the_look_come_first_and_each_once() -> None:
    html = "<img src=/i.png><script src=/x.js></script><link rel=stylesheet href=/a.css><img src=/i.png>"
    assert [kind for _, kind in requisites(html)] == [STYLESHEET, FILE, PICTURE]


def test_a_hostile_page_cannot_name_millions() -> None:
    assert len(requisites("".join(f"<img src=/{n}.png>" for n in range(3000)))) == 500


def test_addresses_in_a_stylesheet_are_relative_to_it() -> None:
    found = stylesheet_requisites("@import 'b.css'; a { background: url(../i.png) }", "http://cdn.test/css/a.css")
    assert found == [
        Requisite("http://cdn.test/css/b.css", STYLESHEET),
        Requisite("http://cdn.test/i.png", FILE),
    ]
