"""A person's address at one door becomes another person's: with it go seats, and what they have in leagues."""

from typing import NamedTuple

from .engine_thread import EngineData


class Linked(NamedTuple):
    """``player``: whose the address is now; ``games``: in which seats changed hands; ``leagues``: whose logs have the
    new name, by their ids.
    """

    player: str
    games: tuple[str, ...]
    leagues: tuple[str, ...]


def link_address(data: EngineData, door: str, address: str, code: str, now: str) -> Linked:
    """The address belongs to the person who was given the code.  Raises Refused, and then nothing is joined; the code
    can be used again unless that is what is wrong.
    """
    contact = data.people.contact(door, address)
    earlier = contact.player if contact else ""
    player = data.people.player_of_code(code, now)
    joining = bool(earlier) and earlier != player
    if joining:
        data.leagues.require_renamable(earlier, player)
    with data.table.journal.transaction():
        data.people.use_code(code, now)
        games = data.people.join(data.table, door, address, player, now)
        if joining and player not in data.people.names():  # nobody should read a number in place of a name
            data.people.remember_name(player, data.people.name(earlier))
        leagues = data.leagues.rename(earlier, player, now) if joining else ()
        if leagues:
            data.league_places.change_owner(earlier, player)
    return Linked(player, games, leagues)


def moved_lines(data: EngineData, linked: Linked) -> tuple[str, ...]:
    """What has become the person's."""
    games = (f"Seats changed hands in {', '.join(linked.games)}.",) if linked.games else ()
    names = ", ".join(data.leagues.find(league).name for league in linked.leagues)
    return (*games, f"What you had in {names} is yours as before, under your new name.") if names else games
