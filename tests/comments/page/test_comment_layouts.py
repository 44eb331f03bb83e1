"""The discussions of many programs and hand-made themes are read by structure alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import pytest

from blogcrawler.comments import BlogComments, gather
from blogcrawler.dom import node_text, parse_page

URL = "https://blog.example/2010/05/tides.html"
ARTICLE = """<div id=main><h1>Tides</h1><p class=meta>May 3, 2010 by Eve</p><p>They come and go, and nobody has
        asked them
to. The moon does most of it, and the sun a little.</p><p>Twice a day, on most shores.</p>"""
SIDE = """</div><div id=side><h3>Recent posts</h3><ul><li><a href=/a>Winds</a> May 9, 2010</li><li><a
        href=/b>Clouds</a> May 8, 2010
</li></ul><h3>Recent comments</h3><ul class=recent-comments><li>Ann Lee on <a href=/a#c9>Winds</a></li></ul></div>"""
SAID = [
    (
        12,
        "Ann Lee",
        datetime(2010, 5, 4, 10, 30),
        "<p>They do indeed, and more than once a day.</p><p>Twice, to be exact.</p>",
    ),
    (13, "Zoë Müller-Frank", datetime(2010, 5, 5, 9, 5), "<p>Only on this side of the sea wall.</p>"),
    (17, "bo77", datetime(2010, 5, 6, 23, 59), "<p>Yes.</p>"),
]


@dataclass(frozen=True)
class Layout:
    """How a program writes its discussion: what is above the comments, one comment, what is below."""

    above: str
    comment: str
    below: str = ""
    date: str = "%B %d, %Y at %I:%M %p"
    language: str = "en"
    named: bool = True

    def page(self) -> str:
        boxes = "".join(
            self.comment.format(
                id=number, name=name, date=written.strftime(self.date), iso=written.isoformat(), text=text, count=count
            )
            for count, (number, name, written, text) in enumerate(SAID, 1)
        )
        return f"<html><body>{ARTICLE}{self.above}{boxes}{self.below}{SIDE}</body></html>"


