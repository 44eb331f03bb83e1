"""The package as users install it: a wheel, built from what the Dockerfile copies, in an environment of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from email import message_from_string
from email.message import Message
from fnmatch import fnmatch
from pathlib import Path

import pytest
from blogsite import BlogSite, fill, make_posts
from crawl_processes import FAST

pytestmark = pytest.mark.real

ROOT = Path(__file__).resolve().parents[2]
COPIED = re.findall(r"^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)


def copied_names() -> list[str]:
    return [name for names in COPIED for name in names.split()]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the wheel; it borrows the dependencies from the one that runs the tests."""
    folder = tmp_path_factory.mktemp("package")
    source = folder / "source"
    for name in copied_names():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, source / name)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-qq"]
    build = ["wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", str(folder), str(source)]
    subprocess.run([*pip, *build], check=True, timeout=60)
    venv.create(folder / "env", symlinks=True)
    python = folder / "env" / "bin" / "python"
    (wheel,) = folder.glob("*.whl")
    install = ["--python", str(python), "install", "--no-deps", "--no-index", "--no-compile", str(wheel)]
    subprocess.run([*pip, *install], check=True, timeout=60)
    (packages,) = (folder / "env" / "lib").glob("python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return folder / "env"


def run(environment: Path, program: str, *arguments: str, folder: Path) -> str:
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | FAST
    command = [str(environment / "bin" / program), *arguments]
    ended = subprocess.run(command, cwd=folder, env=clean, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_the_program_crawls_from_any_folder(environment: Path, tmp_path: Path) -> None:
    where = "import blogcrawler, knowledge_base as k; print(blogcrawler.__file__, *k.__path__, sep='\\n')"
    places = run(environment, "python", "-c", where, folder=tmp_path).splitlines()
    assert all(Path(place).is_relative_to(environment) for place in places), places
    assert "Usage: blogcrawler" in run(environment, "blogcrawler", "--help", folder=tmp_path)
    shipped = list((ROOT / "knowledge_base").rglob("*.xml"))
    checked = run(environment, "blogcrawler", "kb", "check", folder=tmp_path)
    assert int(checked.split()[0]) >= len(shipped)
    with BlogSite() as site:
        fill(site, make_posts(5))
        run(environment, "blogcrawler", "crawl", site.url, folder=tmp_path)
    (posts,) = tmp_path.glob("archive/*/posts.jsonl")
    assert len([json.loads(line) for line in posts.read_text().splitlines()]) == 5


@pytest.fixture
def metadata(environment: Path) -> Message:
    (file,) = environment.glob("lib/python*/site-packages/blogcrawler-*.dist-info/METADATA")
    return message_from_string(file.read_text())


def test_the_package_names_its_addresses_and_has_no_relative_links(metadata: Message) -> None:
    names = {line.partition(",")[0] for line in metadata.get_all("Project-URL", [])}
    assert {"Homepage", "Documentation", "Repository", "Changelog"} <= names
    readme = str(metadata.get_payload())
    targets = re.findall(r"\]\(([^)]+)\)", readme)
    assert len(targets) > 5
    assert [target for target in targets if not target.startswith(("https://", "http://", "#"))] == []
    assert re.search(r"!\[[^]]*\]\(https://\S+/raw/main/docs/\S+\.svg\)", readme)


def test_every_file_of_the_packages_is_in_the_wheel(environment: Path) -> None:
    (packages,) = environment.glob("lib/python*/site-packages")
    tracked = [
        file.relative_to(ROOT)
        for package in ("blogcrawler", "knowledge_base")
        for file in (ROOT / package).rglob("*")
        if file.is_file() and file.suffix != ".pyc"
    ]
    assert [str(file) for file in tracked if not (packages / file).exists()] == []


def test_docker_may_read_what_the_dockerfile_copies() -> None:
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    allowed = [line.removeprefix("!") for line in lines if line.startswith("!")]
    assert copied_names()
    assert [name for name in copied_names() if not any(fnmatch(name, pattern) for pattern in allowed)] == []


def test_the_dockerfile_follows_the_rules() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    ended = subprocess.run([hadolint, "--no-color", ROOT / "Dockerfile"], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (0, "")
