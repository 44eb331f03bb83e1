"""Measure the matching of watches: 100,000 of them against 1,000 posts of the corpus.

    python benchmarks/watch_matching.py

Watches have 1 to 8 words. With ``rare`` they are drawn from the vocabulary of the corpus, each word as likely as any
other; with ``common`` they are drawn as often as they occur in it, without the 200 most frequent words, which nobody
watches for. All ratios are of CPU times in the same run: ``match`` is everything from the
text to the list of watches, ``forms`` is only cutting the same texts into words and stemming them, with the same code
and its caches; ``uncached`` calls Snowball for every word. Needs the corpus (CORPUS, by default ../shared/corpus).
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import resource
import sys
import time
from collections import Counter
from pathlib import Path

import Stemmer
from lxml import html

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from blogcrawler.watch import And, Term, WordForms, cut, stemmer_name, word_forms
from blogcrawler.watch.matcher import Matcher, Question

ROOT = Path(__file__).resolve().parent.parent
CORPUS = Path(os.environ.get("CORPUS", ROOT.parent / "shared" / "corpus"))
CLOCK = time.process_time
FREQUENT = 200


def corpus_texts() -> list[tuple[str, str]]:
    """Language and text of all full posts in the corpus's feeds, in a fixed random order."""
    if not (CORPUS / "blogs").is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / 'blogs'} (set CORPUS to its folder)")
    found = []
    for folder in sorted((CORPUS / "blogs").iterdir()):
        if not (folder / "entries.json").exists():
            continue
        language = json.loads((folder / "blog.json").read_text()).get("language") or ""
        entries = json.loads((folder / "entries.json").read_text())
        full = [entry["content_html"] for entry in entries if entry.get("content_is_full") and entry["content_html"]]
        found += [(language, html.fragment_fromstring(content, "div").text_content()) for content in full]
    random.Random(1).shuffle(found)
    return found


def questions(words: list[str], number: int, chooser: random.Random) -> list[Question]:
    made = []
    for at in range(number):
        chosen = [Term((chooser.choice(words),)) for _ in range(chooser.randint(1, 8))]
        made.append(Question(at, chosen[0] if len(chosen) == 1 else And(tuple(chosen)), True))
    return made


def measured(work) -> tuple[float, object]:
    began = CLOCK()
    result = work()
    return CLOCK() - began, result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--watches", type=int, default=100_000)
    parser.add_argument("--posts", type=int, default=1_000)
    parser.add_argument("--words", choices=("rare", "common"), default="rare")
    options = parser.parse_args()
    texts = corpus_texts()
    posts = texts[: options.posts]
    counted = Counter(word.lower() for _, text in texts for word in cut(text))
    if options.words == "rare":
        words = [word for word in counted if len(word) > 2]
    else:
        frequent = {word for word, _ in counted.most_common(FREQUENT)}
        words = [word for word in counted.elements() if word not in frequent]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    building, matcher = measured(lambda: Matcher(questions(words, options.watches, random.Random(2))))
    algorithms = [stemmer_name(language) for language, _ in posts]
    automata, _ = measured(lambda: [matcher.matches(word_forms(one).analyze("x")) for one in sorted(set(algorithms))])

    gc.collect()
    gc.freeze()  # so that the collector does not walk through all watches in whichever measurement it happens to run

    def analyze_all(makers):
        for algorithm, (_, text) in zip(algorithms, posts, strict=True):
            _ = makers[algorithm].analyze(text).stems

    def match_all(makers):
        return [
            matcher.matches(makers[algorithm].analyze(text))
            for algorithm, (_, text) in zip(algorithms, posts, strict=True)
        ]

    fresh = {one: WordForms(one) for one in set(algorithms)}
    cold_forms, _ = measured(lambda: analyze_all(fresh))
    fresh = {one: WordForms(one) for one in set(algorithms)}
    cold_match, found = measured(lambda: match_all(fresh))
    forms = min(measured(lambda: analyze_all(fresh))[0] for _ in range(3))
    match = min(measured(lambda: match_all(fresh))[0] for _ in range(3))

    def uncached():
        stemmers = {one: Stemmer.Stemmer(one) for one in set(algorithms) if one}
        for algorithm, (_, text) in zip(algorithms, posts, strict=True):
            found = [word.lower() for word in cut(text)]
            stemmers[algorithm].stemWords(found) if algorithm else found

    plain = min(measured(uncached)[0] for _ in range(3))
    one = Question(options.watches, Term(("garden",)), True)
    adding, _ = measured(lambda: (matcher.add(one), matcher.matches(word_forms("english").analyze("Gardens"))))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    matches = sum(map(len, found))
    print(
        f"{options.watches:,} watches ({options.words} words) against {len(posts):,} posts, languages: "
        f"{len(set(algorithms))}"
    )
    print(f"{sum(len(cut(text)) for _, text in posts):,} words; {matches:,} matches")
    print(f"building            {building:8.2f} s, and {automata:.2f} s for the tables of all languages")
    print(f"adding one watch    {adding * 1000:8.2f} ms")
    print(f"forms, first time   {cold_forms:8.2f} s   match {cold_match:8.2f} s   ratio {cold_match / cold_forms:.2f}")
    print(f"forms, words known  {forms:8.2f} s   match {match:8.2f} s   ratio {match / forms:.2f}")
    print(f"forms, uncached     {plain:8.2f} s   match {cold_match:8.2f} s   ratio {cold_match / plain:.2f}")
    print(f"memory              {peak / 1024:8.0f} MB, of which {before / 1024:.0f} MB before the watches were made")


if __name__ == "__main__":
    main()
