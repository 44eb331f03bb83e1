"""Measure how well watches find inflected words, in thirteen languages.

    python benchmarks/watch_quality.py [--mistakes]

The words and their forms are in `fixtures/inflected_words.toml`, which says how they were marked, and further words
in `fixtures/inflected_words_held_out.toml`, which nobody looked at to change anything. Each distinct token
of the corpus's texts is matched against the watches of its language, and counts as often as it occurs. Recall is the
share of inflected forms that is found by stem, precision the share of what is found that is an inflected form; words
of the same root ("utilisation" for "utiliser") count as wrong in the column `strict`, and are left out in the other.
Needs the corpus (CORPUS, by default ../shared/corpus).
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from watch_matching import CORPUS, corpus_texts

from blogcrawler.watch import Term, cut, stemmer_name, word_forms
from blogcrawler.watch.matcher import Matcher, Question

FIXTURES = Path(__file__).resolve().parent / "fixtures"
UNSPACED = ("zh", "ja")


@dataclass
class Score:
    found: int = 0
    missed: int = 0
    related: int = 0
    wrong: int = 0

    @property
    def recall(self) -> float:
        return self.found / max(1, self.found + self.missed)

    @property
    def precision(self) -> float:
        return self.found / max(1, self.found + self.wrong)

    @property
    def strict(self) -> float:
        return self.found / max(1, self.found + self.wrong + self.related)


def vocabulary() -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for language, text in corpus_texts():
        found[language[:2].lower()].update(word.lower() for word in cut(text))
    return found


def score(word: dict[str, str], tokens: Counter[str], matched: set[str]) -> tuple[Score, list[str], list[str]]:
    names = {name: set(word.get(name, "").split()) for name in ("forms", "related")}
    result, missed, wrong = Score(), [], []
    if word["language"] in UNSPACED:
        names["forms"] = {token for token in tokens if word["watch"] in token}
    if word["language"] == "ko":
        compounds = {token for token in tokens if word["watch"] in token}
        names["related"] |= compounds - names["forms"] - set(word.get("other", "").split())
    for token, number in tokens.items():
        is_found = token in matched
        if token in names["forms"]:
            result.found += number * is_found
            result.missed += number * (not is_found)
            missed += [] if is_found else [f"{token}:{number}"]
        elif is_found and token in names["related"]:
            result.related += number
        elif is_found:
            result.wrong += number
            wrong.append(f"{token}:{number}")
    return result, missed, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--mistakes", action="store_true", help="list what is missed and wrong, but not of the words held out"
    )
    options = parser.parse_args()
    texts = vocabulary()
    for file in ("inflected_words.toml", "inflected_words_held_out.toml"):
        words = tomllib.loads((FIXTURES / file).read_text("utf-8"))["word"]
        print(f"{file}: {len(words)} words; corpus: {CORPUS.name}")
        report(words, texts, options.mistakes and "held_out" not in file)


def report(words: list[dict[str, str]], texts: dict[str, Counter[str]], mistakes: bool) -> None:
    by_hand = Counter(
        token for word in words if word["language"] == "el" for name in ("forms", "related", "none")
        for token in word.get(name, "").split()
    )  # fmt: skip
    print("language  words  occurrences  recall  precision  strict  worst word")
    totals = Score()
    for language in dict.fromkeys(word["language"] for word in words):
        own = [word for word in words if word["language"] == language]
        matcher = Matcher(Question(at, Term((word["watch"],)), True) for at, word in enumerate(own))
        forms, matched = word_forms(stemmer_name(language)), defaultdict(set)
        tokens = by_hand if language == "el" else texts[language]
        for token in tokens:
            for number in matcher.matches(forms.analyze(token)):
                matched[number].add(token)
        total, worst = Score(), ("", 2.0)
        for at, word in enumerate(own):
            one, missed, wrong = score(word, tokens, matched[at])
            for name in ("found", "missed", "related", "wrong"):
                setattr(total, name, getattr(total, name) + getattr(one, name))
            worst = min(worst, (word["watch"], one.recall), key=lambda pair: pair[1])
            if mistakes and (missed or wrong):
                print(f"    {word['watch']}: missed {' '.join(missed) or '–'}; wrong {' '.join(wrong) or '–'}")
        print(
            f"{language:8} {len(own):6} {total.found + total.missed:12} {total.recall:7.3f} {total.precision:10.3f}"
            f" {total.strict:7.3f}  {worst[0]} {worst[1]:.2f}"
        )
        for name in ("found", "missed", "related", "wrong"):
            setattr(totals, name, getattr(totals, name) + getattr(total, name))
    print(
        f"all      {len(words):6} {totals.found + totals.missed:12} {totals.recall:7.3f} {totals.precision:10.3f}"
        f" {totals.strict:7.3f}"
    )


if __name__ == "__main__":
    main()
