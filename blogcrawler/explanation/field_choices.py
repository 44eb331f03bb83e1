"""Where each field of a record can be read from, and what each place would give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from ..dates import DateCandidate, DateOrigin, url_date
from ..dom import META, Page, find, read, words
from ..extraction import (
    ArticleRule,
    Cleaner,
    ExtractedPost,
    Extractor,
    FieldRule,
    RuleSet,
    generic_article,
    guess_title,
    visible_date,
)
from ..items import FeedEntry, Post, Provenance
from .model import Choice, DateChoice, FieldExplanation

__all__ = ["PageFields", "shown_value"]

_SHORT_FIELDS = ("title", "authors", "published", "updated", "tags")
#: The kinds of metadata that state each field.
_METADATA = {name: (name,) for name in _SHORT_FIELDS} | {"published": ("published", "shown")}
_URL = "url"


def shown_value(value: Any) -> str:
    """A field's value as text; lists are separated by commas."""
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return str(value) if value else ""


@dataclass(frozen=True, slots=True)
class PageFields:
    """The fields of one page, read with the rules of its template."""

    page: Page
    extractor: Extractor
    entry: FeedEntry | None = None
    fetched: datetime | None = None

    @property
    def _rules(self) -> RuleSet:
        return self.extractor.rules

    @property
    def _language(self) -> str:
        return (self._rules.language or "en").split("-")[0]

    def explain(self, got: ExtractedPost, saved: Post | None) -> tuple[FieldExplanation, ...]:
        """Each field that the page gives, or that the saved record has, with all choices."""
        fields = [self._explain_field(name, got, saved, self._choices(name)) for name in _SHORT_FIELDS]
        fields.append(self._explain_field("text", got, saved, self._article_choices(got)))
        fields.append(self._explain_field("language", got, saved, ()))
        return tuple(fields)

    def _explain_field(
        self, name: str, got: ExtractedPost, saved: Post | None, choices: Sequence[Choice]
    ) -> FieldExplanation:
        value, source = shown_value(getattr(got, name)), str(got.source.get(name, ""))
        return FieldExplanation(
            name,
            value,
            source,
            got.confidence.get(name),
            shown_value(getattr(saved, name)) if saved is not None else None,
            saved.source.get(name) if saved is not None else None,
            _mark_used(choices, value, source),
        )

    def _choices(self, name: str) -> list[Choice]:
        """What the rules, the feed, the metadata and heuristics give for a short field."""
        rules: tuple[FieldRule, ...] = getattr(self._rules, name)
        choices = [Choice(str(rule.source), rule.selector, self._read(name, rule), rule.confidence) for rule in rules]
        feed = shown_value(self._in_feed(name))
        if feed:
            choices.insert(0 if name != "title" else len(choices), Choice(Provenance.FEED, "", feed))
        if name == "authors" and self._rules.author:
            choices.append(Choice(Provenance.FEED, "the author of all posts", self._rules.author))
        known = {(rule.selector, rule.take) for rule in rules}
        for rule in _metadata_rules(name):
            value = self._read(name, rule) if (rule.selector, rule.take) not in known else ""
            if value:
                choices.append(Choice(str(rule.source), _place(rule), value))
        choices += self._heuristics(name)
        return choices

    def _in_feed(self, name: str) -> Any:
        if self.entry is None:
            return None
        value = getattr(self.entry, name)
        return value.isoformat() if isinstance(value, datetime) else value

    def _read(self, name: str, rule: FieldRule) -> str:
        """What one rule gives for a field; empty if it finds nothing."""
        if rule.selector != _URL and not read(self.page, rule.selector, rule.take, 1):
            return ""
        only: dict[str, Any] = {name: (rule,)}
        # With a number of dated pages, dates are not guessed; heuristics are choices of their own.
        common = RuleSet(language=self._rules.language, names=self._rules.names, pages=self._rules.pages, dated=1)
        alone = replace(common, **only)
        got = Extractor(alone).extract_short_fields(self.page, None, self.fetched)
        by_rule = (str(rule.source), str(Provenance.ESTIMATE))
        return shown_value(getattr(got, name)) if str(got.source.get(name)) in by_rule else ""

    def _heuristics(self, name: str) -> Iterator[Choice]:
        if name == "title" and (title := guess_title(self.page, names=self._rules.names)):
            yield Choice(Provenance.METADATA, "the heading that <title> repeats", title)
        if name == "published":
            in_url, visible = url_date(self.page.url), visible_date(self.page, self._language, or_updated=True)
            if in_url and not any(rule.selector == _URL for rule in self._rules.published):
                yield Choice(Provenance.METADATA, _URL, in_url.iso())
            if visible:
                yield Choice(Provenance.FALLBACK, "the first visible date", visible.iso())

    # --- the article -------------------------------------------------------------------------------------

    def article_rule(self, got: ExtractedPost) -> ArticleRule | None:
        """The rule that gave the article; ``None`` if heuristics did."""
        source = got.source.get("text")
        matching = [
            rule
            for rule in self._rules.article
            if rule.source == source and find(self.page.tree, rule.selector, first=True)
        ]
        # Of several, the one that gives most of the text: the first may have been tried in vain.
        wanted = set(words(got.text))
        return max(matching, key=lambda rule: len(wanted & set(words(self._clean(rule)))), default=None)

    def _article_choices(self, got: ExtractedPost) -> list[Choice]:
        """The text that each rule for the article gives, and what heuristics would give."""
        used = self.article_rule(got)
        choices = [
            Choice(
                str(rule.source),
                rule.selector,
                got.text if rule is used else self._clean(rule),
                rule.confidence,
                used=rule is used,
            )
            for rule in self._rules.article
        ]
        general = generic_article(self.page)
        choices.append(Choice(Provenance.FALLBACK, "the densest text", general.text if general else ""))
        return choices

    def _clean(self, rule: ArticleRule) -> str:
        page = self.page.copy()
        for node in find(page.tree, rule.selector, first=True):
            return Cleaner(rule).clean(node, page.base).text
        return ""

    # --- dates -------------------------------------------------------------------------------------------

    def dates(self, got: ExtractedPost, others: Sequence[DateCandidate], chosen: str | None) -> tuple[DateChoice, ...]:
        """All dates that may be the post's: those of the page, and ``others`` from elsewhere, such as the server."""
        found = [(candidate, "") for candidate in got.dates]
        for rule in (*self._rules.published, *_metadata_rules("published")):
            date = self._read("published", rule)
            if date:
                compared = (rule.confidence, self._rules.dated) if rule.form else (0.0, 0)
                found.append((DateCandidate(date, rule.date_origin, *compared), _place(rule)))
        visible = visible_date(self.page, self._language, or_updated=True)
        if visible:
            found.append((DateCandidate(visible.iso(), DateOrigin.TEXT), "the first visible date"))
        return _distinct_dates([*found, *((one, "") for one in others)], chosen)


