"""Hypothesis strategies for posts with any characters, including NUL and lone surrogates."""

from __future__ import annotations

from hypothesis import strategies as st

from blogcrawler.items import Blog, Comment, Post

texts = st.text(st.characters(), max_size=40)
long_texts = st.one_of(texts, st.builds(lambda text: text * 5_000, texts))
optional = st.none() | texts
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
json_objects = st.dictionaries(texts, json_values, max_size=3)
dates = st.one_of(optional, st.datetimes().map(lambda date: date.isoformat()), st.dates().map(str))

comments = st.builds(
    Comment,
    id=optional,
    parent=optional,
    author=optional,
    author_url=optional,
    published=dates,
    content_html=texts,
    text=texts,
    type=st.sampled_from([None, "comment", "pingback"]),
)

posts = st.builds(
    Post,
    url=texts,
    blog=texts,
    title=optional,
    authors=st.lists(texts, max_size=3),
    published=dates,
    updated=dates,
    language=optional,
    tags=st.lists(texts, max_size=3),
    content_html=long_texts,
    text=long_texts,
    links=st.lists(texts, max_size=3),
    media=st.lists(json_objects, max_size=2),
    comments=st.lists(comments, max_size=2),
    comments_feed=optional,
    comments_expected=st.none() | st.integers(),
    source=st.dictionaries(texts, texts, max_size=3),
    rendered=st.booleans(),
    fetched=optional,
    posts=st.lists(comments, max_size=2),
    warc=st.none() | st.fixed_dictionaries({"file": texts, "offset": st.integers(0, 2**60), "record_id": texts}),
)
blogs = st.builds(
    Blog,
    url=texts,
    title=optional,
    language=optional,
    feed=optional,
    rules=st.none() | json_objects,
    pattern=st.none() | json_objects,
    crawled=optional,
)
