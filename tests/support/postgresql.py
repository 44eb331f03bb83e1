"""A private PostgreSQL."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
from pathlib import Path

import psycopg

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


class Server:
    """A private PostgreSQL on a free port; it will not run as root, so root becomes postgres."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.password = "s3cret"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        secret = folder / "password"
        secret.write_text(self.password)
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
            shutil.chown(secret, "postgres")
        self._run(
            "initdb",
            "-D",
            f"{folder}/data",
            "-U",
            "me",
            "-A",
            "scram-sha-256",
            f"--pwfile={secret}",
            "-E",
            "UTF8",
            "-N",
        )

    def start(self) -> None:
        options = f"-c listen_addresses=127.0.0.1 -p {self.port} -k {self.folder} -F"
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-l", f"{self.folder}/log", "-w", "-o", options, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "-w", "stop")

    def url(self, name: str = "postgres", scheme: str = "postgresql") -> str:
        return f"{scheme}://me:{self.password}@127.0.0.1:{self.port}/{name}"

    def new_database(self) -> str:
        """The address of a database that nobody else uses."""
        name = f"test_{secrets.token_hex(4)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def _run(self, program: str, *arguments: str) -> None:
        user = "postgres" if os.getuid() == 0 else None
        # Its log file keeps the server's output; a pipe here would never be closed.
        subprocess.run(
            [PROGRAMS[-1] / program, *arguments],
            check=True,
            user=user,
            group=user,
            extra_groups=[] if user else None,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            timeout=60,
        )
