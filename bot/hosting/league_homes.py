"""At which door a league lives, where its games are played, and who can play them there."""

from engine.errors import Refused
from engine.leagues.fold import League
from engine.table import Game

from .engine_thread import EngineData
from .league_games import PlaceGame, open_all_games
from .league_places import LeaguePlace
from .opened_games import play_by_mail, play_in_forum
from .utc_now import utc_now

DOORS = {"discord": "in a server of Discord", "mail": "by mail", "forum": "in a forum"}
"""How each door is spoken of."""


def doors_of(data: EngineData, player: str) -> tuple[str, ...]:
    """The doors at which a person can be given a seat."""
    by_mail = any(contact.state == "confirmed" for contact in data.people.contacts(player, "mail"))
    in_forum = bool(data.people.contacts(player, "forum"))
    here = {"mail": by_mail, "forum": in_forum, "discord": player.isdecimal()}
    return tuple(door for door, known in here.items() if known)


def require_reachable(data: EngineData, place: LeaguePlace, player: str) -> None:
    """Raises Refused for whoever could not play the games of a league that lives there."""
    if {place.door, "mail", "forum"} & {*doors_of(data, player)}:
        return
    raise Refused(
        "not-here",
        f"{place.name} is played {DOORS[place.door]}, and you are known in Discord alone, so its games cannot reach "
        f"you. `/link` gives a code: send a line `link CODE` from there, and enter {place.league} there or here.",
    )


def game_placer(data: EngineData, league: League, place: LeaguePlace) -> PlaceGame:
    """What opens the games of a league that lives by mail or in the forum."""

    def put(game: Game, players: tuple[str, str]) -> None:
        data.openings.record(game.id, league.owner, "", utc_now())
        if place.door == "forum":
            accounts = data.people.contacts(league.owner, "forum")
            play_in_forum(data, game.id, accounts[0].address if accounts else "")
        elif place.door == "mail":
            play_by_mail(data, game.id)
        reach_players(data, place.door, game, players)
        for door in ("mail", "forum"):  # its first news is that all seats are taken
            if data.outboxes[door].destination(game.id):
                data.outboxes[door].mark_seen(game.id, game.length + 1, "")

    return put


def open_decided_games(data: EngineData, league: str, door: str) -> None:
    """The games of matches whose bids are known, of a league that lives by mail or in the forum.  Raises Refused."""
    place = data.league_places.find(league)
    if place is None or place.door != door:
        return
    now_on = data.leagues.find(league)
    if any(match.bid is not None and not match.games[0].game for match in now_on.open_matches()):
        open_all_games(data, league, utc_now(), game_placer(data, now_on, place))


def reach_players(data: EngineData, home: str, game: Game, players: tuple[str, ...]) -> None:
    """The game is played at further doors for those who are not at home at the one where its league lives."""
    for player in players:
        doors = doors_of(data, player)
        if home not in doors and "mail" in doors:
            play_by_mail(data, game.id)
        elif home not in doors and "forum" in doors:
            play_in_forum(data, game.id, data.people.contacts(player, "forum")[0].address)
