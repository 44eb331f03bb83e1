from __future__ import annotations

import pytest

from blogcrawler.errors import UsageError
from blogcrawler.export.extras import optional_module


def test_a_missing_library_is_named_with_the_command_that_installs_it() -> None:
    assert optional_module("json", "export").loads("1") == 1
    with pytest.raises(UsageError, match=r"needs nowhere: pip install 'blogcrawler\[export\]'"):
        optional_module("nowhere.to.be.found", "export")
