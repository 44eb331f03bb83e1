from __future__ import annotations

import io
import json

from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.extensions.json_lines import DurableJsonLinesExporter
from blogcrawler.items import Post

HIDDEN = set("\x7f\x85\x9b\x9d\u061c\u200e\u200f\u2028\u202e\u2066")


@given(st.text() | st.text(sorted(HIDDEN)))
def test_a_record_is_one_line_for_every_program(text: str) -> None:
    file = io.BytesIO()
    exporter = DurableJsonLinesExporter(file, encoding="utf-8")
    exporter.export_item(Post("https://a.example/1", "https://a.example/", text=f"a\u2028b\x85{text}"))
    (line,) = file.getvalue().decode("utf-8", "surrogatepass").splitlines()
    assert not HIDDEN & set(line)
    assert json.loads(line)["text"] == f"a\u2028b\x85{text}"
