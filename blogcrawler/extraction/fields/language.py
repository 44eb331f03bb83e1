"""The language of a post: what the page states, checked against the script and the words of its text."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import chain

from ...dom import Page, meta_contents
from ...word_lists import word_list

__all__ = ["page_language", "script_language", "stated_language", "text_language", "word_language"]

_NOT_LATIN_LETTER = re.compile("[^\0-\u036f]")
# Counting what is left without the other characters is faster than finding each letter.
_LATIN, _NO_LETTERS = re.compile("[\0-\u036f]+"), re.compile(r"[\W\d_]+")
#: Longer values are not language tags.
_MAX_TAG_LENGTH = 100
_TAG = re.compile(r"^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$")
# Scripts and the widely blogged languages that use them, the most frequent first.
_SCRIPTS = (
    (re.compile("[぀-ヿ]+"), ("ja",)),
    (re.compile("[가-힯]+"), ("ko",)),
    (re.compile("[一-鿿]+"), ("zh", "ja", "yue", "nan")),
    (re.compile("[Ѐ-ӿ]+"), ("ru", "uk", "bg", "sr", "mk", "be", "kk", "mn")),
    (re.compile("[؀-ۿ]+"), ("ar", "fa", "ur", "ckb")),
    (re.compile("[֐-׿]+"), ("he", "yi")),
    (re.compile("[Ͱ-Ͽ]+"), ("el",)),
    (re.compile("[฀-๿]+"), ("th",)),
    (re.compile("[ऀ-ॿ]+"), ("hi", "mr", "ne")),
    (re.compile("[\u0980-\u09ff]+"), ("bn", "as")),
    (re.compile("[\u0a00-\u0a7f]+"), ("pa",)),
    (re.compile("[\u0a80-\u0aff]+"), ("gu",)),
    (re.compile("[\u0b80-\u0bff]+"), ("ta",)),
    (re.compile("[\u0c00-\u0c7f]+"), ("te",)),
    (re.compile("[\u0c80-\u0cff]+"), ("kn",)),
    (re.compile("[\u0d00-\u0d7f]+"), ("ml",)),
    (re.compile("[\u0d80-\u0dff]+"), ("si",)),
    (re.compile("[\u0e80-\u0eff]+"), ("lo",)),
    (re.compile("[\u1000-\u109f]+"), ("my",)),
    (re.compile("[\u10a0-\u10ff]+"), ("ka",)),
    (re.compile("[\u0530-\u058f]+"), ("hy",)),
    (re.compile("[\u1200-\u137f]+"), ("am", "ti")),
    (re.compile("[\u1780-\u17ff]+"), ("km",)),
)


#: Languages with a list of frequent words.
_LANGUAGES = ("en", "fr", "de", "es", "pt", "it", "nl", "pl", "sv", "da", "nb", "fi", "cs", "tr", "id", "hu", "ro")
_WORDS = {language: frozenset(word_list(__package__, "language.toml", language)) for language in _LANGUAGES}
#: The languages of each frequent word.
_LANGUAGES_OF_WORD: dict[str, tuple[str, ...]] = {}
for _language, _frequent in _WORDS.items():
    for _word in _frequent:
        _LANGUAGES_OF_WORD[_word] = (*_LANGUAGES_OF_WORD.get(_word, ()), _language)
#: Metadata with the language, for pages whose root element does not state it.
_LANGUAGE_METAS = (
    ("http-equiv", "content-language"),
    ("http-equiv", "Content-Language"),
    ("property", "og:locale"),
    ("name", "language"),
)
#: Number of characters in which frequent words are counted; for most texts, the beginning is enough.
_SAMPLE_LENGTH, _BEGINNING_LENGTH = 700, 250
#: Number of different frequent words that confirm a language, and that are needed to contradict the stated one.
_MIN_CONFIRMING, _MIN_CONTRADICTING = 5, 3
#: Texts with fewer words are too short to recognise their language.
_MIN_WORDS = 20
#: A language by words needs this share of frequent words, this many times as many as the next language, and this many
#: times as many as the stated one.
_MIN_FREQUENT_SHARE, _LEAD_OVER_NEXT, _LEAD_OVER_STATED = 0.06, 1.3, 3
#: For languages that share a script: letters that only the language has, and letters that it does not have.
_LETTERS = {
    "ru": (
        ("be", frozenset("ўЎ"), frozenset("иИщЩъЪ")),
        ("kk", frozenset("әқңғұӘҚҢҒҰ"), frozenset("їєґў")),
        ("mn", frozenset("өүӨҮ"), frozenset("әқңғұїєґў")),
        ("uk", frozenset("іїєґІЇЄҐ"), frozenset("ыэёъЫЭЁЪ")),
        ("mk", frozenset("ѓќѕЃЌЅ"), frozenset("йыэъщђћ")),
        ("sr", frozenset("ђћљњџјЂЋЉЊЏЈ"), frozenset("йыэъщ")),
        ("bg", frozenset("ъЪ"), frozenset("ыэёіїєґўЫЭЁ")),
        ("ru", frozenset("ыэЫЭ"), frozenset("іїєґў")),
    ),
    "ar": (
        ("ckb", frozenset("ێۆڵ"), frozenset("ةٹڈڑ")),
        ("ur", frozenset("ٹڈڑں"), frozenset("ةى")),
        ("fa", frozenset("پچژگ"), frozenset("ةٹڈڑ")),
    ),
}
#: A text is in another script if it has many letters of it, or some that are most of its letters.
_MANY_LETTERS, _SOME_LETTERS = 20, 6
#: Number of characters whose script is checked, and share of letters that a script must have.
_SCRIPT_SAMPLE, _MIN_SCRIPT_SHARE = 300, 0.15
#: URLs have Latin letters in all languages.
_URL = re.compile(r"(?:https?://|www\.)[!-~]+")
#: In a blog with another script, a post is in its language if this share of its first characters is in that script;
#: the others may be code and foreign words.
_MIN_OWN_SHARE, _OWN_SAMPLE = 0.05, 4000
#: Languages that are never written in Latin letters, unlike Serbian, Kazakh and Mongolian.
_NOT_LATIN = frozenset(chain.from_iterable(languages for _, languages in _SCRIPTS)) - {"sr", "kk", "mn"}


def word_language(text: str, stated: str | None) -> str | None:
    """The language by frequent words: the stated one, unless the words clearly contradict it or none is stated."""
    own = stated.split("-")[0] if stated else ""
    if own in _WORDS and (_is_clear(text[:_BEGINNING_LENGTH], own) or _is_clear(text, own)):
        return stated
    text_words = text[:_SAMPLE_LENGTH].casefold().split()
    if len(text_words) < _MIN_WORDS:
        return stated
    hits = Counter(chain.from_iterable(filter(None, map(_LANGUAGES_OF_WORD.get, text_words))))
    if not hits:
        return stated
    (language, most), (_, second) = (*hits.most_common(2), ("", 0))[:2]
    if most < _MIN_FREQUENT_SHARE * len(text_words) or most < _LEAD_OVER_NEXT * second:
        return stated
    if stated is None:
        return language
    is_clear = (
        most > _LEAD_OVER_STATED * hits[own] and len(_WORDS[language].intersection(text_words)) >= _MIN_CONTRADICTING
    )
    return language if own in _WORDS and is_clear else stated


def _is_clear(text: str, language: str) -> bool:
    """Whether a text has enough different frequent words of a language."""
    return len(_WORDS[language].intersection(text[:_SAMPLE_LENGTH].casefold().split())) >= _MIN_CONFIRMING


def _tag(value: str | None) -> str | None:
    return _normalise(value.strip()) if value and len(value) <= _MAX_TAG_LENGTH else None


@lru_cache(maxsize=256)
def _normalise(value: str) -> str | None:
    if not _TAG.match(value):
        return None
    parts = value.replace("_", "-").split("-")
    return "-".join([parts[0].lower(), *(p.upper() if len(p) == 2 else p for p in parts[1:])])


def script_language(text: str, stated: str | None) -> str | None:
    """The language by script and words: the stated one, unless it cannot be right; themes often keep ``en``."""
    is_ascii = text[: 2 * _SCRIPT_SAMPLE].isascii()
    start = "" if is_ascii else _without_urls(text, _SCRIPT_SAMPLE)
    foreign = 0 if is_ascii or _is_western(start) else len(_LATIN.sub("", start))
    if foreign < _SOME_LETTERS:
        if stated and stated.split("-")[0] in _NOT_LATIN and not _NOT_LATIN_LETTER.search(text, 0, _SAMPLE_LENGTH):
            other = word_language(text, None)
            return other if other and _is_clear(text, other) else stated
        return word_language(text, stated)
    text = start
    letters = len(_NO_LETTERS.sub("", text))
    if foreign < _MANY_LETTERS and foreign < 0.5 * letters:
        return word_language(text, stated)
    if letters < _SOME_LETTERS:
        return stated
    for pattern, languages in _SCRIPTS:
        if _count_letters(text, pattern) > _MIN_SCRIPT_SHARE * letters:
            fits = stated is not None and stated.split("-")[0] in languages
            return _by_letters(text, stated if fits else None, languages[0])
    return stated


def _count_letters(text: str, script: re.Pattern[str]) -> int:
    """The number of a script's letters in a text. Removing them is faster than finding each."""
    return len(text) - len(script.sub("", text))


