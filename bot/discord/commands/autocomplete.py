"""Autocompletion of command options: a quick list of choices or none, and never an exception."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from itertools import chain, groupby, zip_longest
from typing import Any

import discord
from discord import app_commands

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from engine.deadlines.words import read_calendar, write_calendar
from engine.lookups import rulebook
from engine.scenarios.reader import shipped, shipped_names
from engine.systems import SYSTEMS
from engine.table import Refused
from maps.scene.card import Card

from .context import Context, Services, find_game, find_side, list_games, read_context

log = logging.getLogger("fieldpost.offers")

MOST, ROOM = 25, 100
"""Choices that Discord takes, and characters of one."""
LEGAL = 12
"""Whole orders offered before the words that could stand next."""
PATIENCE = 2.0

Offer = tuple[str, str]
"""The text shown, and the value sent if it is picked."""
Offers = Callable[[Context, str], Awaitable[Iterable[Offer]]]
Autocomplete = Callable[[discord.Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def offer_choices(services: Services, offers: Offers) -> Autocomplete:
    """For ``app_commands.autocomplete``: offers that contain the typed text, those that start with it first."""

    async def fitting(context: Context, typed: str) -> list[Offer]:
        return _containing(await offers(context, typed), typed)

    return offer_completions(services, fitting)


def offer_completions(services: Services, offers: Offers) -> Autocomplete:
    """As ``offer_choices``, of offers that answer the typed text already and may spell it otherwise."""

    async def offered(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            async with asyncio.timeout(PATIENCE):
                found = await _find_offers(offers, read_context(services, interaction), typed)
        except (Refused, TimeoutError):
            return []
        except Exception:
            log.exception("nothing could be offered")
            return []
        return [
            app_commands.Choice(name=wording.clip(name, ROOM), value=value)
            for name, value in found
            if 0 < len(value) <= ROOM
        ][:MOST]

    return offered


def _containing(offers: Iterable[Offer], typed: str) -> list[Offer]:
    word = typed.strip().casefold()
    fitting = [(name, value) for name, value in offers if word in name.casefold() or word in value.casefold()]
    return sorted(fitting, key=lambda offer: not any(text.casefold().startswith(word) for text in offer))


async def _find_offers(offers: Offers, context: Context, typed: str) -> Iterable[Offer]:
    return await offers(context, typed)


async def games(context: Context, typed: str) -> Iterable[Offer]:
    """The games of this server, running and newest games first."""

    def look(data: EngineData) -> list[Offer]:
        found = list_games(data, context)[::-1]
        return [
            (f"{game.name} ({game.game}){', over' if game.over else ''}", game.game)
            for game in sorted(found, key=lambda game: game.over)
        ]

    return await context.services.engine.use_data(look)


def sides(key: Callable[[Context], str | None]) -> Offers:
    async def of_game(context: Context, typed: str) -> Iterable[Offer]:
        game = await context.game(key(context))
        return [(side.name, name) for name, side in game.sides.items()]

    return of_game


async def units(context: Context, key: str | None) -> list[Offer]:
    """The units in play that this person may know."""
    game, viewer = await context.game_and_viewer(key, None)
    known = await context.services.engine.use_table(lambda table: table.units(game.id, viewer))
    return [(f"{unit} {name}" if name != unit else unit, unit) for unit, name in known.items()]


async def places(context: Context, key: str | None) -> list[Offer]:
    """The named places of the game."""
    game, viewer = await context.game_and_viewer(key, None)
    known = await context.services.engine.use_table(lambda table: table.places(game.id, viewer))
    return [(f"{name} ({at})", name) for name, at in known.items()]


async def theatres(context: Context, key: str | None) -> list[Offer]:
    """The theatres of the game's map."""
    game = await context.game(key)
    known = await context.services.engine.use_table(lambda table: table.theatres(game.id))
    return [(name, name) for name in known]


async def past_phases(context: Context, key: str | None) -> list[Offer]:
    """The phases to which the game can be rewound, the last first."""
    game = await context.game(key)
    found = await context.services.engine.use_table(lambda table: table.past_phases(game.id))
    return [(words, str(entry)) for entry, words in found]


