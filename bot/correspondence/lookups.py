"""Look-ups that a message asks for, answered as text with pictures and files: nothing changes by them."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.hosting import wording
from bot.hosting.motions import motion_lines
from engine.errors import as_sentence
from engine.log.check_page.page import check_page
from engine.log.verify import verify
from engine.lookups import cards, rulebook
from engine.lookups import odds as odds_lookup
from engine.lookups.odds_chart import chart
from engine.lookups.quick_reference import quick_reference, quick_reference_text
from engine.lookups.theatres import named_map
from engine.rolls.dice_log import PREFIX
from engine.systems import SYSTEMS
from engine.table import Refused
from maps.drawing.card import draw_card
from maps.drawing.chart import draw_chart
from maps.drawing.quick_reference import draw_quick_reference
from maps.scene.scene import Scene

from .answers import File, Found, Section, said
from .asker import Asker
from .boards import look_up_army, look_up_boards
from .commands import Command, help_lines, quoted_commands
from .deeds import RETRY
from .emphasis import markdown_lines, spoken
from .kibitz import look_up_kibitz
from .leagues.lookups import look_up_league
from .listings import look_up_games, look_up_scenarios, state
from .luck import look_up_luck
from .message import needed
from .motions import look_up_motions
from .my_games import look_up_own_calendar, look_up_own_games
from .player_lookup import look_up_player
from .replay_lookup import look_up_replay
from .reports.formats import write_report
from .reports.turn_report import turn_report
from .rolls import list_rolls, look_up_roll
from .sandbox_lookup import lines_together, look_up_sandbox
from .times import local_time
from .wrap import barred

MOST_LOOKUPS = 10
"""Look-ups of one message, at most."""
LARGEST_PAGE = 2_000_000
"""Bytes of the page that checks a log, so that mail servers take it."""
MARKED = "  e.g.  "
"""Stands before an order that is only shown, so that no line of an answer can be read as an order."""


async def look_up(asker: Asker, commands: tuple[Command, ...]) -> tuple[Found, ...]:
    """The answers in order; a refusal is an answer too.  Raises Refused only for what is the host's trouble."""
    found, rolls, commands = list[Found](), 0, lines_together(commands)
    for command in commands[:MOST_LOOKUPS]:
        rolls += command.word == "roll"
        again = f"{asker.message}-{rolls}" if rolls > 1 else asker.message
        found.append(await _look_up(asker._replace(message=again), command))
    if rest := commands[MOST_LOOKUPS:]:
        asked = quoted_commands(rest)
        says = f"A message has at most {MOST_LOOKUPS} questions; these were not answered, so ask them again: {asked}."
        found.append(Found(said("Not answered", says)))
    return tuple(found)


async def _look_up(asker: Asker, command: Command) -> Found:
    try:
        return await _LOOKUPS[command.word](asker, command.rest)
    except Refused as no:
        if no.code in RETRY:
            raise
        return Found(said(command.word, spoken(str(no))))


async def _help(asker: Asker, rest: str) -> Found:
    if rest and (seat := asker.seat) and seat.side:
        told = await asker.engine.use_table(lambda table: table.explain_order(seat.game, seat.side, rest))
        return Found(Section(f"Help: {rest}", tuple(barred(spoken(told).splitlines())), fixed=True))
    lines = ("Orders: a unit, a verb and the rest, one a line.", *help_lines())
    return Found(Section("Commands, one a line", lines, fixed=True))


async def _status(asker: Asker, rest: str) -> Found:
    seat = needed(asker.seat)
    game, draft, army = await asker.engine.use_table(
        lambda table: (
            table.game(seat.game),
            table.draft(seat.game, seat.side) if seat.side else "",
            table.own_army(seat.game, seat.side) if seat.side else "",
        )
    )
    names, own = await asker.engine.use_data(
        lambda data: ({p: data.people.name(p) for p in game.seats.values() if p}, data.settings.find(asker.player))
    )
    lines = [f"{game.name} ({game.id}): {state(game)}."]
    lines += [f"{game.sides[side].name}: {names.get(holder, 'free')}" for side, holder in game.seats.items()]
    lines += [f"Deadline: {local_time(game.due, own.zone, own.dates)}"] if game.due else []
    lines += [wording.pace(game), *wording.take_backs(game), *motion_lines(game, names)]
    if seat.side:  # where everybody reads the answer, nobody's draft is told of
        held = [f"  held  {line}" for line in draft.splitlines() if line.strip()]
        lines += ["Your draft:", *held] if held else ["Your draft is empty."]
        lines += [army] if army else []
    return Found(said("Status", *lines))


