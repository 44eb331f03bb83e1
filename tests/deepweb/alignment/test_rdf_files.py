"""Reading triples from files, also from hostile ones."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from blogcrawler.deepweb import Triple, read_triples
from blogcrawler.errors import UsageError

XML = """<?xml version="1.0" encoding="{encoding}"?>
{doctype}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">
<rdf:Description rdf:about="http://e/a"><e:name>{name}</e:name><e:knows rdf:resource="http://e/b"/></rdf:Description>
</rdf:RDF>"""
NT = '<http://e/a> <http://e/name> "Zoë" .\n<http://e/a> <http://e/knows> <http://e/b> .\n'
EXPECTED = [
    Triple("http://e/a", "http://e/name", "Zoë", True),
    Triple("http://e/a", "http://e/knows", "http://e/b"),
]
FILES = {
    "a.nt": NT.encode(),
    "a.nt.gz": gzip.compress(NT.encode()),
    "a.ttl": '@prefix e: <http://e/> . e:a e:name "Zoë"@de ; e:knows e:b .'.encode(),
    "a.rdf": XML.format(encoding="utf-8", doctype="", name="Zoë").encode(),
    "a.OWL": XML.format(encoding="UTF-8", doctype='<!DOCTYPE x [<!ENTITY z "Zoë">]>', name="&z;").encode(),
    "latin.xml": XML.format(encoding="windows-1252", doctype="", name="Zoë").encode("windows-1252"),
    "latin.rdf.gz": gzip.compress(XML.format(encoding="iso-8859-1", doctype="", name="Zoë").encode("latin-1")),
    "wide.rdf": XML.format(encoding="utf-16", doctype="", name="Zoë").encode("utf-16"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_read_in_its_format_and_encoding(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(FILES[name])
    assert list(read_triples(tmp_path / name)) == EXPECTED


def test_a_long_file_in_another_encoding_is_read_to_its_end(tmp_path: Path) -> None:
    name = "ë" * 20_000
    (tmp_path / "a.rdf").write_bytes(XML.format(encoding="latin1", doctype="", name=name).encode("latin1"))
    assert [triple.object for triple in read_triples(tmp_path / "a.rdf")] == [name, "http://e/b"]


LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha ha">' + "".join(
    f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(9)
)
BROKEN = {
    "nowhere.nt": None,
    "page.html": b"<html>",
    "broken.ttl": b"this is not Turtle",
    "broken.rdf": b"<rdf:RDF",
    "empty.rdf": b"",
    "unknown.rdf": XML.format(encoding="klingon", doctype="", name="x").encode(),
    "broken.nt.gz": gzip.compress(NT.encode())[:-12],
    "plain.nt.gz": NT.encode(),
    "laughs.rdf": XML.format(encoding="utf-8", doctype=f"{LAUGHS}]>", name="&j;").encode(),
    "hidden.rdf": XML.format(encoding="utf-8", doctype=f"<!-- <a> -->{LAUGHS}<!-- ]> -->]>", name="&j;").encode(),
    "late.rdf": XML.format(encoding="utf-8", doctype=f"<!-- {'x' * 1_100_000} -->", name="x").encode(),
    "long.rdf": XML.format(encoding="utf-8", doctype=f'<!DOCTYPE x [<!ENTITY a "{"x" * 5000}">]>', name="&a;").encode(),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_cannot_be_read_is_one_error_that_names_the_file(name: str, tmp_path: Path) -> None:
    content = BROKEN[name]
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(UsageError, match=name):
        list(read_triples(tmp_path / name))
