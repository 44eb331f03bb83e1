from __future__ import annotations

import pytest
from starlette.testclient import TestClient


@pytest.mark.parametrize("since", ["x", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_what_is_no_date_is_refused(reader: TestClient, since: str) -> None:
    assert reader.get("/changes", params={"since": since}).status_code == 400
