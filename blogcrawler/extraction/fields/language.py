"""The language of a post, by what the page says and by the script that it is written in."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import chain

from ...dom import Page, meta_contents

__all__ = ["page_language", "script_language", "stated_language", "text_language", "word_language"]

_FOREIGN = re.compile("[^\0-\u036f]")
_LETTER = re.compile(r"[^\W\d_]")
#: No language's tag is longer.
_LONGEST_TAG = 100
_TAG = re.compile(r"^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$")
# A script that only one widely blogged language uses, or for which the tag must be one of several.
_SCRIPTS = (
    (re.compile("[぀-ヿ]"), ("ja",)),
    (re.compile("[가-힯]"), ("ko",)),
    (re.compile("[一-鿿]"), ("zh", "ja", "yue", "nan")),
    (re.compile("[Ѐ-ӿ]"), ("ru", "uk", "bg", "sr", "mk", "be", "kk", "mn")),
    (re.compile("[؀-ۿ]"), ("ar", "fa", "ur", "ckb")),
    (re.compile("[֐-׿]"), ("he", "yi")),
    (re.compile("[Ͱ-Ͽ]"), ("el",)),
    (re.compile("[฀-๿]"), ("th",)),
    (re.compile("[ऀ-ॿ]"), ("hi", "mr", "ne")),
)


# The most frequent words that a language does not share with many others.
_FREQUENT = {
    "en": "the and of to is that it for was with this have are you not",
    "fr": "le les des une est dans que pour qui pas sur avec nous vous je",
    "de": "der die und das ist nicht ein eine ich mit auf für den sich auch",
    "es": "el los las una es que en por con para del no se como más",
    "pt": "o os uma que não do da em para com é um se mais por",
    "it": "il che di la è non un per sono della con una gli ma più",
    "nl": "de het een van en is dat niet op te zijn voor met ik",
    "pl": "w i na się nie do że jest z to jak o po dla",
    "sv": "och att det är som på en för av med inte jag ett",
    "da": "og det er en at på til af ikke som med jeg der",
    "nb": "og det er en på til av ikke som med jeg for å",
    "fi": "ja on ei se että oli hän mutta kun niin myös ovat",
    "cs": "a je se na v že to s z do jsem ale jako",
    "tr": "bir ve bu için de da çok ne ile gibi daha",
    "id": "yang dan di ini itu dengan untuk dari tidak saya",
    "hu": "a az és hogy nem egy is ez de van",
    "ro": "și în nu este cu pe care să mai sunt din",
}
_WORDS = {language: frozenset(words.split()) for language, words in _FREQUENT.items()}
_SPEAKERS: dict[str, tuple[str, ...]] = {}
for _language, _known in _WORDS.items():
    for _word in _known:
        _SPEAKERS[_word] = (*_SPEAKERS.get(_word, ()), _language)
#: Where the head may tell the language, if the root does not.
_STATED = (
    ("http-equiv", "content-language"),
    ("http-equiv", "Content-Language"),
    ("property", "og:locale"),
    ("name", "language"),
)
#: So many characters of a text tell its language, and so many different words that it is the stated one, or is not.
_ENOUGH, _CLEAR, _OTHER = 700, 5, 3
#: Most texts are clear from their first words on.
_BEGINNING = 250
#: Letters by which languages with the same script are told apart, and those that they do not have.
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
#: Foreign letters are enough to tell the script if they are so many, or so many and most of the letters.
_MANY_LETTERS, _SOME_LETTERS = 20, 6
#: Addresses have Latin letters in all languages.
_ADDRESS = re.compile(r"(?:https?://|www\.)[!-~]+")
#: In a blog of another script, a post is of its language if such a share of so many characters is of that script.
_SHARE, _MUCH = 0.05, 4000
#: Languages that are not written in Latin letters; Serbian is in both.
_NOT_LATIN = frozenset(chain.from_iterable(languages for _, languages in _SCRIPTS)) - {"sr", "kk", "mn"}


def word_language(text: str, stated: str | None) -> str | None:
    """The language by its most frequent words: what is stated, unless nothing is, or the words speak clearly."""
    own = stated.split("-")[0] if stated else ""
    if own in _WORDS and (_is_clear(text[:_BEGINNING], own) or _is_clear(text, own)):
        return stated
    said = text[:_ENOUGH].casefold().split()
    if len(said) < 20:
        return stated
    hits = Counter(chain.from_iterable(filter(None, map(_SPEAKERS.get, said))))
    if not hits:
        return stated
    (language, most), (_, second) = (*hits.most_common(2), ("", 0))[:2]
    if most < 0.06 * len(said) or most < 1.3 * second:
        return stated
    if stated is None:
        return language
    clear = most > 3 * hits[own] and len(_WORDS[language].intersection(said)) >= _OTHER
    return language if own in _WORDS and clear else stated


def _is_clear(text: str, language: str) -> bool:
    """Whether a text has many different words of a language."""
    return len(_WORDS[language].intersection(text[:_ENOUGH].casefold().split())) >= _CLEAR


def _tag(value: str | None) -> str | None:
    return _normal(value.strip()) if value and len(value) <= _LONGEST_TAG else None


@lru_cache(maxsize=256)
def _normal(value: str) -> str | None:
    if not _TAG.match(value):
        return None
    parts = value.replace("_", "-").split("-")
    return "-".join([parts[0].lower(), *(p.upper() if len(p) == 2 else p for p in parts[1:])])


def script_language(text: str, stated: str | None) -> str | None:
    """The stated language unless the script says that it cannot be: templates keep the theme's ``en``."""
    start = _plain(text, 300)
    foreign = 0 if _is_western(start) else len(_FOREIGN.findall(start))
    if foreign < _SOME_LETTERS:
        if stated and stated.split("-")[0] in _NOT_LATIN and not _FOREIGN.search(text, 0, _ENOUGH):
            other = word_language(text, None)
            return other if other and _is_clear(text, other) else stated
        return word_language(text, stated)
    text = start
    letters = len(_LETTER.findall(text))
    if foreign < _MANY_LETTERS and foreign < 0.5 * letters:
        return word_language(text, stated)
    if letters < _SOME_LETTERS:
        return stated
    for pattern, languages in _SCRIPTS:
        if len(pattern.findall(text)) > 0.15 * letters:
            fits = stated is not None and stated.split("-")[0] in languages
            return _by_letters(text, stated if fits else None, languages[0])
    return stated


