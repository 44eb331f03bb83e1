from __future__ import annotations

import pytest
from trap_forms import SEARCH, TRAPS, trap_page

from blogcrawler.deepweb import ControlKind, Form, FormPurpose, find_forms, find_search_forms, is_unsafe_link, submit
from blogcrawler.dom import parse_page
from blogcrawler.errors import UsageError

URL = "http://shop.example/books/"


def forms(html: str) -> list[Form]:
    return find_forms(parse_page(f"<body>{html}</body>", URL))


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("trap", TRAPS)
def test_a_form_that_may_change_something_is_not_a_search(trap: str, method: str) -> None:
    (form,) = forms(TRAPS[trap].format(method=method))
    assert form.purpose is not FormPurpose.SEARCH
    with pytest.raises(UsageError, match="not a search"):
        submit(form, {}, allow_post=True)


def test_the_search_is_found_among_the_traps() -> None:
    found = find_search_forms(parse_page(trap_page(with_search=True), URL))
    assert [form.action for form in found] == ["http://shop.example/search"]
    assert find_search_forms(parse_page(trap_page(), URL)) == []


@pytest.mark.parametrize(
    "html",
    [
        SEARCH,
        '<form><input name="s"><input type="submit" value="Search"></form>',
        '<form action="/suche"><input name="begriff"><button>Suchen</button></form>',
        '<form action="/index.php" id="searchform"><input name="search" placeholder="Search the wiki"></form>',
        '<form class="filters" action="/b"><input type="search" name="_search"><select name="_sort"><option>a</select>'
        '<input type="submit" value="Apply"></form>',
        '<form action="/catalog"><label>Search by author <input name="author"></label><button>Search</button></form>',
        '<form action="/s"><input name="wd"><input type="submit" value="搜索"></form>',
    ],
)
def test_searches_of_all_kinds_are_found(html: str) -> None:
    (form,) = forms(html)
    assert form.purpose is FormPurpose.SEARCH, form.reason


@pytest.mark.parametrize(
    ("html", "label"),
    [
        ('<label for="t">Title:</label><input id="t" name="x">', "Title"),
        ('<label>Title <input name="x"></label>', "Title"),
        ('<table><tr><th>Title</th><td><input name="x"></td></tr></table>', "Title"),
        ('<p>Title: <input name="x"></p>', "Title"),
        ('<input name="x" placeholder="Title">', "Title"),
        ('<input name="x" aria-label="Title">', "Title"),
        ('<b id="l">Title</b><div><input name="x" aria-labelledby="l"></div>', "Title"),
        (
            '<div><span>Title</span><div><input name="x"></div></div><div><span>Author</span><input name="y"></div>',
            "Title",
        ),
        ('<dl><dt>Title</dt><dd><input name="x"></dd><dt>Author</dt><dd><input name="y"></dd></dl>', "Title"),
        ('Title<br><input name="x"><br>Author<br><input name="y">', "Title"),
        (
            '<table><tr><td>Author</td><td><input name="y"></td><td>Title</td><td><input name="x"></td></tr></table>',
            "Title",
        ),
        ('<input name="y"><input name="x">', ""),
    ],
)
def test_labels(html: str, label: str) -> None:
    (form,) = forms(f'<form action="/search">{html}<button>Search</button></form>')
    control = form.control("x")
    assert control is not None
    assert control.label == label


def test_the_input_schema_has_kinds_values_and_defaults() -> None:
    (form,) = forms(
        '<form action="?old=1" id="f"><input type="hidden" name="lang" value="en"><input name="q" type="search">'
        '<select name="sort"><option value="">Any<option value="y" selected>Year</select>'
        '<input type="radio" name="in" value="title"> Titles '
        '<input type="radio" name="in" value="all" checked> Everything '
        '<input type="checkbox" name="new" value="1"> Only new <input type="submit" name="go" value="Search">'
        '</form><input name="extra" form="f">'
    )
    kinds = {control.name: (control.kind, control.default) for control in form.controls}
    assert kinds == {
        "lang": (ControlKind.HIDDEN, "en"),
        "q": (ControlKind.TEXT, ""),
        "sort": (ControlKind.SELECT, "y"),
        "in": (ControlKind.RADIO, "all"),
        "new": (ControlKind.CHECKBOX, None),
        "extra": (ControlKind.TEXT, ""),
    }
    choice = form.control("in")
    assert choice is not None
    assert [(option.value, option.label) for option in choice.options] == [("title", "Titles"), ("all", "Everything")]
    url = submit(form, {"q": "a b", "in": "title"}).url
    assert url == "http://shop.example/books/?lang=en&q=a+b&sort=y&in=title&extra=&go=Search"


@pytest.mark.parametrize(
    "field",
    [
        '<input name="website" style="display: none">',
        '<div style="visibility:hidden"><input name="website"></div>',
        '<p hidden><input name="website"></p>',
        '<div aria-hidden="true"><input name="website"></div>',
    ],
)
def test_what_people_cannot_see_is_not_filled_in(field: str) -> None:
    (form,) = forms(f'<form action="/search"><input name="q">{field}<button>Search</button></form>')
    assert [control.name for control in form.text_fields] == ["q"]
    assert submit(form, {"q": "x"}).url == "http://shop.example/search?q=x&website="


def test_a_post_is_only_sent_if_the_user_allows_it() -> None:
    (form,) = forms('<form method="post" action="/search" role="search"><input name="q"><button>Search</button></form>')
    assert form.purpose is FormPurpose.SEARCH
    with pytest.raises(UsageError, match="POST"):
        submit(form, {"q": "x"})
    request = submit(form, {"q": "x"}, allow_post=True)
    assert (request.method, request.body) == ("POST", "q=x")


def test_any_markup_is_read() -> None:
    assert forms("<form><form><input name=q type=search></form>") is not None
    assert forms('<form action="javascript:x()"><input name=q type=search></form>') == []
    assert forms('<form action="http://[">x</form>') is not None
    assert len(forms("<form><input name=q></form>" * 500)) <= 200


@pytest.mark.parametrize(
    ("url", "text", "is_unsafe"),
    [
        ("http://a.b/book/3/delete", "", True),
        ("http://a.b/book?id=3&action=edit", "", True),
        ("http://a.b/book/3", "Add to cart", True),
        ("http://a.b/logout.php", "", True),
        ("http://[", "", True),
        ("http://a.b/book/3", "Like Water for Chocolate", False),
        ("http://a.b/like-water-for-chocolate?sort=orderby", "", False),
    ],
)
def test_links_that_may_change_something_are_unsafe(url: str, text: str, is_unsafe: bool) -> None:
    assert is_unsafe_link(url, text) is is_unsafe
