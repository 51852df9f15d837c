"""The slash commands of leagues: /league."""

import shlex
from collections.abc import Sequence
from typing import get_args

import discord
from discord import app_commands

from engine.errors import Refused
from engine.leagues.entries import Format, Sides
from engine.systems import SYSTEMS

from . import autocomplete, league_closing, league_offers, league_views, leagues
from .autocomplete import offer_choices
from .context import Services
from .league_file_tree import add_files
from .league_offers import in_league
from .options import Name, Slash
from .replies import reply

LEAGUE = "Which league, by id or name; not needed in its own channel"
MATCH = "Number of the match, such as 3; 3.2 is the second game of a mirrored one"
REASON = "Why; everybody is told"
Reason = app_commands.Range[str, 1, 300]
Number = app_commands.Range[str, 1, 10]
Count = app_commands.Range[int, 0, 100_000]


def league_group(services: Services) -> app_commands.Group:
    group = app_commands.Group(name="league", description="Leagues: rounds, results, standings", guild_only=True)
    for add in (_new, _players, _rounds, _bids, _ladder_and_queue, _results, _rulings, _shown):
        add(group, services)
    add_files(group, services, LEAGUE)
    return group


def _choices(words: Sequence[str]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=word, value=word) for word in words]


def _new(group: app_commands.Group, services: Services) -> None:
    @group.command(name="new", description="Open a league that lives in this channel")
    @app_commands.choices(
        system=[app_commands.Choice(name=system.TITLE, value=name) for name, system in SYSTEMS.items()],
        format=_choices(get_args(Format)),
        sides=_choices(get_args(Sides)),
    )
    @app_commands.autocomplete(
        scenarios=league_offers.scenarios(services), deadline=offer_choices(services, autocomplete.deadlines)
    )
    @app_commands.describe(
        name="What it is called",
        system="The rules that are played",
        format="How players are paired",
        scenarios="The pool, a list with commas",
        sides="One game a match, both sides each, or bids for the first side (default: single)",
        rounds="Rounds of a Swiss season (default: as many as tell the players apart)",
        days="Days for a round; 0: no date (default: 14)",
        deadline="When phases of its games end: 3d; Mon Wed Fri 20:00 Europe/Berlin (default: the server's)",
        more="Anything else: points=2/1/0 ties=score divisions=first,second moves=1 rating=1400",
    )
    async def new(
        slash: Slash,
        name: Name,
        system: str,
        format: str,
        scenarios: app_commands.Range[str, 1, 1000],
        sides: str | None = None,
        rounds: app_commands.Range[int, 1, 40] | None = None,
        days: app_commands.Range[int, 0, 365] | None = None,
        deadline: app_commands.Range[str, 1, 200] | None = None,
        more: app_commands.Range[str, 1, 400] | None = None,
    ) -> None:
        said = {"system": system, "format": format, "scenarios": scenarios, "sides": sides, "rounds": rounds,
                "days": days}  # fmt: skip
        given = [f"{key}={value}" for key, value in said.items() if value is not None]
        await reply(
            services, slash, lambda context: leagues.new(context, name, [*given, *_words(more or "")], deadline)
        )


def _words(typed: str) -> list[str]:
    """Raises Refused."""
    try:
        return shlex.split(typed)
    except ValueError:
        raise Refused(
            "bad-option", "A quotation mark has no partner. Write `more:points=2/1/0 ties=score` without any."
        ) from None


def _players(group: app_commands.Group, services: Services) -> None:
    @group.command(name="enter", description="Take part in a league")
    @app_commands.autocomplete(
        league=offer_choices(services, league_offers.leagues), division=in_league(services, league_offers.divisions)
    )
    @app_commands.describe(
        league=LEAGUE,
        division="Which division (default: the last)",
        pace="Hours in which you usually answer",
        player="Somebody else; for whoever opened the league",
    )
    async def enter(
        slash: Slash,
        league: Name | None = None,
        division: Name | None = None,
        pace: app_commands.Range[int, 1, 2000] | None = None,
        player: discord.User | None = None,
    ) -> None:
        said = {"division": division, "pace": pace}
        given = [f"{key}={value}" for key, value in said.items() if value is not None]
        person = leagues.Person(str(player.id), player.display_name) if player else None
        await reply(services, slash, lambda context: leagues.enter(context, league, person, given))

    @group.command(name="withdraw", description="Leave a league; open matches go to the referee")
    @app_commands.autocomplete(
        league=offer_choices(services, league_offers.leagues), player=in_league(services, league_offers.entrants)
    )
    @app_commands.describe(league=LEAGUE, reason=REASON, player="Somebody else, by name; for whoever opened the league")
    async def withdraw(
        slash: Slash, league: Name | None = None, reason: Reason | None = None, player: Name | None = None
    ) -> None:
        await reply(services, slash, lambda context: leagues.withdraw(context, league, player, reason))


