"""Secret units of Zone Control and secret deployments by Discord: only their team can read about them at first."""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.server import Server
from engine.log.verify import verify
from engine.systems.zones.state.position import State, Unit, team
from tests.discord.loopback.games import Match, find_game, join_game, open_game, open_table, wait_for_news
from tests.discord.loopback.secrecy_check import Secret, find_leaks, point_patterns, word_patterns
from tests.discord.loopback.strict_server import strict_server
from tests.support.sampling import share
from tests.systems.zones.support import secret_scenario

LOOKS = share(99, 4)
"""Steps after which everybody looks at everything; later ones only read what is posted."""
pytestmark = pytest.mark.asyncio(loop_scope="session")
LEAKY_BOT = Path(__file__).parent / "loopback" / "leaky_bot.py"
HIDDEN = {
    "C4": ("QX41", "Obsidian Watch", "nightjars", "marksmen"),
    "C5": ("QX42", "Vermilion Porters", "packhorses", "pioneers"),
    "R4": ("ZK71", "Heliotrope Knives", "moonflowers", "knife-gang"),
    "R5": ("ZK72", "Cinnabar Lancers", "sandcats", "riders"),
}
"""Hidden units, with unique names and with types found in no rulebook."""
_FIGURES = {
    "nightjars": {"traits": ["ambush"], "weapons": ["long-rifle"]},
    "packhorses": {"weapons": ["carbine"]},
    "moonflowers": {"traits": ["ambush"], "weapons": ["long-knife"]},
    "sandcats": {"weapons": ["sabre"]},
}


def scenario() -> dict[str, Any]:
    written = secret_scenario.written(hidden="secret", deployment="free", deploy=secret_scenario.AREAS)
    units = [dict(unit) for unit in written["units"]]
    for unit in units:
        if unit["id"] in HIDDEN:
            unit["id"], unit["name"], unit["type"], _ = HIDDEN[unit["id"]]
    foot = {"models": 2, "move": 6, "ballistic": 3, "melee": 3, "toughness": 3, "armour": 0, "morale": 5}
    return {**written, "units": units, "types": {name: {**foot, **figures} for name, figures in _FIGURES.items()}}


class Watch:
    """A game under watch: after each step all that was sent in it is searched for what is still secret.

    ``alice`` has the colonial line, ``bob`` the raiders, ``carol`` looks on.
    """

    def __init__(self, server: Server, bot: Bot, match: Match, people: dict[str, Player]) -> None:
        self.server, self.bot, self.match, self.people, self.heard = server, bot, match, people, len(server.calls)
        self.steps = 0
        self.seats = {"colonial": people["alice"], "raiders": people["bob"]}

    @property
    def state(self) -> State:
        """The truth."""
        with open_table(self.bot) as table:
            state: State = table._cache.find(self.match.id).state
            return state

    def secrets(self) -> Iterator[Secret]:
        state = self.state
        if state.phase == "over":
            return
        seen = {unit.type for unit in state.units.values() if unit.where == "table"}
        for unit in state.units.values():
            known = frozenset(
                str(player.id) for side, player in self.seats.items() if team(state, side) == team(state, unit.side)
            )
            if unit.where not in ("table", "gone"):
                yield Secret(unit.id, word_patterns(unit.id, unit.name, *({unit.type} - seen)), known)
            for x, y in _places(state, unit):
                yield Secret(f"a place of {unit.id}", point_patterns(x, y), known)

    def new_leaks(self) -> list[str]:
        """Leaks since the last call."""
        found, self.heard = find_leaks(self.server, self.heard, self.secrets()), len(self.server.calls)
        return found

    async def step(self) -> None:
        """The news posted, everybody has looked at everything, and nothing was to be seen."""
        await wait_for_news(self.bot, self.match, self.people["carol"])
        self.steps += 1
        for player in self.people.values() if self.steps <= LOOKS else ():
            await look_at_everything(player)
        assert not (found := self.new_leaks()), "\n".join(found[:5])


def _places(state: State, unit: Unit) -> Iterator[tuple[int, int]]:
    """Places that only its own team may know: where it deploys until all is revealed, and where it is to arrive."""
    if state.ready and unit.where == "table":
        yield from (model.at for model in unit.models if model not in state.ready[unit.id].models)
    for word in unit.policy.split() if unit.where == "reserve" else ():
        if "," in word:
            x, y = (round(100 * float(part)) for part in word.split(","))
            yield x, y


async def look_at_everything(player: Player) -> None:
    """All that anybody can ask without knowing anything."""
    for command in ("units", "log", "game info", "game export", "map", "orders show", "verify"):
        await player.slash(command)
    for words in ("", "units | log | done | done | done | units | ideas | undo"):
        await player.slash("sandbox", **({"text": words} if words else {"from": "now"}))
    for command, option in (
        ("orders line", "text"),
        ("map", "unit"),
        ("card", "unit"),
        ("los", "from"),
        ("measure", "a"),
    ):
        await player.suggest(command, option)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server() -> AsyncIterator[Server]:
    """A Discord in which no other bot runs."""
    running = await strict_server().start()
    yield running
    await running.stop()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def bot(server: Server, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bot]:
    """The shipped bot, run by leaky_bot.py."""
    home = tmp_path_factory.mktemp("leaky-bot")
    (home / "secret-wadis.yaml").write_text(json.dumps(scenario()), "utf-8")
    running = await Bot(
        server, home, under=(str(LEAKY_BOT), str(home / "secret-wadis.yaml"), str(home / "leaks.json"))
    ).start()
    yield running
    assert await running.stop() == 0, running.log


