"""Fuzz everything that reads foreign bytes: no exception but our own, and nothing that takes over two seconds.

    python benchmarks/fuzz.py [--inputs 10000] [--only feeds] [--seed 1]
    python benchmarks/fuzz.py --seconds 600 --coverage

Each reader runs in a process of its own. Inputs are changed at random, the same ones for the same seed; with
``--coverage``, atheris (libFuzzer) changes them so that they reach new code, which is slower. Exceptions and hangs are
collected, one of each kind and place, with an input that causes it. A reader that does not return is ended after a
minute of CPU time, and its input is printed. Exit code 1 if there are any.
"""

# ruff: noqa: E501

from __future__ import annotations

import argparse
import faulthandler
import json
import logging
import mmap
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

MAX_SECONDS = 2.0
#: CPU seconds after which a reader that does not return is ended.
LIMIT = 60
MAX_BYTES = 20_000
#: What often means something.
TOKENS = [
    b"<", b">", b"</", b"&", b"&#x0;", b"&#1114112;", b'"', b"'", b"\0", b"\n", b"\r\n", b"\xff", b"\xed\xa0\x80", b"\xf4\x8f\xbf\xbf",
    "\u202e".encode(), "İ".encode(), "ß".encode(), "２".encode(), "²".encode(), "\u0301".encode(), "潮".encode(), b"%", b"%00", b"%zz",
    b"//", b"../", b":", b"::", b"[", b"]", b"{", b"}", b"(", b")", b"@", b"#", b"?", b";", b",", b"-", b"+", b"*", b"\\", b"|||",
    b"0", b"-1", b"1e999", b"NaN", b"null", b"true", b"99999999999999999999", b"2147483648", b"9" * 400, b"+99:99", b"-2400", b"00/00/0000",
    b"http://", b"<![CDATA[", b"<!--", b"-->", b"<!DOCTYPE", b"<?xml", b"javascript:", b"\xef\xbb\xbf", b"\x1f\x8b", b"xn--", b"AND", b"NEAR/",
]  # fmt: skip


class Findings:
    """Runs a reader and writes each kind of failure once, to a file that outlives the process."""

    def __init__(self, name: str, read, file: Path) -> None:
        from blogcrawler.errors import BlogCrawlerError

        self._name, self._read, self._file, self._own = name, read, file, BlogCrawlerError
        self._known: set[str] = set()
        self.runs = 0

    def __call__(self, data: bytes) -> None:
        self.runs += 1
        began = time.thread_time()
        try:
            self._read(data)
        except self._own:
            pass
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            self._add(f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}: {error}"[:200], data)
        if (seconds := time.thread_time() - began) > MAX_SECONDS:
            self._add(f"{seconds:.1f} s", data)

    def _add(self, what: str, data: bytes) -> None:
        kind = "slow" if what.endswith(" s") else what.split(": ")[0]
        if kind not in self._known:
            self._known.add(kind)
            with self._file.open("a") as file:
                print(json.dumps({"reader": self._name, "what": what, "input": data.hex()}), file=file)


def changed(seeds: list[bytes], rng: random.Random) -> Iterator[bytes]:
    """Inputs that are changed at random, for ever."""
    while True:
        data = bytearray(rng.choice(seeds))
        for _ in range(rng.randint(1, 8)):
            at, to = sorted((rng.randint(0, len(data)), rng.randint(0, len(data))))
            if rng.random() < 0.5:
                to = min(at + rng.randint(0, 3), len(data))
            data[at:to] = _replacement(bytes(data[at:to]), rng.choice(seeds), rng)
            del data[MAX_BYTES:]
        yield bytes(data)


def _replacement(old: bytes, other: bytes, rng: random.Random) -> bytes:
    """Something else for a part of the data."""
    match rng.randrange(7):
        case 0:
            return b""
        case 1:
            return old * rng.randint(2, 30)
        case 2:
            return rng.randbytes(3)
        case 3:
            start = rng.randint(0, len(other))
            return other[start : start + rng.randint(1, 40)]
        case 4:
            return bytes([rng.randrange(256)])
        case _:
            return rng.choice(TOKENS) * rng.choice((1, 1, 1, 2, 50))


