"""Games that are played a little, with everything that happens in them, for reports."""

import random

from engine.table import AskAgain, Refused, Table
from tests.support.toy_system import NOW, entropy

GAMES = ("millers-bridge", "low-wells", "two-shores", "even-ground", "open-meeting")
"""One of each system."""


def played(scenario: str, phases: int, name: str = "") -> tuple[Table, str]:
    """A table with one game, in which so many parts of phases have been played with ideas drawn by lot."""
    table, chance = Table(":memory:", entropy(f"report {scenario}")), random.Random(scenario)
    game = table.open(scenario, name, NOW, 259_200)
    for side in game.sides:
        game = table.seat(game.id, side, side, NOW)
    for _ in range(phases):
        game = table.game(game.id)
        if game.phase is None:
            break
        _play(table, game.id, game.phase.sides[0], chance)
    return table, game.id


def _play(table: Table, key: str, side: str, chance: random.Random) -> None:
    ideas = list(table.ideas(key, side))
    lines = chance.sample(ideas, min(len(ideas), 4))
    accepted = [verdict.accepted for verdict in table.check(key, side, "\n".join(lines)).verdicts]
    text = "\n".join(lines) if all(accepted) else "\n".join(table.examples(key, side)[:1])
    for orders in (text, ""):
        try:
            table.write(key, side, orders, NOW)
            try:
                table.done(key, side, NOW)
            except AskAgain as again:
                table.done(key, side, NOW, sure=again.token)
            return
        except Refused:
            continue
