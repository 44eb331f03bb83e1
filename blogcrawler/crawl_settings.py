"""The settings of blogcrawler: their names, types and defaults, each defined once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from .config_file import NOT_OF_A_BLOG, blog_values, file_values, load_config
from .cookie_file import read_cookie_file
from .errors import UsageError
from .setting_values import PREFIX, Pairs, Sections, check_scrapy_value, did_you_mean, read_setting

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["CrawlSettings", "check_environment", "check_names", "check_settings"]

#: Scrapy's priority of the settings module; importing its name would import Scrapy.
_PROJECT_PRIORITY = 20

Cookies = Pairs
Headers = Pairs


@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """All settings of blogcrawler, as typed values.

    A field is named after its setting: ``training_pages`` is ``BLOGCRAWLER_TRAINING_PAGES``.
    ``docs/settings.md`` describes them for users.
    """

    #: Folder for everything that a crawl saves.
    home: Path = Path("archive")
    #: URL of the database (``postgresql://user@host/name``). If empty, an SQLite file in ``home``.
    database_url: str = ""
    #: How to reach the person who runs the crawl: a URL or e-mail address, sent in the user agent.
    contact: str = ""
    #: Whether to write every request and response to WARC files.
    warc_enabled: bool = True
    #: Size at which a WARC file is closed and the next one started.
    warc_max_bytes: int = 1_000_000_000
    #: Where to copy web archives and media, as an address of fsspec (``s3://bucket/blogs``). If empty, nowhere.
    storage: str = ""
    #: Whether WARC files stay on the disk after they were copied there.
    storage_keep: bool = True
    #: Number of feed entries to learn rules from. More costs requests and adds little.
    training_pages: int = 15
    #: Whether to collect the comments of posts.
    comments_enabled: bool = True
    #: Number of pages of one type in a row without a new post before links to that type are ignored.
    patience: int = 100
    #: The crawl ends when a request is expected to find fewer new posts than this (0: never, like exhaustive=1).
    least_gain: float = 0.03
    #: Maximum number of known posts to check again per visit of an update.
    looks: int = 10
    #: Number of blogs that one process updates at the same time.
    blogs_at_once: int = 8
    #: Number of requests a day for updates (0: no limit). Those blogs are visited where most new posts are expected.
    budget: int = 0
    #: Seconds after which another process takes over a blog from a worker or an update that died.
    lease: int = 900
    #: The lease under which a worker runs this crawl. Workers set it.
    holder: str = ""
    #: Number of times in a row that a queued crawl may fail before it is given up.
    retries: int = 6
    #: Seconds until a queued crawl that has failed is tried again; twice as long after each further failure.
    retry_pause: float = 600
    #: Number of blogs with one IP address that workers crawl at the same time (0: no limit).
    crawls_per_address: int = 1
    #: Longest ``Crawl-delay`` of a robots.txt that is respected, in seconds (0: ignore it).
    max_crawl_delay: float = 30
    #: Longest pause requested by ``Retry-After`` that is respected, in seconds (0: ignore it).
    max_retry_after: float = 300
    #: Seconds to pause when a server says that it is overloaded; twice as long each further time (0: never).
    back_off: float = 1
    #: The crawl ends after this many such answers in a row, one for each pause (0: never).
    max_server_errors: int = 7
    #: The crawl ends after this many dead links in a row without a post, and some more on large blogs (0: never).
    max_dead_links: int = 2_000
    #: A crawl ends after this many posts (0: no limit). The largest blogs have a tenth of it.
    max_posts: int = 200_000
    #: A crawl ends after downloading this many bytes, media included (0: no limit).
    max_bytes: int = 200_000_000_000
    #: A crawl ends after this many hours (0: no limit).
    max_hours: float = 240
    #: Number of links of one page that are read.
    links_per_page: int = 5000
    #: Number of pages of a feed that are read after its first.
    max_feed_pages: int = 5000
    #: Which tags of ``<meta name=robots>`` and ``X-Robots-Tag`` are respected: noarchive, noindex, nofollow.
    robots_tags: tuple[str, ...] = ("noarchive",)
    #: Hosts that may be fetched although they are in a private network. The seed's host always may.
    private_hosts: tuple[str, ...] = ()
    #: Whether to download the pictures and recordings of articles.
    media_enabled: bool = True
    #: Larger pictures are skipped.
    media_max_bytes: int = 20_000_000
    #: Larger audio and video files are skipped.
    media_max_recording_bytes: int = 100_000_000
    #: Maximum number of media files to download for one post.
    media_per_post: int = 2000
    #: Once a crawl has saved this many bytes of media, it saves no more (0: no limit).
    media_max_total_bytes: int = 100_000_000_000
    #: Whether to archive what pages need to look as they did: stylesheets, scripts, fonts, icons, pictures.
    requisites_enabled: bool = True
    #: Larger ones are skipped. Fonts with Chinese characters are the largest, at some megabytes.
    requisites_max_bytes: int = 10_000_000
    #: Maximum number of these files for one blog. A template needs a few dozen; the rest are pictures outside articles.
    requisites_per_blog: int = 1000
    #: Which pages to render in a browser: "auto" (those that need it), "always" or "never".
    render: str = "auto"
    #: Number of pages to render at the same time.
    render_pages: int = 4
    #: Seconds that rendering a page may take.
    render_timeout: float = 60
    #: Path of the browser, if it is not the system's Chromium or Chrome.
    chromium: str = ""
    #: How the log is written: "text", or "json", one object per line for other programs.
    log_format: str = "text"
    #: How a running crawl reports its progress: "live" (a terminal), "lines" (standard error), "log" or "off".
    progress: str = "off"
    #: Seconds between two lines of such a report.
    progress_interval: float = 10
    #: Cookies to send to the blog's own host.
    cookies: Cookies = ()
    #: Headers to send to the blog's own host.
    headers: Headers = ()
    #: File with cookies of a browser that is logged in (Netscape's cookies.txt), for the blog's own host.
    cookie_file: str = ""
    #: Address of an HTTP proxy for all requests.
    proxy: str = ""
    #: The password for starting crawls from the browser (``blogcrawler web``). Without it, the pages are read-only.
    web_token: str = ""
    #: Number of crawls and updates that ``blogcrawler web`` runs at the same time.
    web_crawls: int = 2
    #: The address at which people reach ``blogcrawler web``, for links in messages: https://archive.example.org.
    web_address: str = ""
    #: Whether crawls and updates match new posts against the watches and deliver the clips.
    deliver: bool = True
    #: The config file, if it is not blogcrawler.toml in the current folder.
    config: str = ""
    #: Settings of single blogs, by address.
    blogs: Sections = ()

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        """The values in Scrapy's settings; a setting that is missing there has its default."""
        return cls(**{field.name: _value(field, settings) for field in fields(cls)})

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> Self:
        """The values in the config file and the environment, for programs that run no crawl of their own."""
        values = cls.project_settings(environment)
        return cls(
            **{
                name: read_setting(name, kind, values[PREFIX + name.upper()], PREFIX + name.upper())
                for name, kind in cls.types().items()
            }
        )

    @classmethod
    def with_settings(cls, environment: Mapping[str, str], given: Mapping[str, str]) -> Self:
        """The same, overridden by settings of the command line."""
        values = {name: value for name, value in given.items() if name in cls.names()}
        return cls.read({**environment, **values})

    @classmethod
    def is_of_a_blog(cls, name: str) -> bool:
        """Whether a setting may differ between blogs."""
        return name.removeprefix(PREFIX).lower() not in NOT_OF_A_BLOG

    @classmethod
    def defaults(cls, environment: Mapping[str, str]) -> dict[str, Any]:
        """Names and values for Scrapy's settings: environment variables where set, defaults otherwise."""
        names = {PREFIX + field.name.upper(): field.default for field in fields(cls)}
        return {name: environment.get(name, default) for name, default in names.items()}

    @classmethod
    def project_settings(cls, environment: Mapping[str, str], folder: Path | None = None) -> dict[str, Any]:
        """The same with the values of the config file, which the environment overrides; Scrapy's are included."""
        config = load_config(environment, folder or Path())
        in_file = file_values(config, cls.types()) if config else {}
        return cls.defaults({}) | in_file | {name: environment[name] for name in cls.names() & environment.keys()}

    @classmethod
    def types(cls) -> dict[str, str]:
        """The fields and their types, as they are written above."""
        return {field.name: str(field.type) for field in fields(cls)}

    @classmethod
    def names(cls) -> set[str]:
        """The names of all settings."""
        return {PREFIX + field.name.upper() for field in fields(cls)}


