"""An archive in a running pywb."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from warc_reading import warcs

_PYWB = Path(__file__).resolve().parents[2] / ".venv-pywb"


def install_pywb() -> Path:
    """The folder of pywb's programs. It pins old versions, so it has a separate environment."""
    if not (_PYWB / "bin" / "wayback").exists():
        subprocess.run([sys.executable, "-m", "venv", _PYWB], check=True, timeout=60)
        subprocess.run([_PYWB / "bin" / "pip", "install", "-q", "pywb"], check=True, timeout=300)
    return _PYWB / "bin"


@contextmanager
def wayback(archive: Path, home: Path, *, with_our_index: bool = True) -> Iterator[str]:
    """Serve the WARC files of a folder; yields the address of the collection. ``home`` is an empty folder for pywb."""
    pywb = install_pywb()
    subprocess.run([pywb / "wb-manager", "init", "blog"], cwd=home, check=True, capture_output=True, timeout=60)
    collection = home / "collections" / "blog"
    if with_our_index:
        for path in warcs(archive):
            shutil.copy(path, collection / "archive")
        shutil.copy(archive / "index.cdxj", collection / "indexes")
    else:
        command = [pywb / "wb-manager", "add", "blog", *warcs(archive)]
        subprocess.run(command, cwd=home, check=True, capture_output=True, timeout=60)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with (home / "log").open("w") as log:
        arguments = ["-b", "127.0.0.1", "-p", str(port)]
        process = subprocess.Popen([pywb / "wayback", *arguments], cwd=home, stdout=log, stderr=log)
    try:
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/blog"
    finally:
        process.terminate()
        process.wait(timeout=20)
