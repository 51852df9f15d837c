"""Opens a sandbox of a game, and brings one back from what was kept of it."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.errors import Refused
from engine.log.fold import Fold
from engine.log.transactions import Transaction
from engine.lookups import cards
from engine.lookups.requests import find_side
from maps.scene.card import Card

from .record import SandboxRecord
from .sandbox import Sandbox
from .starts import find_start, playable_view

SEED = 32
"""Bytes of the seed of a sandbox."""
LEFT_OUT = (
    "What {} may not know is not in it: units you cannot see, and the secret, uncommitted and standing orders of "
    "others; the defaults of the rules stand in for these."
)


class Welcome(NamedTuple):
    """A sandbox that has been opened, and what its player should know of it, a sentence each."""

    sandbox: Sandbox
    says: tuple[str, ...]


def open_sandbox(fold: Fold, side: str, words: str, seed: bytes) -> Welcome:
    """A sandbox of what a side knows of the position that ``words`` mean (see ``find_start``).

    ``seed``: SEED fresh bytes that nothing else is made from.
    """
    player = find_side(fold, side)
    start = find_start(fold, words)
    sandbox = _play_on(fold, start, SandboxRecord(fold.id, player, start.seq, seed.hex()))
    return Welcome(sandbox, tuple(_what_it_is(fold, start, player)))


def reopen_sandbox(fold: Fold, record: SandboxRecord) -> Sandbox:
    """The same sandbox again.  Refused damaged if it does not fit the game."""
    start = fold.after(record.seq)
    if start.seq != record.seq or not start.started or record.side not in fold.seats:
        raise Refused("damaged", "What was kept of this sandbox does not fit the game. Open a new one: sandbox")
    return _play_on(fold, start, record)


def _play_on(fold: Fold, start: Transaction, record: SandboxRecord) -> Sandbox:
    """The game as it is gives its rules, its scenario and the view of one side; no secret of it is read."""
    seen = playable_view(fold.system, start.state, record.side)

    def known_cards() -> Mapping[str, Card]:
        catalogue = cards.catalogue(fold.system, fold.scenario)
        return cards.viewer_cards(catalogue, fold.scenario, start.state.units, seen.units)

    return Sandbox(fold.opened, seen, known_cards, record)


def _what_it_is(fold: Fold, start: Transaction, side: str) -> Iterator[str]:
    sides, phase = fold.scenario.sides, fold.system.phase(start.state)
    knows = "knows it now" if start is fold.transactions[-1] else f"knew it after entry {start.seq} of the log"
    yield (
        f"This is a private copy of {fold.opened.name} as {sides[side].name} {knows}. You give the orders of every "
        "side; nothing here touches the game."
    )
    yield LEFT_OUT.format(sides[side].name)
    names = [sides[other].name for other in getattr(start.state, "done", ()) if other != side]
    if names and phase and phase.sealed:
        yield f"{' and '.join(names)} ordered in secret: here you write those orders yourself."
