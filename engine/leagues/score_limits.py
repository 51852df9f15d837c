"""The most that a score can be, by the system; in others it depends on the scenario."""

from collections.abc import Mapping
from typing import Final

MOST_SCORE: Final[Mapping[str, int]] = {"miniwars": 100}
"""MiniWars scores the percentage of an army's cost that is left."""
