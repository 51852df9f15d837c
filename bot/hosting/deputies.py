"""For which sides of a game somebody may order: those that they play, and those whose deputy they are."""

from engine.table import Game, Table

from . import wording
from .people import People


def sides_of(game: Game, player: str) -> tuple[str, ...]:
    """The sides that the person plays, then those they order for as a deputy."""
    deputies = {side: game.person(deputy) for side, deputy in game.deputies.items()}
    return (*game.sides_of(player), *(side for side, deputy in deputies.items() if player and deputy == player))


def people_of_side(game: Game, side: str) -> tuple[str, ...]:
    """Who may order for a side: its player, then its deputy."""
    return tuple(filter(None, (game.holder(side), game.person(game.deputies.get(side, "")))))


def name_as(game: Game, side: str, player: str) -> str:
    """The side's name for one of the people who order for it, with a mark for its deputy."""
    return wording.side_name(game.sides, side) + ("" if side in game.sides_of(player) else ", as deputy")


def end_deputy(table: Table, key: str, side: str, player: str, now: str) -> str:
    """The player of a side orders for it again, so its deputy does no longer; returns that deputy, "" for none."""
    game = table.game(key)
    deputy = game.person(game.deputies.get(side, ""))
    if not deputy or game.over or game.holder(side) != player:
        return ""
    table.depute(key, side, "", now)
    return deputy


def depute(table: Table, people: People, key: str, side: str, deputy: str, now: str) -> Game:
    """Name a deputy, "" for none; they, and the one before, are told with their next answer.  Raises Refused."""
    game = table.game(key)
    name, former = game.sides[side].name, game.person(game.deputies.get(side, ""))
    table.depute(key, side, deputy, now)
    if former:
        people.add_notice(former, f"You are no longer the deputy of {name} in {game.name}.", now)
    if deputy:
        told = f"You are the deputy of {name} in {game.name} ({game.id}): you may order for it until its player does."
        people.add_notice(deputy, told, now)
    return table.game(key)
