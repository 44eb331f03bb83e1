"""Posts in many scripts, and searches with the posts that they must find in every database."""

from __future__ import annotations

from blogcrawler.items import Blog, Comment, Post
from blogcrawler.store import SearchQuery, Store

BLOG = "https://example.org/"
OTHER = "https://other.example/blog/"

POSTS = [
    Post(
        f"{BLOG}gardens",
        BLOG,
        "Über Gärten",
        ["Ada Moss", "Ben Reed"],
        "2024-03-31T23:00:00+01:00",
        language="de-AT",
        tags=["Rosen", "C++"],
        text="Ein Text über Rosen.\nUnd Efeu, viel Efeu.",
        comments=[Comment("c1", author="Zoë", text="What a zebra"), Comment("c2", text="Two zebra words")],
    ),
    Post(
        f"{BLOG}roses",
        BLOG,
        "On roses",
        ["Ben Reed"],
        "2023-05-01",
        language="en-GB",
        tags=["wild roses"],
        text="Roses and IVY in the garden.\nA red rose is a rose, don’t you think?",
    ),
    Post(
        f"{BLOG}library",
        BLOG,
        "東京図書館",
        ["山田太郎"],
        "2022-05-01",
        language="ja",
        text="東京都に行きました。図書館で本を読む。",
    ),
    Post(f"{BLOG}undated", BLOG, "No date", text="ivy and a zebra garden; roses in passing"),
    Post(
        f"{OTHER}school",
        OTHER,
        "학교에서",
        published="2020-01-01",
        language="ko",
        text="สวัสดีครับ\nمكتبة كبيرة\nЁлка и хлеб\nहिन्दी में\n我们去图书馆",
    ),
    Post(
        f"{OTHER}thread",
        OTHER,
        "A thread",
        published="2019-12-31",
        type="thread",
        text="the question",
        posts=[Comment("1", text="the question", type=None), Comment("2", text="an answer", type=None)],
    ),
]

#: What is searched for, and the last parts of the addresses that are found, in order.
CASES: list[tuple[SearchQuery, list[str]]] = [
    (SearchQuery(), ["gardens", "roses", "library", "school", "thread", "undated"]),
    (SearchQuery("garten"), ["gardens"]),
    (SearchQuery("GÄRTEN"), ["gardens"]),
    (SearchQuery("Ga\u0308rten"), ["gardens"]),
    (SearchQuery("roses"), ["roses", "undated"]),
    (SearchQuery("zebra"), ["undated", "gardens"]),
    (SearchQuery("zebra", where="comments"), ["gardens"]),
    (SearchQuery("zebra", where="posts"), ["undated"]),
    (SearchQuery("zoe zebra"), ["gardens"]),
    (SearchQuery("efeu zebra"), ["gardens"]),
    (SearchQuery("efeu zebra", where="comments"), []),
    (SearchQuery("gard"), []),
    (SearchQuery("gard* red"), ["roses"]),
    (SearchQuery('"red rose"'), ["roses"]),
    (SearchQuery('"rose red"'), []),
    (SearchQuery("“red rose”"), ["roses"]),
    (SearchQuery('"a red ro*'), ["roses"]),
    (SearchQuery("don't"), ["roses"]),
    (SearchQuery("ivy -zebra"), ["roses"]),
    (SearchQuery('roses -"red rose"'), ["undated"]),
    (SearchQuery("-ivy"), ["gardens", "library", "school", "thread"]),
    (SearchQuery("-zebra", where="comments"), ["roses", "library", "school", "thread", "undated"]),
    (SearchQuery("図書館"), ["library"]),
    (SearchQuery("図書"), ["library"]),
    (SearchQuery("館"), ["library"]),
    (SearchQuery("京都"), ["library"]),
    (SearchQuery("大阪"), []),
    (SearchQuery("图书馆"), ["school"]),
    (SearchQuery("学校"), []),
    (SearchQuery("학교"), ["school"]),
    (SearchQuery("สวัสดี"), ["school"]),
    (SearchQuery("ครับ"), ["school"]),
    (SearchQuery("مَكتبة"), ["school"]),
    (SearchQuery("елка"), ["school"]),
    (SearchQuery("हिन्दी"), ["school"]),
    (SearchQuery("ह"), []),
    (SearchQuery("answer"), ["thread"]),
    (SearchQuery("!?"), []),
    (SearchQuery('" - * ('), []),
    (SearchQuery("AND OR NOT NEAR title:x"), []),
    (SearchQuery("'; DROP TABLE posts; --"), []),
    (SearchQuery("ro\0ses \ud800"), []),
    (SearchQuery(author="moss"), ["gardens"]),
    (SearchQuery(author="Ada MOSS"), ["gardens"]),
    (SearchQuery(author="moss ben"), []),
    (SearchQuery(author="Reed"), ["gardens", "roses"]),
    (SearchQuery(author="太郎"), ["library"]),
    (SearchQuery(tag="rosen"), ["gardens"]),
    (SearchQuery(tag="#Rosen"), ["gardens"]),
    (SearchQuery(tag="c++"), ["gardens"]),
    (SearchQuery(tag="c"), []),
    (SearchQuery(tag="roses"), []),
    (SearchQuery(language="de"), ["gardens"]),
    (SearchQuery(language="DE-at"), ["gardens"]),
    (SearchQuery(language="de-DE"), []),
    (SearchQuery(language="d"), []),
    (SearchQuery(blog="example.org", language="en"), ["roses"]),
    (SearchQuery(blog="other.example"), ["school", "thread"]),
    (SearchQuery(blog="https://unknown.example/"), []),
    (SearchQuery("roses", blog=BLOG, author="reed", tag="wild roses", since="2023-05-01", language="en"), ["roses"]),
    (SearchQuery(since="2023"), ["gardens", "roses"]),
    (SearchQuery(since="2024-03-31"), ["gardens"]),
    (SearchQuery(since="2024-04-01"), []),
    (SearchQuery(until="2019"), ["thread"]),
    (SearchQuery(since="2020", until="2022-05"), ["library", "school"]),
    (SearchQuery(since="2023-05-01", until="2023-05-01"), ["roses"]),
    (SearchQuery(since="2024", until="2020"), []),
]


def fill(store: Store) -> None:
    """Save the posts and their blogs."""
    store.save_blog(Blog(BLOG))
    store.save_blog(Blog(OTHER))
    store.save_posts(POSTS)


def found(store: Store, query: SearchQuery) -> list[str]:
    """The last parts of the addresses that a search finds."""
    result = store.search(query)
    assert result.total_is_exact
    assert result.total == len(result.hits)
    return [hit.url.rsplit("/", 1)[1] for hit in result.hits]
