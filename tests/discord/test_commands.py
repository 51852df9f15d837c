"""Every command of the bot: as Discord knows it, described, within its limits, and helpful while it is being typed."""

import asyncio
from collections.abc import Callable, Iterator

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.hand_rules import command_faults
from bot.bench.loopback.interactions import AUTOCOMPLETE
from bot.bench.loopback.payloads import Payload
from bot.bench.loopback.player import Player
from bot.bench.loopback.screen import File
from bot.bench.loopback.server import Server
from engine.scenarios import reader
from engine.systems import SYSTEMS
from tests.discord.loopback.api_description import description
from tests.discord.loopback.games import join_game, open_game, start_game

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]

EXPECTED = {
    "game new": {"scenario", "name", "deadline"},
    "game join": {"side", "game"},
    "game leave": {"game"},
    "game info": {"game"},
    "game list": set[str](),
    "game concede": {"game"},
    "game export": {"game"},
    "orders write": {"game"},
    "orders line": {"text", "game"},
    "orders file": {"attachment", "game"},
    "orders show": {"game"},
    "orders clear": {"game"},
    "commit": {"game"},
    "done": {"game"},
    "map": {"game"},
    "units": {"game"},
    "log": {"turn", "game"},
    "rules": {"system", "paragraph"},
    "roll": {"expression", "secret"},
    "reveal": {"roll"},
    "rolls": {"page"},
    "macro save": {"name", "expression"},
    "macro list": set[str](),
    "macro delete": {"name"},
    "verify": {"game"},
    "card": {"unit", "system", "game"},
    "army": {"list", "attachment"},
    "los": {"from", "to", "game"},
    "measure": {"a", "b", "game"},
}


def leaves(commands: list[Payload], path: str = "") -> Iterator[tuple[str, Payload]]:
    """Every command that can be called, by its whole name."""
    for command in commands:
        name = f"{path} {command['name']}".strip()
        inner = [option for option in command.get("options") or () if option["type"] in (1, 2)]
        if inner:
            yield from leaves(inner, name)
        else:
            yield name, command


async def registered(server: Server) -> list[Payload]:
    """The commands in the guild that was chosen, once those of all servers have been settled too."""
    async with asyncio.timeout(10):
        while not {"", server.world.guild} <= set(server.world.commands):
            await asyncio.sleep(0.05)
    return server.world.commands[server.world.guild]


async def test_every_command_is_registered_once_in_the_guild_that_was_chosen(server: Server, bot: Bot) -> None:
    known = dict(leaves(await registered(server)))
    assert set(EXPECTED) <= set(known), f"missing: {set(EXPECTED) - set(known)}"
    for name, options in EXPECTED.items():
        assert options <= {option["name"] for option in known[name].get("options") or ()}, name
    assert not server.world.commands[""], "a command registered everywhere too would appear twice"


async def test_the_commands_are_within_discords_limits(server: Server, bot: Bot) -> None:
    registrations = [call for call in server.calls if call.method == "PUT" and call.path.endswith("/commands")]
    assert any(call.body for call in registrations)
    for call in registrations:
        assert call.status == 200
        assert len(call.body) <= 100
        assert [*description().faults(call.method, call.path, call.body)] == []
        assert [fault for command in call.body for fault in command_faults(command)] == []


async def test_every_command_and_option_says_what_it_is_for(server: Server, bot: Bot) -> None:
    def words(parts: list[Payload]) -> Iterator[tuple[str, str]]:
        for part in parts:
            yield part["name"], part.get("description") or ""
            yield from words(part.get("options") or [])

    commands = await registered(server)
    assert len(commands) > 5
    for name, purpose in words(commands):
        assert len(purpose) > 8, f"{name}: {purpose!r}"
        assert purpose != "…", name


async def test_every_name_is_offered_while_typing(server: Server, bot: Bot) -> None:
    for name, command in leaves(await registered(server)):
        for option in command.get("options") or ():
            if option["name"] in ("scenario", "side", "game", "system", "paragraph"):
                assert option.get("autocomplete") or option.get("choices"), f"/{name} {option['name']}"


