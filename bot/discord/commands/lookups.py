"""Commands that look something up: a unit's card, an army list, line of sight, distances, odds."""

import asyncio
from collections.abc import Mapping
from typing import NamedTuple

from bot.hosting.army_dialogue import names_its_game
from bot.hosting.engine_thread import EngineData
from engine.errors import as_sentence
from engine.lookups import cards, rulebook
from engine.lookups import odds as odds_lookup
from engine.lookups.measurements import SightResult
from engine.lookups.odds_chart import chart
from engine.scenarios import reader
from engine.scenarios.army_lists import EXAMPLE, CheckedList, check_army_list
from engine.scenarios.yaml_reader import FaultyFile, LocatedFault
from engine.systems import SYSTEMS
from engine.table import Game, Refused
from maps.drawing.card import draw_card
from maps.drawing.chart import draw_chart
from maps.scene.card import Card

from ..messages import markup
from .armies import board_here, own_army
from .context import Context
from .orders import decode_file
from .public_lookups import NOTE, game_and_viewer
from .replies import Attachment, Reply

LIST_LIMIT = 100_000
"""Bytes of an army list."""
MOST_FAULTS = 20
"""Most faults of a list that are shown in the message itself."""


async def card(context: Context, key: str | None, unit: str, system: str | None) -> Reply:
    """The card of a unit or a type in the game played here, or of any type of a system."""
    sheet = await _find_card(context, key, unit, system)
    picture = await context.services.engine.run_drawing(lambda: draw_card(sheet))
    cost = f" · {sheet.cost} {sheet.counted}" if sheet.cost else ""
    head = f"**{markup.escape(sheet.title)}**{cost}\n{markup.escape(sheet.subtitle)}"
    return Reply(head, (Attachment(f"{sheet.key}.png", picture, markup.alt_text(cards.alt_text(sheet))),))


async def army(context: Context, text: str | None, data: bytes | None) -> Reply:
    """The price of an army list, and every problem with it by line and column; without a list, the one that is in."""
    if data is None and not text and (mine := await own_army(context)):
        return mine
    if (data is None) == (not text):
        raise Refused(
            "missing-argument",
            "Give the list with the option `list`, for example "
            f"{markup.inline_code(EXAMPLE.replace(chr(10), ', '))}, or attach it as a file, but not both.",
        )
    words = decode_file(data) if data is not None else text or ""
    try:
        checked = await _in_this_game(context, words) or await _of_any_game(context, words)
    except FaultyFile as faulty:
        return Reply(_fault_lines(faulty.faults), full=_all_faults(faulty.faults))
    return Reply(
        "\n".join(filter(None, (markup.code_block(checked.words), _fault_lines(checked.faults) or "✅ No problems."))),
        full=f"{checked.words}\n{_all_faults(checked.faults)}",
    )


async def _of_any_game(context: Context, words: str) -> CheckedList:
    return await context.services.engine.calculate(context.player, check_army_list, words, reader.load_shipped)


async def _in_this_game(context: Context, words: str) -> CheckedList | None:
    """The list judged for the game of this channel, if armies are being mustered there and it names no other game."""
    here = None if names_its_game(words) else await board_here(context)
    if here is None:
        return None

    def judged(data: EngineData) -> CheckedList | None:
        judge = here(data)
        return judge(words) if judge else None

    return await context.services.engine.use_data(judged)


class AskedSight(NamedTuple):
    """A line of sight that was looked up."""

    game: Game
    seen: SightResult
    note: str


async def find_sight(
    context: Context, key: str | None, side: str | None, start: str, end: str, *, public: bool
) -> AskedSight:
    """Whether one place can see another, from what this person or everybody may know."""
    game, viewer = await game_and_viewer(context, key, side, public=public)
    seen = await context.services.engine.use_table(lambda table: table.line_of_sight(game.id, viewer, start, end))
    return AskedSight(game, seen, NOTE if public else "")


async def show_sight(context: Context, found: AskedSight) -> Reply:
    """With the line drawn on the map."""
    seen = found.seen
    picture = await context.services.engine.draw(seen.scene)
    sign = "👁️" if seen.sight.clear else "🚫"
    return Reply(
        f"{sign} {markup.escape(as_sentence(seen.sight.says))}{found.note}",
        (Attachment(f"{found.game.id}-los.png", picture, markup.alt_text(seen.scene.alt)),),
    )


