from __future__ import annotations

from update_steps import HOME, NOW, known_blog

from blogcrawler.items import Blog
from blogcrawler.updating.context import VisitState


def test_what_was_learned_is_loaded_once_and_can_be_replaced():
    learned = known_blog()
    state = VisitState(Blog(HOME, rules=learned.rules_record(), pattern=learned.pattern_record()), lambda: NOW)
    assert state._known is None
    loaded = state.known
    assert loaded.rules == learned.rules
    assert state.known is loaded
    state.known = learned
    assert state.known is learned