LAYOUTS = {
    "Drupal 6, Garland": Layout(
        "<div id=comments><h2>Comments</h2>",
        """<a id="comment-{id}"></a><div class="comment odd"><div class="clear-block"><span class="submitted">{date}
        — {name}
        (not verified)</span><h3><a href="/node/3#comment-{id}" class="active">Some subject</a></h3><div
        class="content">{text}
        </div></div><div class="links"><ul class="links"><li class="comment_reply first last"><a
        href="/comment/reply/3/{id}">reply
        </a></li></ul></div></div>""",
        "<div class=box><h2>Post new comment</h2><form><input></form></div></div>",
        "%a, %m/%d/%Y - %H:%M",
    ),
    "Drupal 6, Zen": Layout(
        "<div id=comments><h2 id=comments-title>Comments</h2>",
        """<div class="comment comment-published odd clear-block"><h3 class="title"><a
        href="/tides#comment-{id}">Subject {id}</a>
        </h3><div class="submitted">Submitted by <a href="/user/{id}" title="View user profile.">{name}</a> on
        {date}.</div>
        <div class="content">{text}</div><ul class="links"><li><a
        href="/comment/reply/3/{id}">reply</a></li></ul></div>""",
        "</div>",
        "%B %d, %Y - %I:%M%p",
    ),
    "Drupal 7, German": Layout(
        '<div id="comments" class="comment-wrapper"><h2 class="title">Kommentare</h2>',
        """<a id="comment-{id}"></a><div class="comment comment-by-anonymous clearfix" typeof="sioc:Post
        sioct:Comment">
        <h3 property="dc:title"><a href="/comment/{id}#comment-{id}" class="permalink" rel="bookmark">Betreff</a></h3>
        <div class="submitted"><a href="/comment/{id}#comment-{id}" class="permalink" rel="bookmark">Permalink</a>
        <span rel="sioc:has_creator">Gespeichert von <span class="username">{name} (nicht überprüft)</span> am
        {date}</span></div>
        <div class="content"><div class="field field-name-comment-body"><div class="field-items"><div
        class="field-item even">{text}
        </div></div></div></div><ul class="links inline"><li><a
        href="/comment/reply/1/{id}">Antworten</a></li></ul></div>""",
        "</div>",
        "%d. %m. %Y - %H:%M",
        "de",
    ),
    "Drupal 10": Layout(
        '<section class="field field--name-comment comment-wrapper"><a name="comments"></a><h2>Comments</h2>',
        """<article data-comment-user-id="0" id="comment-{id}" class="comment js-comment by-anonymous"
        typeof="schema:Comment">
        <footer class="comment__meta"><article typeof="schema:Person" class="profile"></article><p
        class="comment__author"><span
        typeof="schema:Person" property="schema:name">{name} (not verified)</span></p><p
        class="comment__time">{date}</p>
        <p class="comment__permalink"><a href="/comment/{id}#comment-{id}" rel="bookmark">Permalink</a></p></footer>
        <div class="comment__content"><h3 property="schema:name"><a href="/comment/{id}#comment-{id}"
        rel="bookmark">A subject</a></h3>
        <div class="text-formatted field field--name-comment-body">{text}</div><ul class="links inline"><li
        class="comment-reply">
        <a href="/comment/reply/node/1/comment/{id}">Reply</a></li></ul></div></article>""",
        "<h2>Add new comment</h2><form></form></section>",
        "%a, %m/%d/%Y - %H:%M",
    ),
    "Serendipity": Layout(
        '<div id="comments"><h3 class="serendipity_commentsTitle">Kommentare</h3>',
        """<a id="c{id}"></a><div id="serendipity_comment_{id}" class="serendipity_comment odd"><div
        class="serendipity_commentBody">
        {text}</div><div class="serendipity_comment_source"><a class="comment_source_trace" href="#c{id}">#{count}</a>
        <span class="comment_source_author">{name}</span> am <span class="comment_source_date">{date}</span>
        (<a class="comment_reply" href="#serendipity_CommentForm">Antwort</a>)</div></div>""",
        "</div>",
        "%d.%m.%Y %H:%M",
        "de",
    ),
    "Dotclear": Layout(
        '<div id="comments"><h3>Commentaires</h3><dl>',
        """<dt id="c{id}" class="odd"><a href="#c{id}" class="comment-number">{count}.</a> Le {date} par <a
        href="http://x.example/{id}"
        rel="nofollow">{name}</a></dt><dd class="odd">{text}</dd>""",
        "</dl></div>",
        "%d/%m/%Y, %H:%M",
        "fr",
    ),
    "Z-Blog": Layout(
        '<label id="AjaxCommentBegin"></label><ul class="msg msghead"><li class="tbname">网友评论:</li></ul>',
        """<ul class="msg" id="cmt{id}"><li class="msgname"><img src=a.gif><span class="commentname"><a
        href="http://x.example/{id}">{name}
        </a></span><br><small>发布于 {date} <a href="#comment">回复该评论</a></small></li><li
        class="msgarticle">{text}</li></ul>""",
        '<label id="AjaxCommentEnd"></label>',
        "%Y-%m-%d %H:%M:%S",
        "zh",
    ),
    "BlogEngine.NET": Layout(
        '<h1 id="comment">Comments (3)</h1><div id="commentlist">',
        """<div id="id_{id}" class="vcard comment"><p class="date">{date}</p><p class="gravatar"><img
        alt=""></p><div class="content">{text}
        </div><p class="author"><a href="http://x.example/{id}" class="url fn">{name}</a> <a
        href="#">Reply</a></p></div>""",
        "</div>",
        "%A, %B %d, %Y %I:%M %p",
    ),
    "dasBlog": Layout(
        '<div class="commentViewContainer">',
        """<div class="commentBoxStyle"><div class="commentDateStyle"><a name="{id}"></a>{date}</div><div
        class="commentBodyStyle">{text}
        </div><div class="commentPermalinkStyle"><a href="mailto:x">{name}</a></div></div>""",
        "</div>",
        "%A, %B %d, %Y %I:%M:%S %p (UTC)",
    ),
    "Subtext": Layout(
        '<div id="comments"><h3>Feedback</h3>',
        """<div class="comment"><h4><a name="{id}"></a><a href="#{id}">re: Tides</a></h4><div
        class="commentText">{text}</div>
        <div class="commentInfo">Left by <a href="http://x.example/">{name}</a> on {date}</div></div>""",
        "</div>",
        "%m/%d/%Y %I:%M %p",
    ),
    "Plone": Layout(
        '<div class="discussion">',
        """<div class="comment level-0" id="{id}"><div class="documentByLine"><span>{name}</span> says: <span
        class="commentDate">{date}
        </span></div><div class="commentBody">{text}</div></div>""",
        "</div>",
        "%b %d, %Y %I:%M %p",
    ),
    "JComments": Layout(
        '<div id="jc"><div id="comments"><h4>Comments</h4><div id="comments-list" class="comments-list">',
        """<div class="even" id="comment-item-{id}"><div class="rbox"><div class="comment-box"><span
        class="comments-vote"><span>+{count}</span>
        </span><a class="comment-anchor" href="/tides#comment-{id}" id="comment-{id}">#{count}</a> <span
        class="comment-author">{name}
        </span> <span class="comment-date">{date}</span><div class="comment-body" id="comment-body-{id}">{text}</div>
        <span class="comments-buttons"><a href="#">Quote</a></span></div></div></div>""",
        "</div></div></div>",
        "%Y-%m-%d %H:%M",
    ),
    "b2evolution": Layout(
        '<div class="evo_comments"><h3 class="evo_comments_title">3 comments</h3>',
        """<article id="c{id}" class="evo_comment panel"><div class="panel-heading"><h4 class="evo_comment_title
        panel-title">Comment from:
        <span class="login">{name}</span> [Visitor]</h4></div><div class="panel-body"><div
        class="evo_comment_text">{text}</div></div>
        <div class="panel-footer"><span class="evo_comment_date">{date}</span></div></article>""",
        "</div>",
        "%m/%d/%y @ %H:%M",
    ),
    "Tistory": Layout(
        '<div class="comment"><h3>댓글 3</h3><div class="commentList"><ol>',
        """<li id="comment{id}"><div class="rp_general"><img alt=""><span class="name"><a
        href="http://x.example/">{name}</a></span>
        <span class="date">{date}</span><span class="control"><a href="#">수정/삭제</a> <a
        href="#">댓글쓰기</a></span></div>{text}</li>""",
        "</ol></div></div>",
        "%Y.%m.%d %H:%M",
        "ko",
    ),
    "Hatena": Layout(
        '<div class="comment-box js-comment-box"><ul class="comment js-comment">',
        """<li class="entry-comment"><p class="comment-user-name"><a class="comment-user-id"
        href="http://blog.hatena.ne.jp/x/">
        <span class="comment-nickname">{name}</span></a></p><div class="comment-content">{text}</div>
        <p class="comment-metadata"><time datetime="{iso}">2010-05-04</time></p></li>""",
        "</ul></div>",
        "%Y-%m-%d",
        "ja",
    ),
    "static comments of Jekyll": Layout(
        '<section class="page__comments"><div class="js-comments"><h3>Comments</h3>',
        """<article id="comment{count}" class="js-comment comment"><div
        class="comment__avatar-wrapper"><img></div><div
        class="comment__content-wrapper"><h3 class="comment__author">{name}</h3><p class="comment__date"><a
        href="#comment{count}">{date}
        </a></p><div itemprop="text">{text}</div></div></article>""",
        "</div></section>",
    ),
    "wpDiscuz": Layout(
        '<div id="wpdcom"><div class="wpd-thread-head">3 Comments</div><div class="wpd-thread-list">',
        """<div id="wpd-comm-{id}_0" class="comment depth-1 wpd-comment"><div class="wpd-comment-wrap"><div
        class="wpd-comment-left"><div
        class="wpd-avatar"></div></div><div class="wpd-comment-right"><div class="wpd-comment-header"><div
        class="wpd-comment-author">
        {name}</div><div class="wpd-comment-date" title="{date}">{date}</div></div><div
        class="wpd-comment-text">{text}</div>
        <div class="wpd-comment-footer"><div class="wpd-vote">0</div><div
        class="wpd-reply-button"><span>Reply</span></div></div></div></div></div>""",
        "</div></div>",
    ),
    "headings say who and when": Layout(
        "<section class=comments><section><a name=comments></a>",
        "<h3>On {date}, <a href=http://x.example/>{name}</a> commented:</h3>{text}",
        "</section><p>Commenting on this post is now closed.</p></section>",
        "%d %B %Y at %I:%M %p",
    ),
    "a table": Layout(
        "<p><b>Comments:</b></p><table>",
        "<tr><td><b>{name}</b><br><font size=1>{date}</font></td><td>{text}</td></tr>",
        "</table>",
        "%m/%d/%Y",
    ),
    "a heading that is none": Layout(
        "<div class=x7><div class=h>3 Kommentare</div><div class=y>",
        "<div class=z><div><b>{name}</b> | {date}</div>{text}</div>",
        "</div></div>",
        "%d.%m.%Y, %H:%M Uhr",
        "de",
    ),
    "names of elements in another language": Layout(
        "<div id=comentarios>",
        "<div class=comentario><div class=cabecera>{date} {name} dijo:</div><div class=texto>{text}</div></div>",
        "</div>",
        "%d/%m/%Y",
        "es",
    ),
    "no dates": Layout(
        "<h3>3 comments</h3><div class=list>",
        "<div class=item><strong>{name}</strong>{text}</div>",
        "</div>",
    ),
    "no dates and no boxes": Layout("<h3>3 comments</h3>", "<p><b>{name} says:</b></p>{text}", "<form></form>"),
    "no names": Layout(
        "<h3 id=comments>3 comments</h3><ol>",
        "<li id=comment-{id}>{text}<small>{date}</small></li>",
        "</ol>",
        named=False,
    ),
    "neither names nor dates": Layout(
        "<div id=comments><h3>3 comments</h3><ol>", "<li>{text}</li>", "</ol></div>", named=False
    ),
    "old comments of Disqus": Layout(
        '<div id="disqus_thread"><div id="dsq-content"><ul id="dsq-comments">',
        """<li class="comment even depth-1" id="dsq-comment-{id}"><div id="dsq-comment-header-{id}"
        class="dsq-comment-header"><cite
        id="dsq-cite-{id}">http://x.example/ <span id="dsq-author-user-{id}">{name}</span></cite></div><div
        class="dsq-comment-body">
        <div class="dsq-comment-message">{text}</div></div></li>""",
        "</ul></div></div>",
    ),
}


def read(page: str, language: str) -> tuple[list[tuple[str | None, str]], str]:
    """The comments of a page, and what remains of it once they are emptied."""
    parsed = parse_page(page, URL)
    gathering = gather(parsed, URL, None, BlogComments(language=language), datetime(2020, 1, 1), [])
    try:
        next(gathering)
        while True:
            gathering.send(None)
    except StopIteration as end:
        talk = end.value
    talk.blank_on(parsed)
    return [(one.author, one.text) for one in talk.comments], node_text(parsed.tree)


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_comments_of_a_layout_are_read(name: str) -> None:
    layout = LAYOUTS[name]
    comments, rest = read(layout.page(), layout.language)
    assert comments == [
        ("Ann Lee" if layout.named else None, "They do indeed, and more than once a day.\nTwice, to be exact."),
        ("Zoë Müller-Frank" if layout.named else None, "Only on this side of the sea wall."),
        ("bo77" if layout.named else None, "Yes."),
    ]
    assert "sea wall" not in rest
    assert "Twice a day, on most shores." in rest
    assert "Clouds" in rest