async def measure(context: Context, key: str | None, side: str | None, start: str, end: str) -> Reply:
    """Distance and direction between two places, and the line of sight; drawn on the map."""
    game, viewer = await context.game_and_viewer(key, side)
    found = await context.services.engine.use_table(lambda table: table.measure(game.id, viewer, start, end))
    picture = await context.services.engine.draw(found.scene)
    return Reply(
        "\n".join(f"📏 {markup.escape(line)}" for line in found.says),
        (Attachment(f"{game.id}-measure.png", picture, markup.alt_text(found.scene.alt)),),
    )


class AskedOdds(NamedTuple):
    """A battle whose odds are to be calculated: in words, or of a game (``question``)."""

    words: str
    orders: tuple[str, str]
    question: odds_lookup.OddsQuestion | None
    place: str
    note: str


async def find_battle(
    context: Context,
    words: str | None,
    orders: tuple[str, str],
    place: str | None,
    side: str | None,
    key: str | None,
    *,
    public: bool,
) -> AskedOdds:
    """A battle described in words, with standing orders, or one in a game as this person or everybody knows it."""
    if words and (place or key):
        raise Refused("missing-argument", "Give either a `battle` (two armies) or a `place` in a game, not both.")
    if words:
        return AskedOdds(words, orders, None, "", "")
    if any(orders):
        raise Refused(
            "missing-argument",
            "`attacker` and `defender` go with a `battle`; in a game your own orders are used.",
        )
    game, viewer = await game_and_viewer(context, key, side, public=public)
    question = await context.services.engine.use_table(lambda table: table.odds(game.id, viewer))
    return AskedOdds("", orders, question, place or "", NOTE if public else "")


async def show_odds(context: Context, asked: AskedOdds) -> Reply:
    engine, question = context.services.engine, asked.question
    if question is None:
        found = await engine.calculate(context.player, odds_lookup.odds_of_open_battle, asked.words, *asked.orders)
    else:
        found = await engine.calculate(context.player, question.answer, asked.place)
    picture = await engine.run_drawing(lambda: draw_chart(chart(found)))
    return Reply(
        "\n".join(f"🎲 {markup.escape(line)}" for line in found.says) + asked.note,
        (Attachment("odds.png", picture, markup.alt_text(" ".join(found.says))),),
    )


async def list_cards(context: Context, key: str | None, system: str | None) -> Mapping[str, Card]:
    """The cards that could be meant: of the system or scenario named, else of the game played here, else of all."""
    if system and system.strip():
        return await asyncio.to_thread(cards.catalogue_of, system)
    try:
        game, viewer = await context.game_and_viewer(key, None)
    except Refused:
        if key:
            raise
        return {
            f"{name}/{key}": sheet for name, known in SYSTEMS.items() for key, sheet in cards.catalogue(known).items()
        }
    return await context.services.engine.use_table(lambda table: table.cards(game.id, viewer))


async def _find_card(context: Context, key: str | None, unit: str, system: str | None) -> Card:
    if system and system.strip():
        return cards.find_card(await list_cards(context, key, system), unit)
    try:
        game, viewer = await context.game_and_viewer(key, None)
    except Refused:
        if key:
            raise
        return cards.find_card(await list_cards(context, None, None), unit)

    return await context.services.engine.use_table(lambda table: table.card(game.id, viewer, unit))


def _system(word: str) -> str:
    try:
        return rulebook.find_system(word)
    except rulebook.UnknownPassage as unknown:
        raise Refused("no-such-system", str(unknown.args[0])) from unknown


def _fault_lines(faults: tuple[LocatedFault, ...]) -> str:
    lines = [
        f"❌ line {fault.line}, column {fault.column}: {markup.escape(str(fault))}" for fault in faults[:MOST_FAULTS]
    ]
    return "\n".join((*lines, *([f"… and {len(faults) - MOST_FAULTS} more"] if len(faults) > MOST_FAULTS else [])))


def _all_faults(faults: tuple[LocatedFault, ...]) -> str:
    return "\n".join(f"line {fault.line}, column {fault.column}: {fault}" for fault in faults)
