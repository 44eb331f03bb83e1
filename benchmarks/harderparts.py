"""What stands beside the article and its fields on hard pages, and what articles may consist of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from html import escape
from typing import Any

from babel.dates import format_date
from harderpages import Change, Spot
from lxml import etree
from lxml.etree import _Element

from blogcrawler.dom import parse_page, words
from blogcrawler.extraction import html_text

# --- parts that stand beside the article ----------------------------------------------------------------------------


def _parsed(html: str) -> list[_Element]:
    body = parse_page(f"<body>{html}</body>", "").tree.find("body")
    return [] if body is None else list(body)


def _put_first(spot: Spot, html: str) -> None:
    for element in reversed(_parsed(html)):
        spot.body.insert(0, element)
        if spot.body.text:
            element.tail, spot.body.text = spot.body.text + (element.tail or ""), None


def _put_behind_article(spot: Spot, html: str) -> None:
    if spot.article is None or spot.article is spot.body:
        spot.body.extend(_parsed(html))
        return
    for element in reversed(_parsed(html)):
        spot.article.addnext(element)


def _put_into_article(spot: Spot, html: str) -> None:
    (spot.body if spot.article is None else spot.article).extend(_parsed(html))


def shown(day: datetime | None, language: str, style: str = "long") -> str:
    return "" if day is None else format_date(day.date(), style, locale=language if language != "zh" else "zh_Hans")


def _day(post: dict[str, Any]) -> datetime | None:
    return datetime.fromisoformat(post["published"]) if post["published"] else None


def recent_posts(spot: Spot) -> None:
    """A list of posts with their dates, before the article."""
    rows = "".join(
        f'<li><a href="{escape(p["url"])}">{escape(p["title"])}</a> <span>{shown(_day(p), spot.language)}</span></li>'
        for p in spot.others(5)
    )
    _put_first(spot, f"<div><b>Recent posts</b><ul>{rows}</ul></div>")


def _paragraphs(spot: Spot, post: dict[str, Any], least: int, most: int) -> str:
    said = html_text(post["content_html"] or post["summary_html"] or post["title"]).split()
    begin = spot.random.randrange(max(1, len(said) - most))
    return escape(" ".join(said[begin : begin + spot.random.randint(least, most)]))


def _related(spot: Spot, name: str) -> str:
    rows = "".join(
        f'<div class="{name}"><h3><a href="{escape(p["url"])}">{escape(p["title"])}</a></h3>'
        f"<p>{_paragraphs(spot, p, 20, 40)} …</p></div>"
        for p in spot.others(3)
    )
    return f"<div class='{name}s'><h2>You may also enjoy</h2>{rows}</div>"


def related_behind(spot: Spot) -> None:
    _put_behind_article(spot, _related(spot, "card"))


def related_inside(spot: Spot) -> None:
    _put_into_article(spot, _related(spot, "card"))


_PEOPLE = ("Ann Lee", "Bo Nilsson", "Carla Ruiz", "Dmitri Orlov", "Emi Sato", "Farid Amini", "Grete Holm")


def _comments(spot: Spot, named: bool) -> str:
    """A discussion as long as the article, on what other posts are on, by names and with dates."""
    size = len(html_text(spot.truth["content_html"] or "").split())
    rows, said = [], 0
    posts = spot.others(8) or [spot.truth]
    for number in range(30):
        post = posts[number % len(posts)]
        day = spot.day + timedelta(days=number + 1) if spot.day else None
        who = _PEOPLE[(number * 3 + spot.number) % len(_PEOPLE)]
        text = _paragraphs(spot, post, 15, 60)
        said += len(text.split())
        when = shown(day, spot.language)
        rows.append(f"<li{' class=comment' if named else ''}><b>{who}</b> <span>{when}</span><p>{text}</p></li>")
        if said > size:
            break
    return f"<div{' id=comments' if named else ''}><h3>{len(rows)} comments</h3><ol>{''.join(rows)}</ol></div>"


def comments_named(spot: Spot) -> None:
    _put_behind_article(spot, _comments(spot, True))


def comments_nameless(spot: Spot) -> None:
    _put_behind_article(spot, _comments(spot, False))


def comments_inside(spot: Spot) -> None:
    _put_into_article(spot, _comments(spot, False))


_PROMOS = (
    "Do you like what you read here? Join nine thousand readers and get every new post by mail.",
    "Our new course begins in autumn: learn to cook, bake and brew in twelve evenings. Book your place today.",
    "This site runs without advertisements. If you want to help, buy me a coffee or tell a friend about it.",
    "We are hiring! Have a look at our open positions in Berlin, Lisbon and Warsaw, and write to us.",
    "Get twenty percent off everything in the shop this week with the code that you find in the basket.",
)


def _promo(spot: Spot, text: str) -> None:
    """A box in the middle of the article, among its paragraphs."""
    paragraphs = [] if spot.article is None else [p for p in spot.article.iter("p") if len(words(str(p.text))) > 3]
    if len(paragraphs) > 2:
        box = _parsed(f"<div class='box'><p>{text}</p></div>")[0]
        paragraphs[len(paragraphs) // 2].addprevious(box)


def promo_same(spot: Spot) -> None:
    _promo(spot, _PROMOS[0])


def promo_rotating(spot: Spot) -> None:
    _promo(spot, _PROMOS[spot.random.randrange(5)])


# --- titles, authors, dates -----------------------------------------------------------------------------------------


def breadcrumbs(spot: Spot) -> None:
    title = escape(spot.truth["title"] or "")
    _put_first(spot, f"<div><a href='/'>Home</a> » <a href='/all/'>Posts</a> » <span>{title}</span></div>")


def sticky_bar(spot: Spot) -> None:
    title = escape(spot.truth["title"] or "")
    _put_first(spot, f"<div><span>Now reading</span> <strong>{title}</strong> <button>Share</button></div>")


def logo_heading(spot: Spot) -> None:
    _put_first(spot, f"<h1><a href='/'>{escape(spot.blog)}</a></h1>")


def heading_with_category(spot: Spot) -> None:
    """The title's heading begins with the category, which differs."""
    if spot.title is not None:
        holder = etree.Element("span")
        holder.text = ("Travel", "Food", "Code", "Notes")[spot.random.randrange(4)]
        holder.tail = spot.title.text
        spot.title.text = None
        spot.title.insert(0, holder)


