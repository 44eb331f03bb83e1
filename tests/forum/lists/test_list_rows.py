from __future__ import annotations

from blogcrawler.dom import parse_page
from blogcrawler.forum.lists.list_rows import ListRow, list_rows

HOME = "https://f.example/"


def page(main: str):
    return parse_page(f"<html lang=en><body><p>7 users online</p>{main}</body></html>", HOME)


def urls(*numbers: int) -> list[str]:
    return [f"{HOME}t/{number}" for number in numbers]


def test_a_row_has_the_numbers_and_dates_around_its_link():
    rows = list_rows(
        page(
            "<table>"
            "<tr><td><a href=/t/1>Set 9 hums</a><td class=n>1,204</td><td class=v>88</td><td>3 Mar 2020, 10:05</td>"
            "<tr><td><a href=/t/2>Other</a></td><td class=n>2</td><td class=v>91</td><td>2 hours ago</td></tr></table>"
        ),
        urls(1, 2),
    )
    assert [row.title for row in rows] == ["Set 9 hums", "Other"]
    assert rows[0].cells == {"n td n 0": "1204", "n td v 0": "88", "d td 0": "2020-03-03T10:05:00"}
    assert rows[1].cells == {"n td n 0": "2", "n td v 0": "91", "n td 0": "2"}
    assert rows[0].mark() == "1204 88 2020-03-03T10:05:00"


def test_the_longest_of_several_links_to_a_thread_is_its_title_and_fragments_do_not_matter():
    (row, _) = list_rows(
        page(
            "<div><a href='/t/1#last'>»</a><a href=/t/1>A long title</a><i>5 replies</i></div>"
            "<div><a href=/t/2>B</a></div>"
        ),
        urls(1, 2),
    )
    assert (row.title, row.cells) == ("A long title", {"n i 0": "5"})


def test_a_list_without_elements_around_its_threads_is_read_up_to_the_next_one():
    rows = list_rows(
        page("<h3><a href=/t/1>A</a></h3><p>4 replies</p><h3><a href=/t/2>B</a></h3><p>6 replies</p>"), urls(1, 2)
    )
    assert [row.cells for row in rows] == [{"n p 0": "4"}, {"n p 0": "6"}]


def test_dates_in_attributes_count_and_numbers_in_them_do_not():
    (row, _) = list_rows(
        page(
            "<li><a href=/t/1>A</a><time datetime='2020-03-03T10:05'>5y</time><b title='7 stars'></b></li>"
            "<li><a href=/t/2>B</a></li>"
        ),
        urls(1, 2),
    )
    assert row.cells == {"d time@datetime 0": "2020-03-03T10:05:00"}


def test_the_only_row_does_not_reach_to_the_whole_page():
    (row,) = list_rows(page("<div><ul><li><p><a href=/t/1>A</a><i>3</i></p></li></ul></div>"), urls(1))
    assert row == ListRow(f"{HOME}t/1", "A", {"n i 0": "3"})