def check_environment(environment: Mapping[str, str]) -> None:
    """Check all settings in the environment; ``UsageError`` names the first that is misspelt or has a wrong value."""
    check_names(environment, "environment")
    for field, kind in CrawlSettings.types().items():
        if (name := PREFIX + field.upper()) in environment:
            read_setting(field, kind, environment[name], name)


def check_settings(settings: BaseSettings, environment: Mapping[str, str]) -> CrawlSettings:
    """Check all settings of a crawl, wherever they come from, and return them; ``UsageError`` names the first mistake.

    Call this before anything is started or written.
    """
    check_environment(environment)
    CrawlSettings.project_settings(environment)
    check_names(settings, "-s or settings module")
    if (settings.getpriority("BLOGCRAWLER_CONFIG") or 0) > _PROJECT_PRIORITY:
        raise UsageError("name the config file with --config or the environment variable BLOGCRAWLER_CONFIG, not -s")
    _check_scrapy_values(settings)
    options = CrawlSettings.from_settings(settings)
    if options.cookie_file:
        read_cookie_file(options.cookie_file)
    return options


def _check_scrapy_values(settings: BaseSettings) -> None:
    from scrapy.settings import default_settings  # Scrapy is slow to import, and its settings are here by now

    for name, default in vars(default_settings).items():
        if name.isupper() and (settings.getpriority(name) or 0) > _PROJECT_PRIORITY:
            try:
                check_scrapy_value(settings.get(name), default)
            except ValueError as error:
                raise UsageError(f"{name}={settings.get(name)} {error}; it is one of Scrapy's settings") from None


def check_names(names: Iterable[str], place: str) -> None:
    """Check that every name that begins with ``BLOGCRAWLER_`` is a setting; ``UsageError`` if one is not."""
    known = CrawlSettings.names()
    for name in sorted(names):
        if name.startswith(PREFIX) and name not in known:
            hint = did_you_mean(name, known, prefix=PREFIX) or "; all settings: docs/settings.md"
            raise UsageError(f"there is no setting {name} ({place}){hint}")


def _value(field: Field[Any], settings: BaseSettings) -> Any:
    name = PREFIX + field.name.upper()
    value = settings.get(name)
    if value is None:
        return field.default
    read = read_setting(field.name, str(field.type), value, name)
    if field.name == "blogs":
        return tuple((address, blog_values(table, Path(), CrawlSettings.types())) for address, table in read)
    return read
