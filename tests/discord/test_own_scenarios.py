"""/scenario: files that members upload, checked, kept for their server alone, and played."""

import json
import re
from collections.abc import AsyncIterator, Callable
from random import Random
from time import perf_counter

import pytest
import pytest_asyncio

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Answer, Player
from bot.bench.loopback.rooms import Room
from bot.bench.loopback.screen import File
from bot.hosting.own_scenarios import FILE, PER_PERSON
from engine.log.verify import verify
from engine.scenarios import reader
from tests.bot.command_line import fieldpost
from tests.discord.loopback.games import find_game, join_game, open_game, open_table
from tests.discord.loopback.strict_server import strict_server
from tests.engine.test_corrupt_files import JUNK, scenario
from tests.support.corrupt_scenarios import spoiled, ways
from tests.support.databases import run_past_program
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio(loop_scope="session")
SLOWEST = 10.0
"""Seconds that the answer to any file may take."""
SHIPPED = reader.find_shipped("millers-bridge").read_bytes()
OWN = SHIPPED.replace(b"The Miller's Bridge", b"The Tanner's Bridge")
HOSTILE = {
    "empty.yaml": b"",
    "zeros.yaml": bytes(5000),
    "picture.png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20,
    "utf16.yaml": "system: miniwars".encode("utf-16"),
    "nested.yaml": b"a: " + b"[" * 40_000,
    "aliases.yaml": b"".join(
        b"k%d: &a%d [%s]\n" % (n, n, b",".join([b"*a%d" % (n - 1)] * 9) if n else b"x") for n in range(20)
    ),
    "faults.yaml": b"".join(b"k%d: 1\n" % n for n in range(8000)),
    "long-line.yaml": b"name: " + b"x" * 90_000,
    "quotes.yaml": b'"' * 50_000,
    "fences.yaml": b"```\n@everyone ```: <@1>\n" * 50,
    "keys.yaml": b"? " * 30_000,
    "merge.yaml": b"a: &a {b: 1}\nc: {<<: *a}\n",
    "tag.yaml": b"!!python/object/apply:os.system ['true']\n",
    "numbers.yaml": OWN.replace(b"turns:", b"turns: 9e99 #"),
    "two.yaml": b"---\na: 1\n---\nb: 2\n",
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def club(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bot]:
    """A bot in two servers of a Discord of its own."""
    server = strict_server()
    server.world.divide(2)
    await server.start()
    bot = await Bot(server, tmp_path_factory.mktemp("scenarios"), {"FIELDPOST_GUILD": ""}).start()
    yield bot
    assert await bot.stop() == 0 and "Traceback" not in bot.log, bot.log
    assert not server.violations
    await server.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def room(club: Bot) -> Room:
    run_past_program(club.address, "delete from own_scenario", "delete from server_option")
    return club.server.world.open_room("games")


@pytest.fixture
def enter(club: Bot, room: Room) -> Callable[[str], Player]:
    return lambda name: Player(club.server, name, room)


Enter = Callable[[str], Player]


async def add(player: Player, data: bytes, file: str = "bridge.yaml", **options: str) -> Answer:
    return await player.slash("scenario add", attachment=File(file, data), **options)


def id_in(answer: Answer) -> str:
    found = re.search(r"`/game new scenario:([^`]+)`", answer.text)
    assert found, answer.text
    return found[1]


@pytest.mark.long
async def test_a_scenario_is_added_played_and_removed(club: Bot, enter: Enter) -> None:
    ann, bob = enter("Ann"), enter("Bob")
    answer = await add(ann, OWN)
    assert answer.private and "bridge.yaml: no errors: The Tanner's Bridge, 10 x 8 hexes, 5 v 5 units" in answer
    key = id_in(answer)
    assert re.fullmatch(r"own-the-tanner-s-bridge-[0-9a-f]{8}", key)
    assert key in (await ann.slash("scenario list")).text
    while key not in (offered := await bob.suggest("game new", "scenario", "tanner")):
        assert not offered, "a bot that has just been started may be too slow to offer anything"
    match = await open_game(ann, scenario=key)
    assert "The Tanner's Bridge" in match.announcement.text and key in match.announcement.text
    assert "is removed" in await ann.slash("scenario remove", name="the-tanner-s-bridge")
    assert "no scenarios of its own" in await ann.slash("scenario list")
    await join_game(match, reeve=ann, reivers=bob)
    with open_table(club) as table:
        log = table.export(match.id)
        assert verify(log).holds and json.loads(log)["entries"][0]["body"]["scenario"] == key
    assert find_game(club, match).started, "a game does not need the file"
    assert "There is no scenario" in await ann.slash("game new", scenario=key)


@pytest.mark.parametrize("word", share(["ford", "FORD", "own-ford"], ["FORD"]))
async def test_it_goes_by_its_name_too(enter: Enter, word: str) -> None:
    ann = enter("Ann")
    key = id_in(await add(ann, OWN, name="Ford!"))
    assert key.startswith("own-ford-")
    assert f"scenario `{key}`" in (await open_game(ann, scenario=word)).announcement.text


async def test_a_shipped_scenario_keeps_its_name(enter: Enter) -> None:
    ann = enter("Ann")
    await add(ann, OWN, name="millers-bridge")
    assert "The Miller's Bridge" in (await open_game(ann, scenario="millers-bridge")).announcement.text


async def test_other_servers_do_not_see_it(club: Bot, enter: Enter) -> None:
    ann = enter("Ann")
    key = id_in(await add(ann, OWN))
    elsewhere = Player(club.server, "Eve", club.server.world.open_room("elsewhere", guild=club.server.world.guilds[1]))
    assert "no scenarios of its own" in await elsewhere.slash("scenario list")
    assert key not in await elsewhere.suggest("game new", "scenario", "tanner")
    assert "is open" not in await elsewhere.slash("game new", scenario=key)
    assert "no scenario" in await elsewhere.slash("scenario remove", name=key)
    assert id_in(await add(elsewhere, OWN)) == key, "the same file has the same digest everywhere"


async def test_faults_are_what_check_prints(enter: Enter, tmp_path_factory: pytest.TempPathFactory) -> None:
    ann, folder = enter("Ann"), tmp_path_factory.mktemp("files")
    for data in (OWN.replace(b"turns:", b"turnz:"), OWN.replace(b"sides:", b"sides: ["), HOSTILE["faults.yaml"]):
        (folder / "bridge.yaml").write_bytes(data)
        code, out, _ = fieldpost("check", "bridge.yaml", cwd=folder)
        answer = await add(ann, data)
        block, *files = (re.search(r"```\n(.*?)\n```", answer.text, re.DOTALL), *answer.files)
        assert code == 1 and block and "was not added" in answer and len(answer.posts) == 1
        whole = files[0].data.decode() if files else block[1]
        assert whole.strip() == out.strip() and out.startswith(block[1])
    assert files and "more lines in the attached file" in answer


@pytest.mark.parametrize("file", HOSTILE)
async def test_hostile_files_are_answered_in_time(enter: Enter, file: str) -> None:
    ann, began = enter("Ann"), perf_counter()
    answer = await add(ann, HOSTILE[file], file)
    assert perf_counter() - began < SLOWEST
    assert "was not added" in answer and f"{file}:" in answer and len(answer.posts) == 1, answer.text
    assert "no scenarios of its own" in await ann.slash("scenario list")


@pytest.mark.long
async def test_scenarios_damaged_at_random_are_refused_or_can_be_played(enter: Enter) -> None:
    ann, whole = enter("Ann"), scenario("raid-on-danville")
    known = list(ways(whole))
    for seed in range(share(200, 5)):
        damaged = json.dumps(spoiled(whole, known, Random(f"upload {seed}"), JUNK)).encode()
        began = perf_counter()
        answer = await add(ann, damaged, name="damaged")
        assert perf_counter() - began < SLOWEST, seed
        if "was not added" not in answer:
            host = enter(f"Host {seed // 20}")  # nobody opens more games than one may
            opened = await host.slash("game new", scenario=id_in(answer))
            assert "is open" in opened, f"{seed}: {opened.text}"


@pytest.mark.long
async def test_too_much_is_refused(club: Bot, enter: Enter) -> None:
    ann, bob = enter("Ann"), enter("Bob")
    huge = await add(ann, OWN + b"#" * FILE)
    assert f"the limit is {FILE:,}" in huge and "is a scenario" not in huge
    for number in range(PER_PERSON):
        assert "is a scenario" in await add(ann, OWN, name=f"bridge-{number}")
    refused = await add(ann, OWN, name="one-more")
    assert f"{PER_PERSON} is the most for one member" in refused and "/scenario remove name:bridge-0" in refused
    assert "It replaces `own-bridge-3-" in await add(ann, OWN.replace(b"Tanner", b"Cooper"), name="bridge-3")
    taken = await add(bob, OWN, name="bridge-3")
    assert "another member's" in taken and "name:bridge-3-2" in taken
    assert "only they and managers" in await bob.slash("scenario remove", name="bridge-3")
    club.server.answers.hosts.add(bob.id)
    assert "is removed" in await bob.slash("scenario remove", name="bridge-3")
    run_past_program(club.address, "update own_scenario set size = 222200")
    assert "of 2,000,000 are left in this server" in await add(bob, OWN)
    run_past_program(club.address, "update own_scenario set size = 1")
    values = ", ".join(f"('discord:{ann.room.guild}', 'x{n}', 'x', 'X', 'miniwars', 1, '', '1', '')" for n in range(41))
    run_past_program(club.address, f"insert into own_scenario values {values}")
    assert "50 is the most" in await add(bob, OWN)


@pytest.mark.long
async def test_only_who_may_open_games_may_add(club: Bot, enter: Enter) -> None:
    host, ann = enter("Hetty"), enter("Ann")
    club.server.answers.hosts.add(host.id)
    await host.slash("setup opening", who="managers")
    assert "may add scenarios" in await add(ann, OWN)
    assert "is a scenario" in await add(host, OWN)
