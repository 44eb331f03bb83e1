from __future__ import annotations

import ipaddress
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.downloader.public_addresses import hostname, is_public, literal_address


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("127.0.0.1.", "127.0.0.1"),
        ("127.0.0.1:8080", "127.0.0.1"),
        ("2130706433", "127.0.0.1"),
        ("0x7f000001", "127.0.0.1"),
        ("0X7F.1", "127.0.0.1"),
        ("017700000001", "127.0.0.1"),
        ("0177.0.0.1", "127.0.0.1"),
        ("127.1", "127.0.0.1"),
        ("0", "0.0.0.0"),
        ("１２７．０．０．１", "127.0.0.1"),
        ("127。0。0。1", "127.0.0.1"),
        ("[::1]", "::1"),
        ("[::1]:80", "::1"),
        ("::ffff:10.0.0.1", "::ffff:a00:1"),
        ("localhost", "127.0.0.1"),
        ("LocalHost.", "127.0.0.1"),
        ("db.localhost", "127.0.0.1"),
        ("example.org", None),
        ("1.2.3.4.5", None),
        ("999.0.0.1", None),
        ("0xfg", None),
        ("", None),
    ],
)
def test_addresses_are_recognised_in_every_spelling(host: str, address: str | None) -> None:
    assert literal_address(host) == (ipaddress.ip_address(address) if address else None)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2606:4700::1111", True),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("127.8.9.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("240.0.0.1", False),
        ("255.255.255.255", False),
        ("::", False),
        ("::1", False),
        ("fe80::1", False),
        ("fc00::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:8.8.8.8", True),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b::808:808", True),
        ("2002:7f00:1::", False),
        ("2002:808:808::", True),
        ("0.1.2.3", False),
        ("192.0.0.9", False),
        ("192.0.0.200", False),
        ("192.0.1.1", True),
        ("192.88.99.1", False),
        ("198.18.0.1", False),
        ("100.127.255.255", False),
        ("239.255.255.250", False),
        ("fec0::1", False),
        ("feff:ffff::1", False),
        ("ff0e::1", False),
        ("::127.0.0.1", False),
        ("::8.8.8.8", False),
        ("64:ff9b::a00:1", False),
        ("64:ff9b:1::808:808", False),
        ("2002:a00:1::", False),
        ("2002:c0a8:101::5", False),
        ("2001:0:808:808:0:0:f5ff:fffe", False),
        ("100:0:0:1::1", False),
        ("3fff::1", False),
        ("5f00::1", False),
    ],
)
def test_only_global_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(ipaddress.ip_address(address)) is public


@given(st.integers(0, 2**32 - 1), st.sampled_from(["{}", "0x{:x}", "0{:o}"]))
def test_numbers_are_read_like_the_system_reads_them(number: int, form: str) -> None:
    host = form.format(number)
    assert str(literal_address(host)) == socket.inet_ntoa(socket.inet_aton(host))


def test_names_have_one_form_for_comparison() -> None:
    assert hostname("Bücher.Example.:80") == hostname("xn--bcher-kva.example") == "xn--bcher-kva.example"