async def _map(asker: Asker, rest: str) -> Found:
    seat = needed(asker.seat)
    asked = await asker.engine.use_table(lambda table: named_map(table, seat.game, seat.side, rest.split()))
    name, scene = f"{seat.game}-map.png", asked.scene
    if (part := asked.theatre) is None:
        return Found(said("Map", scene.alt), (await _drawn(asker, name, scene),))
    drawn = await asker.engine.draw_part(scene, part)
    return Found(said(part.title, part.alt), (File(name, drawn, part.alt),))


async def _units(asker: Asker, rest: str) -> Found:
    seat = needed(asker.seat)
    words = await asker.engine.use_table(lambda table: table.text_map(seat.game, seat.side))
    return Found(Section("Units", tuple(words.splitlines()), fixed=True))


async def _log(asker: Asker, rest: str) -> Found:
    seat = needed(asker.seat)
    if rest and not rest.isdecimal():
        raise Refused("bad-number", f'{wording.clip(rest, 20)!r} is not the number of a turn. Write it like "log 3".')
    lines = await asker.engine.use_table(lambda table: table.log(seat.game, int(rest) if rest else None))
    return Found(Section("Log", tuple(barred(lines or ("Nothing has happened yet.",))), fixed=True))


async def _report(asker: Asker, rest: str) -> Found:
    seat, (form, turn) = needed(asker.seat), _form_and_turn(rest)
    report = await asker.engine.use_table(lambda table: turn_report(table, seat.game, turn))
    text = tuple(write_report(report, form).splitlines())
    picture = File(report.picture, await asker.engine.draw(report.scene), report.scene.alt)
    return Found(Section(f"Report, to be copied from here on, as {form}", text, fixed=True), (picture,))


def _form_and_turn(rest: str) -> tuple[str, int | None]:
    """The words behind ``report``, in either order."""
    words = rest.split()
    turn = next((word for word in words if word.isdecimal() and len(word) < 6), "")
    form = next((word.lower() for word in words if word != turn), "text")
    return form, int(turn) if turn else None


async def _ideas(asker: Asker, rest: str) -> Found:
    seat = needed(asker.seat)
    about = await asker.engine.use_table(lambda table: table.ideas_about(seat.game, seat.side, rest))
    shown = tuple(f"{MARKED}{idea}" for idea in about.lines[:12])
    return Found(Section("Orders that would work now", shown or (about.none,), fixed=True))


async def _card(asker: Asker, rest: str) -> Found:
    if asker.seat and asker.seat.side and not rest.strip():
        mine = asker.seat
        if prices := await asker.engine.use_table(lambda table: table.price_list(mine.game, mine.side)):
            return Found(Section("What you can choose", prices, fixed=True))
    if asker.seat:
        seat = asker.seat
        card = await asker.engine.use_table(lambda table: table.card(seat.game, seat.side, rest))
    else:
        every = {f"{n}/{key}": one for n, system in SYSTEMS.items() for key, one in cards.catalogue(system).items()}
        card = cards.find_card(every, rest)
    picture = await asker.engine.run_drawing(lambda: draw_card(card))
    text = tuple(cards.card_text(card).splitlines())
    return Found(Section("Card", text, fixed=True), (File(f"{card.key.replace('/', '-')}.png", picture, card.title),))


async def _los(asker: Asker, rest: str) -> Found:
    seat, (start, end) = needed(asker.seat), _two(rest, "los")
    seen = await asker.engine.use_table(lambda table: table.line_of_sight(seat.game, seat.side, start, end))
    picture = await _drawn(asker, f"{seat.game}-los.png", seen.scene)
    return Found(said("Line of sight", as_sentence(seen.sight.says)), (picture,))


async def _measure(asker: Asker, rest: str) -> Found:
    seat, (start, end) = needed(asker.seat), _two(rest, "measure")
    found = await asker.engine.use_table(lambda table: table.measure(seat.game, seat.side, start, end))
    return Found(said("Distance", *found.says), (await _drawn(asker, f"{seat.game}-measure.png", found.scene),))


