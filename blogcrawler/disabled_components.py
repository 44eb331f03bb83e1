"""A Scrapy add-on that saves importing what is switched off."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["DisabledComponentsAddon"]

#: Scrapy's own components that load much, such as aiohttp and requests: the setting that lists them, the component, and
#: the setting that switches it on.
_SLOW = (
    ("EXTENSIONS_BASE", "scrapy.extensions.remote_control.RemoteControl", "REMOTE_CONTROL_ENABLED"),
    ("EXTENSIONS_BASE", "scrapy.extensions.telnet.TelnetConsole", "TELNETCONSOLE_ENABLED"),
    ("DOWNLOADER_MIDDLEWARES_BASE", "scrapy.downloadermiddlewares.cookies.CookiesMiddleware", "COOKIES_ENABLED"),
)


class DisabledComponentsAddon:
    """Takes components that are switched off from Scrapy's lists.

    Scrapy imports every component on its lists and then asks it whether it is wanted.
    """

    def update_settings(self, settings: BaseSettings) -> None:
        for name, component, switch in _SLOW:
            if not settings.getbool(switch):
                listed = settings.getdict(name)
                listed.pop(component, None)
                settings.set(name, listed, priority="addon")
