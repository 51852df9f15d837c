"""The deadline clock: runs what is written when a deadline passes, also deadlines missed while the bot was down."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Protocol

from engine.log.deadline import TOLERANCE
from engine.table import Game, Refused

from . import wording
from .engine_thread import EngineThread
from .utc_now import utc_now

log = logging.getLogger("fieldpost.clock")

LONGEST_WAIT = 10.0
"""Seconds after which the games are checked again, because another process or a changed system clock may have changed
them.
"""

CLOCK_PATIENCE = 600.0
"""Seconds for which the clock must have been behind the journal before the deadlines count from it.

A computer may start with a clock of long ago, and correct it when it has found the network.
"""


class Publisher(Protocol):
    """What posts the news of a game."""

    def notify(self, game: str) -> None: ...


class DeadlineClock:
    def __init__(self, engine: EngineThread, publisher: Publisher, patience: float = CLOCK_PATIENCE) -> None:
        self._engine, self._publisher, self._patience = engine, publisher, patience
        self._changed = asyncio.Event()
        self._behind = dict[str, float]()
        self._lengths = dict[str, int]()

    def notify(self) -> None:
        """A deadline may have changed."""
        self._changed.set()

    async def run(self) -> None:
        """Run until cancelled."""
        await self._finish_turns()
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
                await asyncio.wait_for(self._changed.wait(), wait)
            except TimeoutError:
                continue

    async def _finish_turns(self) -> None:
        """Run orders written ahead whose phase opened just before the program was stopped."""
        try:
            games = await self._engine.use_table(lambda table: table.games())
            for game in [game.id for game in games if game.stopped]:
                if await self._engine.use_table(lambda table, key=game: table.run_orders_ahead(key, utc_now())):  # type: ignore[misc]
                    self._publisher.notify(game)
        except Refused as refused:
            log.warning("orders written ahead wait: %s", refused)

    async def _run_due(self) -> float:
        """Run what is due.  Returns the seconds until the next check, at most LONGEST_WAIT."""
        moment = utc_now()
        games = await self._engine.use_table(lambda table: table.games())
        self._notice_growth(games)
        await self._correct_deadlines(games, moment)
        late, coming = late_games(games, moment)
        for game in late:
            try:
                news = await self._engine.use_table(lambda table, key=game: table.expire(key, moment))  # type: ignore[misc]
            except Refused as refused:
                log.warning("%s: its deadline waits: %s", game, refused)
                continue
            if news:
                self._publisher.notify(game)
                coming = moment
        if not coming:
            return LONGEST_WAIT
        return min(max(wording.seconds(coming) - wording.seconds(utc_now()), 0.5), LONGEST_WAIT)

    async def _correct_deadlines(self, games: Sequence[Game], moment: str) -> None:
        """Tell the players of games whose phase began in the future, by a clock that has come back since."""
        future, time = games_from_the_future(games, moment), asyncio.get_running_loop().time()
        for game in set(future) - self._behind.keys():
            log.warning("%s: its deadline is further away than a phase lasts; is this computer's clock right?", game)
        self._behind = {game: self._behind.get(game, time) for game in future}
        for game in (game for game, since in self._behind.items() if time - since >= self._patience):
            try:
                noted = await self._engine.use_table(lambda table, key=game: table.correct_deadline(key, moment))  # type: ignore[misc]
            except Refused as refused:
                log.warning("%s: its deadline waits: %s", game, refused)
                continue
            if noted:
                log.warning("%s: %s", game, " ".join(noted.lines))
                self._publisher.notify(game)

    def _notice_growth(self, games: Sequence[Game]) -> None:
        """Notify the publisher of games with new entries, for example from a terminal on the same database."""
        grown = {game.id: game.length for game in games if self._lengths.get(game.id) != game.length}
        self._lengths |= grown
        for game in grown:
            self._publisher.notify(game)


def late_games(games: Sequence[Game], moment: str) -> tuple[list[str], str]:
    """Games whose deadline has passed, and the earliest deadline still to come ("" = none)."""
    waiting = [(game.due, game.id) for game in games if game.due and not game.over]
    return [key for due, key in waiting if due <= moment], min((due for due, _ in waiting if due > moment), default="")


def games_from_the_future(games: Sequence[Game], moment: str) -> list[str]:
    """Games whose deadline is further away than a phase lasts: the clock was ahead when the phase began."""
    latest = wording.seconds(moment) + TOLERANCE
    return [game.id for game in games if game.due and game.period and wording.seconds(game.due) > latest + game.period]
