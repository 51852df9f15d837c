"""Deputies: for which sides a person may order, and that a player who acts again needs no deputy any more."""

from contextlib import suppress

from engine.table import Game, Refused, Table


def sides_of(game: Game, player: str) -> tuple[str, ...]:
    """The sides that the person plays, then those they order for as a deputy."""
    deputies = {side: game.person(deputy) for side, deputy in game.deputies.items()}
    return (*game.sides_of(player), *(side for side, deputy in deputies.items() if player and deputy == player))


def end_deputy(table: Table, game: str, side: str, player: str, now: str) -> None:
    """The player of a side acts: whoever ordered for it meanwhile does not any more."""
    here = table.game(game)
    if here.deputies.get(side) and here.holder(side) == player:
        with suppress(Refused):
            table.depute(game, side, "", now)
