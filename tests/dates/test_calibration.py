from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.dates import (
    Calibration,
    DateCandidate,
    DateOrigin,
    best_date,
    calibration_error,
    learn_calibration,
    learned_reliability,
)

#: Of the dates that claim 90 %, 70 % are right; of those that claim 60 %, half.
BOASTFUL = [(0.9, n % 10 < 7) for n in range(500)] + [(0.6, n % 2 == 0) for n in range(500)]


def test_a_calibration_turns_confidence_into_the_share_of_right_dates():
    learned = learn_calibration(BOASTFUL)
    assert learned.correct(0.9) == pytest.approx(0.7, abs=0.02)
    assert learned.correct(0.6) == pytest.approx(0.5, abs=0.03)
    assert calibration_error(BOASTFUL) == pytest.approx(0.15, abs=0.03)
    corrected = [(learned.correct(confidence), right) for confidence, right in BOASTFUL]
    assert calibration_error(corrected, bins=2) < 0.02


def test_little_evidence_corrects_little():
    assert learn_calibration([(0.9, False)]).correct(0.9) > 0.7
    assert learn_calibration([]) == Calibration()


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=40))
def test_a_calibration_is_always_found(dates: list[tuple[float, bool]]):
    assert 0 <= learn_calibration(dates).correct(0.8) <= 1


def test_the_choice_of_a_date_does_not_depend_on_the_calibration():
    stated = [DateCandidate("2014-03-01", DateOrigin.META), DateCandidate("2015-03-01", DateOrigin.URL)]
    modest, plain = (
        best_date(stated, reliability=replace(learned_reliability(), calibration=calibration))
        for calibration in (Calibration(0.5, -1), Calibration())
    )
    assert modest is not None
    assert plain is not None
    assert (modest.date, modest.origin) == (plain.date, plain.origin)
    assert modest.confidence < plain.confidence
