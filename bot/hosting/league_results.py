"""What leagues do by themselves: results are taken when a game ends, and taken back when it is rewound; bids are opened
when they are due.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from engine.errors import Refused
from engine.leagues.entries import Body
from engine.leagues.fold import League

from .engine_thread import EngineData, EngineThread
from .league_bids import open_due_bids
from .league_games import results_of_games
from .utc_now import utc_now

LOOK = 60.0
"""Seconds between two looks whether bids are due, or results wait."""

log = logging.getLogger("fieldpost.leagues")


class LeagueResults:
    """``tell`` is called with a league whose log has grown."""

    def __init__(self, engine: EngineThread, tell: Callable[[str], None]) -> None:
        self._engine, self._tell = engine, tell
        self._waiting, self._tasks = dict[str, None](), set[asyncio.Task[None]]()

    def notify(self, game: str) -> None:
        """Something has happened in a game, which may be one of a league."""
        self._waiting[game] = None
        if not self._tasks:
            task = asyncio.create_task(self._settle_waiting(), name="results of leagues")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def resume(self) -> None:
        """Look at the games that have ended, or were rewound, while nobody looked."""
        for game in await self._engine.use_data(lambda data: data.league_places.unsettled()):
            self.notify(game)

    async def _read_all(self) -> None:
        """Read each league once, so that no question waits until all have been read; others can ask between any two."""
        for league in await self._engine.use_data(lambda data: data.leagues.ids()):
            with suppress(Refused):  # damaged: whoever asks for it is told
                await self._engine.use_data(lambda data, named=league: data.leagues.find(named))  # type: ignore[misc]

    async def watch(self) -> None:
        """Until cancelled: open the bids that are due, and take the results that could not be taken when their games
        ended.  A league in which that fails stops no other.
        """
        with suppress(Refused):  # the database is away: leagues are read when somebody asks for them
            await self._read_all()
        while True:
            try:
                await self.resume()
                now = utc_now()
                for league in await self._engine.use_data(lambda data, at=now: data.leagues.awaiting_bids(at)):  # type: ignore[misc]
                    await self._open_bids(league, now)
            except Refused as refused:
                log.warning("bids and results of leagues wait: %s", refused)
            await asyncio.sleep(LOOK)

    async def _open_bids(self, league: str, now: str) -> None:
        try:
            if await self._engine.use_data(partial(open_due_bids, league=league, now=now)):
                self._tell(league)
        except Refused as refused:
            log.warning("league %s: its bids wait: %s", league, refused)
        except Exception:
            log.exception("league %s: its bids could not be opened", league)

    async def _settle_waiting(self) -> None:
        """A fault here stops no other game."""
        while self._waiting:
            game = next(iter(self._waiting))
            del self._waiting[game]
            try:
                if league := await self._engine.use_data(partial(settle, game=game, now=utc_now())):
                    self._tell(league)
            except Refused as refused:
                log.warning("%s: its result waits: %s", game, refused)
            except Exception:
                log.exception("%s: its result could not be taken", game)


def settle(data: EngineData, game: str, now: str) -> str:
    """Take the result of a game that is over, or take it back: the league whose log has grown, "" if none has."""
    places = data.league_places
    league_id = places.league_of(game)
    if not league_id:
        return ""
    made = list[Body]()

    def take(league: League) -> Sequence[Body]:
        made.extend(results_of_games(data.table, league, (game,)))
        return made

    with data.table.journal.transaction():
        data.leagues.lock(league_id)  # only then, for another process may settle the same game
        length = next((found.length for found in data.table.infos((game,)) if found.over), 0)
        if length == places.settled_at(game):
            return ""
        data.leagues.write(league_id, take, now)
        places.set_settled(game, length)
    return league_id if made else ""
