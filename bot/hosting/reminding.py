"""Who is reminded of a deadline, and the part of the deadline clock that hands reminders to the doors."""

from collections.abc import Mapping, Sequence

from .engine_thread import EngineData, EngineThread
from .open_battle_sides import deciding_sides
from .outbox import DOORS
from .post import Publisher
from .reminders import Waiting

FOR_ALL = "Whatever is written by then is run, and the rules' defaults cover the rest."
"""What everybody may be told about orders that are not committed: that there are any is a secret."""


def people_to_remind(data: EngineData, game: str, due: str, now: str) -> Mapping[str, tuple[str, ...]]:
    """The people whom the phase still waits for, with their sides; nobody if that deadline has passed or is another
    one by now.
    """
    now_on, people = data.table.game(game), dict[str, tuple[str, ...]]()
    if now_on.due != due or due <= now:
        return people
    silent = data.table.silent_sides(game)
    for side in deciding_sides(data.table, now_on):
        player = now_on.seats.get(side, "")
        if side in silent and player and data.reminders.wanted(player):
            people[player] = (*people.get(player, ()), side)
    return people


class ReminderClock:
    """Hands over what is due, once, and wakes the doors of this process; belongs to the deadline clock."""

    def __init__(self, engine: EngineThread, publisher: Publisher) -> None:
        self._engine, self._publisher = engine, publisher
        self._planned, self._woken = False, frozenset[Waiting]()

    async def look(self, grown: Sequence[str], moment: str) -> None:
        """``grown``: the games that have changed since the last look.  Other questions come between two games."""
        games = grown if self._planned else None
        for game in await self._engine.use_data(lambda data: _plan(data, games, moment)):
            await self._engine.use_data(lambda data, key=game: _hand_over(data, key, moment))  # type: ignore[misc]
        self._planned = True
        waiting = await self._engine.use_data(lambda data: data.reminders.waiting())
        for game in sorted({reminder.game for reminder in waiting - self._woken}):
            self._publisher.notify(game)
        self._woken = waiting


def _plan(data: EngineData, games: Sequence[str] | None, moment: str) -> tuple[str, ...]:
    """The games of whose deadline people are to be reminded now."""
    data.reminders.plan(games)
    data.reminders.drop_late(moment)
    return data.reminders.due(moment)


def _hand_over(data: EngineData, game: str, moment: str) -> None:
    """To the doors at which the game is played; of a frozen game nobody is reminded."""
    if data.frozen.of_game(game):
        return
    doors = [door for door in DOORS if data.outboxes[door].destination(game)]
    data.reminders.hand_over(game, moment, doors)
