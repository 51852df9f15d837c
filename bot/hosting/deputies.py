"""For which sides of a game somebody may order: those that they play, and those whose deputy they are."""

from engine.table import Game, Table


def sides_of(game: Game, player: str) -> tuple[str, ...]:
    """The sides that the person plays, then those they order for as a deputy."""
    deputies = {side: game.person(deputy) for side, deputy in game.deputies.items()}
    return (*game.sides_of(player), *(side for side, deputy in deputies.items() if player and deputy == player))


def end_deputy(table: Table, key: str, side: str, player: str, now: str) -> str:
    """The player of a side orders for it again, so its deputy does no longer; returns that deputy, "" for none."""
    game = table.game(key)
    deputy = game.person(game.deputies.get(side, ""))
    if not deputy or game.over or game.holder(side) != player:
        return ""
    table.depute(key, side, "", now)
    return deputy
