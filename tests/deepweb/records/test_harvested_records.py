from __future__ import annotations

from blogcrawler.deepweb.records.harvested_records import detail_link_path
from blogcrawler.deepweb.records.raw_record import RawLink, RawRecord

HOST = "shop.example"


def record(number: int, changed: str, author: str = "Anna King") -> RawRecord:
    leaves = (("/a", f"Book {number}"), ("/b", author), ("/i", changed), ("/s", f"House {number}"))
    return RawRecord(
        leaves,
        (
            RawLink("/b/@href", f"http://{HOST}/by/{author[0]}", author),
            RawLink("/a/@href", f"http://{HOST}/book/{number}", f"Book {number}"),
        ),
    )


def test_a_record_whose_text_says_how_long_ago_it_was_changed_has_one_page() -> None:
    pages = [[record(n, "just now") for n in range(8)], [record(n, "1 minute ago") for n in range(4, 12)]]
    assert detail_link_path(pages, HOST) == "/a/@href"


def test_what_several_records_link_to_is_not_the_page_of_one() -> None:
    pages = [[record(1, "now"), record(2, "now")], [record(3, "now", "Boris Stone")]]
    assert detail_link_path(pages, HOST) == "/a/@href"
    shared = RawRecord((("/a", "Book 1"), ("/b", "Anna")), (RawLink("/b", f"http://{HOST}/by/A", "Anna"),))
    other = RawRecord((("/a", "Book 2"), ("/b", "Anna")), (RawLink("/b", f"http://{HOST}/by/A", "Anna"),))
    assert detail_link_path([[shared], [other]], HOST) is None
