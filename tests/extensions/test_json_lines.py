from __future__ import annotations

import io
import json

from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.extensions.json_lines import DurableJsonLinesExporter
from blogcrawler.items import Post


@given(st.text())
def test_a_record_is_one_line_for_every_program(text: str) -> None:
    file = io.BytesIO()
    exporter = DurableJsonLinesExporter(file, encoding="utf-8")
    exporter.export_item(Post("https://a.example/1", "https://a.example/", text=f"a\u2028b\x85{text}"))
    (line,) = file.getvalue().decode("utf-8", "surrogatepass").splitlines()
    assert json.loads(line)["text"] == f"a\u2028b\x85{text}"
