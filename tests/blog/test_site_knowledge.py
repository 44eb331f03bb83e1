"""What the knowledge base tells a crawl."""

from __future__ import annotations

from blogcrawler.blog import KnownBlog, SiteKnowledge
from blogcrawler.crawl.links.knowledge_guide import KnowledgeGuide
from blogcrawler.dom import parse_page
from blogcrawler.extraction import RuleSet
from blogcrawler.frontier import SKIP, Link, PostClassifier, PostPattern, Verdict
from blogcrawler.knowledge import document, known_applications

HOME = "https://blog.example/"
PAGE = """<body class="home blog"><h2 class="entry-title"><a href="/one/">One</a></h2>
<h2 class="entry-title"><a href="/two/">Two</a></h2><div class="nav-previous"><a href="/page/2/">Older</a></div>
<ul class="wp-block-archives-list"><li><a href="/2024/01/">January</a></li></ul>
<a href="/tag/towns/">towns</a><a href="/wp-login.php">Log in</a><a href="/about/">About</a></body>"""
LEARNED = {
    "application": "blog/wordpress",
    "level": "post",
    "type": "title",
    "path": "h2[@class~='storytitle']",
    "origin": "https://other.example/",
    "instead": "",
}


def blog(name: str | None) -> KnownBlog:
    application = known_applications().applications[name] if name else None
    knowledge = SiteKnowledge(application)
    return KnownBlog(HOME, HOME, RuleSet(), PostPattern(), PostClassifier(), False, knowledge=knowledge)


def priorities(guide: KnowledgeGuide, *paths: str) -> list[int | None]:
    page = parse_page(PAGE, HOME)
    return [guide.priority(page, Link("https://blog.example" + path, Verdict.MAYBE)) for path in paths]


def test_links_of_actions_come_first_and_noise_is_skipped() -> None:
    guide = KnowledgeGuide(blog("blog/wordpress"))
    post, pages, login, other = priorities(guide, "/one/", "/page/2/", "/wp-login.php", "/about/")
    assert post is not None
    assert pages is not None
    assert post > pages > 800
    assert login == SKIP
    assert other is None


def test_redundant_lists_are_skipped_only_if_the_home_page_lists_all_posts() -> None:
    guide = KnowledgeGuide(blog("blog/wordpress"))
    assert priorities(guide, "/tag/towns/", "/2024/01/") == [None, None]
    guide.read_home(parse_page(PAGE, HOME))
    assert guide.complete
    assert priorities(guide, "/tag/towns/", "/2024/01/") == [SKIP, SKIP]
    assert guide.skips("https://blog.example/wp-sitemap-users-1.xml")
    assert not guide.report_missing("https://blog.example/gone/")
    assert priorities(guide, "/tag/towns/") == [SKIP]
    assert guide.report_missing("https://blog.example/page/2/")
    assert priorities(guide, "/tag/towns/", "/2024/01/", "/wp-login.php") == [None, None, SKIP]
    guide.read_home(parse_page(PAGE.replace("nav-previous", "nothing"), HOME))
    assert not guide.complete


def test_links_of_unknown_software_get_no_priority() -> None:
    guide = KnowledgeGuide(blog(None))
    guide.read_home(parse_page(PAGE, HOME))
    assert priorities(guide, "/one/", "/wp-login.php", "/tag/towns/") == [None, None, None]


def test_actions_learned_on_other_sites_are_used_but_not_stored_with_this_one() -> None:
    knowledge = SiteKnowledge(known_applications().applications["blog/wordpress"])
    assert knowledge.application is not None
    learned = {"application": "blog/wordpress", "learned": [LEARNED]}
    here = LEARNED | {"path": "h2[@class~='own']", "origin": HOME}
    elsewhere = LEARNED | {"type": "detect", "path": "div"}
    knowledge.remember({"blog/wordpress": [LEARNED, here, elsewhere]}.__getitem__, HOME)
    assert any(rule.selector.endswith("' storytitle ')]") for rule in knowledge.with_actions(RuleSet()).title)
    assert any(rule.selector.endswith("' own ')]") for rule in knowledge.with_actions(RuleSet()).title)
    assert knowledge.record() == {"application": "blog/wordpress", "learned": [here]}
    assert knowledge.base.level(knowledge.application, document(parse_page("<div></div>", HOME))) is None
    again = SiteKnowledge.from_record(learned)
    assert again.record() == learned


def test_pages_that_only_link_to_others_are_recognised() -> None:
    knowledge = SiteKnowledge(known_applications().applications["blog/pelican"])
    post = "<body><main><article><header><h2><a rel=bookmark href=/a.html>A</a></h2></header><p>a</p></article></main>"
    lists = post.replace("<p>a</p>", "<section>a</section>")
    assert knowledge.is_list(parse_page(lists, f"{HOME}index2.html"))
    assert not knowledge.is_list(parse_page(post, f"{HOME}a.html"))
    assert not SiteKnowledge(None).is_list(parse_page(lists, HOME))
