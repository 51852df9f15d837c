"""What Baker's tests share."""

from collections.abc import Iterator

import pytest

from engine.systems.baker.rules.combat import odds


@pytest.fixture
def rough_expectations(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Posts with less exact expected losses, for tests that fight many battles and look at other things."""
    monkeypatch.setattr(odds, "POST_POSITIONS", 1_500)
    monkeypatch.setattr(odds, "POST_BATTLES", 1)
    odds._posted_forecast.clear()
    yield
    odds._posted_forecast.clear()
