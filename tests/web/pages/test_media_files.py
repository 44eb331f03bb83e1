from __future__ import annotations

from pathlib import Path

import pytest
from sample_archive import add_media
from starlette.testclient import TestClient

from blogcrawler.web.pages.media_files import media_addresses

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
HTML = b"<html><script>alert(1)</script></html>"


@pytest.mark.parametrize(
    ("content", "extension", "mime"),
    [(SVG, "svg", "image/svg+xml"), (HTML, "png", "application/octet-stream"), (b"%PDF-1.4", "pdf", "application/pdf")],
)
def test_a_file_that_could_run_scripts_is_never_opened_as_a_page(
    archive: Path, reader: TestClient, content: bytes, extension: str, mime: str
) -> None:
    medium = add_media(archive, "harbour.example", content, "https://a.example/x", extension, mime)
    [address] = media_addresses([medium]).values()
    answer = reader.get(address)
    assert answer.headers["content-type"] == mime
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["content-security-policy"] == "sandbox; default-src 'none'"
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "name",
    ["../blogcrawler.db", "..%2Fblogcrawler.db", f"{'a' * 64}.png", f"{'a' * 64}", "%2e%2e/x", f"{'A' * 64}.png"],
)
def test_nothing_but_media_is_served(reader: TestClient, name: str) -> None:
    assert reader.get(f"/media/{name}").status_code == 404


def test_only_names_of_digests_become_addresses() -> None:
    paths = ["media/../../x.png", "/etc/passwd", f"media/aa/{'a' * 64}.png", f'media/"{"a" * 64}.png', None]
    addresses = media_addresses([{"url": str(n), "path": path} for n, path in enumerate(paths)])
    assert addresses == {"2": f"/media/{'a' * 64}.png"}