async def _odds(asker: Asker, rest: str) -> Found:
    if " vs " in rest or asker.seat is None:
        found = await asker.engine.calculate(asker.player, odds_lookup.odds_of_open_battle, rest)
    else:
        seat = asker.seat
        question = await asker.engine.use_table(lambda table: table.odds(seat.game, seat.side))
        found = await asker.engine.calculate(asker.player, question.answer, rest)
    picture = await asker.engine.run_drawing(lambda: draw_chart(chart(found)))
    return Found(said("Odds", *found.says), (File("odds.png", picture, " ".join(found.says)),))


async def _rules(asker: Asker, rest: str) -> Found:
    first, _, passage = rest.partition(" ")
    try:
        system, words = rulebook.find_system(first), passage
    except rulebook.UnknownPassage as unknown:
        if asker.seat is None:
            raise Refused("no-such-system", str(unknown.args[0])) from unknown
        seat = asker.seat
        system, words = (await asker.engine.use_table(lambda table: table.game(seat.game))).system, rest
    if words.strip().casefold() == "card":
        return await _rules_card(asker, system)
    try:
        text = rulebook.passage(system, words) if words else ""
    except rulebook.UnknownPassage as unknown:
        raise Refused("no-such-passage", str(unknown.args[0])) from unknown
    lines = await asyncio.to_thread(markdown_lines, text) if text else rulebook.headings(system)
    return Found(Section(f"Rules of {SYSTEMS[system].TITLE}", lines, fixed=True))


async def _rules_card(asker: Asker, system: str) -> Found:
    """The rules on one page."""
    page = quick_reference(system)
    _, *lines = quick_reference_text(page).splitlines()
    picture = await asker.engine.run_drawing(lambda: draw_quick_reference(page))
    drawn = File(f"{system}-card.png", picture, page.title)
    return Found(Section(page.title, tuple(lines), fixed=True), (drawn,))


async def _verify(asker: Asker, rest: str) -> Found:
    logs = [*(await _export(asker, rest)).files, *(await _dice_log(asker))]
    found = [await asker.engine.calculate(asker.player, verify, log.data) for log in logs]
    page = check_page(logs[0].data, logs[0].name, LARGEST_PAGE)
    says = "The page check-log.html checks the chain and the dice in a browser."
    says += f" The log is not in it, because {page.left_out}: choose its file there." if page.left_out else ""
    lines = [line for one in found for line in str(one).splitlines()]
    return Found(said("Verification", *lines, says), (*logs, File("check-log.html", page.html)))


async def _dice_log(asker: Asker) -> tuple[File, ...]:
    """The log of the rolls in the topic of a game, if there were any."""
    log = f"{PREFIX}{needed(asker.seat).game}"
    data = await asker.engine.use_data(lambda data: data.rolls.export(log) if data.rolls.count(log) else b"")
    return (File(f"{log}.json", data),) if data else ()


async def _export(asker: Asker, rest: str) -> Found:
    seat = needed(asker.seat)
    log = await asker.engine.use_table(lambda table: table.export(seat.game))
    line = f'The public log is attached; "fieldpost verify {seat.game}.json" checks all its dice.'
    return Found(said("Log file", line), (File(f"{seat.game}.json", log),))


def _two(rest: str, word: str) -> tuple[str, str]:
    match rest.split():
        case [start, end]:
            return start, end
        case words:
            raise Refused(
                "missing-argument",
                f'{word} needs two units, places or hexes, not {len(words)}, such as "{word} A5 B2".',
            )


async def _drawn(asker: Asker, name: str, scene: Scene) -> File:
    return File(name, await asker.engine.draw(scene), scene.alt)


_LOOKUPS: dict[str, Callable[[Asker, str], Awaitable[Found]]] = {
    "help": _help,
    "games": look_up_games,
    "my games": look_up_own_games,
    "my calendar": look_up_own_calendar,
    "scenarios": look_up_scenarios,
    "boards": look_up_boards,
    "league": look_up_league,
    "player": look_up_player,
    "status": _status,
    "motions": look_up_motions,
    "map": _map,
    "units": _units,
    "log": _log,
    "kibitz": look_up_kibitz,
    "luck": look_up_luck,
    "report": _report,
    "replay": look_up_replay,
    "ideas": _ideas,
    "card": _card,
    "army": look_up_army,
    "los": _los,
    "measure": _measure,
    "odds": _odds,
    "rules": _rules,
    "sandbox": look_up_sandbox,
    "roll": look_up_roll,
    "rolls": list_rolls,
    "verify": _verify,
    "export": _export,
}
