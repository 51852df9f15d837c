"""Open battles between two: from such words as ``land: 6 inf vs 5 inf`` to a scenario of the rules that know single battles."""

from engine.contract import Rounds, Scenario, offers
from engine.errors import Refused
from engine.systems import SYSTEMS

from .reader import parse

STEM = "battle"
"""Stands where other games name their scenario's file; no shipped one is called so."""
KNOWN = tuple(name for name, system in SYSTEMS.items() if offers(system, "open_battle"))
"""The systems with single battles; the first is meant where none is named."""


def open_battle(words: str, rounds: Rounds = "one", system: str = "") -> Scenario:
    """Refused no-duel where the rules have no single battles, bad-battle with what would do."""
    named = system or KNOWN[0]
    if named not in KNOWN:
        there = (
            f"{SYSTEMS[named].TITLE} has no single battles"
            if named in SYSTEMS
            else f"There are no rules called {named[:40]!r}"
        )
        raise Refused("no-duel", f"{there}: {' and '.join(KNOWN)} has them.")
    try:
        written = SYSTEMS[named].open_battle(words, rounds)
    except ValueError as fault:
        raise Refused("bad-battle", str(fault)) from None
    assert written is not None
    return parse(written)
