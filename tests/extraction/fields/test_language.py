"""The language of a post: stated by the page, or recognised by script and words."""

from __future__ import annotations

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.extraction import (
    Extractor,
    RuleSet,
    learn,
    own_entries,
    page_language,
)
from blogcrawler.extraction.fields.language import script_language, word_language

URL = "https://blog.example.org/post"
ENGLISH = "It was a dark and stormy night and the rain fell in torrents. "
JAPANESE = "これは日本語の文章です。ブログの記事を書いています。今日は天気がいいですね。"
RUSSIAN = "Это русский текст, который довольно длинный, чтобы его узнать."
KOREAN = "map 과 reduce 라는 단어는 functional language 에서 왔다. "
TERMS = "explicit deliberation process that chooses and organizes actions by anticipating their outcomes. " * 3


def page_of(head: str = "", body: str = "", attributes: str = "") -> str:
    return f"<html {attributes}><head>{head}</head><body>{body}</body></html>"


@pytest.mark.parametrize(
    ("text", "stated", "language"),
    [
        (ENGLISH, "en-US", "en-US"),
        (ENGLISH, None, None),
        (ENGLISH, "fr", "fr"),
        (JAPANESE, "en-US", "ja"),
        (JAPANESE, None, "ja"),
        (JAPANESE, "ja-JP", "ja-JP"),
        ("这是一个中文博客的文章，内容是关于天气的，今天的天气非常好，我们去公园。", "en", "zh"),
        ("这是一个中文博客的文章，内容是关于天气的，今天的天气非常好，我们去公园。", "zh-TW", "zh-TW"),
        (RUSSIAN, "en", "ru"),
        (RUSSIAN, "uk", "ru"),
        ("Це український текст, який досить довгий, щоб його впізнати.", "ru", "uk"),
        ("Це український текст, який досить довгий, щоб його впізнати.", "en", "uk"),
        ("Ово је српски текст који је довољно дуг, и њега ћемо препознати.", None, "sr"),
        ("Новый пост", "en", "ru"),
        ("胡戈新作山寨恶搞央视视频", "en", "zh"),
        ("این یک متن فارسی است که برای شناختن زبان گفته شده", "en", "fa"),
        (RUSSIAN, "bg-BG", "ru"),
        ("한국어로 쓴 블로그 글입니다. 오늘은 날씨가 좋아서 산책을 했습니다.", "en", "ko"),
        ("هذا نص عربي طويل بما يكفي للتعرف على لغته", "en", "ar"),
        ("هذا نص عربي طويل بما يكفي للتعرف على لغته", "fa", "fa"),
        ("امروز می‌خواهیم بگوییم که گروه ما چگونه برنامه تازه‌ای ساخته است و پس از آن چه شد", None, "fa"),
        ("آج ہم آپ کو بتائیں گے کہ ہماری ٹیم نے شہر کے صارفین کے لیے نئی ایپ کیسے بنائی", "en", "ur"),
        ("Сьогодні ми розповімо, як наша команда створила новий застосунок для всіх у Києві", None, "uk"),
        ("Днес ще ви разкажем как нашият екип създаде новото приложение за града", "en", "bg"),
        ("Данас ћемо вам рећи како је наш тим направио нову апликацију за кориснике", None, "sr"),
        ("Сёння мы раскажам, як наша каманда стварыла новую праграму для ўсіх у Мінску", None, "be"),
        ("זה טקסט בעברית שהוא ארוך מספיק כדי לזהות אותו", "en", "he"),
        ("Αυτό είναι ένα ελληνικό κείμενο αρκετά μεγάλο", "en", "el"),
        ("นี่คือข้อความภาษาไทยที่ยาวพอที่จะจดจำได้", "en", "th"),
        ("এটি বাংলা ভাষায় লেখা একটি যথেষ্ট দীর্ঘ বাক্য", "en", "bn"),
        ("இது தமிழில் எழுதப்பட்ட போதுமான நீளமான வாக்கியம்", "en", "ta"),
        ("ეს არის საკმარისად გრძელი წინადადება ქართულად", "en", "ka"),
        ("Ein Text über Äpfel, Öl und Übermut, der ganz gewöhnlich ist.", "de", "de"),
        (ENGLISH + "東京", "en", "en"),
        ("東京", "en", "en"),
        ("", "en", "en"),
    ],
)
def test_the_script_corrects_an_impossible_language(text: str, stated: str | None, language: str | None) -> None:
    assert script_language(text, stated) == language


