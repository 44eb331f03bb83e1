"""Elements that look alike are found in groups, and strangers among them are left out."""

from __future__ import annotations

from blogcrawler.dom import look_of, lookalike_groups, most_alike, parse_page


def body(html: str):
    return parse_page(f"<html><body>{html}</body></html>", "https://example.org/").tree.find("body")


def test_numbers_and_states_in_classes_do_not_matter():
    first, second = body("<p class='post-1 odd'>a</p><p class='even post-22'>b</p>")
    assert look_of(first) == look_of(second) == "p post-"


def test_the_first_post_belongs_to_the_others_even_in_another_parent():
    tree = body("<header><p class=post>a</p></header><main><p class=post>b</p><p class=post>c</p></main>")
    assert max(len(group) for group in lookalike_groups(tree)) == 3


def test_words_that_most_elements_share_and_words_in_links_are_not_their_own():
    row = "<li class=x>Posted {} <a href=#>reply</a></li>"
    tree = body("<ul>" + "".join(map(row.format, ("sea", "tea", "bee", "pea", "lea", "key"))) + "</ul>")
    (group,) = [group for group in lookalike_groups(tree) if group.tag == "li"]
    assert group.own_words() == 6


def test_an_element_inside_another_of_its_group_makes_it_not_flat():
    flat = body("<div class=c>a</div><div class=c>b</div>")
    nested = body("<div class=c>a<div class=c>b</div></div>")
    assert [group.is_flat for group in lookalike_groups(flat)] == [True]
    assert [group.is_flat for group in lookalike_groups(nested)] == [False]


def test_a_look_more_than_four_times_rarer_than_the_usual_one_is_left_out():
    elements = list(body("<p>1</p>" * 5 + "<div>2</div>"))
    assert [one.tag for one in most_alike(elements)] == ["p"] * 5
    assert len(most_alike(elements[1:])) == 5
    assert most_alike([]) == []
