"""Whole blogs, learned from their feed: on pages never seen, every field is what its author wrote."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime

import pytest
from babel.dates import format_date
from invented_blogs import HOME, Habit, InventedPost, extracted, invented_posts, learned, pages, training

from blogcrawler.dom import parse_page
from blogcrawler.extraction import ExtractedPost, Extractor, RuleSet, learn
from blogcrawler.items import FeedEntry

CONTAINERS = ["id", "class", "numbered id", "path", "tag"]
FEEDS = ["full", "teasers", "titles"]


def split(habit: Habit, training_pages: int, seed: int = 1) -> tuple[list[InventedPost], list[InventedPost]]:
    posts = invented_posts(habit, training_pages + 3, seed)
    return posts[:training_pages], posts[training_pages:]


def articles(got: list[ExtractedPost]) -> list[str]:
    return [extract.text for extract in got]


def written(posts: list[InventedPost]) -> list[str]:
    return [post.text for post in posts]


@pytest.mark.parametrize("feed", FEEDS)
@pytest.mark.parametrize("container", CONTAINERS)
def test_the_article_is_exact_if_the_elements_around_it_have_class_names(container: str, feed: str) -> None:
    habit = Habit(container)
    seen, unseen = split(habit, 6)
    got = extracted(learned(habit, seen, feed), habit, unseen)
    assert articles(got) == written(unseen)
    assert {(extract.source["text"], extract.source["content_html"]) for extract in got} == {("rule", "rule")}


@pytest.mark.parametrize("feed", FEEDS)
@pytest.mark.parametrize("container", CONTAINERS)
def test_the_article_is_exact_if_no_element_inside_has_a_class_name(container: str, feed: str) -> None:
    habit = Habit(container, telling=False, talk=False)
    seen, unseen = split(habit, 6)
    assert articles(extracted(learned(habit, seen, feed), habit, unseen)) == written(unseen)


@pytest.mark.parametrize("container", CONTAINERS)
def test_a_full_feed_keeps_nameless_comments_out_of_the_article(container: str) -> None:
    habit = Habit(container, telling=False)
    seen, unseen = split(habit, 6)
    assert articles(extracted(learned(habit, seen), habit, unseen)) == written(unseen)


@pytest.mark.parametrize("feed", FEEDS)
@pytest.mark.parametrize("container", ["id", "class", "numbered id", "tag"])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_one_or_two_training_pages_are_enough(count: int, container: str, feed: str) -> None:
    habit = Habit(container)
    seen, unseen = split(habit, count)
    got = extracted(learned(habit, seen, feed), habit, unseen)
    assert articles(got) == written(unseen)
    assert [extract.title for extract in got] == [post.title for post in unseen]


@pytest.mark.parametrize("seed", range(4))
def test_the_article_s_html_is_the_author_s(seed: int) -> None:
    habit = Habit()
    seen, unseen = split(habit, 6, seed)
    got = extracted(learned(habit, seen), habit, unseen)
    assert ["".join(extract.content_html.split()) for extract in got] == ["".join(post.html.split()) for post in unseen]
    assert all(link.startswith("https://example.com/") for extract in got for link in extract.links)


@pytest.mark.parametrize("feed", FEEDS)
def test_short_fields_are_read_by_rule(feed: str) -> None:
    habit = Habit(authors=("Ann Lee", "Bo Ek", "Cy Od"))
    seen, unseen = split(habit, 6)
    for extract, post in zip(extracted(learned(habit, seen, feed), habit, unseen), unseen, strict=True):
        assert extract.title == post.title
        assert tuple(extract.authors) == post.authors
        assert extract.published == post.published.date().isoformat()
        assert tuple(sorted(extract.tags)) == post.tags
        assert {extract.source[name] for name in ("title", "authors", "published", "tags")} == {"rule"}


def test_the_only_author_in_the_feed_is_used_if_pages_name_none() -> None:
    seen, unseen = split(Habit(authors=("Ann Lee",)), 4)
    nameless = Habit(authors=("",))
    pairs = [(post.entry(), parse_page(nameless.page(replace(post, authors=("",))), post.url)) for post in seen]
    page = nameless.page(replace(unseen[0], authors=("",)))
    extract = Extractor(learn(pairs)).extract(parse_page(page, unseen[0].url))
    assert (extract.authors, extract.source["authors"]) == (["Ann Lee"], "feed")


def test_two_authors_of_one_post_are_two_names() -> None:
    habit = Habit(authors=("Ann Lee", "Bo Ek"))
    seen, unseen = split(habit, 6)
    both = replace(unseen[0], authors=("Ann Lee", "Bo Ek"))
    (extract,) = extracted(learned(habit, seen), habit, [both])
    assert extract.authors == ["Ann Lee", "Bo Ek"]


@pytest.mark.parametrize(
    ("language", "form"),
    [
        ("en", "MMMM d, y"),
        ("en-GB", "d MMMM y"),
        ("de", "EEEE, d. MMMM y"),
        ("fr", "d MMMM y"),
        ("es", "d 'de' MMMM 'de' y"),
        ("pt-BR", "d 'de' MMMM 'de' y"),
        ("it", "d MMM y"),
        ("nl", "d MMMM y"),
        ("ru", "d MMMM y 'г.'"),
        ("pl", "d MMMM y"),
        ("cs", "d. MMMM y"),
        ("fi", "d. MMMM y"),
        ("tr", "d MMMM y"),
        ("el", "d MMMM y"),
        ("ja", "y年M月d日"),
        ("zh-CN", "y年M月d日"),
        ("ko", "y년 M월 d일"),
        ("uk", "d MMMM y"),
        ("en", "dd.MM.yyyy"),
        ("en", "yyyy/MM/dd"),
        ("en", "yyyy-MM-dd"),
    ],
)
def test_dates_are_read_in_the_blog_s_language_and_habit(language: str, form: str) -> None:
    habit = Habit(language=language, date=lambda when: format_date(when, form, language.replace("-", "_")))
    seen, unseen = split(habit, 6)
    got = extracted(learned(habit, seen), habit, unseen)
    assert [extract.published for extract in got] == [post.published.date().isoformat() for post in unseen]


@pytest.mark.parametrize(("form", "month_first"), [("%d/%m/%Y", False), ("%m/%d/%Y", True)])
def test_the_training_pages_decide_whether_the_day_or_the_month_comes_first(form: str, month_first: bool) -> None:
    habit = Habit(date=lambda when: when.strftime(form))
    seen, unseen = split(habit, 6)
    asked = replace(unseen[0], published=datetime(2014, 4, 3))
    asked_page = parse_page(habit.page(asked), asked.url)
    assert ("04/03/2014" in habit.page(asked)) is month_first
    assert Extractor(learned(habit, seen)).extract(asked_page).published == "2014-04-03"


@pytest.mark.parametrize("feed", FEEDS)
def test_a_feed_entry_that_links_to_another_post_does_not_spoil_the_rules(feed: str) -> None:
    habit = Habit(authors=("Ann Lee", "Bo Ek"))
    seen, unseen = split(habit, 6)
    pairs = training(habit, seen, feed)
    pairs[2] = (seen[5].entry(feed), pairs[2][1])
    got = extracted(learn(pairs), habit, unseen)
    assert articles(got) == written(unseen)
    assert [extract.title for extract in got] == [post.title for post in unseen]
    assert [extract.published for extract in got] == [post.published.date().isoformat() for post in unseen]


def test_a_feed_entry_whose_page_is_not_a_post_does_not_spoil_the_rules() -> None:
    habit = Habit("class")
    seen, unseen = split(habit, 6)
    pairs = training(habit, seen)
    gone = "<html><title>Not found</title><body><h1>Not found</h1><p>There is nothing here.</p></body></html>"
    pairs[0] = (pairs[0][0], parse_page(gone, pairs[0][1].url))
    assert articles(extracted(learn(pairs), habit, unseen)) == written(unseen)


def test_feed_values_win_over_page_values() -> None:
    habit = Habit(authors=("Ann Lee", "Bo Ek"))
    seen, unseen = split(habit, 5)
    post = unseen[0]
    entry = replace(post.entry(), authors=("Feed Author",), tags=("Feed",))
    extract = Extractor(learned(habit, seen)).extract(parse_page(habit.page(post), post.url), entry)
    assert (extract.authors, extract.tags) == (["Feed Author"], ["Feed"])
    assert extract.published == post.published.isoformat()
    assert {extract.source[name] for name in ("authors", "tags", "published")} == {"feed"}


OTHER_TEMPLATE = """<html lang="en"><head><title>{title} | Elsewhere</title>
    <meta property="article:published_time" content="2013-05-06T07:08:09+02:00">
    </head>
    <body><nav><a href="/">Home</a></nav><main><section><h2>{title}</h2>{html}</section></main>
    <footer>All rights reserved.</footer></body></html>"""


@pytest.mark.parametrize("rules", [None, RuleSet()], ids=["other template", "no rules"])
def test_a_page_without_a_matching_rule_is_read_by_metadata_and_fallback(rules: RuleSet | None) -> None:
    habit = Habit("class", authors=("Ann Lee", "Bo Ek"))
    seen, unseen = split(habit, 5)
    post = unseen[0]
    page = OTHER_TEMPLATE.format(title="An older post", html=post.html)
    extract = Extractor(rules or learned(habit, seen)).extract(parse_page(page, post.url))
    assert extract.text.removeprefix("An older post\n") == post.text
    assert extract.title == "An older post"
    assert extract.published == "2013-05-06T07:08:09+02:00"
    assert extract.source["text"] == extract.source["content_html"] == "fallback"
    assert {extract.source[name] for name in ("title", "published")} == {"metadata"}


def test_the_date_in_the_url_is_the_last_resort() -> None:
    extract = Extractor(RuleSet()).extract(parse_page("<p>Text of a post.</p>", f"{HOME}/2012/11/30/post"))
    assert (extract.published, extract.source["published"]) == ("2012-11-30", "metadata")


@pytest.mark.parametrize("feed", FEEDS)
@pytest.mark.parametrize("container", CONTAINERS)
def test_rules_survive_being_stored(container: str, feed: str) -> None:
    habit = Habit(container, date=lambda when: when.strftime("%-d %B %Y %H:%M"))
    rules = learned(habit, split(habit, 4)[0], feed)
    stored = json.loads(json.dumps(rules.record()))
    assert RuleSet.from_record(stored) == rules
    assert RuleSet.from_record(stored).record() == rules.record()


def test_empty_rules_survive_being_stored() -> None:
    assert RuleSet.from_record(json.loads(json.dumps(RuleSet().record()))) == RuleSet()


def test_nothing_is_learned_from_nothing() -> None:
    assert learn([]) == RuleSet()


def test_learning_does_not_change_the_pages() -> None:
    habit = Habit()
    seen, _ = split(habit, 3)
    pairs = training(habit, seen)
    assert learn(pairs) == learn(pairs)


@pytest.mark.parametrize(
    "entry",
    [
        FeedEntry(HOME),
        FeedEntry(HOME, title="", content_html=""),
        FeedEntry(HOME, title=" ", content_html="   <p> </p>", authors=("",), tags=("",)),
        FeedEntry(HOME, title="<", content_html="<"),
        FeedEntry(HOME, content_html="<script>only code</script>"),
    ],
)
@pytest.mark.parametrize("page", ["", " ", "<html>", "<p>", "<frameset><frame src=x></frameset>", "text", "<!-- -->"])
def test_learning_from_empty_entries_and_pages_causes_no_error(entry: FeedEntry, page: str) -> None:
    rules = learn([(entry, parse_page(page, HOME))] * 2)
    assert RuleSet.from_record(json.loads(json.dumps(rules.record()))) == rules
    Extractor(rules).extract(parse_page(page, HOME), entry)


def test_titles_of_other_posts_on_the_page_are_not_read() -> None:
    habit = Habit("path")
    posts = invented_posts(habit, 8, seed=3)
    assert all(posts[0].title.split()[-1] in page for page in pages(habit, posts)[1:4])
    got = extracted(learned(habit, posts[:5]), habit, posts[5:])
    assert [extract.title for extract in got] == [post.title for post in posts[5:]]
