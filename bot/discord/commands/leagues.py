"""What organisers, referees and players do in a league: each deed is told where the league lives."""

import secrets
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.correspondence.leagues.deeds import do
from bot.correspondence.leagues.news import LeagueNews, league_news
from bot.correspondence.leagues.rulings import Decision, step_of
from bot.correspondence.leagues.steps import By, Step, changed_games, queue_steps, take_steps
from bot.correspondence.leagues.words import Said, match_number
from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.league_homes import game_placer, require_reachable
from bot.hosting.league_limits import require_room
from bot.hosting.player_records import gather_replies, reliability
from bot.hosting.utc_now import utc_now
from engine.deadlines.words import write_calendar
from engine.errors import Refused
from engine.leagues.fold import League
from engine.leagues.template_words import option_name
from engine.log.entries import DEADLINE

from ..messages import markup
from ..messages.address import DISCORD, write_address
from ..messages.league_games import placing
from ..messages.league_posts import league_text
from .context import Context, server_games
from .league_refusals import in_discord
from .league_rights import (
    find_entrant,
    find_league,
    league_channel,
    refuse_own_match,
    require_organiser,
    require_referee,
    server_leagues,
    voice,
)
from .openings import plan_opening
from .replies import Reply

PATIENCE = 8.0
"""Seconds that a command waits until the channel of its league has been told."""


AND_PAIR = "; you pair the rounds with `/league pair`"
AND_THEN = {"ladder": ", and challenge each other with `/league challenge`",
            "queue": ", and look for an opponent with `/league queue`"}  # fmt: skip
"""How matches come about, by the format."""


class Done(NamedTuple):
    """``games``: those in which it has changed something; the new ones are announced."""

    league: str
    channel: int
    news: tuple[LeagueNews, ...]
    games: tuple[str, ...] = ()


Plan = Callable[[EngineData, League], Sequence[Step]]
"""What is to be done in a league.  Raises Refused for whoever may not do it."""


class Person(NamedTuple):
    """A member whom somebody picked."""

    player: str
    name: str


async def new(context: Context, name: str, options: Sequence[str], deadline: str | None) -> Reply:
    """Open a league in this channel.  ``options``: as the command line has them."""
    if context.channel != context.parent:
        raise Refused(
            "bad-channel",
            f"A league lives in a channel, not in a thread. Type the same command in <#{context.parent}>.",
        )
    words, deadline = _without_deadline(options, deadline)
    opening = await plan_opening(context, deadline)
    terms = [f"deadline={write_calendar(opening.calendar)}"] if opening.calendar else []

    def open_league(data: EngineData) -> Done:
        with data.table.journal.transaction():
            data.people.remember_name(context.player, context.name)
            require_room(server_leagues(data, context), data.leagues.opened_by(context.player), data.leagues.ended())
            before = set(data.leagues.ids())
            do("new", Said(data, name, [*words, *terms], context.player, utc_now()))
            (made,) = set(data.leagues.ids()) - before
            title = data.leagues.find(made).name
            address = write_address(context.guild, context.channel)
            data.league_places.put(made, title, address, secrets.token_hex(4))
        return Done(made, context.channel, league_news(data.leagues.log(made), 0, data.people.name))

    done = await _carry_out(context, open_league)
    answer = await _tell(context, done)
    form = next((word.partition("=")[2] for word in words if word.startswith("format=")), "")
    return Reply(f"{answer.text}\nPlayers take part with `/league enter`{AND_THEN.get(form, AND_PAIR)}.")


def _without_deadline(options: Sequence[str], deadline: str | None) -> tuple[list[str], str | None]:
    """The other options, and the deadline that is among them, if any.  Refused bad-option if it is there twice."""
    said = [word for word in options if option_name(word) == DEADLINE]
    given = [*([] if deadline is None else [deadline]), *(word.partition("=")[2].strip() for word in said)]
    if len(given) > 1:
        twice = " and ".join(markup.inline_code(wording.clip(one, 40)) for one in given[:2])
        raise Refused("bad-option", f"The deadline is there twice: {twice}. Write `deadline:2d` alone.")
    return [word for word in options if word not in said], next(iter(given), None)


async def act(context: Context, word: str | None, plan: Plan, *, elsewhere: bool = False) -> Reply:
    """Do what is planned in the league that this person means, and open the games that are to be played then.
    ``elsewhere``: it may be one by mail or in a forum.
    """

    def carry_out(data: EngineData) -> Done:
        league, now = find_league(data, context, word, elsewhere=elsewhere), utc_now()
        with data.table.journal.transaction():
            place = data.league_places.find(league.id)
            assert place is not None  # leagues that are seen here
            put = placing if place.door == DISCORD else game_placer
            by = By(context.player, now, put(data, league, place))
            taken = take_steps(data, league.id, plan(data, league), by, data.people.name)
        changed = changed_games(league, data.leagues.find(league.id), taken.bodies)
        return Done(league.id, league_channel(data, league), taken.news, changed)

    return await _tell(context, await _carry_out(context, carry_out))