@pytest.mark.parametrize(
    ("text", "blog", "language"),
    [
        (TERMS + KOREAN * 4, "ko", "ko"),
        (TERMS + KOREAN * 4, "en", "en"),
        (TERMS * 9 + "한국어 입니다", "ko", "en"),
        ("The function map과 reduce라는 이름은 functional language에서 왔다", "ko", "ko"),
        ("有兴趣的朋友请进 http://www.cats.example/time/and/again/and/again.html", "zh", "zh"),
        ("关于它，请见 http://www.cats.example/a-big-and-long-name-of-a-page-about-open-source.html，不错", "en", "zh"),
    ],
)
def test_a_post_with_many_foreign_words_has_the_language_of_the_blog(text: str, blog: str, language: str) -> None:
    assert page_language(parse_page(page_of(attributes='lang="en"'), URL), text, blog) == language


def test_a_text_without_the_letters_of_a_language_is_not_in_it() -> None:
    text = "It was a dark and stormy night and the rain fell in torrents on all of the houses that we have. " * 3
    assert [script_language(text, stated) for stated in ("uk", "zh-CN", "fa", "sr")] == ["en", "en", "en", "sr"]
    assert script_language("chromedriver geckodriver " * 20, "uk") == "uk"


def test_the_record_says_if_the_text_gave_the_language() -> None:
    for text, source in ((ENGLISH * 5, "metadata"), (JAPANESE * 5, "fallback")):
        page = parse_page(page_of(body=f"<article><p>{text}</p></article>", attributes='lang="en"'), URL)
        assert Extractor(RuleSet()).extract(page).source["language"] == source


@pytest.mark.parametrize(
    ("attributes", "feed", "language"),
    [
        ('lang="en-us"', None, "en-US"),
        ('lang="EN"', "de", "en"),
        ('lang="pt_BR"', None, "pt-BR"),
        ('xml:lang="fr"', None, "fr"),
        ("", "de-de", "de-DE"),
        ('lang=""', "de", "de"),
        ('lang="{{ lang }}"', None, None),
        ('lang="en; DROP"', "fr", "fr"),
        ("", None, None),
    ],
)
def test_the_page_or_the_feed_states_the_language(attributes: str, feed: str | None, language: str | None) -> None:
    assert page_language(parse_page(page_of(attributes=attributes), URL), ENGLISH, feed) == language


@pytest.mark.parametrize(
    "meta", ['property="og:locale" content="fr_CA"', 'http-equiv="content-language" content="fr-CA"']
)
def test_the_metadata_states_the_language_if_the_root_does_not(meta: str) -> None:
    page = parse_page(f"<html><head><meta {meta}></head><body></body></html>", URL)
    assert page_language(page, "Ordinateur") == "fr-CA"
    assert page_language(page, "Ordinateur", "fr") == "fr"


@pytest.mark.parametrize(
    ("text", "stated", "language"),
    [
        (
            "C'est une question qui nous est souvent posée et nous avons vécu dans le froid pour les photos " * 2,
            None,
            "fr",
        ),
        ("The keeper of the lamp is not the one that you have seen with the ship, for it was dark " * 2, None, "en"),
        (
            "El viento sopla en los valles y las casas, por lo que no se ve como es el mar para los niños " * 2,
            "en",
            "es",
        ),
        (
            "The keeper of the lamp is not the one that you have seen with the ship, for it was dark " * 2,
            "en-GB",
            "en-GB",
        ),
        ("lorem ipsum dolor sit amet " * 10, "la", "la"),
        (
            "Configurateur pour un ecommerce de compléments alimentaires permettant de spécifier ses besoins. La "
            "configuration en dual screen et la transition vers la page de résultat sont intéressantes.",
            "fr",
            "fr",
        ),
        ("too short to tell", None, None),
    ],
)
def test_frequent_words_give_the_language_if_the_page_does_not(
    text: str, stated: str | None, language: str | None
) -> None:
    assert word_language(text, stated) == language


def test_the_language_of_a_blog_is_known_if_some_posts_state_theirs() -> None:
    names = "Ann Lee, Bo Ek, Cy Od, Di Fu, Ed Go, Flo Ha."
    texts = [names, names, names, ENGLISH * 5, ENGLISH * 5]
    pages = [parse_page(page_of(body=f"<h1>Post {n}</h1><p>{text}</p>"), f"{URL}/{n}") for n, text in enumerate(texts)]
    assert learn(zip(own_entries(pages), pages, strict=True)).language == "en"
