"""Which league somebody means, and who may do what in it."""

from collections.abc import Sequence

from bot.correspondence.leagues import rights
from bot.correspondence.leagues.named import read_league
from bot.correspondence.leagues.rights import Voice
from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.league_homes import DOORS
from bot.hosting.league_places import LeaguePlace
from engine.errors import Refused
from engine.leagues.fold import League
from engine.leagues.matches import Match
from engine.lookups.requests import matching_names

from ..messages import markup
from ..messages.address import DISCORD, read_address, server_key
from .context import Context


def server_leagues(data: EngineData, context: Context) -> tuple[LeaguePlace, ...]:
    """Where those of this server live, by their ids."""
    return data.league_places.at_addresses(f"{context.server}/") if context.guild else ()


def find_league(data: EngineData, context: Context, word: str | None, *, elsewhere: bool = False) -> League:
    """The league of this server with this id or name, which may be shortened; without a word the one of this channel,
    or the only one.  ``elsewhere``: also one by mail or in a forum.  Refused no-such-league, not-here, damaged-league.
    """
    there = server_leagues(data, context)
    if word and word.strip():
        found = _matching(there, word)
        if not found and (others := _matching([one for one in data.league_places.all() if one.door != DISCORD], word)):
            found = others
            if not elsewhere and len(others) == 1:
                raise Refused("not-here", _lives_elsewhere(others[0]))
        if not found:
            raise Refused(
                "no-such-league",
                f"There is no league {markup.inline_code(wording.clip(word, 60))} in this server. {_known(there)}",
            )
    else:
        rooms = {context.channel, context.parent}
        found = [place for place in there if read_address(place.address)[1] in rooms] or list(there)
    match found:
        case [place]:
            return read_league(data, place.league, markup.escape(place.name))
        case []:
            raise Refused("no-such-league", f"This server has no league yet. {_known(there)}")
        case _:
            names = wording.join_list([f"`league:{place.league}`" for place in found[:8]], "or")
            raise Refused("no-such-league", f"Which league? Add {names}.")


def _matching(places: Sequence[LeaguePlace], word: str) -> list[LeaguePlace]:
    ids = matching_names(word, {place.league: place.name for place in places})
    return [place for place in places if place.league in ids]


def _lives_elsewhere(place: LeaguePlace) -> str:
    return (
        f"{markup.escape(place.name)} is played {DOORS[place.door]}, and that is where it is run. From here you can see"
        f" it with `/league standings league:{place.league}`, and enter it with `/league enter league:{place.league}`."
    )


def league_channel(data: EngineData, league: League) -> int:
    """Id of the channel where it lives, 0 if it does not live in Discord."""
    place = data.league_places.find(league.id)
    return read_address(place.address)[1] if place and place.door == DISCORD else 0


def require_organiser(data: EngineData, context: Context, league: League) -> None:
    """Raises Refused for whoever neither opened the league nor manages the server."""
    rights.require_organiser(voice(data), context.player, league, hosts=context.hosts)


def require_referee(data: EngineData, context: Context, league: League) -> None:
    """Raises Refused for whoever is no referee of the league."""
    referee = data.servers.options(server_key(context.guild)).are_referee(context.roles)
    rights.require_referee(voice(data), context.player, league, is_referee=context.hosts or referee)


def refuse_own_match(data: EngineData, context: Context, match: Match, winner: str | None) -> None:
    """Nobody decides a match of their own, unless for the opponent.  ``winner``: None if nobody wins by it."""
    rights.refuse_own_match(voice(data), context.player, match, winner)


def find_entrant(data: EngineData, league: League, word: str) -> str:
    """The player of the league with this id or name, which may be shortened.  Refused no-such-player."""
    names = {player: data.people.name(player) for player in league.entrants}
    return rights.find_entrant(voice(data), league, names, word)


def voice(data: EngineData) -> Voice:
    """How refusals speak in Discord."""
    return Voice(
        lambda player: markup.escape(data.people.name(player)),
        markup.escape,
        markup.inline_code,
        ", or a member with **Manage Server**",
        ", whoever has the referees' role (`/setup referees`), and members with **Manage Server**",
        "`/league show` shows the standings.",
        "`/league enter`",
        "Another referee (`/setup referees`), or a member with **Manage Server**, decides the rest.",
    )


def _known(there: Sequence[LeaguePlace]) -> str:
    if not there:
        return "`/league new name:Spring Cup system:miniwars format:swiss scenarios:millers-bridge` opens one."
    return f"Leagues here: {wording.join_list([f'`{place.league}`' for place in there[:12]])}."
