"""For which sides of a game somebody may order: those that they play, and those whose deputy they are."""

from engine.table import Game, Table


def sides_of(game: Game, player: str) -> tuple[str, ...]:
    """The sides whose seats the person holds, then those for which they are the deputy."""
    held = [side for side, holder in game.seats.items() if player and holder == player]
    return (*held, *(side for side, deputy in game.deputies.items() if player and deputy == player))


def end_deputy(table: Table, key: str, side: str, player: str, now: str) -> str:
    """The player of a side orders for it again, so its deputy does no longer; returns that deputy, "" for none."""
    game = table.game(key)
    deputy = game.deputies.get(side, "")
    if not deputy or game.over or game.seats.get(side) != player:
        return ""
    table.depute(key, side, "", now)
    return deputy
