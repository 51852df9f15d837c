"""Shares in words: an estimate is `about`, a bound is not."""

import pytest

from engine.toolkit.outcomes import about_percent


@pytest.mark.parametrize(
    ("share", "says"),
    [(0.58, "about 58 %"), (0.999, "over 99 %"), (0.001, "under 1 %"), (0.99, "about 99 %"), (1, "about 100 %")],
)
def test_only_a_figure_is_about(share: float, says: str) -> None:
    assert about_percent(share) == says