def _is_western(text: str) -> bool:
    """Whether hardly a character is none of Western Europe's, which is seen fast."""
    return text.isascii() or len(text) - len(text.encode("latin-1", "ignore")) < _SOME_LETTERS


def _by_letters(text: str, stated: str | None, usual: str) -> str:
    """Of the languages of a script the one whose own letters the text has, unless another is stated that may be it."""
    own = stated.split("-")[0] if stated else None
    known = _LETTERS.get(usual, ())
    if own is not None and own not in [language for language, _, _ in known]:
        return stated or usual
    letters = set(text) if known else set()
    for language, has, lacks in known:
        if not has.isdisjoint(letters) and lacks.isdisjoint(letters):
            return stated if stated and language == own else language
    return stated or usual


def _plain(text: str, length: int) -> str:
    """The beginning of a text without addresses."""
    start = text[: 2 * length]
    return (_ADDRESS.sub(" ", start) if "http" in start or "www." in start else start)[:length]


def page_language(page: Page, text: str, blog_language: str | None = None) -> str | None:
    """The BCP 47 tag of a post's language; ``blog_language`` is what the feed says, or what most posts are in."""
    return text_language(text, stated_language(page, blog_language), blog_language)


def text_language(text: str, stated: str | None, blog_language: str | None = None) -> str | None:
    """The BCP 47 tag of a text's language; ``stated`` is what its page says."""
    language = script_language(text, stated)
    usual = _tag(blog_language)
    if usual and usual.split("-")[0] in _NOT_LATIN and language and language.split("-")[0] not in _NOT_LATIN:
        return usual if _has_letters(text, usual) else language
    return language


def _has_letters(text: str, language: str) -> bool:
    """Whether a text has letters of a language's own script, as one with foreign words and code has."""
    own = language.split("-")[0]
    script = next((pattern for pattern, languages in _SCRIPTS if own in languages), None)
    if script is None or text.isascii():
        return False
    start = _plain(text, _MUCH)
    found = len(script.findall(start))
    return found >= _SOME_LETTERS and found > _SHARE * len(_LETTER.findall(start))


def stated_language(page: Page, blog_language: str | None = None) -> str | None:
    """What the page, or else the blog, says that its language is."""
    root = page.tree
    stated = _tag(root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or root.get("xml:lang"))
    return stated or _tag(blog_language) or _head_language(page)


def _head_language(page: Page) -> str | None:
    return next(filter(None, map(_tag, meta_contents(page, _STATED))), None)
