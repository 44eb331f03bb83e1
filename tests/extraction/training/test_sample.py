from __future__ import annotations

from blogsite import MadePost, make_posts, page

from blogcrawler.dom import parse_page
from blogcrawler.extraction import Extractor, learn
from blogcrawler.items import FeedEntry

POSTS = make_posts(9, seed=4)


def fields(post: MadePost) -> str:
    """A post in Drupal, in its feed as on its page: the text, its categories, and an attached file."""
    tags = "".join(f"<div class=field-item><a href='/t/{tag}'>{tag.title()}</a></div>" for tag in post.tags)
    return (
        f'<div class="field field-name-body"><div class="field-item even">{post.article()}</div></div>'
        '<div class="field field-type-taxonomy-term-reference"><div class="field-label">Category:</div>'
        f'{tags}</div><div class="field field-type-file"><table><tr><th>Attachment<th>Size<tr><td>{post.tags[0]}.zip'
        "<td>58.81 KB</table></div>"
    )


def test_categories_in_the_text_of_a_drupal_feed_are_not_part_of_the_article_but_attachments_are():
    pairs = []
    for number, post in enumerate(POSTS):
        html = page(post.title, f"<div class=node><h1>{post.title}</h1><div class=content>{fields(post)}</div></div>")
        url = f"http://example.org/node/{number}"
        pairs.append((FeedEntry(url, post.title, content_html=fields(post)), parse_page(html, url)))
    extractor = Extractor(learn(pairs[:6], "en"))
    for (_, made), post in zip(pairs[6:], POSTS[6:], strict=True):
        assert extractor.extract(made).text == f"{post.text}\nAttachment | Size\n{post.tags[0]}.zip | 58.81 KB"
