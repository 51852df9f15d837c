"""How a game freezes when something fails in it, who is told, and how it goes on."""

import logging
import secrets
from typing import TYPE_CHECKING

from engine.game.game_info import Game, read_info
from engine.game.time_desk import LONGEST_EXTENSION
from engine.log.deadline import to_unix
from engine.log.entries import HOST
from engine.table import Refused

from .frozen_games import FAULT, Frozen
from .hosted_table import HostedTable
from .outbox import DOORS
from .utc_now import utc_now
from .whereabouts import whereabouts

if TYPE_CHECKING:
    from .engine_thread import EngineData, EngineThread

log = logging.getLogger("fieldpost.frozen")


async def freeze_for_fault(engine: "EngineThread", game: str, doing: str, fault: Exception) -> None:
    """Something unforeseen has failed in this game: it waits, and everything else goes on.  The deadline clock soon
    wakes the doors that are to tell its people.

    ``doing``: what could not be done, such as "its deadline".  The traceback goes to the program's log alone, because
    it may name what is secret in the game.
    """
    frozen = Frozen(game, FAULT, f"{doing}: {whereabouts(fault)}", secrets.token_hex(3), utc_now())
    try:
        fresh = await engine.use_data(lambda data: freeze(data, frozen, fault_notice(data, frozen)))
    except Refused as refused:
        log.warning("%s: cannot be frozen for the moment: %s", game, refused)
        return
    if fresh:
        log.error("%s is frozen, reference %s: %s failed", game, frozen.reference, doing, exc_info=fault)


def freeze(data: "EngineData", frozen: Frozen, notice: str) -> bool:
    """Whether the game was not frozen by this cause before: then its people are told, once."""
    with data.table.journal.transaction():
        if not data.frozen.freeze(frozen):
            return False
        for player in people_to_tell(data, frozen.game):
            data.people.add_notice(player, notice, frozen.since)
        doors = [door for door in DOORS if door != frozen.cause and data.outboxes[door].destination(frozen.game)]
        data.frozen.tell(frozen.game, doors, notice)
    return True


def fault_notice(data: "EngineData", frozen: Frozen) -> str:
    info = known_game(data.table, frozen.game)
    name = f"{info.name} ({frozen.game})" if info else frozen.game
    return (
        f"The game {name} is frozen: something in Fieldpost failed in it (reference {frozen.reference}). Nothing in it"
        " is lost, and no other game is affected. Its deadlines stand still, and it takes no orders. Please tell"
        f" whoever runs Fieldpost: when the cause is put right, `fieldpost thaw {frozen.game}` lets it go on."
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


def thaw(table: HostedTable, game: str, cause: str, now: str) -> str:
    """The game goes on, and its deadline is put off by the time that was left when it froze.

    Returns the deadline if it has moved, otherwise "".  The game's log has a note of it, and of every fault.  Raises
    Refused, and whatever still fails in the game: then it stays frozen.
    """
    with table.journal.transaction():
        found = next((frozen for frozen in table.frozen.of_game(game) if frozen.cause == cause), None)
        if found is None or not table.frozen.thaw(game, cause):
            return ""
        due = table.game(game).due or ""
        if table.frozen.of_game(game):  # it waits for another cause still
            return ""
        since, until = (f"{moment[:10]} {moment[11:16]}" for moment in (found.since, now))
        note = f"The game was frozen from {since} to {until} UTC."
        left = to_unix(due) - to_unix(found.since) if due else 0
        if left > 0 and (later := to_unix(now) + left - to_unix(max(due, now))) > 0:
            table.put_off(game, min(later, LONGEST_EXTENSION), now, "clock", "", note)
            return table.game(game).due or ""
        if cause == FAULT:
            ends = " Its deadline has passed, so what is written runs now." if due else ""
            table.note(game, f"{note}{ends}", now, HOST)
    return ""


def frozen_line(frozen: Frozen) -> str:
    """What whoever runs the program is told of a frozen game."""
    since = f"since {frozen.since[:10]} {frozen.since[11:16]} UTC"
    if frozen.cause == FAULT:
        return f"{frozen.game}, {since}: something failed, reference {frozen.reference}: {frozen.why}"
    return f"{frozen.game}, {since}: the {frozen.cause} door cannot post it: {frozen.why}"
