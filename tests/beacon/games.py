"""Games whose dice wait for our own chain, played to their end."""

from collections.abc import Iterator
from random import Random

from engine.beacon.chain import CHAINS
from engine.log.deadline import add_seconds
from engine.log.entries import BeaconChoice
from engine.table import Table
from tests.support.toy_system import NOW, entropy

from .relay import own_chain, sign

PATIENCE = 600
MOST = 40
"""Commits of a game before somebody gives up."""


def beacon_table(path: str = ":memory:", patience: int = PATIENCE) -> Table:
    """``own_chain`` must be known (the fixture ``own_beacon``)."""
    assert "own" in CHAINS
    return Table(path, entropy("beacon"), beacon=BeaconChoice(own_chain().name, patience))


def drawn(table: Table, key: str) -> str:
    """Let the awaited dice fall as soon as the round is out; the time."""
    found = table.round_awaited(key)
    assert found
    assert table.draw(key, found.number, sign(found.number), found.at)
    return found.at


def seated(table: Table, scenario: str) -> str:
    """A game with all seats taken, whose first dice are awaited."""
    key = table.open(scenario, "", NOW).id
    for side in table.game(key).sides:
        table.seat(key, side, f"player of {side}", NOW)
    return key


def played(table: Table, scenario: str, seed: int) -> Iterator[str]:
    """The game after each lock and each draw, until it is over."""
    key, chance = seated(table, scenario), Random(seed)
    yield key
    now = drawn(table, key)
    yield key
    for number in range(MOST):
        game = table.game(key)
        if game.over or not game.phase:
            return
        side = chance.choice(game.phase.sides)
        ideas = [idea for idea in table.ideas(key, side) if "concede" not in idea and idea != "done"]
        lines = chance.sample(ideas, min(len(ideas), 2))
        now, last = add_seconds(now, chance.choice((0, 1, 7, 3600))), number == MOST - 1
        if last or (lines and chance.random() < 0.5):
            table.commit(key, side, now, f"discord:{number}", text="concede" if last else "\n".join(lines))
        else:
            table.write(key, side, "\n".join(lines), now)
            _done(table, key, side, now, f"discord:{number}")
        yield key
        now = drawn(table, key)
        yield key


def _done(table: Table, key: str, side: str, now: str, nonce: str) -> None:
    table.write(key, side, "", now)
    table.done(key, side, now, nonce)
