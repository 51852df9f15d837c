"""A season of a league by Discord, played with typed orders; what its players see of it is in ``season_checks``."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from copy import copy
from dataclasses import dataclass, field
from functools import partial

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Answer, Player
from bot.bench.loopback.rooms import Room
from engine.table import Game
from tests.discord.loopback.games import open_table
from tests.support.league_count import Played

Draft = Callable[[Sequence[str], int], list[str]]
"""Orders from a side's ideas and the number of the message."""
PATIENCE = 120
"""Seconds that a post may take while many games are played at once."""


@dataclass
class Season:
    """``players``: everybody who ever entered, in that order; ``gone``: who has withdrawn.  ``rulings``: by the number
    of the match.  ``agreed``: the matches that ended by a concession or an agreed draw.  ``byes``: who had nobody to
    play against, by round.  ``draft``: how they write their orders.
    """

    bot: Bot
    host: Player
    name: str
    system: str
    draft: Draft
    players: list[Player] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    rulings: dict[int, Played] = field(default_factory=dict)
    agreed: set[int] = field(default_factory=set)
    byes: list[list[str]] = field(default_factory=list)
    rounds: list[list[int]] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.name.lower().replace(" ", "-")

    def named(self, name: str) -> Player:
        return next(player for player in self.players if player.name == name)

    def name_of(self, player: str) -> str:
        return next(one.name for one in self.players if one.id == player)

    async def open(self, players: Sequence[Player], **options: object) -> None:
        answer = await self.host.slash("league new", name=self.name, system=self.system, **options)
        assert f"{self.name} is open to all" in answer, answer.text
        for player in players:
            await self.enter(player)

    async def enter(self, player: Player) -> None:
        assert f"{player.name} has entered {self.name}" in await player.slash("league enter", league=self.id)
        self.players.append(player)

    async def withdraw(self, player: Player, why: str) -> None:
        answer = await player.slash("league withdraw", league=self.id, reason=why)
        assert f"{player.name} has withdrawn from {self.name} ({why})" in answer, answer.text
        self.gone.add(player.name)

    async def pair(self) -> list[int]:
        """The numbers of the new round's matches; none if the season has had all its rounds."""
        before = set(self.games())
        answer = await self.host.slash("league pair", league=self.id)
        if "has had all its" in answer:
            return []
        assert f"Round {len(self.rounds) + 1} of {self.name}" in answer, answer.text
        games = self.games()
        self.rounds.append([number for number in sorted(games) if number not in before])
        playing = {player for number in self.rounds[-1] for player in games[number].seats.values()}
        self.byes.append([one.name for one in self.players if one.id not in playing and one.name not in self.gone])
        return self.rounds[-1]

    def games(self) -> dict[int, Game]:
        """The games of the league, by the numbers of their matches, as the table has them."""
        with open_table(self.bot) as table:
            return {
                int(game.name.removeprefix(f"{self.name} ")): game
                for game in table.games()
                if game.name.startswith(f"{self.name} ")
            }

    async def play(self, numbers: Sequence[int], *, turns: int = 99, ends: str = "concede") -> None:
        """Games at the same time, each to its end; after so many turns their players ``concede`` or agree on a
        ``draw``.
        """
        await asyncio.gather(*(self.play_game(number, turns=turns, ends=ends) for number in numbers))

    async def play_game(self, number: int, *, turns: int = 99, ends: str = "concede") -> list[int]:
        """The lengths that its log had before each message."""
        game, lengths = self.games()[number], list[int]()
        thread = await self.thread(game.id)
        seats = {side: self.in_room(player, thread) for side, player in game.seats.items()}
        with ExitStack() as stack:
            table = stack.enter_context(open_table(self.bot))
            while (game := table.game(game.id)).phase is not None and game.phase.turn <= turns:
                lengths.append(game.length)
                assert len(lengths) < 300, "the game does not end"
                for side in game.phase.sides:
                    await self.write(seats[side], side, table.ideas(game.id, side), len(lengths))
        self.agreed.discard(number)
        if game.phase is not None:
            await END[ends](*seats.values())
            self.agreed.add(number)
        await self.result_post(number)
        return lengths

    async def write(self, player: Player, side: str, ideas: Sequence[str], number: int) -> None:
        """A side's part of a phase: its orders in one message, and done."""
        if orders := self.draft(ideas, number):
            form = await player.form("orders write", side=side)
            answer = await form.submit("\n".join(orders))
            assert answer.private and "✅" in answer, answer.text
        await player.done(side=side)

    def in_room(self, player: str, room: Room) -> Player:
        """The same person with another room open."""
        found = copy(next(one for one in self.players if one.id == player))
        found.enter(room)
        found.patience = PATIENCE
        return found

    async def thread(self, game: str) -> Room:
        """Of a game that was announced, with its players seated already."""
        post = await self.host.wait_for_post(lambda post: f"id `{game}`" in post.text, seconds=PATIENCE)
        assert not post.buttons, "its seats are taken"
        rooms = self.host.server.world.rooms
        return await self.host.server.world.until(lambda: rooms.get(post.id), PATIENCE)

    async def result_post(self, number: int) -> None:
        """Wait until the channel has read the newest result of a match."""
        await self.host.server.world.until(partial(self._is_told, number), PATIENCE)

    def _is_told(self, number: int) -> bool:
        """Whether results have been told once more than they were taken back."""
        told = [post.text for post in self.host.posts() if f"atch {number}" in post.text and self.name in post.text]
        results = sum(f"Match {number} of {self.name}" in text and ("beat" in text or "drew" in text) for text in told)
        return results == 1 + sum(f"The result of match {number}," in text for text in told)

    async def rewind(self, number: int, to: int, why: str) -> None:
        """The game goes on from there, and its result is taken back."""
        answer = await self.host.slash("referee rewind", game=self.games()[number].id, to=str(to), reason=why)
        assert "Done" in answer, answer.text
        await self.host.wait_for_post(f"The result of match {number},", seconds=PATIENCE)

    async def forfeit(self, number: int, loser: str, why: str) -> None:
        answer = await self.host.slash("league forfeit", league=self.id, match=str(number), loser=loser, reason=why)
        assert f"{loser} forfeits" in answer and why in answer, answer.text
        game = self.games()[number]
        first, second = (self.name_of(player) for player in game.seats.values())
        winner = second if loser == first else first
        self.rulings[number] = Played(number, (first, second), winner, "forfeit", None, "", game.scenario)

    async def close(self) -> Answer:
        answer = await self.host.slash("league close", league=self.id)
        if answer.posts and any("Yes" in label for label in answer.posts[-1].buttons):
            answer = await self.host.press(answer.posts[-1], "Yes")
        assert f"of {self.name} is over" in answer, answer.text
        return answer


async def _concede(_: Player, loser: Player) -> None:
    question = await loser.slash("game concede")
    await loser.press(question.posts[0], "Yes")


async def _agree_on_draw(one: Player, other: Player) -> None:
    assert "proposes a draw" in await one.slash("vote propose", what="draw")
    question = await other.slash("vote yes")
    await other.press(question.posts[0], "Yes")


END = {"concede": _concede, "draw": _agree_on_draw}
