"""Who is reminded of a deadline, and the part of the deadline clock that hands reminders to the doors."""

import logging
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.table import Refused

from .deputies import people_of_side
from .engine_thread import EngineData, EngineThread
from .open_battle_sides import deciding_sides
from .outbox import DOORS
from .post import Publisher
from .reminders import Deadline, Given, Waiting

log = logging.getLogger("fieldpost.clock")

UNREADABLE = ("damaged", "newer")
"""Codes of refusals by a game that cannot be read, while others can."""
PLANNED_AT_ONCE = 30
"""Games whose reminders are planned by one call of the engine: a thousand deadlines may pass together."""
FOR_ALL = "Whatever is written by then is run, and the rules' defaults cover the rest."
"""What everybody may be told about orders that are not committed: that there are any is a secret."""


class AwaitedSides(NamedTuple):
    """The sides of one person for which the phase with this deadline still waits."""

    game: str
    due: str
    sides: tuple[str, ...]


def people_to_remind(data: EngineData, game: str, due: str, now: str) -> Mapping[str, tuple[str, ...]]:
    """The people whom the phase still waits for, players and deputies, with their sides; nobody if that deadline has
    passed or is another one by now.
    """
    now_on, people = data.table.game(game), dict[str, tuple[str, ...]]()
    if now_on.due != due or due <= now:
        return people
    silent = data.table.silent_sides(game)
    for side in deciding_sides(data.table, now_on):
        for person in people_of_side(now_on, side) if side in silent else ():
            if data.settings.find(person).reminders:
                people[person] = (*people.get(person, ()), side)
    return people


def awaited_sides(data: EngineData, deadline: Deadline, player: str, now: str) -> tuple[str, ...]:
    """The sides of one person for which the phase still waits; none in a game that cannot be read."""
    try:
        return people_to_remind(data, deadline.game, deadline.due, now).get(player, ())
    except Refused as refused:
        if refused.code not in UNREADABLE:
            raise
        log.warning("%s: nobody is reminded: %s", deadline.game, refused)
        return ()


def still_awaited(data: EngineData, given: Given, now: str) -> tuple[AwaitedSides, ...]:
    """What of a reminder is of use now: its own game first."""
    deadlines = (Deadline(given.game, given.due), *given.also)
    found = ((one, awaited_sides(data, one, given.player, now)) for one in deadlines)
    return tuple(AwaitedSides(one.game, one.due, sides) for one, sides in found if sides)


def idle_units(data: EngineData, awaited: AwaitedSides) -> tuple[str, ...]:
    """The units of these sides that could do something and have no order yet: for their player alone."""
    return tuple(unit for side in awaited.sides for unit in data.table.units_without_orders(awaited.game, side))


class ReminderClock:
    """Hands over what is due, once, and wakes the doors of this process; belongs to the deadline clock."""

    def __init__(self, engine: EngineThread, publisher: Publisher) -> None:
        self._engine, self._publisher = engine, publisher
        self._planned, self._woken = False, frozenset[Waiting]()

    async def look(self, grown: Sequence[str], moment: str) -> None:
        """``grown``: the games that have changed since the last look.  Other questions come between a few games that
        are planned, and between two that are handed over.
        """
        games = grown if self._planned else await self._engine.use_data(lambda data: data.reminders.unplanned())
        for first in range(0, len(games), PLANNED_AT_ONCE):
            some = games[first : first + PLANNED_AT_ONCE]
            await self._engine.use_data(lambda data, some=some: data.reminders.plan(some))  # type: ignore[misc]
        for game in await self._engine.use_data(lambda data: _due(data, moment)):
            await self._engine.use_data(lambda data, key=game: _hand_over(data, key, moment))  # type: ignore[misc]
        self._planned = True
        waiting = await self._engine.use_data(lambda data: data.reminders.waiting())
        for game in sorted({reminder.game for reminder in waiting - self._woken}):
            self._publisher.notify(game)
        self._woken = waiting


def _due(data: EngineData, moment: str) -> tuple[str, ...]:
    """The games of whose deadline people are to be reminded now."""
    data.reminders.drop_late(moment)
    return data.reminders.due(moment)


def _hand_over(data: EngineData, game: str, moment: str) -> None:
    """To the doors at which the game is played; of a halted game nobody is reminded."""
    if data.halted.of_game(game):
        return
    data.reminders.hand_over(
        game,
        moment,
        lambda one, player: _rooms(data, one, player, moment),
        lambda deadline, player: bool(awaited_sides(data, deadline, player, moment)),
        data.played.count,
    )


def _rooms(data: EngineData, game: str, player: str, now: str) -> Mapping[str, str]:
    """What everybody reads tells of no game elsewhere: a server of Discord, a forum.  Direct messages and mails may."""
    rooms = dict[str, str]()
    direct = data.settings.find(player).pings == "direct" and not data.direct.closed(player, now)
    for door in DOORS:
        if destination := data.outboxes[door].destination(game):
            public = door != "mail" and not (door == "discord" and direct)
            rooms[door] = destination.address.partition("/")[0] if public else ""
    return rooms
