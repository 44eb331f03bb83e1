from __future__ import annotations

import pytest
from update_steps import HOME, RULES, entry, known_blog, url

from blogcrawler.dom import parse_page
from blogcrawler.extraction import ArticleRule, FieldRule, RuleSet
from blogcrawler.items import Post, Provenance
from blogcrawler.updating.template_change import (
    PageCheck,
    RuleCheck,
    choose_extractor,
    has_new_template,
    relearn,
    template_changed,
)

WORK, DIFFER, FAIL = RuleCheck.WORK, RuleCheck.DIFFER, RuleCheck.FAIL
TEXTS = [
    f"This is the text of post {number} about subject {number * 7}. " + f"It has sentence {number} with words. " * 4
    for number in range(8)
]


def old_page(number: int, text: str | None = None) -> str:
    return (
        f"<html><body><h1 class=t>Post {number}</h1><div class=entry><p>{text or TEXTS[number]}</p></div></body></html>"
    )


def new_page(number: int) -> str:
    return (
        f"<html><title>Post {number}</title><body><div class=top>Menu</div><h2 class=head>Post {number}</h2>"
        f"<section class=story><p>{TEXTS[number]}</p></section><div class=foot>Imprint and more</div></body></html>"
    )


def record(number: int, **fields: object) -> Post:
    given: dict[str, object] = {
        "text": TEXTS[number].strip(),
        "content_html": f"<p>{TEXTS[number].strip()}</p>",
        "title": f"Post {number}",
        "source": {"text": Provenance.RULE, "content_html": Provenance.RULE},
    }
    return Post(url=url(number), blog=HOME, **given | fields)  # type: ignore[arg-type]


def check(number: int, html: str, **fields: object) -> PageCheck:
    return PageCheck(parse_page(html, url(number)), None, record(number, **fields))


@pytest.mark.parametrize(
    ("results", "changed"),
    [
        ([], False),
        ([WORK], False),
        ([FAIL], True),
        ([FAIL, WORK], True),
        ([FAIL, WORK, WORK], False),
        ([DIFFER, DIFFER], False),
        ([DIFFER, DIFFER, DIFFER], True),
        ([DIFFER, DIFFER, WORK], False),
        ([DIFFER] * 4 + [WORK], True),
        ([DIFFER] * 3 + [WORK], False),
        ([DIFFER] * 7 + [WORK] * 2, False),
        ([FAIL, DIFFER, DIFFER, DIFFER, WORK], True),
    ],
)
def test_a_template_has_changed_if_half_of_the_pages_fail_or_nearly_all_of_several_differ(
    results: list[RuleCheck], changed: bool
):
    assert template_changed(results) is changed


def test_rules_that_read_the_known_text_work():
    assert not has_new_template([check(number, old_page(number)) for number in range(3)], known_blog())


def test_rules_that_do_not_find_an_article_that_is_there_fail():
    assert has_new_template([check(0, new_page(0))], known_blog())


def test_a_text_that_is_not_on_the_page_any_more_says_nothing_about_the_rules():
    assert not has_new_template([check(0, old_page(0, "It was withdrawn by its author."))], known_blog())


@pytest.mark.parametrize(
    "fields",
    [{"text": "Too short."}, {"source": {"text": Provenance.FALLBACK}}, {"source": {"text": Provenance.GUESS}}],
)
def test_too_short_texts_and_those_not_read_by_the_rules_are_not_checked(fields: dict[str, object]):
    assert not has_new_template([check(0, new_page(0), **fields)], known_blog())


def test_a_title_that_is_there_but_not_read_is_a_failure():
    titled = RuleSet(RULES.article, title=(FieldRule("//h1[@class='t']", 1.0),), language="en")
    source = {"text": Provenance.RULE, "title": Provenance.RULE}
    page = old_page(0).replace("<h1 class=t>Post 0</h1>", "<b>Post 0</b>")
    assert has_new_template([check(0, page, source=source)], known_blog(titled))
    assert not has_new_template([check(0, old_page(0), source=source)], known_blog(titled))


def test_tags_that_differ_on_nearly_all_of_several_pages_mean_a_new_template():
    tagged = RuleSet(RULES.article, tags=(FieldRule("//i", 1.0, several=True),), language="en")
    source = {"text": Provenance.RULE, "tags": Provenance.RULE}
    pages = [
        check(number, old_page(number).replace("</h1>", "</h1><i>cats</i>"), source=source, tags=["dogs"])
        for number in range(3)
    ]
    assert has_new_template(pages, known_blog(tagged))
    assert not has_new_template(pages[:2], known_blog(tagged))


def test_a_new_post_checks_the_rules_by_its_feed_entry():
    announced = entry(0, content_html=f"<p>{TEXTS[0]}</p>")
    assert has_new_template([PageCheck(parse_page(new_page(0), url(0)), announced, None)], known_blog())
    assert not has_new_template([PageCheck(parse_page(old_page(0), url(0)), announced, None)], known_blog())
    assert not has_new_template([PageCheck(parse_page(new_page(0), url(0)), entry(0), None)], known_blog())


def test_a_page_can_teach_if_its_text_is_known():
    page = parse_page(new_page(0), url(0))
    assert PageCheck(page, None, record(0)).can_teach()
    assert PageCheck(page, entry(0, content_html="<p>text"), None).can_teach()
    assert not PageCheck(page, entry(0), None).can_teach()


def test_new_rules_are_learned_and_the_old_ones_kept():
    blog = known_blog()
    checks = [check(number, new_page(number)) for number in range(6)]
    learned = relearn(blog, checks)
    assert learned is not None
    assert learned.older == (blog.rules,)
    assert not has_new_template(checks, learned)
    assert "story" in learned.rules.article[0].selector


def test_learning_leaves_the_pages_as_they_were():
    checks = [check(number, new_page(number)) for number in range(6)]
    before = [one.text() for one in checks]
    relearn(known_blog(), checks)
    assert [one.text() for one in checks] == before


def test_without_the_known_texts_no_rules_are_learned():
    checks = [check(number, "<html><body><p>Nothing here</p></body></html>") for number in range(4)]
    assert relearn(known_blog(), checks) is None


def test_a_page_in_an_old_template_is_read_by_the_old_rules():
    blog = known_blog(RuleSet((ArticleRule("//section[@class='story']", 1.0),), language="en"))
    assert choose_extractor(blog, check(0, old_page(0))) is blog.extractor  # there are no other rules
    blog.older = (RULES,)
    assert choose_extractor(blog, check(0, new_page(0))) is blog.extractor
    assert choose_extractor(blog, check(0, old_page(0, "It was edited."))).rules == RULES
    assert choose_extractor(blog, PageCheck(parse_page(old_page(0), url(0)), None, None)).rules == RULES
