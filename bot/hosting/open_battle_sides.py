"""Who decides in an open battle: both sides before the first round, then the attacker, and a side that can withdraw
units.
"""

from engine.scenarios import open_battles
from engine.table import Game, Table

RETREATS = ("retreat", "withdraw")
"""Orders that take units out of a battle."""


def is_open_battle(game: Game) -> bool:
    """Whether the game is an open battle, not a game of a scenario."""
    return game.scenario == open_battles.STEM


def deciding_sides(table: Table, game: Game) -> tuple[str, ...]:
    """The sides that must answer before the next round; in an ordinary game all sides whose turn it is."""
    waiting = game.phase.sides if game.phase else ()
    if not is_open_battle(game) or not game.phase or game.phase.turn <= 1:
        return waiting
    return tuple(side for side in waiting if side == next(iter(game.sides)) or retreat_order(table, game, side))


def retreat_order(table: Table, game: Game, side: str) -> str:
    """The order by which the side can leave the battle now; "" if it cannot."""
    return next((word for word in RETREATS if table.accepts(game.id, side, word)), "")


def sides_ending_too(table: Table, game: Game, mine: str, player: str) -> tuple[str, ...]:
    """The other sides that are done with this one: the player's own, and all sides if none is left that must decide."""
    waiting = game.phase.sides if game.phase and is_open_battle(game) else ()
    ended = [side for side in waiting if side == mine or game.holder(side) == player]
    if not [side for side in deciding_sides(table, game) if side not in ended]:
        ended = list(waiting)
    return tuple(side for side in ended if side != mine)
