"""An invented archive with a search form, answered in memory. Its answers can be as odd as those of real ones."""

from __future__ import annotations

import html
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlencode, urlsplit

from blogcrawler.deepweb import Form, FormRequest, find_search_forms
from blogcrawler.dom import Page, parse_page, words

SITE = "http://shop.example"
Book = Mapping[str, str]

_FORM = """<form action="/search" role="search"><label>Words <input name="q" type="search"></label>
<label>Author <input name="author"></label><select name="language"><option value="">any</option>{options}</select>
<button>Search</button></form>"""
_SIMPLE = '<form action="/search" role="search"><input name="q" type="search"><button>Search</button></form>'


@dataclass
class InventedSearch:
    """A shop with a search over title and author, an author field and a language select."""

    books: Sequence[Book]
    page_size: int = 10
    #: The most results of a query, and whether an empty query shows all books.
    max_results: int | None = None
    lists_all: bool = False
    advanced: bool = True
    combination: str = "and"
    layout: str = "table"
    #: Odd behaviour: "silent", "endless", "random", "moving", "recommending" or nothing.
    oddity: str = ""
    requests: list[FormRequest] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._index: dict[str, list[int]] = defaultdict(list)
        for number, book in enumerate(self.books):
            for word in dict.fromkeys(words(f"{book['title']} {book['author']}")):
                self._index[word].append(number)

    def home(self) -> Page:
        return parse_page(self.home_html(), f"{SITE}/")

    def home_html(self) -> str:
        return self._page("<h1>The shop</h1><p>Books about harbours, bridges and gardens.</p>")

    def form(self) -> Form:
        return find_search_forms(self.home())[0]

    async def fetch(self, request: FormRequest) -> Page | None:
        self.requests.append(request)
        return None if self.oddity == "silent" else parse_page(self.answer(request.url), request.url)

    def answer(self, url: str) -> str:
        """The page at an address."""
        parts = urlsplit(url)
        values = {name: found[0] for name, found in parse_qs(parts.query, keep_blank_values=True).items()}
        if parts.path.startswith("/book/"):
            return self._detail(self.books[int(parts.path.rpartition("/")[2]) % len(self.books) - 1])
        return self._answer(values)

    def matches(self, values: Mapping[str, str]) -> list[int]:
        query = words(values.get("q", ""))
        author, language = words(values.get("author", "")), values.get("language", "")
        if not query and not author and not language:
            return list(range(len(self.books))) if self.lists_all else []
        sets = [set(self._index.get(word, ())) for word in query]
        found: set[int] = set(range(len(self.books)))
        if sets:
            found = set.intersection(*sets) if self.combination == "and" else set.union(*sets)
        return sorted(
            number
            for number in found
            if (not author or set(author) <= set(words(self.books[number]["author"])))
            and (not language or self.books[number]["language"] == language)
        )

    def _answer(self, values: Mapping[str, str]) -> str:
        page = int(values.get("page", "1") or "1")
        if self.oddity == "endless":
            rows = [self._endless(values, page * self.page_size + n) for n in range(self.page_size)]
            return self._page(self._rows(rows) + self._next(values, page))
        found = self.matches(values)
        if self.oddity == "random":
            chance = random.Random(len(self.requests))
            found = sorted(chance.sample(range(len(self.books)), min(30, len(self.books)))) if found else []
        if self.oddity == "moving" and page > 1 and len(found) > page * self.page_size:
            start = (page - 1) * self.page_size
            found[start], found[start - 1] = found[start - 1], found[start]
        found = found[: self.max_results]
        if not found:
            said = html.escape(values.get("q") or values.get("author") or "")
            return self._page(f"<p class='none'>Nothing was found for {said}.</p>{self._recommended()}")
        shown = [self.books[number] for number in found[(page - 1) * self.page_size : page * self.page_size]]
        more = self._next(values, page) if len(found) > page * self.page_size else ""
        return self._page(f"<p>Results for you</p>{self._rows(shown)}{more}")

    def _recommended(self) -> str:
        if self.oddity != "recommending":
            return ""
        number = len(self.requests)
        books = [{**book, "title": f"Recommended {number} {n}"} for n, book in enumerate(self.books[:3])]
        return f"<p>Other books</p>{self._rows(books)}"

    def _endless(self, values: Mapping[str, str], number: int) -> Book:
        book = self.books[number % len(self.books)]
        return {**book, "id": str(number), "title": f"{book['title']} {values.get('q', '')} {number}"}

    def _next(self, values: Mapping[str, str], page: int) -> str:
        return f'<a href="/search?{html.escape(urlencode({**values, "page": page + 1}))}">Next page</a>'

    def _rows(self, books: Sequence[Book]) -> str:
        cells = [{name: html.escape(value) for name, value in book.items()} for book in books]
        if self.layout == "table":
            head = "<tr><th>Title</th><th>Written by</th><th>Year</th><th>Language</th><th></th></tr>"
            rows = "".join(
                f'<tr><td><a href="/book/{b["id"]}">{b["title"]}</a></td><td>{b["author"]}</td><td>{b["year"]}</td>'
                f"<td>{b['language']}</td><td>In stock</td></tr>"
                for b in cells
            )
            return f"<table class='results'>{head}{rows}</table>"
        items = "".join(
            f'<li class="hit"><h3><a href="/book/{b["id"]}">{b["title"]}</a></h3><p>Author: {b["author"]}</p>'
            f'<p>Year: {b["year"]}</p><span class="language">{b["language"]}</span>'
            f' <a href="/cart?add={b["id"]}">Buy</a></li>'
            for b in cells
        )
        return f"<ol class='hits'>{items}</ol>"

    def _detail(self, book: Book) -> str:
        binding = "Leather" if book["id"] == "7" else "Paperback"
        return self._page(
            f"<h1>{html.escape(book['title'])}</h1><dl><dt>Publisher</dt><dd>House {html.escape(book['id'])}</dd>"
            f"<dt>Binding</dt><dd>{binding}</dd></dl>"
        )

    def _page(self, content: str) -> str:
        names = sorted({book["language"] for book in self.books})
        options = "".join(f'<option value="{name}">{name}</option>' for name in names)
        form = _FORM.format(options=options) if self.advanced else _SIMPLE
        nav = "<ul class='menu'><li><a href='/new'>New books</a></li><li><a href='/about'>About</a></li></ul>"
        return f"<html><body>{nav}{form}<main>{content}</main><footer>A shop of books</footer></body></html>"