async def test_scenarios_are_offered_by_their_beginning(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    offered = await alice.suggest("game new", "scenario")
    shipped = [stem for stem in offered if not stem.startswith(reader.OWN)]
    assert len(offered) == 25 and {reader.load(stem).system for stem in shipped} == set(SYSTEMS)
    assert "twin-hamlets" in await alice.suggest("game new", "scenario", "miniwars")
    assert await alice.suggest("game new", "scenario", "mill") == ["millers-bridge", "kesslers-mill"]
    assert await alice.suggest("game new", "scenario", "no such thing at all") == []


async def test_games_and_sides_are_offered(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    match = await open_game(alice, name="Autumn League 7")
    assert match.id in await alice.suggest("game info", "game", "autumn")
    assert match.id in await alice.suggest("game join", "game", match.id[:3])
    assert set(await alice.suggest("game join", "side", game=match.id)) == {"reeve", "reivers"}
    alice.enter(match.room)
    assert set(await alice.suggest("game join", "side")) == {"reeve", "reivers"}, (
        "in its own room the game need not be named"
    )


async def test_rules_are_offered_by_number_and_word(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    assert "miniwars" in await alice.suggest("rules", "system", "mini")
    assert any("8.4" in offered for offered in await alice.suggest("rules", "paragraph", "8.4", system="miniwars"))


async def test_a_line_of_orders_is_completed_word_by_word(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    match = await start_game(alice, enter("Bob"))
    alice.enter(match.room)
    side = {"side": "reeve"}
    assert "standing all rally auto" in await alice.suggest("orders line", "text", "standing all rally ", **side)
    assert "draw; standing" in await alice.suggest("orders line", "text", "draw; sta", **side)
    assert await alice.suggest("orders line", "text", "standing all nonsense ", **side) == []


async def test_a_completion_may_spell_what_was_typed_otherwise(bot: Bot, enter: Enter) -> None:
    """A unit's name gives its id: Discord shows whatever it is sent, so nothing is left out for its spelling."""
    alice = enter("Alice")
    match = await open_game(alice, "first-charge")
    await join_game(match, us=alice, cs=enter("Bob"))
    assert "U1" in await alice.suggest("orders line", "text", "12th", side="us")
    assert "UB1" in await alice.suggest("orders line", "text", "Batt", side="us")
    assert await alice.suggest("orders line", "text", "Xyzzy", side="us") == []


@pytest.mark.long
async def test_the_map_shows_a_units_reach_and_line_of_sight_on_request(bot: Bot, enter: Enter) -> None:
    alice, carol = enter("Alice"), enter("Carol")
    match = await start_game(alice, enter("Bob"))
    carol.enter(match.room)
    assert "L1" in await carol.suggest("map", "unit", "light")
    bare = (await carol.slash("map")).files[0]
    reach = await carol.slash("map", unit="light horse 1")
    sight = await carol.slash("map", unit="BO", target="RS")
    assert "the cost for the unit" in reach
    assert "line" in sight
    assert len({bare.data, reach.files[0].data, sight.files[0].data}) == 3
    assert reach.files[0].alt.endswith("where L1 (Light Horse 1) could go.")
    for unit, target in (("ZZ", ""), ("BO", "BO"), ("BO", "ZZ"), ("", "BO"), ("`x` @here", "")):
        options = {name: value for name, value in (("unit", unit), ("target", target)) if value}
        refused = await carol.slash("map", **options)
        assert not refused.files
        assert len(refused.text) > 20


async def test_nonsense_while_typing_offers_nothing_and_breaks_nothing(server: Server, bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    for name, command in leaves(server.world.commands[server.world.guild]):
        for option in command.get("options") or ():
            if option.get("autocomplete"):
                more = {"game": "?"} if option["name"] == "side" else {}
                offered = await alice.suggest(
                    name, option["name"], "\u202e`*_~|@everyone"[: option.get("max_length")], **more
                )
                assert len(offered) <= 25
    assert all(asked.answered is not None for asked in server.answers.asked.values() if asked.kind == AUTOCOMPLETE)


async def test_rules_roll_and_list_work_for_everyone(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    assert "8.4" in await alice.slash("rules", system="miniwars", paragraph="8.4")
    whole = await alice.slash("rules", system="miniwars")
    assert whole.private
    assert whole.text
    page = await alice.slash("rules", system="baker", card=True)
    assert [file.name for file in page.files] == ["baker-card.png", "baker-card.txt"] and page.private
    assert page.files[0].image().size[0] == 900 and 20 <= len(page.files[0].alt) <= 1024
    roll = await alice.slash("roll", expression="2d6+1")
    assert "2d6" in roll
    several = await alice.slash("roll", expression="U1 *charges*: 2d6 vs 2d6; 3x 3d6")
    assert "U1 \\*charges\\* — 2d6: " in several and "\n1\\. " in several
    longest = await alice.slash("roll", expression="3d6 [" + "*" * 400 + "] # " + "_" * 90)
    assert len(longest.posts) == 1 and "```" in longest
    refused = await alice.slash("roll", expression="4d6kh3 + 2d6x2")
    assert "```\n4d6kh3 + 2d6x2\n            ^\n```" in refused and "➡️ `4d6kh3 + 2d6*2`" in refused
    refused = await alice.slash("roll", expression="2d6+")
    assert "Traceback" not in refused
    assert "error" not in refused.text.lower()
    assert (await alice.slash("game list")).text
    assert "miniwars" in (await alice.slash("rules", system="chess")).text.lower(), "what there is instead"


async def test_any_file_given_to_verify_gets_a_sentence(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    handed = {
        "empty.json": b"",
        "text.txt": b"hello",
        "list.json": b"[]",
        "deep.json": b"[" * 20_000,
        "map.png": b"\x89PNG\r\n\x1a\n\0",
        "half.json": b'{"format":"fieldpost-log/1"}',
    }
    for name, data in handed.items():
        answer = await alice.slash("verify", attachment=File(name, data))
        assert answer.private
        assert len(answer.text) > 20, name
        assert "reference" not in answer.text, f"{name}: {answer.text}"


async def test_game_commands_exist_in_servers_only(server: Server, bot: Bot) -> None:
    for command in server.world.commands[""]:
        if command["name"] in ("rules", "roll", "reveal", "rolls", "macro", "card", "army", "odds"):
            continue
        assert command.get("contexts") == [0] or command.get("dm_permission") is False, command["name"]
