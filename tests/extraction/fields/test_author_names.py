"""Splitting bylines into names."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from invented_blogs import Habit, invented_posts, pages

from blogcrawler.dom import parse_page
from blogcrawler.extraction import (
    Extractor,
    learn,
    split_names,
)


@pytest.mark.parametrize(
    ("byline", "names"),
    [
        ("Ann Lee", ["Ann Lee"]),
        ("by Ann Lee", ["Ann Lee"]),
        ("By: Ann Lee", ["Ann Lee"]),
        ("Posted by Ann Lee and Bo", ["Ann Lee", "Bo"]),
        ("Written by Ann & Bo", ["Ann", "Bo"]),
        ("Published by  Ann\n Lee", ["Ann Lee"]),
        ("Ann Lee, Bo Ek, Cy Od", ["Ann Lee", "Bo Ek", "Cy Od"]),
        ("Author: Ann Lee", ["Ann Lee"]),
        ("Von Anna und Bob", ["Anna", "Bob"]),
        ("par Jean Dupont et Zoé", ["Jean Dupont", "Zoé"]),
        ("Por João", ["João"]),
        ("Autor: Ana", ["Ana"]),
        ("Автор: Иван Петров", ["Иван Петров"]),
        ("作者：王伟", ["王伟"]),
        ("文／王伟", ["王伟"]),
        ("作者王伟", ["王伟"]),
        ("投稿者: 山田太郎", ["山田太郎"]),
        ("글쓴이: 김철수", ["김철수"]),
        ("작성자 김철수", ["김철수"]),
        ("by 김철수님", ["김철수"]),
        ("2026. 1. 1. 오후 2:27:06에 LiteHell이(가) 작성함.", ["LiteHell"]),
        ("2025. 6. 18.에 김철수이(가) 작성하고 2025. 6. 21. 오후 11:27에 수정함.", ["김철수"]),
        ("김철수님이 작성했습니다", ["김철수"]),
        ("김철수 씀", ["김철수"]),
        ("2014年3月7日 山田太郎さんが投稿", ["山田太郎"]),
        ("王伟 发表于 2014-03-07", ["王伟"]),
        ("3 Mart 2014 tarihinde Ayşe Kaya tarafından yazıldı", ["Ayşe Kaya"]),
        ("Ayşe Kaya tarafından 3 Mart 2014 tarihinde yayınlandı", ["Ayşe Kaya"]),
        ("نویسنده: جواد ادیب", ["جواد ادیب"]),
        ("بقلم أحمد علي", ["أحمد علي"]),
        ("Veröffentlicht von Anna am 3. März 2014", ["Anna"]),
        ("Publié par Zoé le 3 mars 2014", ["Zoé"]),
        ("Scritto da Anna", ["Anna"]),
        ("Geschreven door Jan", ["Jan"]),
        ("Yazar: Ayşe", ["Ayşe"]),
        ("Autore: Anna", ["Anna"]),
        ("Eingestellt von Anna", ["Anna"]),
        ("Upplagd av Åsa Ek", ["Åsa Ek"]),
        ("Av Åsa Ek 3. mai 2014", ["Åsa Ek"]),
        ("Από τον Νίκο Παππά", ["Νίκο Παππά"]),
        ("от Иван Петров", ["Иван Петров"]),
        ("Napsal(a) Jana Nová", ["Jana Nová"]),
        ("Bejegyezte: Kis Éva", ["Kis Éva"]),
        ("מאת דנה לוי", ["דנה לוי"]),
        ("مرسلة بواسطة أحمد علي", ["أحمد علي"]),
        ("โพสต์โดย สมชาย", ["สมชาย"]),
        ("Đăng bởi Lan", ["Lan"]),
        ("張貼者： 王偉", ["王偉"]),
        ("게시자: 김철수", ["김철수"]),
        ("द्वारा आशा", ["आशा"]),
        ("dnia 9 listopada 2021 | Autor: Ewa Nowak | Komentarze 3", ["Ewa Nowak"]),
        ("Đăng bởi Lan Trần ngày 3 tháng 3, 2014", ["Lan Trần"]),
        ("Автор: Иван Петров 3 марта 2014 г.", ["Иван Петров"]),
        ("بواسطة أحمد علي في ٣ مارس ٢٠١٤", ["أحمد علي"]),
        ("เขียนโดย สมชาย ใจดี เมื่อ 3 มีนาคม 2557", ["สมชาย ใจดี"]),
        ("Írta: Kis Éva 2014. március 3.", ["Kis Éva"]),
        ("by 330k 2014", ["330k"]),
        ("by Ann Lee June 22, 2011", ["Ann Lee"]),
        ("by Ann Lee Friday, March 5, 2021", ["Ann Lee"]),
        ("Autor: hektor Fecha: June 22, 2011", ["hektor"]),
        ("Doortje Bakker", ["Doortje Bakker"]),
        ("Olehin Ade", ["Olehin Ade"]),
        ("ann@example.org (Ann Lee)", ["Ann Lee"]),
        ("ann@example.org", []),
        ("@ann", ["ann"]),
        ("| Ann Lee |", ["Ann Lee"]),
        ("By Ann Lee | Saturday, February 08, 2020", ["Ann Lee"]),
        ("Ann Lee and Bo · 3 min read", ["Ann Lee", "Bo"]),
        ("Byron Katie", ["Byron Katie"]),
        ("Brandy Rand", ["Brandy Rand"]),
        ("Parker Porter", ["Parker Porter"]),
        ("Fernando Undset", ["Fernando Undset"]),
        ("admin", []),
        ("Posted by Admin", []),
        ("administrator", []),
        ("root", []),
        ("Anonymous", []),
        ("noreply@blogger.com", []),
        ("https://example.org/ann", []),
        ("by", []),
        ("", []),
        ("x" * 200, []),
        ("2024 Ann Lee, Some rights reserved under a licence", ["Ann Lee"]),
        ("© 2012-2024 Ann Lee", ["Ann Lee"]),
        ("Doug at October 13, 2003 12:07 AM", ["Doug"]),  # the rule has removed the text before the name
    ],
)
def test_names_in_a_byline(byline: str, names: list[str]) -> None:
    assert list(split_names(byline)) == names


@given(st.text(max_size=200))
def test_any_byline_is_read_without_an_error(byline: str) -> None:
    assert all(1 < len(name) <= 60 for name in split_names(byline))


@pytest.mark.parametrize(
    "byline",
    [
        "Posted on {date:%B %-d, %Y} by {name} in {tag}",
        "Posted by {name} at {date:%-I:%M %p} on {date:%A, %B %-d, %Y}",
        "{name} · {date:%d %b %Y} · {date:%-d} min read",
        "{date:%d %b %Y} | {name} | {date:%-d} comments",
        "Von {name} am {date:%d.%m.%Y}",
        "Автор: {name}, {date:%d.%m.%Y}, рубрика: {tag}",
        "作者：{name} 发表于：{date:%Y-%m-%d} 分类：{tag}",
        "<b>{date:%d}</b><i>{date:%b}</i><u>{date:%Y}</u> by <a href='/by/{tag}'>{name}</a>",
    ],
)
def test_name_and_date_are_read_from_one_line(byline: str) -> None:
    habit = Habit(authors=("Ann Lee", "Bo Ek", "Cy Marten-Olsen"), telling=False)
    posts = [
        replace(post, published=post.published + timedelta(days=75 * number))
        for number, post in enumerate(invented_posts(habit, 12))
    ]
    html = []
    for post, page in zip(posts, pages(habit, posts), strict=True):
        line = byline.format(date=post.published, name=post.authors[0], tag=post.tags[0])
        start, end = page.index('<p class="stamp">'), page.index("</p>")
        html.append(f"{page[:start]}<p>{line}{page[end:]}".replace(f"<p>{post.authors[0]} writes", "<p>We write"))
    # the feed lists the newest
    rules = learn((post.entry(), parse_page(page, post.url)) for post, page in zip(posts[6:], html[6:], strict=True))
    found = [
        Extractor(rules).extract(parse_page(page, post.url)) for post, page in zip(posts[:6], html[:6], strict=True)
    ]
    assert [got.authors for got in found] == [list(post.authors) for post in posts[:6]]
    assert [(got.published or "")[:10] for got in found] == [post.published.date().isoformat() for post in posts[:6]]