async def start_watched_game(server: Server, bot: Bot, enter: Any) -> Watch:
    people = {name.lower(): enter(name) for name in ("Alice", "Bob", "Carol")}
    match = await open_game(people["alice"], "secret-wadis")
    await join_game(match, colonial=people["alice"], raiders=people["bob"])
    people["carol"].enter(match.room)
    return Watch(server, bot, match, people)


async def give_orders(watch: Watch, player: Player, *lines: str) -> None:
    """Written, done with, and looked at from all sides."""
    answer = await (await player.form("orders write")).submit("\n".join(lines))
    assert "❌" not in answer.text, answer.text
    await player.done()
    await watch.step()


APPEAR = {("colonial", 2): "QX41 ambush 6.17,10.23", ("raiders", 3): "ZK71 ambush 28.11,26.43"}
HELD = "standing all arrive hold"


@pytest.mark.long
async def test_hidden_units_stay_secret_until_they_appear(server: Server, bot: Bot, enter: Any) -> None:
    watch = await start_watched_game(server, bot, enter)
    alice, bob, carol = watch.people.values()
    assert {secret.what for secret in watch.secrets()} >= {"QX41", "QX42", "ZK71", "ZK72"}
    await watch.step()
    await give_orders(watch, alice, "C1 place 13.37,2.71", "standing QX42 arrive 7.51,5.03")
    assert "a place of C1" in {secret.what for secret in watch.secrets()}
    await give_orders(watch, bob, "R1 place 12.29,32.83")
    await bob.wait_for_post("13.37,2.71")
    await give_orders(
        watch, alice, "if QX41 away: C2 move N 1", "if QX41 alive: C3 move N 1", "done", "QX41 ambush 6.17,10.23"
    )
    await check_secret_names_unknown(watch, bob, carol)
    await give_orders(watch, bob, "R2 move S 3", "if ZK72 away: R3 move S 2")
    assert watch.state.turn == 2 and watch.state.units["QX42"].where == "reserve", (
        "its place was taken, and nobody heard of it"
    )
    while phase := find_game(watch.bot, watch.match).phase:
        (side,) = phase.sides
        await give_orders(
            watch, watch.seats[side], APPEAR.get((side, phase.turn), HELD) if phase.name == "action" else HELD
        )
    assert watch.state.units["QX41"].where == watch.state.units["ZK71"].where == "table"
    assert {"QX42", "ZK72"} == {unit.id for unit in watch.state.units.values() if unit.where == "reserve"}
    log = (await carol.slash("game export")).files[0].data
    assert verify(log).holds and b"Vermilion Porters" in log


async def check_secret_names_unknown(watch: Watch, *players: Player) -> None:
    """Check that the name of a secret unit is answered like the name of no unit."""
    for player in players:
        for command, option in (("map", "unit"), ("card", "unit"), ("los", "from"), ("measure", "a")):
            more = {"to": "C1"} if command == "los" else {"b": "C1"} if command == "measure" else {}
            answers = [
                (await player.slash(command, **{option: word}, **more)).text.replace(word, "?")
                for word in ("QX41", "QX49")
            ]
            assert answers[0] == answers[1], command
            offers = [await player.suggest(command, option, word) for word in ("QX4", "QX9", "Obs")]
            assert not any(offers), offers
    bob = watch.people["bob"]
    for text in ("R3 shoot {}", "if {} away: R3 hunker", "R3 melee {}.1", "if {} gone: R3 hunker"):
        answers = [
            (await bob.slash("orders line", text=text.format(word))).text.replace(word, "?")
            for word in ("QX41", "QX49")
        ]
        assert answers[0].partition("journal")[0] == answers[1].partition("journal")[0], text
    await bob.slash("orders clear")
    watch.new_leaks()


CHANNELS = ("text_map", "report", "alt", "picture", "autocomplete", "export")


@pytest.mark.long
async def test_every_planted_leak_is_found(server: Server, bot: Bot, enter: Any) -> None:
    """One channel after another leaks, and the same watch hears it."""
    watch, orders = await start_watched_game(server, bot, enter), bot.home / "leaks.json"
    for player in watch.seats.values():
        await player.done()
    await watch.step()
    for channel in CHANNELS:
        orders.write_text(json.dumps({channel: "Obsidian Watch"}))
        await look_at_everything(watch.people["carol"])
        orders.unlink()
        assert watch.new_leaks(), channel
        await look_at_everything(watch.people["carol"])
        assert not watch.new_leaks(), f"{channel} leaks no more"
