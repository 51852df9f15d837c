"""Games of the chooser against random play, the same ones for the same numbers."""

from collections.abc import Iterable

from engine.scenarios import reader
from engine.stand_ins.skill import play_random


def wins(name: str, games: Iterable[int]) -> int:
    """How many of these games the chooser's team wins."""
    scenario = reader.load(name)
    return sum(play_random(scenario, name, number).outcome == "won" for number in games)
