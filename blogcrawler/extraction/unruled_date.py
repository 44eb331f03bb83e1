"""The date of a post on whose page no rule finds one."""

from __future__ import annotations

from collections.abc import Iterable

from ..dates import Moment
from ..dom import Page, read
from .fields.visible_date import visible_date
from .rules import ArticleRule, FieldRule, RuleSet

__all__ = ["unruled_date"]


def unruled_date(page: Page, rules: RuleSet, article: ArticleRule | None) -> Moment | None:
    """The date that a page shows, by the blog's clock, if it may be the post's; ``article`` is the rule that fits."""
    if not _may_show_date(page, rules, article):
        return None
    form = next((rule.form for rule in rules.published if rule.form), "")
    moment = visible_date(page, (rules.language or "en").split("-")[0], form, or_updated=True)
    return rules.page_clock.set(moment) if moment is not None else None


def _may_show_date(page: Page, rules: RuleSet, article: ArticleRule | None) -> bool:
    """Whether a date on the page may be the post's: no rule was learned, some of the training pages show theirs where
    no rule finds it, or the page has another template than these.

    In another template, no article rule fits, or no rule finds the title on the page, or what dates the training pages
    is there, but is something else (``//h2``).
    """
    if rules.shows_date:
        return True
    if not rules.dated:
        return not rules.shares_date
    if rules.article and article is None:
        return True
    titles, dates = _in_page(rules.title), _in_page(rules.published)
    return bool(titles and not _find_any(titles, page)) or _find_any(dates, page)


def _in_page(rules: Iterable[FieldRule]) -> list[FieldRule]:
    return [rule for rule in rules if rule.selector.startswith("//")]


def _find_any(rules: Iterable[FieldRule], page: Page) -> bool:
    return any(read(page, rule.selector, rule.take, 1) for rule in rules)
