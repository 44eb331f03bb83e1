"""Pages that share a template, recognised by their structure."""

from __future__ import annotations

import time

from blogcrawler.dom import Page, group_by_template, parse_page


def page(body: str) -> Page:
    return parse_page(f"<html><body><div class='wrap'><header class='site'></header>{body}</div></body></html>", "")


def post(number: int) -> Page:
    paragraphs = "".join(f"<p>Paragraph {i} of <b>{number}</b></p>" for i in range(number))
    return page(f"<article class='post post-{number}'><h1>A title</h1><div class='entry'>{paragraphs}</div></article>")


def listing(number: int) -> Page:
    items = "".join(f"<div class='teaser'><div class='thumb'></div><h2>Post {i}</h2></div>" for i in range(number))
    return page(f"<main class='list'><section class='posts'>{items}</section><nav class='pager'></nav></main>")


def test_posts_and_lists_have_different_templates_at_any_length() -> None:
    pages = [post(1), listing(3), post(40), post(7), listing(20)]
    assert group_by_template(pages) == [[0, 2, 3], [1, 4]]


def test_posts_of_different_sections_and_categories_share_a_template() -> None:
    pages = [
        parse_page(
            f"<body class='post-page {section}'><div class='wrap'>"
            f"<article class='category-{section} hentry author-{name}'>"
            "<header class='head'><h1>A title</h1></header><div class='entry'></div></article></div></body>",
            "",
        )
        for section, name in (("politics", "ann"), ("sport", "bob"), ("weather", "cid"))
    ]
    assert group_by_template(pages) == [[0, 1, 2]]


def test_no_pages_make_no_groups() -> None:
    assert group_by_template([]) == []


def test_empty_pages_share_a_template() -> None:
    assert group_by_template([parse_page("", ""), parse_page("", "")]) == [[0, 1]]


def test_deep_and_broad_pages_take_little_time() -> None:
    began = time.process_time()
    group_by_template([parse_page("<div>" * 100_000, ""), parse_page("<div></div>" * 200_000, "")])
    assert time.process_time() - began < 20
