"""Luck as people ask for it: on the command line, at the keyboard, in letters; whatever they type gets an answer."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from bot.correspondence.asker import Asker
from bot.correspondence.commands import read_command
from bot.correspondence.lookups import look_up
from bot.correspondence.message import Seat
from bot.hosting.engine_thread import EngineThread
from bot.hosting.luck import MOST_GAMES, gather_lucks_here, player_report
from bot.hosting.utc_now import utc_now
from engine.table import Refused, Table
from tests.bot.command_line import fieldpost
from tests.support.toy_system import entropy

ROUNDS = "battle", "land: 6 inf 2 art vs 5 inf 1 tank", "--straight"
HOSTILE = (
    "",
    "  ",
    "season",
    "SEASON",
    "nobody",
    "a" * 300,
    "`@everyone`",
    "../..",
    "ann bob",
    "\x00",
    "%s{}",
    "12",
    "-1",
)


@pytest.fixture
def fought(tmp_path: Path) -> Path:
    """A folder with one battle that is over."""
    code, _, error = fieldpost(*ROUNDS, cwd=tmp_path)
    assert code == 0, error
    return tmp_path


@pytest.fixture
def engine(fought: Path) -> Iterator[EngineThread]:
    """The same database, with a second battle of Ann's."""
    table = Table(fought / "fieldpost.db", entropy("luck"))
    key = table.open_battle("land: 4 inf vs 4 inf", "", utc_now(), rounds="all").id
    for side in table.game(key).sides:
        table.seat(key, side, "ann", utc_now())
    while phase := table.game(key).phase:
        table.done(key, phase.sides[0], utc_now())
    table.close()
    engine = EngineThread(fought / "fieldpost.db")
    yield engine
    engine.close()


def test_the_luck_of_a_game_is_printed_and_drawn(fought: Path) -> None:
    code, out, _ = fieldpost("luck", "battle-1", "--out", "luck.png", cwd=fought)
    lines = out.splitlines()
    assert code == 0 and lines[0].startswith("Luck: ") and lines[-1] == "luck.png"
    assert any("successes in" in line and "expected" in line for line in lines)
    assert any("IPC" in line and "to dice" in line for line in lines)
    with Image.open(fought / "luck.png") as picture:
        assert picture.format == "PNG" and picture.width == 800


def test_a_season_and_a_player(fought: Path) -> None:
    code, out, _ = fieldpost("luck", "--season", cwd=fought)
    assert code == 0 and "in 1 game within a year" in out
    code, out, error = fieldpost("luck", "--player", "nobody", cwd=fought)
    assert code == 2 and not out and "No 'nobody' has played here" in error
    line = error.partition('Write it like "')[2].rstrip('".\n')
    code, out, error = fieldpost(*line.split()[1:], cwd=fought)
    assert code == 0 and "with a target in 1 game" in out, (line, error)


def test_what_cannot_be_answered_is_explained(fought: Path) -> None:
    for words in ((), ("battle-1", "--season"), ("nowhere",), ("--player", "x" * 200)):
        code, out, error = fieldpost("luck", *words, cwd=fought)
        assert code == 2 and not out and len(error) > 20 and "Traceback" not in error, words


def test_at_the_keyboard(fought: Path) -> None:
    typed = "".join(f"luck {words}\n" for words in HOSTILE if words.isprintable()) + "quit\n"
    _, out, _ = fieldpost("play", "millers-bridge", cwd=fought, typed=typed)
    assert out.count("Luck: The Miller's Bridge.") == 2, "with nothing behind the word, twice"
    assert "Luck: season of this database." in out and "No 'nobody' has played here" in out


def test_a_battle_closes_with_its_luck(tmp_path: Path) -> None:
    out = fieldpost(*ROUNDS, cwd=tmp_path)[1]
    assert out.count("Luck: ") == 1 and "Rarest roll: " in out


def test_in_letters(engine: EngineThread) -> None:
    async def ask(line: str, seat: Seat | None) -> str:
        command = read_command(line)
        assert command, line
        (found,) = await look_up(Asker(engine, "ann", seat), (command,))
        if found.section.title.startswith("Luck"):
            assert found.files[0].data.startswith(b"\x89PNG") and found.files[0].alt.startswith("Luck: ")
        return "\n".join((found.section.title, *found.section.lines))

    async def all_answers() -> None:
        assert "Land Battle" in await ask("luck", Seat("battle-2", ""))
        assert "Answer a mail or post of that game" in await ask("luck", None)
        season = await ask("Luck season", None)
        assert "season of your games" in season and "in 1 game within" in season, "not those of others"
        assert (await ask("luck me", None)) == (await ask("luck ann", None)) and "Luck: ann" in await ask(
            "luck ann", None
        )
        assert 'Write it like "luck ann"' in await ask("luck bob", None)

    asyncio.run(all_answers())


def test_prose_is_no_question() -> None:
    assert read_command("Luck was on your side again, friend.") is None and read_command("luck season")


def test_only_games_of_the_last_year_count_and_at_most_so_many(engine: EngineThread) -> None:
    async def lucks(now: str, games: int = 1) -> int:
        return await engine.use_table(lambda table: len(gather_lucks_here(table, ["battle-1"] * games, now)))

    async def count() -> list[int]:
        return [await lucks(utc_now()), await lucks("2100-01-01T00:00:00Z"), await lucks(utc_now(), MOST_GAMES + 5)]

    assert asyncio.run(count()) == [1, 0, MOST_GAMES]


def test_a_name_that_nobody_has_gets_a_sentence(engine: EngineThread) -> None:
    lucks = asyncio.run(engine.use_table(lambda table: gather_lucks_here(table, ["battle-2"], utc_now())))
    for said in HOSTILE:
        with pytest.raises(Refused, match="Nobody has rolled any dice") as nobody:
            player_report([], {}, said)
        assert nobody.value.code == "no-such-player"
        if said.strip():
            with pytest.raises(Refused, match="Players with dice: ann"):
                player_report(lucks, {}, said)
