from __future__ import annotations

from blogcrawler.changes import rules_miss_text, shown_share

ARTICLE = " ".join(f"word{n} is here" for n in range(40))


def test_a_template_has_changed_if_the_page_shows_what_the_rules_do_not_find():
    page = f"menu {ARTICLE} sidebar"
    assert rules_miss_text(ARTICLE, "menu and nothing else", page)
    assert rules_miss_text(ARTICLE, page + " more of the sidebar" * 60, page + " more of the sidebar" * 60)
    assert not rules_miss_text(ARTICLE, ARTICLE, page)


def test_deleted_content_does_not_mean_a_new_template():
    assert not rules_miss_text(ARTICLE, "This post was withdrawn.", "menu This post was withdrawn. sidebar")
    assert not rules_miss_text("too short", "", "too short")
    assert shown_share("too short", "too short") is None
