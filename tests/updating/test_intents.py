from __future__ import annotations

import inspect
from typing import get_args

from blogcrawler.updating import executor, intents


def test_the_executor_acts_on_every_intent():
    source = inspect.getsource(executor.Executor)
    assert [kind.__name__ for kind in get_args(intents.Intent) if f"case {kind.__name__}(" not in source] == []


def test_every_intent_is_public():
    kinds = {kind.__name__ for kind in get_args(intents.Intent)}
    assert set(intents.__all__) == kinds | {"FetchPost", "Intent", "Steps"}
