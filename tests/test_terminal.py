from __future__ import annotations

import json
import sys
import unicodedata

from blogcrawler.terminal import json_text, one_line, safe

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
