from __future__ import annotations

from pathlib import Path

from blogcrawler.export.html_site.catalog import Catalog, Listed


def listed(number: int) -> Listed:
    return Listed(f"{number}.html", f"Post {number}", None, "en", "", "", 0, None)


def test_posts_are_listed_in_pages_by_group(tmp_path: Path) -> None:
    with Catalog.at(tmp_path / "catalog") as catalog:
        for number in range(5):
            catalog.add(listed(number), [("tags", "a", "A"), ("tags", "a", "a"), ("authors", f"n{number % 2}", "N")])
        assert [(page.number, page.of, len(page.posts)) for page in catalog.all_pages(2)] == [
            (1, 3, 2),
            (2, 3, 2),
            (3, 3, 1),
        ]
        pages = [
            (page.group.kind, page.group.key, page.number, [one.path for one in page.posts])
            for page in catalog.group_pages(3)
        ]
        assert pages == [
            ("authors", "n0", 1, ["0.html", "2.html", "4.html"]),
            ("authors", "n1", 1, ["1.html", "3.html"]),
            ("tags", "a", 1, ["0.html", "1.html", "2.html"]),
            ("tags", "a", 2, ["3.html", "4.html"]),
        ]
        assert [(one.name, one.count) for one in catalog.groups("tags")] == [("A", 5)]
    assert not (tmp_path / "catalog").exists()


def test_without_posts_there_is_one_empty_page(tmp_path: Path) -> None:
    with Catalog.at(tmp_path / "catalog") as catalog:
        assert [page.posts for page in catalog.all_pages(10)] == [[]]