class Watchdog:
    """Ends a process whose reader does not return; the input is left in a file."""

    def __init__(self, file: Path) -> None:
        file.write_bytes(bytes(MAX_BYTES + 8))
        with file.open("r+b") as opened:
            self._memory = mmap.mmap(opened.fileno(), 0)
        faulthandler.register(signal.SIGVTALRM, chain=True)  # prints where it hangs, even in C; then the signal kills

    def begin(self, data: bytes) -> None:
        self._memory[: 8 + len(data)] = len(data).to_bytes(8, "big") + data
        signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)

    @staticmethod
    def last_input(file: Path) -> bytes:
        memory = file.read_bytes()
        return memory[8 : 8 + int.from_bytes(memory[:8], "big")]


def fuzz(name: str, options: argparse.Namespace, folder: Path) -> None:
    """Fuzz one reader in this process with inputs that are changed at random."""
    from fixtures.foreign_readers import foreign_readers

    read, seeds = foreign_readers()[name]
    findings, watchdog = Findings(name, read, folder / "findings"), Watchdog(folder / "input")
    began, rng = time.monotonic(), random.Random(f"{name} {options.seed}")
    for data in changed(seeds, rng):
        watchdog.begin(data)
        findings(data)
        if findings.runs >= options.inputs or time.monotonic() - began > options.seconds:
            break
    print(f"Done {findings.runs} runs")


def fuzz_with_atheris(name: str, options: argparse.Namespace, folder: Path) -> None:
    """Fuzz one reader by coverage; ends the process."""
    import atheris

    with atheris.instrument_imports(include=["blogcrawler"]):
        from fixtures.foreign_readers import foreign_readers

        read, seeds = foreign_readers()[name]
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, seed in enumerate(seeds):
        (corpus / str(number)).write_bytes(seed)
    findings, watchdog = Findings(name, read, folder / "findings"), Watchdog(folder / "input")

    def run(data: bytes) -> None:
        watchdog.begin(data)
        findings(data)

    limits = [f"-max_total_time={options.seconds}", f"-runs={options.inputs}", "-max_len=8192", "-rss_limit_mb=2048"]
    atheris.Setup([sys.argv[0], *limits, f"-seed={options.seed}", str(corpus)], run)
    atheris.Fuzz()


def run_reader(name: str, options: argparse.Namespace) -> tuple[int, list[dict[str, str]]]:
    """Fuzz one reader in a process of its own; returns the number of inputs, and the findings."""
    with tempfile.TemporaryDirectory() as folder:
        findings = Path(folder, "findings")
        findings.touch()
        command = [sys.executable, __file__, "--in-process", name, folder, "--seed", str(options.seed)]
        command += ["--seconds", str(options.seconds), "--inputs", str(options.inputs)]
        done = subprocess.run(
            command + ["--coverage"] * options.coverage, capture_output=True, text=True, errors="replace", check=False
        )
        found = [json.loads(line) for line in findings.read_text().splitlines()]
        counts = re.findall(r"Done (\d+) runs", done.stdout + done.stderr)
        if not counts:
            what = f"ended with {done.returncode}: {(done.stderr or done.stdout)[-2000:]}"
            file = Path(folder, "input")
            found.append(
                {"reader": name, "what": what, "input": Watchdog.last_input(file).hex() if file.exists() else ""}
            )
        return int(counts[-1]) if counts else 0, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=10_000, help="at most this many for each reader")
    parser.add_argument("--seconds", type=int, default=600, help="at most this long for each reader")
    parser.add_argument("--only", nargs="+", metavar="READER", help="only these readers")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--coverage", action="store_true", help="let atheris choose inputs that reach new code")
    parser.add_argument("--in-process", nargs=2, metavar=("READER", "FOLDER"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.in_process:
        logging.disable(logging.CRITICAL)
        name, folder = options.in_process
        (fuzz_with_atheris if options.coverage else fuzz)(name, options, Path(folder))
        return
    from fixtures.foreign_readers import foreign_readers

    total, failures = 0, 0
    for name in options.only or foreign_readers():
        began = time.monotonic()
        number, found = run_reader(name, options)
        total, failures = total + number, failures + len(found)
        print(f"{name:<10} {number:>9,} inputs in {time.monotonic() - began:,.0f} s", flush=True)
        for one in found:
            print(f"{name}: {one['what']}\n    {bytes.fromhex(one['input'])[:1000]!r}", flush=True)
    print(f"{total:,} inputs, {failures} failures")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
