import pytest

from blogcrawler.archive.surt import surt


# Expected values are those of surt 0.3.1; tests/real/test_replay.py compares with it on many more.
@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("http://example.org", "org,example)/"),
        ("https://www.Example.org/", "org,example)/"),
        ("http://www2.example.org/A/B/", "org,example)/a/b"),
        ("http://wwwx.de/", "de,wwwx)/"),
        ("http://example.org:80/", "org,example)/"),
        ("https://example.org:443/", "org,example)/"),
        ("https://example.org:80/", "org,example:80)/"),
        ("http://user:secret@example.org:8080/x", "org,example:8080)/x"),
        ("http://127.0.0.1:9000/", "1,0,0,127:9000)/"),
        ("http://example.org/a//b/./c/../d", "org,example)/a/b/d"),
        ("http://example.org/caf%C3%A9%20x", "org,example)/caf%c3%a9%20x"),
        ("http://example.org/%2541", "org,example)/a"),
        ("http://example.org/?b=2&A=1&a", "org,example)/?a&a=1&b=2"),
        ("http://example.org/x?", "org,example)/x"),
        ("http://example.org/?p=1&PHPSESSID=" + "0" * 32, "org,example)/?&p=1"),
        ("http://example.org/(S(" + "a" * 24 + "))/x.aspx", "org,example)/x.aspx"),
        ("http://example.org/x#part", "org,example)/x"),
    ],
)
def test_keys_equal_those_of_the_reference_implementation(url: str, key: str) -> None:
    assert surt(url) == key
