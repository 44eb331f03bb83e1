"""Pages with the odd markup and the odd addresses of the web, for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

URL = "https://blog.example/2023/05/tides/"
TAGS = (
    "div p span a li ul ol table tr td h1 h2 pre article main section header footer time abbr cite form button "
    'noscript svg template iframe o:p fb:like g:plusone xml:box my-box a² b"c st1:place ins'
).split()
ADDRESSES = (
    "/2023/05/tides/|/2023/05/waves/|/page/2/|?page=2|?replytocom=7|#top|//[x/|http://[::1|http://|//|javascript:void(0)|"
    "mailto:a@b.example|http://blog.example:port/|http://blog.example:99999/|https://blog.example/%zz|https://blog.example/\ud800|"
    "https://blog.example/ü ü|data:,x|tel:1|http://a]b/|\\\\x\\y|https://блог.example/|https:///x|http:/x|feed:https://blog.example/"
).split("|")
ATTRIBUTES = st.one_of(
    st.sampled_from(
        [
            "",
            "id=comments",
            "id=comment-7",
            "class=comment",
            "class='comment byuser'",
            "class=author",
            "class='entry-content'",
            "class=entry-title",
            "rel=author",
            "rel='tag category'",
            "rel=next",
            "itemprop=datePublished",
            "itemprop='author name'",
            "itemscope itemtype=https://schema.org/BlogPosting",
            "datetime=2023-05-04T10:00:00+99:99",
            "datetime=2023-05-04",
            "hidden",
            "style='display:none'",
            "srcset=', 1w,,x 2x'",
            "data-next-page=//[x/",
            "onclick=\"location='//[x/'\"",
        ]
    ),
    st.builds(
        "{}={!r}".format, st.sampled_from(["href", "src", "data-src", "cite", "action"]), st.sampled_from(ADDRESSES)
    ),
)
TEXTS = st.sampled_from(
    [
        "",
        "Ann says:",
        "Posted by: Ann at May 4, 2023 10:00 PM",
        "4 May 2023",
        "31.02.2023",
        "99999999999999 days ago",
        "yesterday",
        "3 comments",
        "Reply",
        "Tides",
        "They come and go, and nobody on the pier has ever asked why that should be so.",
        "😀 😃",
        ". . .",
        "潮の満ち引きについて書きました。",
        "&#0;&#xD800;&nbsp;&bogus;",
        "\x00\x0b\ufffe",
        "²³½",
    ]
)
HEADS = st.lists(
    st.one_of(
        st.builds("<base href={!r}>".format, st.sampled_from(ADDRESSES)),
        st.builds("<link rel=canonical href={!r}>".format, st.sampled_from(ADDRESSES)),
        st.builds("<link rel=alternate type=application/rss+xml href={!r}>".format, st.sampled_from(ADDRESSES)),
        st.builds("<meta property=og:image content={!r}>".format, st.sampled_from(ADDRESSES)),
        st.builds(
            "<script data-isso={!r} src=//i.example/js/embed.min.js></script>".format, st.sampled_from(ADDRESSES)
        ),
        st.builds("<script>var disqus_shortname = {!r};</script>".format, st.sampled_from(ADDRESSES)),
        st.sampled_from(
            [
                "<title>Tides | A blog</title>",
                "<title></title>",
                "<html lang=xx-Nonsense-12345>",
                "<meta name=generator content='WordPress 6.4'>",
                "<meta name=generator content=blogger>",
                "<meta property=article:published_time content=2023-13-45T99:99>",
                "<meta name=author content=''>",
                '<script type=application/ld+json>{"@type":["BlogPosting"],"author":[1,null,{"name":[]}]}</script>',
                '<script type=application/ld+json>[[[{"@graph":{"datePublished":7}}]]]</script>',
                '<script type=application/ld+json>{"@type":"BlogPosting","datePublished":"x","image":{}}</script>',
            ]
        ),
    ),
    max_size=5,
).map("".join)


@st.composite
def odd_bodies(draw: st.DrawFn) -> str:
    """Tags that are opened and perhaps closed, with odd attributes and texts between them."""
    parts: list[str] = []
    for _ in range(draw(st.integers(0, 25))):
        tag = draw(st.sampled_from(TAGS))
        parts.append(f"<{tag} {draw(ATTRIBUTES)} {draw(ATTRIBUTES)}>{draw(TEXTS)}")
        if draw(st.booleans()):
            parts.append(f"</{draw(st.sampled_from([tag, *TAGS]))}>{draw(TEXTS)}")
    return "".join(parts)


#: Whole pages; the last part may follow the end of the document.
odd_pages = st.builds(
    "<html><head>{}</head><body>{}</body></html>{}".format, HEADS, odd_bodies(), st.just("") | odd_bodies()
)
