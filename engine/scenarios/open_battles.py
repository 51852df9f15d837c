"""Open battles: a scenario for two sides from words such as ``land: 6 inf vs 5 inf``."""

from functools import cache

from engine.contract import Rounds, Scenario, offers
from engine.errors import Refused, as_sentence
from engine.systems import SYSTEMS

from .reader import parse

STEM = "battle"
"""Used where other games have the name of their scenario file; no shipped file has it."""


@cache
def known_systems() -> tuple[str, ...]:
    """The systems with open battles; the first is the default."""
    return tuple(name for name, system in SYSTEMS.items() if offers(system, "open_battle"))


def open_battle(words: str, rounds: Rounds = "one", system: str = "") -> Scenario:
    """The scenario of one battle.

    Refused no-duel if the rules have no open battles, bad-battle with what to write instead.
    """
    named = system or known_systems()[0]
    if named not in known_systems():
        there = (
            f"{SYSTEMS[named].TITLE} has no open battles"
            if named in SYSTEMS
            else f"There are no rules called {named[:40]!r}"
        )
        raise Refused("no-duel", f"{there}. Games with open battles: {' and '.join(known_systems())}.")
    try:
        written = SYSTEMS[named].open_battle(words, rounds)
    except ValueError as fault:
        raise Refused("bad-battle", as_sentence(str(fault))) from None
    assert written is not None
    return parse(written)
