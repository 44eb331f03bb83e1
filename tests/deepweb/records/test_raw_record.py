from __future__ import annotations

import pytest

from blogcrawler.deepweb.records.output_schema import learn_schema
from blogcrawler.deepweb.records.raw_record import RawRecord, read_raw_record
from blogcrawler.dom import parse_page


def record(html: str) -> RawRecord:
    page = parse_page(f"<body><div>{html}</div></body>", "http://shop.example/")
    return read_raw_record(page.tree.find("body/div"), page)


@pytest.mark.parametrize(
    ("title", "shown", "read"),
    [
        ("The Hunger Games", "The Hunger …", "The Hunger Games"),
        ("The Hunger Games", "The Hunger...", "The Hunger Games"),
        ("Open this book", "The Hunger …", "The Hunger …"),
        ("The Hunger Games", "The Hunger", "The Hunger"),
        ("Anything", "…", "…"),
    ],
)
def test_a_text_that_is_cut_off_is_read_from_its_tooltip(title: str, shown: str, read: str) -> None:
    assert [text for _, text in record(f'<a href="/1" title="{title}">{shown}</a>').leaves] == [read]


def test_the_head_of_a_row_names_its_value() -> None:
    records = [
        record(
            f'<h3 class="mt-0"><a href="/{n}">Book {n}</a></h3><table><tr><th>Author:</th><td>A{n}</td></tr>'
            f"<tr><th>Kind</th><td>Book</td></tr>{f'<tr><th>Year</th><td>19{n}</td></tr>' if n % 2 else ''}</table>"
        )
        for n in range(10, 20)
    ]
    schema = learn_schema(records)
    assert [feature.name for feature in schema.features] == ["title", "author", "year"]
    assert schema.read(records[1]) == {"title": ["Book 11"], "author": ["A11"], "year": ["1911"]}