async def enter(context: Context, word: str | None, person: Person | None, options: Sequence[str]) -> Reply:
    """Take part, or let somebody take part whom the organiser picked."""

    who = person or Person(context.player, context.name)
    known = await _reliability(context, word, who.player)

    def plan(data: EngineData, league: League) -> Sequence[Step]:
        if who.player != context.player:
            require_organiser(data, context, league)
        if place := data.league_places.find(league.id):
            require_reachable(data, place, who.player)
        data.people.remember_name(who.player, who.name)
        zone = data.settings.find(who.player).zone
        said = [*options, *known, *([f"zone={zone}"] if zone != "UTC" else [])]
        return (Step("enter", [who.player, *said]),)

    return await act(context, word, plan, elsewhere=True)


async def _reliability(context: Context, word: str | None, player: str) -> list[str]:
    """What is known of it in this server, if the league asks for it."""

    def look(data: EngineData) -> tuple[str, ...]:
        asks = find_league(data, context, word, elsewhere=True).template.reliability
        return server_games(data, context) if asks else ()

    engine = context.services.engine
    share = reliability(await gather_replies(engine, await engine.use_data(look), player))
    return [] if share is None else [f"reliability={share}"]


async def withdraw(context: Context, word: str | None, player: str | None, why: str | None) -> Reply:
    def plan(data: EngineData, league: League) -> Sequence[Step]:
        who = find_entrant(data, league, player) if player else context.player
        if who != context.player:
            require_organiser(data, context, league)
        return (Step("withdraw", [who, *([why] if why else [])]),)

    return await act(context, word, plan, elsewhere=True)


async def pair(context: Context, word: str | None) -> Reply:
    """The next round: its pairings, and a game for each."""

    def plan(data: EngineData, league: League) -> Sequence[Step]:
        require_organiser(data, context, league)
        return Step("pair"), Step("open")

    return await act(context, word, plan)


async def unpair(context: Context, word: str | None) -> Reply:
    """The last round is taken back, as long as nobody has moved in its games."""

    def plan(data: EngineData, league: League) -> Sequence[Step]:
        require_organiser(data, context, league)
        return (Step("unpair"),)

    return await act(context, word, plan)


async def challenge(context: Context, word: str | None, opponent: str) -> Reply:
    def plan(data: EngineData, league: League) -> Sequence[Step]:
        return Step("challenge", [context.player, find_entrant(data, league, opponent)]), Step("open")

    return await act(context, word, plan)


async def queue(context: Context, word: str | None, pace: int | None) -> Reply:
    return await act(context, word, lambda data, league: queue_steps(context.player, [f"pace={pace}"] if pace else []))


async def unqueue(context: Context, word: str | None) -> Reply:
    return await act(context, word, lambda data, league: (Step("unqueue", [context.player]),))


async def bid(context: Context, word: str | None, match: str, amount: int) -> Reply:
    """A player's own bid, in secret; the game opens as soon as the opponent has bid too."""

    def plan(data: EngineData, league: League) -> Sequence[Step]:
        found = league.match(match_number(match)[0])
        if context.player not in found.players:
            mine = [one for one in league.awaiting_bids() if context.player in one.players]
            works = (
                f"Yours is `/league bid match:{mine[0].number} amount:{amount}`." if mine else "None waits for yours."
            )
            names = " and ".join(markup.escape(data.people.name(player)) for player in found.players)
            raise Refused("not-in-match", f"Match {found.number} is between {names}, who bid for it. {works}")
        return (Step("bid", [match, context.player, str(amount)]),)

    answer = await act(context, word, plan)
    return Reply(f"Your bid is {amount}; nobody is told it before both are in.\n{answer.text}")


async def open_bids(context: Context, word: str | None, match: str) -> Reply:
    """A referee waits no longer for the bids of others."""

    def plan(data: EngineData, league: League) -> Sequence[Step]:
        require_referee(data, context, league)
        refuse_own_match(data, context, league.match(match_number(match)[0]), None)
        return (Step("bids", [match]),)

    return await act(context, word, plan)


async def decide(context: Context, word: str | None, deed: str, match: str, winner: str | None, rest: str) -> Reply:
    """A result, or a ruling of the referee.  ``winner``: by name, ``draw``, None if nobody wins by it; of a forfeit the
    loser.  ``rest``: the scores, or the reason.
    """

    def plan(data: EngineData, league: League) -> Sequence[Step]:
        require_referee(data, context, league)
        found = league.match(match_number(match)[0])
        names = {player: data.people.name(player) for player in found.players}
        decision = Decision(found, match, deed, winner or "", [rest] if rest else [])
        return (step_of(decision, context.player, voice(data), names),)

    return await act(context, word, plan)


async def _carry_out(context: Context, deed: Callable[[EngineData], Done]) -> Done:
    def in_words(data: EngineData) -> Done:
        try:
            return deed(data)
        except Refused as refused:
            raise in_discord(data, refused) from refused

    return await context.services.engine.use_data(in_words)


async def _tell(context: Context, done: Done) -> Reply:
    """The channel reads it first, then the games that were opened are announced."""
    services = context.services
    services.doors.league_changed(done.league)
    await services.publisher.leagues.wait_until_told(done.league, PATIENCE)
    for game in done.games:
        services.changed(game)
    told = "\n".join(map(league_text, done.news))
    where = "" if done.channel in (0, context.channel) else f"\n-# Told in <#{done.channel}>."
    return Reply(f"{told}{where}")