def cards(sheets: Mapping[str, Card]) -> list[Offer]:
    """Every type of unit, with its cost."""
    return [(f"{sheet.title}{f' ({sheet.cost})' if sheet.cost else ''}", sheet.key) for sheet in sheets.values()]


async def scenarios(context: Context, typed: str) -> Iterable[Offer]:
    """This server's own first, then the shipped ones."""
    return [*await own_scenarios(context, typed), *await asyncio.to_thread(_shipped_scenarios)]


async def own_scenarios(context: Context, typed: str) -> Iterable[Offer]:
    """Those that this server has of its own."""
    found = await context.services.engine.use_data(lambda data: data.own_scenarios.list(context.server))
    return [(f"{one.title} ({SYSTEMS[one.system].TITLE}, this server's own)", one.id) for one in found]


def _shipped_scenarios() -> tuple[Offer, ...]:
    """One of each system by turns: before anything is typed, Discord shows no more than the first 25."""
    systems = [list(stems) for _, stems in groupby(shipped(), lambda stem: shipped()[stem].parent.name)]
    by_turns = filter(None, chain.from_iterable(zip_longest(*systems)))
    return tuple((f"{shipped_names()[stem]} ({SYSTEMS[shipped()[stem].parent.name].TITLE})", stem) for stem in by_turns)


async def shipped_scenarios(context: Context, typed: str) -> Iterable[Offer]:
    return await asyncio.to_thread(_shipped_scenarios)


async def macros(context: Context, typed: str) -> Iterable[Offer]:
    """The macros of this person."""
    found = await context.services.engine.use_data(lambda data: data.macros.list(context.player))
    return [(f"{macro.name}: {macro.expression}", macro.name) for macro in found]


async def systems(context: Context, typed: str) -> Iterable[Offer]:
    return [(system.TITLE, name) for name, system in SYSTEMS.items()]


def passages(system: str) -> list[Offer]:
    """Headings of a rulebook, then its paragraphs."""
    try:
        name = rulebook.find_system(system or next(iter(SYSTEMS)))
    except rulebook.UnknownPassage:
        return []
    return [
        (heading, heading.split(" ")[0] if heading[:1].isdigit() else heading) for heading in rulebook.headings(name)
    ] + [(f"{rulebook.letters(name)} {number}", number) for number in rulebook.paragraphs(name) if "." in number]


async def deadlines(context: Context, typed: str) -> Iterable[Offer]:
    try:
        own = [(write_calendar(read_calendar(typed)), typed.strip())] if typed.strip() else []
    except Refused:
        own = []
    usual = [("1 day", "24h"), ("2 days", "2d"), ("3 days", "3d"), ("12 hours", "12h"), ("1 week", "7d")]
    fixed = [(text, text) for text in ("fast", "slow", "live", "weekdays 20:00 Europe/Berlin", "Mon Wed Fri 20:00")]
    return [(f"{name} ({value})" if name != value else name, value) for name, value in [*own, *usual, *fixed]]


def orders(data: EngineData, context: Context, key: str | None, side: str | None, typed: str) -> list[Offer]:
    """Legal orders that go on as typed, then the words that could stand next; then all other legal orders that contain
    what was typed.

    A completion may spell the typed words otherwise: a name in quotes, or a beginning of a name in full.
    """
    game = find_game(data, context, key)
    owner = find_side(game, context.player, side)
    beginning = typed.lstrip()
    ideas = list(dict.fromkeys(data.table.ideas(game.id, owner)))
    fitting = [idea for idea in ideas if idea.casefold().startswith(" ".join(beginning.split()).casefold())]
    found = data.table.completions(game.id, owner, beginning) if beginning else ()
    lines = [f"{beginning[: one.start]}{one.word}" for one in found]
    others = [idea for idea, _ in _containing([(idea, idea) for idea in ideas], typed)]
    return [(line, line) for line in dict.fromkeys([*fitting[:LEGAL], *lines, *fitting, *others])]
