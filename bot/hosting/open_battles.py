"""Who is asked in an open battle between two: everybody before the first round, then the attacker, and who could take units away."""

from engine.scenarios import open_battles
from engine.table import Game, Table

RETREATS = ("retreat", "withdraw")
"""Orders that take units out of a battle."""


def is_open_battle(game: Game) -> bool:
    """Whether it is an open battle and no game of a scenario."""
    return game.scenario == open_battles.STEM


def deciding_sides(table: Table, game: Game) -> tuple[str, ...]:
    """The sides awaited without whose word the next round is not fought; of an ordinary game all that are awaited."""
    awaited = game.phase.sides if game.phase else ()
    if not is_open_battle(game) or not game.phase or game.phase.turn <= 1:
        return awaited
    return tuple(side for side in awaited if side == next(iter(game.sides)) or retreat_order(table, game, side))


def retreat_order(table: Table, game: Game, side: str) -> str:
    """The order by which the side could leave the battle now; "" if there is none."""
    return next((word for word in RETREATS if not table.check(game.id, side, word).problems), "")


def sides_ending_too(table: Table, game: Game, mine: str, player: str) -> tuple[str, ...]:
    """Whose part of the round ends with that of the player's side: his other sides, and all if nobody who decides is left."""
    awaited = game.phase.sides if game.phase and is_open_battle(game) else ()
    ended = [side for side in awaited if side == mine or game.seats[side] == player]
    if not [side for side in deciding_sides(table, game) if side not in ended]:
        ended = list(awaited)
    return tuple(side for side in ended if side != mine)
