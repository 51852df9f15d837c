"""What people do: they read the newest post, write orders, end their part of a phase, and look things up."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from bot.bench.loopback.player import Answer, Form, NoSuchThing, Player, Silence
from bot.bench.loopback.rooms import Room
from bot.bench.loopback.screen import Post

from .plan import Plan

BIG_BATTLE = "land: 30 inf 9 art 9 tank 6 ftr 3 bomber vs 28 inf 8 art 8 tank 5 ftr 3 bomber"
"""A battle whose odds take seconds."""
WRITING, ENDING = 0.35, 0.65
"""Of what somebody does whose turn it is: up to the first share they write orders, up to the second they end it."""
READING = (0.5, 2.0)
"""Seconds for which an order form is open."""
PATIENCE = 4.0
"""Seconds after which somebody no longer looks at "is thinking" and does something else."""
PLACEHOLDER = 100
"""Characters of the examples that a form shows; the last may be cut off."""
SURE = "Done all the same"


class Person:
    """A player with the rooms of their games.  ``chance`` decides what they do."""

    def __init__(self, player: Player, rooms: Sequence[Room], chance: random.Random, plan: Plan) -> None:
        self.player, self._rooms, self._chance, self._plan = player, rooms, chance, plan
        player.patience = PATIENCE

    async def live(self, goes_on: Callable[[], bool]) -> None:
        """One action after another, as long as the run goes on."""
        await asyncio.sleep(self._chance.uniform(0, self._plan.pauses[1]))
        while goes_on():
            self.player.enter(self._chance.choice(self._rooms))
            with suppress(Silence, NoSuchThing):  # it was killed, or a phase ended before the button was pressed
                await self.act()
            await asyncio.sleep(self._chance.uniform(*self._plan.pauses))

    async def act(self) -> None:
        post, roll = self._newest_call(), self._chance.random()
        if post and roll < WRITING:
            await self.write(post)
        elif post and roll < ENDING:
            await self.end_phase(post)
        else:
            await self.look_up()

    async def write(self, post: Post) -> None:
        """The order form, filled with the examples that it shows."""
        form = await self.player.wait(self.player.pressed(post, "Write orders"))
        if isinstance(form, Form) and (orders := examples(form)):
            await asyncio.sleep(self._chance.uniform(*READING))
            await form.submit("\n".join(orders))

    async def end_phase(self, post: Post) -> None:
        answer = await self.player.wait(self.player.pressed(post, "Done"))
        if isinstance(answer, Answer) and answer.posts and SURE in answer.posts[-1].buttons:
            await self.player.press(answer.posts[-1], SURE)

    async def look_up(self) -> None:
        await self._chance.choices(LOOKUPS, SHARES)[0](self.player)

    def _newest_call(self) -> Post | None:
        """The newest call for orders in the room, if it calls this person."""
        for message in reversed(self.player.room.messages.values()):
            _, calls, names = message["content"].partition("Waiting for ")
            if calls and message["components"]:
                called = f"<@{self.player.id}>" in names.partition("\n")[0]
                return Post(self.player.server, message) if called else None
        return None


def examples(form: Form) -> list[str]:
    """The example orders in a form, without one that is cut off."""
    shown = str(form.fields[0].get("placeholder") or "")
    lines = shown.splitlines()
    return lines[:-1] if len(shown) >= PLACEHOLDER else lines


def command(words: str, **options: str) -> Callable[[Player], Awaitable[object]]:
    return lambda player: player.slash(words, **options)


def typing(words: str, option: str) -> Callable[[Player], Awaitable[object]]:
    return lambda player: player.suggest(words, option)


LOOKUPS: tuple[Callable[[Player], Awaitable[object]], ...] = (
    command("map"),
    command("units"),
    command("game info"),
    command("game list"),
    command("log"),
    command("orders show"),
    command("rules", system="miniwars"),
    command("roll", expression="2d6+1"),
    typing("orders line", "text"),
    typing("map", "unit"),
    command("verify"),
    command("odds", battle=BIG_BATTLE),
)
SHARES = (20, 12, 10, 4, 8, 10, 5, 5, 12, 12, 1, 1)
"""How often each is asked, of a hundred."""
