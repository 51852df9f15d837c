"""What Baker's tests share."""

import pytest

from engine.systems.baker.rules.combat import odds


@pytest.fixture
def rough_expectations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Posts with less exact expected losses, for tests that fight many battles and look at other things."""
    monkeypatch.setattr(odds, "POST_POSITIONS", odds.QUICK_POSITIONS)
    monkeypatch.setattr(odds, "POST_BATTLES", 1)
