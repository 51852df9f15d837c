"""Tells the channels of leagues what is new in them, in order."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from bot.hosting.engine_thread import EngineThread
from bot.hosting.league_places import LeaguePlace
from engine.table import Refused

from . import markup
from .address import read_address
from .league_games import open_decided_games
from .league_posts import untold_news
from .season_summary import Picture, season_summary

log = logging.getLogger("fieldpost.leagues")


class PostOnce(Protocol):
    """Posts a text in a channel, once for this nonce, and notifies those people: the id of the message, "" if it could
    not be posted.
    """

    def __call__(
        self, channel: int, text: str, nonce: str, pings: tuple[str, ...] = (), *, pictures: Sequence[Picture] = ()
    ) -> Awaitable[str]: ...


class LeaguePublisher:
    """``is_here``: whether this process posts in a server; ``announce``: posts a game that was opened.  What cannot be
    posted waits for the next news.
    """

    def __init__(
        self,
        engine: EngineThread,
        post_once: PostOnce,
        is_here: Callable[[int], bool],
        announce: Callable[[str], None],
    ) -> None:
        self._engine, self._post_once, self._is_here, self._announce = engine, post_once, is_here, announce
        self._rounds, self._called = dict[str, asyncio.Task[None]](), set[str]()
        self._stuck = set[str]()
        """Leagues with games that could not be opened."""

    async def resume(self) -> None:
        """Tell what has not been told, in all leagues, and open what could not be opened."""
        for league in {*await self._engine.use_data(lambda data: data.league_places.waiting()), *self._stuck}:
            self.notify(league)

    def notify(self, league: str) -> None:
        """Tell what is new in the league soon."""
        self._called.add(league)
        if league not in self._rounds or self._rounds[league].done():
            self._rounds[league] = asyncio.create_task(self._publish(league), name=f"publisher of league {league}")

    async def wait_until_told(self, league: str, timeout: float) -> None:
        """Until everything known was told, or ``timeout`` seconds are over."""
        if task := self._rounds.get(league):
            await asyncio.wait({task}, timeout=timeout)

    async def close(self) -> None:
        """Whoever comes next tells what is left."""
        for task in (tasks := list(self._rounds.values())):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _publish(self, league: str) -> None:
        """A fault here stops no other league."""
        while league in self._called:
            self._called.discard(league)
            try:
                await self._tell(league)
            except Refused as refused:
                log.warning("league %s: cannot be told for the moment: %s", league, refused)
            except Exception:
                log.exception("league %s: could not be told", league)

    async def _tell(self, league: str) -> None:
        found = await self._engine.use_data(lambda data: untold_news(data, league))
        if found is None:
            return
        place, texts, last, closings = found
        guild, channel = read_address(place.address)
        if not self._is_here(guild):
            return
        for seq, text, calls in texts:
            summary = await season_summary(self._engine, league, seq) if seq in closings else None
            pieces = markup.split(f"{text}\n{summary.text}" if summary else text)
            for part, piece in enumerate(pieces):
                pictures = summary.pictures if summary and part == len(pieces) - 1 else ()
                pings = tuple(player for player in calls if markup.mention(player) in piece)
                if not await self._post(channel, piece, f"L{place.tag}.{seq}.{part}", pictures, pings):
                    return
            await self._note(league, seq)
        await self._note(league, last)
        await self._open_decided(place, channel, last)

    async def _open_decided(self, place: LeaguePlace, channel: int, last: int) -> None:
        """Open the games of which the sides are known by now; if that is not possible yet, the channel is told why."""
        try:
            opened = await self._engine.use_data(lambda data: open_decided_games(data, place))
        except Refused as refused:
            self._stuck.add(place.league)
            text = f"⏸️ Games of {markup.escape(place.name)} whose sides are known cannot open yet: {refused}"
            await self._post_once(channel, text, f"L{place.tag}.{last}.open")
            return
        self._stuck.discard(place.league)
        for game in opened:
            self._announce(game)

    async def _post(
        self, channel: int, text: str, nonce: str, pictures: Sequence[Picture], pings: tuple[str, ...]
    ) -> str:
        """Without its pictures where the bot may not attach any."""
        posted = await self._post_once(channel, text, nonce, pings, pictures=pictures)
        return posted or (await self._post_once(channel, text, nonce, pings) if pictures else "")

    async def _note(self, league: str, seq: int) -> None:
        await self._engine.use_data(lambda data: data.league_places.set_told(league, seq))