def _is_western(text: str) -> bool:
    """Whether nearly all characters are Western European; a quick check."""
    return text.isascii() or len(text) - len(text.encode("latin-1", "ignore")) < _SOME_LETTERS


def _by_letters(text: str, stated: str | None, usual: str) -> str:
    """The language of a script whose own letters the text has, unless another one is stated that may be right."""
    own = stated.split("-")[0] if stated else None
    known = _LETTERS.get(usual, ())
    if own is not None and own not in [language for language, _, _ in known]:
        return stated or usual
    letters = set(text) if known else set()
    for language, has, lacks in known:
        if not has.isdisjoint(letters) and lacks.isdisjoint(letters):
            return stated if stated and language == own else language
    return stated or usual


def _without_urls(text: str, length: int) -> str:
    """The beginning of a text without URLs."""
    start = text[: 2 * length]
    return (_URL.sub(" ", start) if "http" in start or "www." in start else start)[:length]


def page_language(page: Page, text: str, blog_language: str | None = None) -> str | None:
    """The BCP 47 tag of a post's language; ``blog_language`` is the feed's, or most posts'."""
    return text_language(text, stated_language(page, blog_language), blog_language)


def text_language(text: str, stated: str | None, blog_language: str | None = None) -> str | None:
    """The BCP 47 tag of a text's language; ``stated`` is what its page says."""
    language = script_language(text, stated)
    usual = _tag(blog_language)
    if usual and usual.split("-")[0] in _NOT_LATIN and language and language.split("-")[0] not in _NOT_LATIN:
        return usual if _has_letters(text, usual) else language
    return language


def _has_letters(text: str, language: str) -> bool:
    """Whether a text has some letters of a language's own script, apart from foreign words and code."""
    own = language.split("-")[0]
    script = next((pattern for pattern, languages in _SCRIPTS if own in languages), None)
    if script is None or text.isascii():
        return False
    start = _without_urls(text, _OWN_SAMPLE)
    found = _count_letters(start, script)
    return found >= _SOME_LETTERS and found > _MIN_OWN_SHARE * len(_NO_LETTERS.sub("", start))


def stated_language(page: Page, blog_language: str | None = None) -> str | None:
    """The language that the page states, else the blog."""
    root = page.tree
    stated = _tag(root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or root.get("xml:lang"))
    return stated or _tag(blog_language) or _head_language(page)


def _head_language(page: Page) -> str | None:
    return next(filter(None, map(_tag, meta_contents(page, _LANGUAGE_METAS))), None)
