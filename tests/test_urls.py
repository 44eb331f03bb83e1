from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from blogcrawler.errors import UsageError
from blogcrawler.urls import (
    adopt,
    blog_address,
    normal,
    page_key,
    related_hosts,
    resolve,
    same_host,
    variant_key,
    variants,
)

HOSTILE = st.one_of(
    st.text(max_size=60),
    st.text("ab/.:?#[]@%;=&\\ \t\n\0é\ud800\uff0e", max_size=60),
    st.builds(
        "{}://{}{}?{}#{}".format,
        st.sampled_from(["http", "HTTPS", "ftp", ""]),
        st.text("a.:[]@%\\é\ud800-_1", max_size=20),
        st.text("/.a;%2Fé \ud800=", max_size=30).map(lambda path: "/" + path),
        st.text("abs=&;%+ é\ud800", max_size=30),
        st.text(max_size=5),
    ),
)


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("https://example.org/", "https://example.org/"),
        (" example.org ", "https://example.org/"),
        ("example.org/blog", "https://example.org/blog"),
        ("HTTP://Example.ORG:80/A", "http://example.org/A"),
        ("localhost:8000", "https://localhost:8000/"),
        ("http://127.0.0.1:8000/x", "http://127.0.0.1:8000/x"),
        ("http://[::1]:8000/", "http://[::1]:8000/"),
        ("http://müller.example/größe", "http://xn--mller-kva.example/gr%C3%B6%C3%9Fe"),
        ("https://user:secret@example.org/#top", "https://example.org/"),
        ("https://my_blog.example.org./", "https://my_blog.example.org/"),
    ],
)
def test_what_people_type_becomes_an_address(typed: str, address: str):
    assert blog_address(typed) == address


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("", "no address given"),
        ("   ", "no address given"),
        ("my blog", "names no host"),
        ("blog", "names no host"),
        ("https://", "names no host"),
        ("https:///etc/passwd", "names no host"),
        ("/etc/passwd", "names no host"),
        ("../../etc", "names no host"),
        ("http://../../etc", "names no host"),
        ("http://..%2f..%2fetc/", "names no host"),
        ("http://a\\..\\b.org/", "names no host"),
        ("http://-a.org/", "names no host"),
        ("http://a..org/", "names no host"),
        (f"http://{'a' * 64}.org/", "names no host"),
        ("http://example.org:0/", "names no host"),
        ("http://example.org:99999/", "is not an address"),
        ("http://example.org:x/", "is not an address"),
        ("http://[::1/", "is not an address"),
        ("ftp://example.org/", "must begin with http"),
        ("mailto:me@example.org", "must begin with http"),
        ("javascript:alert(1)", "must begin with http"),
        ("file:///etc/passwd", "must begin with http"),
    ],
)
def test_what_is_no_address_is_refused_with_a_reason(typed: str, complaint: str):
    with pytest.raises(UsageError, match=complaint):
        blog_address(typed)


@given(HOSTILE)
@settings(max_examples=200)
def test_no_address_leads_out_of_the_folder_of_results(typed: str):
    try:
        host = urlsplit(blog_address(typed)).hostname or ""
    except UsageError:
        return
    assert "/" not in host
    assert "\\" not in host
    assert host.strip(".")


@pytest.mark.parametrize(
    ("url", "made"),
    [
        ("http://example.org", "http://example.org/"),
        ("https://example.org:443/a#b", "https://example.org/a"),
        ("http://example.org:443/", "http://example.org:443/"),
        ("http://example.org/a/../b/./c", "http://example.org/b/c"),
        ("http://example.org/a/..", "http://example.org/"),
        ("http://example.org/../../etc/passwd", "http://example.org/etc/passwd"),
        ("http://example.org//a/../b", "http://example.org//b"),
        ("http://example.org/.well-known/x", "http://example.org/.well-known/x"),
        ("http://example.org/a?utm_source=x&id=3&fbclid=y", "http://example.org/a?id=3"),
        ("http://example.org/a?q=a+b%20c&utm_source=x", "http://example.org/a?q=a+b%20c"),
        ("http://example.org/a?p&utm_source=x", "http://example.org/a?p"),
        ("http://example.org/a?PHPSESSID=abc", "http://example.org/a"),
        ("http://example.org/a?sid=0a1b2c3d4e5f60718293a4b5c6d7e8f9", "http://example.org/a"),
        ("http://example.org/article.php?sid=117", "http://example.org/article.php?sid=117"),
        ("http://example.org/article.pl?sid=04/03/12/1234", "http://example.org/article.pl?sid=04/03/12/1234"),
        ("http://example.org/a;jsessionid=1A2B?x=1", "http://example.org/a?x=1"),
        ("http://example.org/größe bar", "http://example.org/gr%C3%B6%C3%9Fe%20bar"),
        ("http://exa mple.org/", None),
        ("http://ex%61mple.org/", None),
        ("mailto:a@b.c", None),
        ("http://", None),
        ("http://.", None),
        ("http://[", None),
        ("http://a:b/", None),
    ],
)
def test_addresses_have_one_form(url: str, made: str | None):
    assert normal(url) == made


@given(HOSTILE)
@settings(max_examples=500)
def test_any_text_has_a_normal_form_or_none_and_it_stays(text: str):
    made = normal(text)
    if made is not None:
        assert normal(made) == made
        assert made.isascii()
        assert made.isprintable()
        page_key(made).encode()


