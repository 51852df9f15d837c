"""What is offered while options of /league are typed: leagues, players, matches, scenarios."""

from collections.abc import Callable, Iterable, Iterator

import discord
from discord import app_commands

from bot.correspondence.leagues.news import scenario_name
from bot.hosting.engine_thread import EngineData
from engine.leagues.fold import League
from engine.leagues.matches import Match
from engine.leagues.player_names import DRAW
from engine.scenarios import reader

from .autocomplete import Autocomplete, Offer, offer_choices, offer_completions
from .context import Context, Services
from .league_rights import find_league, server_leagues

Look = Callable[[EngineData, Context, League, str], Iterable[Offer]]
"""What a league offers; the text is the match that was chosen, "" if none was."""


async def leagues(context: Context, typed: str) -> Iterable[Offer]:
    def look(data: EngineData) -> list[Offer]:
        return [(f"{place.name} ({place.league})", place.league) for place in server_leagues(data, context)]

    return await context.services.engine.use_data(look)


def in_league(services: Services, look: Look) -> Autocomplete:
    """Offers from the league that the other options mean."""

    async def offered(slash: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        word, match = getattr(slash.namespace, "league", None), getattr(slash.namespace, "match", None)

        async def found(context: Context, typed: str) -> Iterable[Offer]:
            return await context.services.engine.use_data(
                lambda data: list(look(data, context, find_league(data, context, word), str(match or "")))
            )

        return await offer_choices(services, found)(slash, typed)

    return offered


def scenarios(services: Services) -> Autocomplete:
    """Lists of scenarios for two players, of the system that was chosen: what is typed, and one more."""

    async def offered(slash: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        system = str(getattr(slash.namespace, "system", None) or "")
        *before, last = typed.replace(" ", "").split(",")

        async def found(context: Context, typed: str) -> Iterable[Offer]:
            return [
                (f"{'… , ' if before else ''}{name} ({stem})", ",".join([*before, stem]))
                for stem, name in pool(system)
                if stem not in before and (last.casefold() in stem or last.casefold() in name.casefold())
            ]

        return await offer_completions(services, found)(slash, typed)

    return offered


def pool(system: str) -> Iterator[tuple[str, str]]:
    """The shipped scenarios of a system that have two sides, with their names."""
    for stem in reader.shipped():
        scenario = reader.load_shipped(stem)
        if scenario.system == system and len(scenario.sides) == 2:
            yield stem, scenario.name


def entrants(data: EngineData, context: Context, league: League, match: str) -> Iterable[Offer]:
    """Those who have not withdrawn."""
    return [(data.people.name(one.player), one.player) for one in league.active()]


def others(data: EngineData, context: Context, league: League, match: str) -> Iterable[Offer]:
    return [offer for offer in entrants(data, context, league, match) if offer[1] != context.player]


def open_matches(data: EngineData, context: Context, league: League, match: str) -> Iterable[Offer]:
    return _matches(data, league.open_matches())


def matches_to_bid_for(data: EngineData, context: Context, league: League, match: str) -> Iterable[Offer]:
    """The person's own before the others."""
    return _matches(data, sorted(league.awaiting_bids(), key=lambda one: context.player not in one.players))


def all_matches(data: EngineData, context: Context, league: League, match: str) -> Iterable[Offer]:
    """Of the season, the open ones first."""
    return _matches(data, sorted(league.season_matches(), key=lambda one: one.complete))


def match_players(data: EngineData, context: Context, league: League, match: str) -> Iterable[Offer]:
    """Of the match that was chosen, or of the league."""
    number = match.partition(".")[0]
    if number.isdecimal() and int(number) in league.matches:
        return [(data.people.name(player), player) for player in league.matches[int(number)].players]
    return entrants(data, context, league, match)


def winners(data: EngineData, context: Context, league: League, match: str) -> Iterable[Offer]:
    return [*match_players(data, context, league, match), ("a draw", DRAW)]


def divisions(data: EngineData, context: Context, league: League, match: str) -> Iterable[Offer]:
    return [(one, one) for one in league.template.divisions]


def _matches(data: EngineData, matches: Iterable[Match]) -> Iterator[Offer]:
    for match in matches:
        players = " against ".join(map(data.people.name, match.players))
        for number, game in enumerate(match.games, 1):
            word = f"{match.number}.{number}" if len(match.games) > 1 else str(match.number)
            done = "" if game.result is None else ", has its result"
            yield f"{word}: {players}, {scenario_name(match.scenario)}{done}", word
