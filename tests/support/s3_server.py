"""A real S3 server on loopback: moto, from an environment of its own."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

PYTHON = Path(__file__).resolve().parents[2] / ".venv-s3" / "bin" / "python"


@contextmanager
def s3_server() -> Iterator[dict[str, str]]:
    """Start the server with a bucket ``blogs``; yields the environment with which fsspec finds it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(PYTHON), "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        end = time.monotonic() + 90
        while not _answers(url):
            assert process.poll() is None, "moto has ended"
            assert time.monotonic() < end, "moto does not answer"
            time.sleep(0.1)
        options = {
            "key": "test",
            "secret": "test",
            "endpoint_url": url,
            "client_kwargs": {"region_name": "eu-central-1"},
        }
        environment = {"FSSPEC_S3": json.dumps(options)}
        create = "import fsspec; fsspec.filesystem('s3').mkdir('blogs', region_name='eu-central-1')"
        subprocess.run([sys.executable, "-c", create], env=os.environ | environment, check=True)
        yield environment
    finally:
        process.kill()
        process.wait()


def _answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=5):
            return True
    except OSError:
        return False