def _rounds(group: app_commands.Group, services: Services) -> None:
    @group.command(name="pair", description="Pair the next round, and open its games")
    @app_commands.autocomplete(league=offer_choices(services, league_offers.leagues))
    @app_commands.describe(league=LEAGUE)
    async def pair(slash: Slash, league: Name | None = None) -> None:
        await reply(services, slash, lambda context: leagues.pair(context, league))

    @group.command(name="unpair", description="Take the last round back, as long as nobody has moved in its games")
    @app_commands.autocomplete(league=offer_choices(services, league_offers.leagues))
    @app_commands.describe(league=LEAGUE)
    async def unpair(slash: Slash, league: Name | None = None) -> None:
        await reply(services, slash, lambda context: leagues.unpair(context, league))

    @group.command(name="close", description="End the season; with divisions, players move up and down")
    @app_commands.autocomplete(league=offer_choices(services, league_offers.leagues))
    @app_commands.describe(league=LEAGUE)
    async def close(slash: Slash, league: Name | None = None) -> None:
        await reply(services, slash, lambda context: league_closing.close(context, league))


def _bids(group: app_commands.Group, services: Services) -> None:
    offered = {
        "league": offer_choices(services, league_offers.leagues),
        "match": in_league(services, league_offers.matches_to_bid_for),
    }

    @group.command(name="bid", description="Bid in secret for the first side of your match; only you see it")
    @app_commands.autocomplete(**offered)
    @app_commands.describe(
        match=MATCH, amount="What you would give away of your score for the first side", league=LEAGUE
    )
    async def bid(slash: Slash, match: Number, amount: Count, league: Name | None = None) -> None:
        await reply(services, slash, lambda context: leagues.bid(context, league, match, amount))

    @group.command(name="bids", description="Wait no longer for bids: one that is missing is 0; for referees")
    @app_commands.autocomplete(**offered)
    @app_commands.describe(match=MATCH, league=LEAGUE)
    async def bids(slash: Slash, match: Number, league: Name | None = None) -> None:
        await reply(services, slash, lambda context: leagues.open_bids(context, league, match))


def _ladder_and_queue(group: app_commands.Group, services: Services) -> None:
    @group.command(name="challenge", description="In a ladder: challenge somebody above you")
    @app_commands.autocomplete(
        league=offer_choices(services, league_offers.leagues), opponent=in_league(services, league_offers.others)
    )
    @app_commands.describe(opponent="Whom, by name", league=LEAGUE)
    async def challenge(slash: Slash, opponent: Name, league: Name | None = None) -> None:
        await reply(services, slash, lambda context: leagues.challenge(context, league, opponent))

    @group.command(
        name="queue", description="In an open queue: take a ticket, or change its pace; play as soon as somebody fits"
    )
    @app_commands.autocomplete(league=offer_choices(services, league_offers.leagues))
    @app_commands.describe(pace="Hours for a phase (default: 24)", league=LEAGUE)
    async def queue(
        slash: Slash, pace: app_commands.Range[int, 1, 2000] | None = None, league: Name | None = None
    ) -> None:
        await reply(services, slash, lambda context: leagues.queue(context, league, pace))

    @group.command(name="unqueue", description="In an open queue: take your ticket back")
    @app_commands.autocomplete(league=offer_choices(services, league_offers.leagues))
    @app_commands.describe(league=LEAGUE)
    async def unqueue(slash: Slash, league: Name | None = None) -> None:
        await reply(services, slash, lambda context: leagues.unqueue(context, league))