def author_box(spot: Spot) -> None:
    """Other people's names around the article: who edits, and who else writes."""
    editor = _PEOPLE[spot.random.randrange(7)]
    written = zip(_PEOPLE, spot.others(3), strict=False)
    rows = "".join(f"<li>{who}: <a href='/x'>{escape(p['title'])}</a></li>" for who, p in written)
    _put_behind_article(spot, f"<div><p>Edited by {editor}</p><ul>{rows}</ul></div>")


_UPDATED = {
    "en": "Updated", "de": "Aktualisiert am", "fr": "Mis à jour le", "es": "Actualizado el", "pt": "Atualizado em",
    "ru": "Обновлено", "pl": "Zaktualizowano", "zh": "更新于", "ja": "更新日", "ko": "수정",
}  # fmt: skip
_PUBLISHED = {"en": "Published", "de": "Veröffentlicht am", "fr": "Publié le", "es": "Publicado el", "zh": "发表于"}


def _later(spot: Spot) -> str:
    day = spot.day
    return shown(day + timedelta(days=spot.random.randint(5, 700)) if day else None, spot.language)


def _date_line(spot: Spot, html: str) -> None:
    """Put a line with dates below the title, in place of the date that the page shows."""
    if spot.date is not None and spot.date.getparent() is not None and len(words("".join(spot.date.itertext()))) < 12:
        spot.date.text, spot.date[:] = None, []
        spot.date.extend(_parsed(f"<span>{html}</span>"))
    elif spot.article is not None and spot.article is not spot.body:
        spot.article.addprevious(_parsed(f"<p>{html}</p>")[0])


def _words_of(spot: Spot) -> tuple[str, str]:
    return _UPDATED.get(spot.language, "Updated"), _PUBLISHED.get(spot.language, "Published")


def updated_before(spot: Spot) -> None:
    updated, published = _words_of(spot)
    _date_line(spot, f"{updated}: {_later(spot)} | {published}: {shown(spot.day, spot.language)}")


def updated_behind(spot: Spot) -> None:
    updated, published = _words_of(spot)
    _date_line(spot, f"{published}: {shown(spot.day, spot.language)} | {updated}: {_later(spot)}")


def updated_apart(spot: Spot) -> None:
    """The day of the last edit in an element of its own, before that of publication, on two of three posts."""
    updated, published = _words_of(spot)
    edited = f"<span class='when'>{updated} {_later(spot)}</span> " if spot.number % 3 else ""
    _date_line(spot, f"{edited}<span class='when'>{published} {shown(spot.day, spot.language)}</span>")


def _date_as(form: str) -> Change:
    return lambda spot: _date_line(spot, f"{spot.day:{form}}" if spot.day else "")


date_dmy, date_mdy = _date_as("%d/%m/%Y"), _date_as("%m/%d/%Y")
date_short, date_short_mdy = _date_as("%d.%m.%y"), _date_as("%m/%d/%y")


def date_off(spot: Spot) -> None:
    _date_line(spot, "")


# --- what the article is --------------------------------------------------------------------------------------------


def _content(spot: Spot) -> _Element | None:
    """The lowest node that holds the article."""
    gold = set(words(html_text(spot.truth["content_html"] or "")))
    if spot.article is None or not gold:
        return None
    node = spot.article
    while True:
        below = [e for e in node if isinstance(e.tag, str) and len(gold & set(_said(e))) > 0.95 * len(gold)]
        if not below:
            return node
        node = below[0]


def _said(element: _Element) -> Iterator[str]:
    return iter(words(" ".join(element.itertext())))


def _instead(make: Callable[[list[str]], str], *, half: bool = False) -> Change:
    """The article is replaced, on the page and in the truth."""

    def change(spot: Spot) -> None:
        if half and not spot.half:
            return
        content = _content(spot)
        said = html_text(spot.truth["content_html"] or "").split()
        if content is None:
            return
        html = make(said)
        content.text, content[:] = None, _parsed(html)
        spot.truth["content_html"] = spot.truth["summary_html"] = html
        spot.truth["content_is_full"] = bool(html_text(html))

    return change


_PICTURE = "<p><img src='/picture.jpg'></p>"
one_sentence = _instead(lambda said: f"<p>{escape(' '.join(said[:15]))}</p>")
one_list = _instead(
    lambda said: "<ul>" + "".join(f"<li>{escape(' '.join(said[i : i + 4]))}</li>" for i in range(0, 40, 4)) + "</ul>"
)
one_quote = _instead(lambda said: f"<blockquote>{escape(' '.join(said[:30]))}</blockquote>")
one_code = _instead(lambda said: f"<pre><code>{escape(chr(10).join(said[:30]))}</code></pre>")
picture_half = _instead(lambda said: _PICTURE, half=True)
