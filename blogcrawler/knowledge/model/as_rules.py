"""Turns extraction actions into rules, which come after those that were learned from the blog itself."""

from __future__ import annotations

from dataclasses import replace

from ...extraction import ArticleRule, FieldRule, RuleSet
from ...items import Provenance
from .model import Level

__all__ = ["with_actions"]

_FIELDS = {"title": "title", "authors": "author", "published": "published", "updated": "updated", "tags": "tag"}


def with_actions(rules: RuleSet, level: Level | None) -> RuleSet:
    """The rules, followed by the extraction actions of a level."""
    if level is None:
        return rules
    article = tuple(
        ArticleRule(action.path.xpath(), 0.5, source=Provenance.KNOWLEDGE) for action in level.fields("content")
    )
    fields = {name: getattr(rules, name) + _field_rules(level, kind) for name, kind in _FIELDS.items()}
    return replace(rules, article=rules.article + article, **fields)


def _field_rules(level: Level, kind: str) -> tuple[FieldRule, ...]:
    found = []
    for action in level.fields(kind):
        last = action.path.steps[-1].node
        take = last[1:] if last.startswith("@") and last != "@*" else "text"
        found.append(FieldRule(action.path.elements.xpath(), 0.5, take=take, by=Provenance.KNOWLEDGE))
    return tuple(found)
