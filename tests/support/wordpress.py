"""Real WordPress sites, controlled by their own PHP functions."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

SOURCE = Path("/usr/share/wordpress")
#: Three themes, three markups of posts and of comments.
THEMES = ("twentytwentyone", "twentytwentytwo", "twentytwentythree")
MISSING = [
    name
    for name, there in {
        "wordpress": SOURCE.is_dir(),
        "php8.2-cli": shutil.which("php"),
        "mariadb-server": shutil.which("mariadbd"),
    }.items()
    if not there
]

# One copy of WordPress serves all sites; the environment selects the site.
_CONFIG = """<?php
define('DB_NAME', getenv('SITE_DATABASE'));
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:' . getenv('SITE_SOCKET'));
define('DB_CHARSET', 'utf8mb4');
define('WP_HOME', getenv('SITE_URL'));
define('WP_SITEURL', getenv('SITE_URL'));
define('UPLOADS', 'wp-content/uploads/' . DB_NAME);
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {
    define("{$name}_KEY", 'a test');
    define("{$name}_SALT", 'a test');
}
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
"""
# PHP's server does not log responses of a router.
_ROUTER = """<?php
$request = $_SERVER['REQUEST_METHOD'] . ' ' . $_SERVER['REQUEST_URI'] . "\\n";
file_put_contents(getenv('SITE_LOG'), $request, FILE_APPEND | LOCK_EX);
$path = urldecode(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
$file = __DIR__ . $path;
if (is_file($file) && !str_ends_with($file, '.php')) return false;
$_SERVER['SCRIPT_NAME'] = is_file($file) ? $path : '/index.php';
$_SERVER['PHP_SELF'] = $_SERVER['SCRIPT_NAME'];
require is_file($file) ? $file : __DIR__ . '/index.php';
"""
_INSTALL = """
define('WP_INSTALLING', true);
require 'wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('A Real Blog', 'maria', 'maria@example.org', true, '', 'secret');
wp_update_user(['ID' => 1, 'display_name' => 'Maria Muster']);
wp_delete_post(1, true);
wp_delete_post(2, true);
global $wp_rewrite;
$wp_rewrite->set_permalink_structure('/%postname%/');
$wp_rewrite->flush_rules(true);
update_option('comment_moderation', 0);
update_option('comment_previously_approved', 0);
"""
_ADD_POSTS = """
foreach ($given as $post) {
    $ids[] = wp_insert_post(wp_slash($post) + ['post_status' => 'publish', 'post_author' => 1], true);
}
return $ids ?? [];
"""
_ADD_COMMENTS = """
$ids = [];
foreach ($given as $comment) {
    // A parent that is added in the same go is named by its place in the list, from -1 downwards.
    $parent = $comment['comment_parent'] ?? 0;
    if ($parent < 0) $comment['comment_parent'] = $ids[-$parent - 1];
    $ids[] = wp_insert_comment(wp_slash($comment) + ['comment_approved' => 1]);
}
return $ids;
"""


@dataclass(frozen=True)
class WordPress:
    """One site. ``php`` runs code in it; ``requests`` are those that it has answered."""

    url: str
    program: Path
    log: Path
    environment: dict[str, str]

    def php(self, code: str, given: Any = None) -> Any:
        """Run code and return its result; ``given`` is available as ``$given``."""
        body = (
            f"require 'wp-load.php'; $given = json_decode(getenv('GIVEN'), true);"
            f'$result = (function ($given) {{ {code} }})($given); echo "\\n", json_encode($result);'
        )
        return json.loads(self._run(body, GIVEN=json.dumps(given)).rpartition("\n")[2])

    def _run(self, code: str, **environment: str) -> str:
        done = subprocess.run(
            ["php", "-d", "display_errors=stderr", "-r", code],
            cwd=self.program,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
        if done.returncode:
            raise RuntimeError(done.stderr or done.stdout)
        return done.stdout

    def install(self) -> None:
        self._run(_INSTALL)

    def switch_theme(self, theme: str) -> None:
        self.php("switch_theme($given);", theme)

    def set_options(self, **options: Any) -> None:
        """Set options as on the settings pages: ``posts_per_rss``, ``thread_comments_depth`` …"""
        self.php("foreach ($given as $name => $value) update_option($name, $value);", options)

    def add_posts(self, posts: Sequence[dict[str, Any]]) -> list[int]:
        """Publish posts, given as for wp_insert_post(): ``post_title``, ``post_content``, ``post_date`` …"""
        return list(self.php(_ADD_POSTS, list(posts)))

    def add_comments(self, comments: Sequence[dict[str, Any]]) -> list[int]:
        """Add comments, given as for wp_insert_comment(); a ``comment_parent`` of -1 is the first of these."""
        return list(self.php(_ADD_COMMENTS, list(comments)))

    def address(self, post: int) -> str:
        return str(self.php("return get_permalink($given);", post))

    def requests(self) -> list[str]:
        """``GET /path?query`` of every request since the last ``forget_requests``."""
        return self.log.read_text().splitlines() if self.log.exists() else []

    def forget_requests(self) -> None:
        self.log.unlink(missing_ok=True)


def some_posts(number: int, until: datetime | None = None) -> list[dict[str, Any]]:
    """Different posts, one per day, newest first."""
    until = until or datetime.now() - timedelta(days=1)
    subjects = "harbours kites mills trams orchards lanterns bridges quarries weavers ferries".split()
    return [
        {
            "post_title": f"Notes on {subjects[n % len(subjects)]}, part {n // len(subjects) + 1}",
            "post_content": "\n\n".join(
                f"<p>In the year {1700 + 7 * n + k} the {subjects[(n + k) % len(subjects)]} of town number {n} were "
                f"counted for the {k + 1}. time, and {31 * n + k} of them were found to be in want of {word}.</p>"
                for k, word in enumerate(("repair", "paint", "patience", "company")[: 2 + n % 3])
            ),
            "post_date": (until - timedelta(days=n)).strftime("%Y-%m-%d %H:%M:%S"),
            "tags_input": [subjects[n % len(subjects)], "towns"],
        }
        for n in range(number)
    ]


class WordPresses:
    """A private MariaDB and a copy of WordPress; ``site`` creates any number of sites."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = folder / "db.sock"
        self.program = folder / "wordpress"
        self._stack = ExitStack()

    def __enter__(self) -> WordPresses:
        # -L: Debian's WordPress is half symbolic links.
        subprocess.run(["cp", "-rL", SOURCE, self.program], check=True, timeout=60)
        (self.program / "wp-config.php").write_text(_CONFIG)
        (self.program / "router.php").write_text(_ROUTER)
        # Its own folder of must-use plugins: a test may put some there.
        (self.program / "wp-content" / "mu-plugins").mkdir(exist_ok=True)
        data = self.folder / "data"
        user = ["--user=root"] if os.getuid() == 0 else []
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
        install = ["mariadb-install-db", "--no-defaults", f"--datadir={data}", "--skip-test-db", *user]
        subprocess.run(
            [*install, "--auth-root-authentication-method=normal"],
            check=True,
            timeout=120,
            **quiet,  # type: ignore[call-overload]
        )
        self._stack.enter_context(
            _running(
                [
                    *("mariadbd", "--no-defaults", f"--datadir={data}", f"--socket={self.socket}", *user),
                    *("--skip-networking", "--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=64M"),
                    f"--pid-file={self.folder}/db.pid",
                ]
            )
        )
        _wait(lambda: self._sql("SELECT 1"))
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @contextmanager
    def site(self, theme: str = THEMES[0]) -> Iterator[WordPress]:
        """A fresh site without posts; author is Maria Muster, addresses are ``/%postname%/``."""
        name = f"site_{secrets.token_hex(4)}"
        self._sql(f"CREATE DATABASE {name}")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        url, log = f"http://127.0.0.1:{port}", self.folder / f"{name}.log"
        environment = {
            **{key: value for key, value in os.environ.items() if not key.lower().endswith("_proxy")},
            "SITE_DATABASE": name,
            "SITE_SOCKET": str(self.socket),
            "SITE_URL": url,
            "SITE_LOG": str(log),
        }
        site = WordPress(url, self.program, log, environment)
        site.install()
        site.switch_theme(theme)
        server = ["php", "-S", f"127.0.0.1:{port}", "-t", str(self.program), str(self.program / "router.php")]
        with _running(server, {**environment, "PHP_CLI_SERVER_WORKERS": "4"}):
            _wait(lambda: _answers(f"{url}/license.txt"))
            site.forget_requests()
            yield site

    def _sql(self, statement: str) -> None:
        client = ["mariadb", "--no-defaults", f"--socket={self.socket}", "-u", "root", "-e", statement]
        subprocess.run(client, check=True, timeout=60, capture_output=True)


@contextmanager
def _running(command: list[str], environment: dict[str, str] | None = None) -> Iterator[None]:
    # A separate session, so that PHP's workers end with it.
    process = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        os.killpg(process.pid, 15)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait(15)


def _answers(url: str) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with suppress(urllib.error.HTTPError):
        opener.open(url, timeout=10).close()


def _wait(ready: Any, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            ready()
            return
        except (OSError, subprocess.CalledProcessError):
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
