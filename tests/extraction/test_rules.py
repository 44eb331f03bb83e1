"""Rules as records."""

from __future__ import annotations

import json

from blogcrawler.extraction import ArticleRule, FieldRule, RuleSet
from blogcrawler.items import Provenance

RULES = RuleSet(
    article=(ArticleRule("//article", 0.9, drop=(".//aside",), phrases=("Thank you",), source=Provenance.GUESS),),
    title=(FieldRule("//h1", 1.0, prefix="My blog: ", suffix=" | ", marks=(1, 2)),),
    authors=(FieldRule("//b", 0.8, by=Provenance.FALLBACK, several=True),),
    published=(FieldRule("//time", 1.0, zone=((20, 60), (200, 120)), clock="08:00:00", usual=True),),
    modified=(3, 5),
    batch=("2014-03-05", 9, 10),
    signatures=(("", "Ann"), ("ann", "Ann")),
    names=("notes",),
    emblems=("/logo.png",),
)


def test_rules_survive_as_a_record() -> None:
    stored = json.loads(json.dumps(RULES.record()))
    assert stored["article"][0]["source"] == "guess"
    assert (stored["authors"][0]["by"], stored["title"][0]["by"]) == ("fallback", "")
    assert RuleSet.from_record(stored) == RULES


def test_a_record_may_lack_newer_fields_and_have_unknown_ones() -> None:
    field = {"selector": "//h1", "confidence": 1.0, "zone": []}
    lists = {name: [] for name in ("authors", "published", "updated", "tags")}
    record = {"article": [{"selector": "//article", "confidence": 0.9}], "title": [field], **lists, "comments": []}
    expected = RuleSet(article=(ArticleRule("//article", 0.9),), title=(FieldRule("//h1", 1.0),))
    assert RuleSet.from_record(record) == expected
    assert RuleSet.from_record(record).article[0].source is Provenance.RULE
