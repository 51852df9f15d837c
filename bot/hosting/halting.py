"""How a game halts when something fails in it, who is told, and how it goes on."""

import logging
import secrets
from typing import TYPE_CHECKING

from engine.game.game_info import Game, read_info
from engine.game.time_desk import LONGEST_EXTENSION
from engine.log.deadline import to_unix
from engine.log.entries import HOST
from engine.table import Refused

from .halted_games import FAULT, Halted
from .hosted_table import HostedTable
from .outbox import DOORS
from .utc_now import utc_now
from .whereabouts import whereabouts

if TYPE_CHECKING:
    from .engine_thread import EngineData, EngineThread

log = logging.getLogger("fieldpost.halted")


async def halt_for_fault(engine: "EngineThread", game: str, doing: str, fault: Exception) -> None:
    """Something unforeseen has failed in this game: it waits, and everything else goes on.  The deadline clock soon
    wakes the doors that are to tell its people.

    ``doing``: what could not be done, such as "its deadline".  The traceback goes to the program's log alone, because
    it may name what is secret in the game.
    """
    halted = Halted(game, FAULT, f"{doing}: {whereabouts(fault)}", secrets.token_hex(3), utc_now())
    try:
        fresh = await engine.use_data(lambda data: halt(data, halted, fault_notice(data, halted)))
    except Refused as refused:
        log.warning("%s: cannot be halted for the moment: %s", game, refused)
        return
    if fresh:
        log.error("%s is halted, reference %s: %s failed", game, halted.reference, doing, exc_info=fault)


def halt(data: "EngineData", halted: Halted, notice: str) -> bool:
    """Whether the game was not halted by this cause before: then its people are told, once."""
    with data.table.journal.transaction():
        if not data.halted.halt(halted):
            return False
        for player in people_to_tell(data, halted.game):
            data.people.add_notice(player, notice, halted.since)
        doors = [door for door in DOORS if door != halted.cause and data.outboxes[door].destination(halted.game)]
        data.halted.tell(halted.game, doors, notice)
    return True


def fault_notice(data: "EngineData", halted: Halted) -> str:
    info = known_game(data.table, halted.game)
    name = f"{info.name} ({halted.game})" if info else halted.game
    return (
        f"The game {name} is halted: something in Fieldpost failed in it (reference {halted.reference}). Nothing in it"
        " is lost, and no other game is affected. Its deadlines stand still, and it takes no orders. Please tell"
        f" whoever runs Fieldpost: when the cause is put right, `fieldpost resume {halted.game}` lets it go on."
    )


def people_to_tell(data: "EngineData", game: str) -> tuple[str, ...]:
    """The person who opened the game, where that is known; otherwise its players."""
    if opener := data.openings.noted(game):
        return (opener,)
    topic = data.forum.topic(game)
    if topic and topic.owner and (owner := data.people.player("forum", topic.owner)):
        return (owner,)
    info = known_game(data.table, game)
    return tuple(dict.fromkeys(filter(None, map(info.holder, info.seats)))) if info else ()


def known_game(table: HostedTable, game: str) -> Game | None:
    """What is known of a game without reading its entries, which may be what fails."""
    row = table.journal.rows.find([game]).get(game)
    return read_info(row) if row else None


def resume(table: HostedTable, game: str, cause: str, now: str) -> str:
    """The game goes on, and its deadline is put off by the time that was left when it halted.

    Returns the deadline if it has moved, otherwise "".  The game's log has a note of it, and of every fault.  Raises
    Refused, and whatever still fails in the game: then it stays halted.
    """
    with table.journal.transaction():
        found = next((halted for halted in table.halted.of_game(game) if halted.cause == cause), None)
        if found is None or not table.halted.resume(game, cause):
            return ""
        due = table.game(game).due or ""
        if table.halted.of_game(game):  # it waits for another cause still
            return ""
        since, until = (f"{moment[:10]} {moment[11:16]}" for moment in (found.since, now))
        note = f"The game was halted from {since} to {until} UTC."
        left = to_unix(due) - to_unix(found.since) if due else 0
        if left > 0 and (later := to_unix(now) + left - to_unix(max(due, now))) > 0:
            table.put_off(game, min(later, LONGEST_EXTENSION), now, "clock", "", note)
            return table.game(game).due or ""
        if cause == FAULT:
            ends = " Its deadline has passed, so what is written runs now." if due else ""
            table.note(game, f"{note}{ends}", now, HOST)
    return ""


def halted_line(halted: Halted) -> str:
    """What whoever runs the program is told of a halted game."""
    since = f"since {halted.since[:10]} {halted.since[11:16]} UTC"
    if halted.cause == FAULT:
        return f"{halted.game}, {since}: something failed, reference {halted.reference}: {halted.why}"
    return f"{halted.game}, {since}: the {halted.cause} door cannot post it: {halted.why}"
