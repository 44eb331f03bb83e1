"""Pages of a real MediaWiki with SQLite: installed, filled and read once, then kept in ``.programs``."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from sample_writings import SITE, TITLE, Writing
from site_makers import PROGRAMS, run, write

PROGRAM = Path("/usr/share/mediawiki")
SKINS = ("vector", "monobook", "timeless")
CATEGORY = "Harbours"
MISSING = "" if PROGRAM.exists() and shutil.which("php") else "apt-get install mediawiki php-cli php-sqlite3"


def wiki_pages(posts: Sequence[Writing]) -> dict[str, str]:
    """The pages of a wiki with an article for each post in one category, by skin and name, such as
    ``vector/Category:Harbours``; addresses begin with ``sample_writings.SITE``."""
    source = Path(__file__).read_bytes() + repr(posts).encode()
    file = PROGRAMS / "sites" / f"mediawiki-{hashlib.sha256(source).hexdigest()[:12]}.json"
    if not file.exists():
        with tempfile.TemporaryDirectory(prefix="blogcrawler-wiki-") as folder:
            made = json.dumps(_make(Path(folder), posts))
        new = file.with_suffix(f".{os.getpid()}")
        write(new, made)
        new.rename(file)
    pages: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return pages


def _make(folder: Path, posts: Sequence[Writing]) -> dict[str, str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    environment = {"MW_CONFIG_FILE": str(folder / "LocalSettings.php")}
    install = [
        "php",
        PROGRAM / "maintenance" / "install.php",
        "--dbtype",
        "sqlite",
        "--dbpath",
        folder,
        "--server",
        url,
    ]
    install += ["--scriptpath", "", "--confpath", folder, "--pass", "no secret at all 31", TITLE, "Admin"]
    run(install, folder, **environment)
    skins = "".join(f'wfLoadSkin("{skin}");\n' for skin in ("Vector", "MonoBook", "Timeless"))
    settings = (folder / "LocalSettings.php").read_text()
    write(folder / "LocalSettings.php", f"{settings}\n{skins}")
    for post in posts:
        write(folder / "texts" / f"{_name(post)}.txt", f"{_wikitext(post)}\n\n[[Category:{CATEGORY}]]")
    run(["php", PROGRAM / "maintenance" / "importTextFiles.php", *(folder / "texts").iterdir()], folder, **environment)
    run(["php", PROGRAM / "maintenance" / "runJobs.php"], folder, **environment)
    server = subprocess.Popen(
        ["php", "-S", f"127.0.0.1:{port}", "-t", str(PROGRAM)],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        names = ["Main_Page", f"Category:{CATEGORY}", "Special:AllPages", f"Talk:{_name(posts[0])}"]
        names += [_name(post) for post in posts]
        return {f"{skin}/{name}": _get(url, name, skin) for skin in SKINS for name in names}
    finally:
        server.terminate()
        server.wait(20)


def _name(post: Writing) -> str:
    return post.slug.replace("-", "_").capitalize()


def _wikitext(post: Writing) -> str:
    return "\n\n".join(text for kind, text in post.blocks if kind == "p")


def _get(url: str, name: str, skin: str) -> str:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    end = time.monotonic() + 30
    while True:
        try:
            with opener.open(f"{url}/index.php/{quote(name, safe=':')}?useskin={skin}", timeout=20) as answer:
                return str(answer.read().decode()).replace(url, SITE)
        except urllib.error.HTTPError as error:
            return error.read().decode().replace(url, SITE)
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
