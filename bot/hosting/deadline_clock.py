"""The deadline clock: runs what is written when a deadline passes, also deadlines missed while the bot was down."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from engine.log.deadline import TOLERANCE, add_seconds
from engine.table import Refused, Table

from . import wording
from .absences import wait_for_absent
from .beacon_draws import BeaconDraws
from .beacon_settings import relay_addresses
from .engine_thread import EngineData, EngineThread
from .game_guard import GameGuard
from .post import Publisher
from .pruning import Pruning
from .reminding import ReminderClock
from .settings import current
from .uptime import wait_after_downtime
from .utc_now import utc_now

log = logging.getLogger("fieldpost.clock")

LONGEST_WAIT = 10.0
"""Seconds after which the games are checked again, because another process or a changed system clock may have changed
them.
"""

IDLE = 600.0
"""Seconds after which a game that nobody asks for leaves the memory."""

CLOCK_PATIENCE = 600.0
"""Seconds for which the clock must have been behind the journal before the deadlines count from it.

A computer may start with a clock of long ago, and correct it when it has found the network.
"""


Holds = Callable[[str], Awaitable[bool]]
"""Whether the deadline of a game, which has passed, must wait: orders that came in time may still be on their way."""


async def holds_none(game: str) -> bool:
    return False


class DueGames(NamedTuple):
    """What one look at the rows found: games with entries of other programs, games whose rows must be made again,
    games whose deadline has passed, those that began in the future, those whose orders written ahead wait to be run,
    and the next deadline ("" = none).
    """

    change: int
    grown: tuple[str, ...]
    stale: tuple[str, ...]
    late: tuple[str, ...]
    future: tuple[str, ...]
    stopped: tuple[str, ...]
    coming: str


class DeadlineClock:
    def __init__(
        self,
        engine: EngineThread,
        publisher: Publisher,
        patience: float = CLOCK_PATIENCE,
        holds: Holds = holds_none,
    ) -> None:
        self._engine, self._publisher, self._patience, self._holds = engine, publisher, patience, holds
        self._draws = BeaconDraws(engine, publisher, relay_addresses(current()))
        self._guard, self._changed = GameGuard(engine, publisher), asyncio.Event()
        self._pruning = Pruning(engine)
        self._reminders, self._behind = ReminderClock(engine, publisher), dict[str, float]()
        self._change, self._rows_seen, self._dropped = engine.change, 0, 0.0
        self._stopped: frozenset[str] | None = None
        """Games with orders written ahead that waited at the last look, None before the first."""

    def notify(self) -> None:
        """A deadline may have changed."""
        self._changed.set()

    async def run(self) -> None:
        """Run until cancelled."""
        try:
            await self._run()
        finally:
            await self._draws.close()

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            wait = LONGEST_WAIT
            try:
                wait = await self._run_due()
            except Refused as refused:
                log.warning("deadlines wait: %s", refused)
            except Exception:
                log.exception("deadlines wait")
            try:
                async with asyncio.timeout(wait):
                    await self._changed.wait()
            except TimeoutError:
                continue

    async def _finish_turns(self, stopped: frozenset[str]) -> None:
        """Run orders written ahead whose phase opened just before this program, or another process, was stopped: those
        that waited at the last look already, or are found by the first.
        """
        for game in stopped if self._stopped is None else stopped & self._stopped:
            if await self._guard.use_table(game, "orders written ahead", _run_orders_ahead):
                self._publisher.notify(game)
        self._stopped = stopped

    async def _run_due(self) -> float:
        """Run what is due.  Returns the seconds until the next check, at most LONGEST_WAIT."""
        moment = utc_now()
        await self._engine.use_data(lambda data: data.uptime.beat(moment))
        standing = await self._guard.standing_games()
        found = await self._engine.use_table(lambda table: look(table, moment, self._change, self._rows_seen))
        if found.stale:
            for game in found.stale:
                await self._guard.use_table(game, "its row", _refresh)
            found = await self._engine.use_table(lambda table: look(table, moment, self._change, found.change))
        self._change = self._rows_seen = found.change
        for game in found.grown:
            self._publisher.notify(game)
        await self._finish_turns(frozenset(found.stopped) - standing)
        await self._correct_deadlines([game for game in found.future if game not in standing], moment)
        await self._drop_idle()
        coming = found.coming
        for game in found.late:
            if game not in standing and await self._guard.work(game, "its deadline", self._ring(game, moment)):
                coming = moment
        await self._reminders.look(found.grown, moment)
        await self._pruning.look(moment)
        if not coming:
            return LONGEST_WAIT
        return min(max(wording.seconds(coming) - wording.seconds(utc_now()), 0.5), LONGEST_WAIT)

    async def _ring(self, game: str, moment: str) -> bool:
        """Draw or run one game whose deadline has passed: whether anything has happened."""
        if awaited := await self._engine.use_table(lambda table: table.round_awaited(game)):
            self._draws.want(game, awaited)
            return False
        return not await self._holds(game) and await self._expire(game, moment)

    async def _expire(self, game: str, moment: str) -> bool:
        """Run one game whose deadline has passed: whether anything happened.  Other questions come between games; what
        another process runs or changes at this moment is left to it.
        """
        ran = await self._engine.use_data(
            lambda data: run_deadline(data.table, game, moment, lambda: puts_off(data, game, moment))
        )
        if ran:
            self._publisher.notify(game)
        elif ran is not None:
            await self._engine.use_table(lambda table: table.refresh(game))
        return bool(ran)

    async def _drop_idle(self) -> None:
        """Forget games that nobody has asked for in the last IDLE seconds."""
        time = asyncio.get_running_loop().time()
        if time - self._dropped >= IDLE:
            self._dropped = time
            await self._engine.use_table(lambda table: table.drop_idle())

    async def _correct_deadlines(self, future: Sequence[str], moment: str) -> None:
        """Tell the players of games whose phase began in the future, by a clock that has come back since."""
        time = asyncio.get_running_loop().time()
        for game in set(future) - self._behind.keys():
            log.warning("%s: its deadline is further away than a phase lasts; is this computer's clock right?", game)
        self._behind = {game: self._behind.get(game, time) for game in future}
        for game in (game for game, since in self._behind.items() if time - since >= self._patience):
            noted = await self._guard.use_table(
                game, "its deadline", lambda table, key: table.correct_deadline(key, moment)
            )
            if noted:
                log.warning("%s: %s", game, " ".join(noted.lines))
                self._publisher.notify(game)


def look(table: Table, moment: str, change: int, rows_seen: int) -> DueGames:
    """What must be done, found by indexes: its cost does not grow with the number of games.

    ``change``: the last change that the publisher knows of; ``rows_seen``: the last one whose rows are up to date.
    """
    rows = table.journal.rows
    latest = rows.last_change()
    return DueGames(
        latest,
        rows.changed_since(change) if latest != change else (),
        rows.stale(rows_seen) if latest != rows_seen else (),
        table.due(moment),
        rows.began_after(add_seconds(moment, TOLERANCE)),
        rows.stopped(),
        rows.next_due(moment),
    )


def run_deadline(table: Table, game: str, moment: str, waits: Callable[[], bool] = bool) -> bool | None:
    """Whether a deadline that has passed was run, or put off; None if another process is running it, or has.

    ``waits``: whether something puts it off.
    """
    with table.journal.transaction():
        if not table.journal.rows.claim_due(game, moment):
            return None
        return waits() or bool(table.expire(game, moment))


def puts_off(data: EngineData, game: str, moment: str) -> bool:
    """Whether a deadline was put off because the bot was away, or a player is."""
    table = data.table
    return wait_after_downtime(data.uptime, table, game, moment) or wait_for_absent(data.absences, table, game, moment)


def _refresh(table: Table, game: str) -> object:
    """Raises Refused if the game cannot be read."""
    table.refresh(game)
    return table.game(game)


def _run_orders_ahead(table: Table, game: str) -> bool:
    """Whether any were run; not if another process runs them."""
    with table.journal.transaction():
        return table.journal.rows.claim_stopped(game) and bool(table.run_orders_ahead(game, utc_now()))