def _distinct_dates(found: Sequence[tuple[DateCandidate, str]], chosen: str | None) -> tuple[DateChoice, ...]:
    """Each date of each origin once, the most certain first; a choice with a selector is preferred."""
    choices: dict[tuple[str, str], DateChoice] = {}
    for candidate, selector in found:
        key = (candidate.date, str(candidate.origin))
        if key in choices and (choices[key].selector or not selector):
            continue
        sure = choices[key].confidence if key in choices else round(candidate.odds() / (1 + candidate.odds()), 3)
        choices[key] = DateChoice(candidate.date, str(candidate.origin), sure, selector)
    ordered = sorted(choices.values(), key=lambda one: -one.confidence)
    number = next((at for at, one in enumerate(ordered) if one.date == chosen), None)
    return tuple(replace(one, used=at == number) for at, one in enumerate(ordered))


def _place(rule: FieldRule) -> str:
    """Where a rule reads: its selector and, if that is not the element's text, what of it."""
    return rule.selector if rule.take == "text" else f"{rule.selector} {rule.take}"


def _metadata_rules(name: str) -> list[FieldRule]:
    """Rules for where pages state a field for machines."""
    return [
        FieldRule(selector, 0.0, take, by=Provenance.METADATA)
        for kind in _METADATA[name]
        for selector, take in META[kind]
    ]


def _mark_used(choices: Sequence[Choice], value: str, source: str) -> tuple[Choice, ...]:
    """The choices, with a mark on the one that gave the value."""
    if any(choice.used for choice in choices) or not value:
        return tuple(choices)
    same = [number for number, choice in enumerate(choices) if choice.value == value]
    by_source = [number for number in same if choices[number].source == source]
    best = next(iter(by_source or same), None)
    return tuple(replace(choice, used=number == best) for number, choice in enumerate(choices))
