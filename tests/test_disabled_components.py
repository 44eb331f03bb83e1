"""Scrapy's components that are switched off."""

from __future__ import annotations

import pytest
from scrapy.settings import Settings, default_settings

from blogcrawler.disabled_components import DisabledComponentsAddon

TELNET = "scrapy.extensions.telnet.TelnetConsole"
COOKIES = "scrapy.downloadermiddlewares.cookies.CookiesMiddleware"


@pytest.mark.parametrize(
    ("switch", "name", "component"),
    [
        ("REMOTE_CONTROL_ENABLED", "EXTENSIONS", "scrapy.extensions.remote_control.RemoteControl"),
        ("TELNETCONSOLE_ENABLED", "EXTENSIONS", TELNET),
        ("COOKIES_ENABLED", "DOWNLOADER_MIDDLEWARES", COOKIES),
    ],
)
def test_a_component_is_loaded_only_if_it_is_switched_on(switch: str, name: str, component: str) -> None:
    for is_on in (True, False):
        settings = Settings({switch: is_on})
        DisabledComponentsAddon().update_settings(settings)
        assert (component in settings.get_component_priority_dict_with_base(name)) is is_on


def test_the_other_components_stay_as_they_are() -> None:
    settings = Settings({"TELNETCONSOLE_ENABLED": False, "EXTENSIONS": {"blogcrawler.extensions.progress.Progress": 5}})
    DisabledComponentsAddon().update_settings(settings)
    others = {one: order for one, order in default_settings.EXTENSIONS_BASE.items() if one != TELNET}
    assert settings.get_component_priority_dict_with_base("EXTENSIONS").copy_to_dict() == others | {
        "blogcrawler.extensions.progress.Progress": 5
    }
    assert TELNET in default_settings.EXTENSIONS_BASE
