from __future__ import annotations

import json
import logging
import sys
import unicodedata
from collections.abc import Iterator
from io import StringIO

import pytest

from blogcrawler.terminal import json_text, keep_log_safe, one_line, safe

CHARACTERS = [chr(code) for code in range(sys.maxunicode)]
DIRECTIONS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
BIDI = {one for one in CHARACTERS if unicodedata.bidirectional(one) in DIRECTIONS} | {"\u061c", "\u200e", "\u200f"}
CONTROLS = {one for one in CHARACTERS if unicodedata.category(one) == "Cc"}
HIDDEN = (BIDI | CONTROLS) - set("\t\n\r")


def test_no_control_character_reaches_a_terminal() -> None:
    text = "".join(f"a{character}" for character in sorted(HIDDEN))
    assert set(safe(text)) == set(one_line(text)) == {"a"}
    assert not HIDDEN & set(json_text(text))
    assert json.loads(json_text(text)) == text


@pytest.fixture
def log() -> Iterator[StringIO]:
    out, root = StringIO(), logging.getLogger()
    handler = logging.StreamHandler(out)
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    root.addHandler(handler)
    before = [(one, one.formatter) for one in root.handlers]
    yield out
    root.removeHandler(handler)
    for one, formatter in before:
        one.setFormatter(formatter)


def test_the_log_is_safe_too(log: StringIO) -> None:
    keep_log_safe()
    try:
        raise ValueError("\x1b[2J\x9b2J\u202e")
    except ValueError:
        logging.getLogger("blogcrawler").exception("title %s", "\x1b]0;owned\x07\x9d\u202e")
    assert log.getvalue().startswith("ERROR title ]0;owned\nTraceback")
    assert not HIDDEN & set(log.getvalue())