def _results(group: app_commands.Group, services: Services) -> None:
    @group.command(name="result", description="A result from elsewhere; for referees")
    @app_commands.autocomplete(
        league=offer_choices(services, league_offers.leagues),
        match=in_league(services, league_offers.open_matches),
        winner=in_league(services, league_offers.winners),
    )
    @app_commands.describe(
        match=MATCH, winner="Who has won, by name, or draw", scores="In the order of the match: 12-4", league=LEAGUE
    )
    async def result(
        slash: Slash,
        match: Number,
        winner: Name,
        scores: app_commands.Range[str, 1, 20] | None = None,
        league: Name | None = None,
    ) -> None:
        await reply(
            services, slash, lambda context: leagues.decide(context, league, "result", match, winner, scores or "")
        )

    @group.command(name="reopen", description="Take a result back; for referees")
    @app_commands.autocomplete(
        league=offer_choices(services, league_offers.leagues), match=in_league(services, league_offers.all_matches)
    )
    @app_commands.describe(match=MATCH, reason=REASON, league=LEAGUE)
    async def reopen(slash: Slash, match: Number, reason: Reason, league: Name | None = None) -> None:
        await reply(services, slash, lambda context: leagues.decide(context, league, "reopen", match, None, reason))


def _rulings(group: app_commands.Group, services: Services) -> None:
    @group.command(name="forfeit", description="Somebody loses a match without playing it; for referees")
    @app_commands.autocomplete(
        league=offer_choices(services, league_offers.leagues),
        match=in_league(services, league_offers.open_matches),
        loser=in_league(services, league_offers.match_players),
    )
    @app_commands.describe(match=MATCH, loser="Who forfeits it, by name", reason=REASON, league=LEAGUE)
    async def forfeit(slash: Slash, match: Number, loser: Name, reason: Reason, league: Name | None = None) -> None:
        await reply(services, slash, lambda context: leagues.decide(context, league, "forfeit", match, loser, reason))

    @group.command(name="adjudicate", description="Decide a match as if it had been played out; for referees")
    @app_commands.autocomplete(
        league=offer_choices(services, league_offers.leagues),
        match=in_league(services, league_offers.open_matches),
        winner=in_league(services, league_offers.winners),
    )
    @app_commands.describe(match=MATCH, winner="Who wins it, by name, or draw", reason=REASON, league=LEAGUE)
    async def adjudicate(slash: Slash, match: Number, winner: Name, reason: Reason, league: Name | None = None) -> None:
        await reply(
            services, slash, lambda context: leagues.decide(context, league, "adjudicate", match, winner, reason)
        )

    @group.command(name="double-loss", description="Both players lose a match; for referees")
    @app_commands.autocomplete(
        league=offer_choices(services, league_offers.leagues), match=in_league(services, league_offers.open_matches)
    )
    @app_commands.describe(match=MATCH, reason=REASON, league=LEAGUE)
    async def double_loss(slash: Slash, match: Number, reason: Reason, league: Name | None = None) -> None:
        await reply(
            services, slash, lambda context: leagues.decide(context, league, "double-loss", match, None, reason)
        )


def _shown(group: app_commands.Group, services: Services) -> None:
    offered = {"league": offer_choices(services, league_offers.leagues)}
    season = "Which season (default: the present one)"

    @group.command(name="standings", description="The table, as a picture and as text")
    @app_commands.autocomplete(**offered)
    @app_commands.describe(league=LEAGUE, season=season)
    async def standings(
        slash: Slash, league: Name | None = None, season: app_commands.Range[int, 1, 999] | None = None
    ) -> None:
        await reply(services, slash, lambda context: league_views.pictured(context, league, "standings", season))

    @group.command(name="crosstable", description="Points of everybody against everybody, as a picture and as text")
    @app_commands.autocomplete(**offered)
    @app_commands.describe(league=LEAGUE, season=season)
    async def crosstable(
        slash: Slash, league: Name | None = None, season: app_commands.Range[int, 1, 999] | None = None
    ) -> None:
        await reply(services, slash, lambda context: league_views.pictured(context, league, "crosstable", season))

    @group.command(name="show", description="A league: its terms, players and open matches; or one of its tables")
    @app_commands.choices(table=_choices((league_views.PLAYERS, *league_views.TABLES)))
    @app_commands.autocomplete(**offered)
    @app_commands.describe(league=LEAGUE, table="Which table (default: an overview)", season=season)
    async def show(
        slash: Slash,
        league: Name | None = None,
        table: str | None = None,
        season: app_commands.Range[int, 1, 999] | None = None,
    ) -> None:
        await reply(services, slash, lambda context: league_views.show(context, league, table or "", season))
