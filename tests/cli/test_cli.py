from __future__ import annotations

import json
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.console import Console

from blogcrawler import __version__
from blogcrawler.cli import main
from blogcrawler.items import Blog, Comment, Post
from blogcrawler.store import open_store
from blogcrawler.terminal import duration, json_text, one_line, safe, size

BLOG = "https://example.org/"
RULES = {
    "title": [
        {"selector": "h1.entry-title", "confidence": 0.98765, "take": "text", "prefix": ""},
        {"selector": "h1", "confidence": 0.9, "take": "text", "prefix": ""},
    ],
    "article": [{"selector": "div.entry", "confidence": 1.0, "drop": ["nav", "div.share"]}],
    "tags": [],
    "language": "de",
    "author": None,
}
POSTS = [
    Post(
        f"{BLOG}new",
        BLOG,
        "The [red]new[/red] one",
        ["Ada", "Bob"],
        "2024-03-03T12:30:00+01:00",
        tags=["a tag"],
        text="One [b]line[/b].\nAnother\x1b[31m line.",
        content_html="<p>One \x07line</p>",
        dating={"date": "2024-03-03T12:30:00+01:00", "from": "json-ld", "confidence": 0.967},
    ),
    Post(f"{BLOG}evil", BLOG, "Evil\x1b]0;owned\x07 title\nin lines", ["\x07Mallory"], "2024-02-01"),
    Post("https://other.example/x", "https://other.example/", "Other"),
]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with closing(open_store(None, tmp_path)) as store:
        store.save_blog(
            Blog(BLOG, "A [b]blog", "en", rules=RULES, pattern={"shape": "/{slug}"}, crawled="2024-03-04T10:00")
        )
        store.save_blog(Blog("https://other.example/"))
        store.save_posts(POSTS)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of the program."""
    with pytest.raises(SystemExit) as end:
        main([str(argument) for argument in arguments])
    return (int(end.value.code or 0), *capsys.readouterr())


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Console, "is_terminal", True)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", "dumb")


def words(line: str) -> str:
    return " ".join(line.split())


def test_version(capsys):
    assert run(capsys, "--version") == (0, f"blogcrawler {__version__}\n", "")


def test_posts_are_printed_as_tab_separated_lines_in_a_pipe(capsys, home):
    code, out, _ = run(capsys, "posts", "--home", home)
    assert code == 0
    assert out.splitlines() == [
        "2024-03-03\tThe [red]new[/red] one\tAda, Bob\thttps://example.org/new",
        "2024-02-01\tEvil]0;owned title in lines\tMallory\thttps://example.org/evil",
        "\tOther\t\thttps://other.example/x",
    ]


def test_posts_of_one_blog_as_json_lines(capsys, home):
    code, out, _ = run(capsys, "posts", "www.example.org", "--json", "--limit", 1, "--home", home)
    assert (code, [json.loads(line) for line in out.splitlines()]) == (0, [POSTS[0].record()])


@pytest.mark.usefixtures("terminal")
def test_posts_are_a_table_in_a_terminal(capsys, home):
    _, out, _ = run(capsys, "posts", "--limit", 2, "--home", home)
    lines = [words(line) for line in out.splitlines()]
    assert lines[:5] == [
        "Date Title and address Authors",
        "2024-03-03 The [red]new[/red] one Ada, Bob",
        "https://example.org/new",
        "2024-02-01 Evil]0;owned title in lines Mallory",
        "https://example.org/evil",
    ]
    assert lines[-1] == "2 of 3 posts; more with --limit 3"


def test_the_estimated_date_of_an_undated_post_is_shown(capsys, tmp_path):
    guess = {"date": "2014-03-03", "from": "neighbours", "confidence": 0.25}
    with closing(open_store(None, tmp_path)) as store:
        store.save_post(Post(f"{BLOG}p", BLOG, "Undated", dating=guess))
    _, out, _ = run(capsys, "show", f"{BLOG}p", "--home", tmp_path)
    assert "about 2014-03-03 · dated by neighbours, 25 % sure" in out


@pytest.mark.parametrize(
    ("published", "confidence", "listed", "shown"),
    [
        ("2014-03-03", 0.5, "2014-03-03", "2014-03-03 · dated by url, 50 % sure"),
        ("2014-03-03", 0.49, "about 2014-03-03 (49 % sure)", "about 2014-03-03 · dated by url, 49 % sure"),
        (None, 0.14, "about 2014-03-03 (14 % sure)", "about 2014-03-03 · dated by url, 14 % sure"),
        (None, 0.09, "unknown", "date unknown · perhaps 2014-03-03, dated by url, 9 % sure"),
    ],
)
def test_a_date_that_is_uncertain_is_not_shown_as_the_date(capsys, tmp_path, published, confidence, listed, shown):
    dating = {"date": "2014-03-03", "from": "url", "confidence": confidence}
    with closing(open_store(None, tmp_path)) as store:
        store.save_post(Post(f"{BLOG}p", BLOG, "A post", published=published, dating=dating))
    assert run(capsys, "posts", "--home", tmp_path)[1] == f"{listed}\tA post\t\t{BLOG}p\n"
    assert shown in run(capsys, "show", f"{BLOG}p", "--home", tmp_path)[1].splitlines()


@pytest.fixture
def home_with_gone_post(home: Path) -> Path:
    with closing(open_store(None, home)) as store:
        (state,) = store.post_states.known([f"{BLOG}new"]).values()
        store.post_states.mark_gone(BLOG, state, datetime(2024, 5, 6, tzinfo=UTC))
    return home


def test_gone_posts_are_marked(capsys, home_with_gone_post):
    _, out, _ = run(capsys, "posts", "--home", home_with_gone_post)
    assert out.splitlines()[0].endswith("\thttps://example.org/new\tgone since 2024-05-06")
    assert out.count("gone") == 1
    _, out, _ = run(capsys, "show", f"{BLOG}new", "--home", home_with_gone_post)
    assert "Gone since 2024-05-06: its page no longer exists." in out
    assert "Gone" not in run(capsys, "show", f"{BLOG}evil", "--home", home_with_gone_post)[1]
    _, out, _ = run(capsys, "posts", "--json", "--home", home_with_gone_post)
    assert [json.loads(line).get("gone", "")[:10] for line in out.splitlines()] == ["2024-05-06", "", ""]


@pytest.mark.usefixtures("terminal")
def test_gone_posts_are_marked_in_a_terminal(capsys, home_with_gone_post):
    _, out, _ = run(capsys, "posts", "--home", home_with_gone_post)
    assert "gone since 2024-05-06  The [red]new[/red] one" in out


@pytest.mark.usefixtures("terminal")
def test_a_post_can_be_read(capsys, home):
    code, out, _ = run(capsys, "show", "example.org/new/", "--home", home)
    assert code == 0
    assert "\x1b[31m" not in out
    assert [words(line) for line in out.splitlines()] == [
        "The [red]new[/red] one",
        "Ada, Bob · 2024-03-03 12:30 · dated by json-ld, 97 % sure",
        "#a tag",
        "https://example.org/new",
        "",
        "One [b]line[/b].",
        "",
        "Another[31m line.",
    ]


@pytest.mark.usefixtures("terminal")
def test_the_comments_of_a_post_can_be_read(capsys, tmp_path):
    comments = [
        Comment("1", None, "Ann", None, "2024-03-04T10:00:00", "", "First\x1b[31m"),
        Comment("2", "1", "Bo", text="Second", type="pingback"),
    ]
    post = Post("https://example.org/p", "https://example.org/", comments=comments)
    post.comments_expected = 3
    with closing(open_store(None, tmp_path)) as store:
        store.save_post(post)
    _, out, _ = run(capsys, "show", "example.org/p", "--home", tmp_path)
    shown = [line.rstrip() for line in out.splitlines() if line.strip()]
    assert shown[-5:] == [
        "Comments: 2 of 3",
        "Ann · 2024-03-04 10:00",
        "First[31m",
        "  Bo · pingback",
        "  Second",
    ]


@pytest.mark.usefixtures("terminal")
def test_terminal_escapes_are_removed_from_html(capsys, home):
    assert run(capsys, "show", "example.org/new", "--html", "--home", home)[1] == "<p>One line</p>\n"


def test_html_is_unchanged_in_a_pipe(capsys, home):
    assert run(capsys, "show", "example.org/new", "--html", "--home", home)[1] == f"{POSTS[0].content_html}\n"


def test_a_post_as_json(capsys, home):
    _, out, _ = run(capsys, "show", "example.org/evil", "--json", "--home", home)
    assert json.loads(out) == POSTS[1].record()
    assert not {"\x1b", "\x9b", "\u202e"} & set(out)


@pytest.mark.usefixtures("terminal")
def test_blogs_are_a_table(capsys, home):
    _, out, _ = run(capsys, "blogs", "--home", home)
    assert [words(line) for line in out.splitlines()] == [
        "Address Title Posts Language Crawled",
        "https://example.org/ A [b]blog 2 en 2024-03-04",
        "https://other.example/ 1",
    ]


def test_blogs_as_json(capsys, home):
    _, out, _ = run(capsys, "blogs", "--json", "--home", home)
    assert [(blog["url"], blog["posts"]) for blog in map(json.loads, out.splitlines())] == [
        (BLOG, 2), ("https://other.example/", 1),
    ]  # fmt: skip


@pytest.mark.usefixtures("terminal")
def test_urls_of_usual_length_are_not_wrapped(capsys, tmp_path):
    with closing(open_store(None, tmp_path)) as store:
        store.save_blog(Blog("https://some-notes.example/", "A title that is rather long for a table", "en"))
    _, out, _ = run(capsys, "blogs", "--home", tmp_path)
    assert "https://some-notes.example/" in out
    assert "Crawled" in out


def test_long_lists_of_dropped_phrases_are_only_counted(capsys, home):
    rule = {"selector": "//div", "phrases": [f"phrase number {n}" for n in range(100)], "usual": False}
    with closing(open_store(None, home)) as store:
        store.save_blog(Blog("https://much.example/", rules={"article": [rule]}))
    _, out, _ = run(capsys, "rules", "much.example", "--home", home)
    assert "without 100 phrases that pages repeat" in out
    assert "usual" not in out
    assert len(out) < 600


@pytest.mark.usefixtures("terminal")
def test_rules_are_shown_for_people(capsys, home):
    _, out, _ = run(capsys, "rules", "example.org", "--home", home)
    assert [words(line) for line in out.splitlines()] == [
        "A [b]blog",
        BLOG,
        "",
        "Posts are recognised by",
        "shape /{slug}",
        "",
        "Fields are read from (best first, with the score on the training pages)",
        "title h1.entry-title",
        "99 %",
        "h1",
        "90 %",
        "article div.entry",
        "100 %; without nav, div.share",
        "",
        "All posts",
        "language de",
    ]


def test_rules_as_json(capsys, home):
    _, out, _ = run(capsys, "rules", "example.org", "--json", "--home", home)
    assert json.loads(out) == {"blog": BLOG, "pattern": {"shape": "/{slug}"}, "rules": RULES}


def test_a_blog_without_rules_shows_that_nothing_was_learned(capsys, home):
    _, out, _ = run(capsys, "rules", "other.example", "--home", home)
    assert out.count("nothing learned") == 2


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["posts", "nowhere.example"], 1, "no posts of nowhere.example"),
        (["show", "https://example.org/old"], 1, "no post https://example.org/old; list all posts"),
        (["rules", "nowhere.example"], 1, "no blog nowhere.example; list all blogs"),
        (["show", "example.org/new", "--html", "--json"], 2, "use only one of --html, --json and --page"),
        (["posts", "--database", "mysql://me:s3cret@h/x"], 2, "not mysql://"),
        (["posts", "--database", "postgresql://me:s3cret@127.0.0.1:1/x"], 1, "postgresql://127.0.0.1:1/x: "),
        (["crawl", "http://[::1", "--set", "LOG_ENABLED=0"], 2, "'http://[::1' is not an address"),
        (["crawl", "example.org", "-s", "LOG_LEVEL"], 2, "'LOG_LEVEL' is not a setting"),
    ],
)
def test_an_error_is_one_line_without_passwords(capsys, home, arguments, code, message):
    (home / "settings_of_test.py").touch()
    sys.path.insert(0, str(home))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCRAPY_SETTINGS_MODULE", "settings_of_test")
        ended, out, errors = run(capsys, *arguments, "--home", home)
    sys.path.remove(str(home))
    assert (ended, out) == (code, "")
    assert errors.startswith("Error: ")
    assert message in errors
    assert errors.count("\n") == 1
    assert "s3cret" not in errors


def test_reading_a_missing_archive_creates_no_files(capsys, tmp_path):
    code, _, errors = run(capsys, "posts", "--home", tmp_path / "none")
    assert code == 1
    assert "blogcrawler crawl URL" in errors
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("arguments", [["crawl"], ["show"], ["posts", "--limit", "no"], ["dance"]])
def test_wrong_usage_has_exit_code_2(capsys, arguments):
    assert run(capsys, *arguments)[0] == 2


def test_control_characters_are_removed_from_text():
    assert safe("a\x1b[1mb\r\nc\td\x00\x85\u2028\u202e\ud800") == "a[1mb\nc\td"
    assert one_line(" a \n\n b\t") == "a b"
    assert json.loads(json_text("\x9b\u202e\ud800é")) == "\x9b\u202e\ud800é"
    assert json_text("é\x9b") == '"é\\u009b"'


def test_sizes_and_durations_are_readable():
    assert [size(n) for n in (0, 999, 1_000, 18_345_678, 2e15)] == [
        "0 bytes",
        "999 bytes",
        "1.0 kB",
        "18.3 MB",
        "2000.0 TB",
    ]
    assert duration(3_792.9) == "1:03:12"


def test_rules_show_class_selectors_in_css_notation(capsys, home):
    selector = '//div[contains(concat(" ",normalize-space(@class)," ")," entry ")]/p'
    with closing(open_store(None, home)) as store:
        store.save_blog(Blog("https://classes.example/", rules={"article": [{"selector": selector}]}))
    _, out, _ = run(capsys, "rules", "classes.example", "--home", home)
    assert words(out.splitlines()[-1]) == "article div.entry/p"
