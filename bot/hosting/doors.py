"""The doors that are open: every way in and out that must know when something has happened in a game."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from .deadline_clock import DeadlineClock, Holds
from .engine_thread import EngineThread
from .league_results import LeagueResults
from .post import Publisher


class Door(Protocol):
    """A way in and out that ``fieldpost serve`` opens, such as Discord."""

    name: str

    async def run(self, stop: asyncio.Event) -> str:
        """Serve until ``stop``.  Returns a sentence if going on cannot help, "" otherwise."""
        ...

    def connected(self) -> bool:
        """Whether people can reach the games through it now."""
        ...


class Doors:
    """The engine thread, the deadline clock, and the publishers of all open doors."""

    def __init__(self, engine: EngineThread, announce: Callable[[str], None] = lambda _line: None) -> None:
        """``announce``: tells whoever runs the program in a line that a door is open."""
        self.engine, self.clock = engine, DeadlineClock(engine, self, holds=self._holds)
        self.leagues = LeagueResults(engine, self.league_changed)
        self._publishers, self._league_publishers = list[Publisher](), list[Publisher]()
        self._holders = list[Holds]()
        self._announce, self._opened = announce, set[str]()

    def opened(self, door: str, line: str) -> None:
        """People can reach the games through this door now; told once, however often it connects again.  From any
        thread.
        """
        if door not in self._opened:
            self._opened.add(door)
            self._announce(line)

    def notify(self, game: str) -> None:
        """There is news of the game: every door posts it at its own pace."""
        for publisher in tuple(self._publishers):
            publisher.notify(game)
        self.leagues.notify(game)

    def league_changed(self, league: str) -> None:
        """The log of a league has grown: every door tells it where the league lives."""
        for publisher in tuple(self._league_publishers):
            publisher.notify(league)

    def changed(self, game: str) -> None:
        """Something happened in the game: there is news to post, and perhaps a new deadline."""
        self.notify(game)
        self.clock.notify()

    @contextmanager
    def publishing(self, publisher: Publisher, leagues: Publisher | None = None) -> Iterator[None]:
        """While it lasts, this publisher is told of news; ``leagues``: one that is told of leagues."""
        also = [leagues] if leagues else []
        self._publishers.append(publisher)
        self._league_publishers += also
        try:
            yield
        finally:
            self._publishers.remove(publisher)
            for one in also:
                self._league_publishers.remove(one)

    @contextmanager
    def holding(self, holds: Holds) -> Iterator[None]:
        """While it lasts, this is asked whether a deadline that has passed must wait."""
        self._holders.append(holds)
        try:
            yield
        finally:
            self._holders.remove(holds)

    async def _holds(self, game: str) -> bool:
        return any([await holds(game) for holds in tuple(self._holders)])