@given(HOSTILE, HOSTILE)
@example("", "HTTP://0/. ?")
@example("", "http://1/.\ud800?#")
@settings(max_examples=300)
def test_any_link_on_any_page_can_be_resolved(base: str, href: str):
    made = resolve(base, href)
    assert made is None or normal(made) == made
    page_key(href)


@pytest.mark.parametrize(
    ("href", "made"),
    [
        ("b", "http://example.org/a/b"),
        (" /b ", "http://example.org/b"),
        ("?p=3", "http://example.org/a/?p=3"),
        ("//other.example/x", "http://other.example/x"),
        ("HTTPS://EXAMPLE.org/x", "https://example.org/x"),
        ("#top", None),
        ("", None),
        ("javascript:void(0)", None),
        ("JavaScript:void(0)", None),
        ("mailto:me@example.org", None),
        ("http://[broken", None),
        ("//[broken", None),
    ],
)
def test_links_are_resolved(href: str, made: str | None):
    assert resolve("http://example.org/a/", href) == made


@pytest.mark.parametrize(
    "urls",
    [
        ("http://example.org/a", "https://www.example.org/a/"),
        ("http://example.org/a/", "http://example.org/a/index.html"),
        ("http://example.org/", "http://WWW.example.org"),
        ("http://example.org/a?x=1&y=2", "http://example.org/a?y=2&x=1"),
        ("http://example.org/%e3%81%82", "http://example.org/%E3%81%82"),
        ("http://example.org/%7Eme/", "http://example.org/~me"),
        ("http://example.org/a%3Db%3A%28c%29", "http://example.org/a=b:(c)"),
    ],
)
def test_addresses_of_one_page_have_one_key(urls: tuple[str, str]):
    assert page_key(urls[0]) == page_key(urls[1])


@pytest.mark.parametrize(
    "urls",
    [
        ("http://example.org/a", "http://example.org/A"),
        ("http://example.org/a", "http://example.org:8080/a"),
        ("http://example.org/?p=1", "http://example.org/?p=2"),
        ("http://example.org/a%2Fb", "http://example.org/a/b"),
        ("http://example.org/a%3Fb", "http://example.org/a?b"),
        ("http://example.org/?a=b%26c=d", "http://example.org/?a=b&c=d"),
        ("http://example.org/a", "http://blog.example.org/a"),
    ],
)
def test_different_pages_have_different_keys(urls: tuple[str, str]):
    assert page_key(urls[0]) != page_key(urls[1])


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/a/b",
        "https://www.example.org/a/b/",
        "http://example.org/a/b.html",
        "http://example.org/a/b.php",
        "http://example.org/a/b/index.html",
        "http://example.org/a/b?m=1",
        "http://example.org/a/b.html?m=0",
        "http://example.org/a/b/?amp",
        "http://example.org/a/b?amp=1",
        "http://example.org/a/b/amp/",
    ],
)
def test_variants_of_an_address_have_one_key(url: str):
    assert variant_key(url) == "example.org/a/b"
    plain = {page_key("http://example.org/a/b"), page_key("http://example.org/a/b.html")}
    assert plain <= {page_key(url), *map(page_key, variants(url))}
    assert page_key(url) not in map(page_key, variants(url))


@pytest.mark.parametrize(
    "urls",
    [
        ("http://example.org/?p=1", "http://example.org/?p=2"),
        ("http://example.org/a?m=2", "http://example.org/a"),
        ("http://example.org/a.b", "http://example.org/a"),
        ("http://example.org/amp", "http://example.org/"),
        ("http://example.org/a-1.html", "http://example.org/a-2.html"),
    ],
)
def test_other_addresses_are_no_variants(urls: tuple[str, str]):
    assert variant_key(urls[0]) != variant_key(urls[1])


@given(HOSTILE)
@settings(max_examples=200)
def test_any_address_has_variants(url: str):
    variant_key(url)
    variants(url)


@pytest.mark.parametrize(
    ("url", "adopted"),
    [
        ("https://www.example.org/a?b", "http://example.org:8080/a?b"),
        ("http://example.org/a", "http://example.org:8080/a"),
        ("http://example.org:8080/a", "http://example.org:8080/a"),
        ("http://example.org:9090/a", "http://example.org:9090/a"),
        ("http://other.org/a", "http://other.org/a"),
        ("http://sub.example.org/a", "http://sub.example.org/a"),
    ],
)
def test_the_blogs_own_addresses_are_adopted(url: str, adopted: str):
    assert adopt(url, urlsplit("http://example.org:8080/")) == adopted


def test_www_makes_no_other_host():
    assert same_host("www.example.org", "Example.org")
    assert not same_host("ww.example.org", "example.org")


@pytest.mark.parametrize(
    ("one", "other", "related"),
    [
        ("example.org", "www.example.org", True),
        ("www.example.org", "blog.example.org", True),
        ("blog.example.org", "example.org", True),
        ("ann.example.org", "bob.example.org", False),
        ("example.org", "anexample.org", False),
        ("org", "example.org", False),
        ("localhost", "a.localhost", False),
    ],
)
def test_hosts_that_belong_together(one: str, other: str, related: bool):
    assert related_hosts(one, other) is related
    assert related_hosts(other, one) is related
