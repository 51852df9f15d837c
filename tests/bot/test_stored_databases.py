"""A database of every earlier program opens, has lost nothing, and is played on with.

Each file in ``stored`` was written by the program of its day: two running games with a draft, and one row at least of
whatever that program kept beside them.  A program that adds tables leaves one more.  Databases of the first version
are in ``tests/engine/stored`` and ``tests/discord/stored``.
"""

import gzip
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.cli.copy_database import TABLES, WHOLE
from bot.discord.messages import posts
from bot.hosting import deadline_clock
from bot.hosting.engine_thread import EngineData
from engine.log.deadline import add_seconds
from engine.log.journal import Journal, digest, link
from engine.log.verify import verify
from engine.rolls.dice_log import RollAsked
from engine.systems import SYSTEMS
from engine.table import Refused, Table
from tests.bot.command_line import fieldpost
from tests.support.databases import run_past_program
from tests.support.toy_system import NOW, entropy

STORED = sorted((Path(__file__).parent / "stored").glob("*.sqlite.gz"), key=lambda file: file.name)
GAMES = ("first-1", "low-1")
"""The games of each stored database: the side to move has a draft in each."""
LATER = add_seconds(NOW, 86_401)


@pytest.fixture(params=STORED, ids=lambda file: file.name.partition(".")[0])
def stored(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[EngineData]:
    file = tmp_path / "fieldpost.db"
    file.write_bytes(gzip.decompress(request.param.read_bytes()))
    data = EngineData(file)
    yield data
    data.close()


def awaited(data: EngineData, game: str) -> str:
    """The side to move."""
    phase = data.table.game(game).phase
    assert phase
    return phase.sides[0]


def rows(file: Path) -> dict[str, set[tuple[object, ...]]]:
    """All rows of all tables that belong to whoever kept them, by table."""
    with closing(sqlite3.connect(file)) as opened:
        names = [name for (name,) in opened.execute("select name from sqlite_master where type = 'table'")]
        kept = {**TABLES, **WHOLE, "entry": ("game", "seq", "link"), "destination": ("game", "address")}
        return {
            name: set(opened.execute(f"select {', '.join(kept[name])} from {name}"))
            for name in names
            if name in kept and name != "game_row"
        }


def test_there_is_one_for_each_schema() -> None:
    assert len(STORED) >= 6 and all(file.stat().st_size < 20_000 for file in STORED), "small, to be kept for ever"


@pytest.mark.parametrize("file", STORED, ids=lambda file: file.name.partition(".")[0])
def test_nothing_is_lost_when_it_is_opened(tmp_path: Path, file: Path) -> None:
    copy = tmp_path / "fieldpost.db"
    copy.write_bytes(gzip.decompress(file.read_bytes()))
    before = rows(copy)
    EngineData(copy).close()
    after = rows(copy)
    assert before["entry"] and before["secret"]
    assert {name: found for name, found in after.items() if name in before} == before


def test_every_game_is_as_it_was_left(stored: EngineData) -> None:
    assert {game.id for game in stored.table.games()} == set(GAMES)
    for game in GAMES:
        assert stored.table.draft(game, awaited(stored, game)) == "done" and stored.table.game(game).due
        assert verify(stored.table.export(game)).holds
    assert stored.waiting_games("discord") == ("first-1",), "its posts are on their way still"


def test_every_game_plays_on_by_its_players_and_by_its_deadlines(stored: EngineData) -> None:
    for game in GAMES:
        before = stored.table.game(game)
        stored.table.done(game, awaited(stored, game), NOW)
        assert stored.table.game(game).length > before.length
    for row in stored.table.journal.rows.stale():
        stored.table.refresh(row)
    assert sorted(stored.table.due(LATER)) == sorted(GAMES)
    for game in GAMES:
        before = stored.table.game(game)
        assert deadline_clock.run_deadline(stored.table, game, LATER)
        assert stored.table.game(game).length > before.length and verify(stored.table.export(game)).holds


def test_every_part_of_the_bot_works_with_it(stored: EngineData) -> None:
    """What was not there yet is made, and what was there serves."""
    news = stored.table.news("first-1")
    stored.table.done("first-1", awaited(stored, "first-1"), NOW)
    stored.outbox.add_news(posts, stored.table.game("first-1"), stored.table.news("first-1"))
    delivered = 0
    while row := stored.outbox.next_delivery("first-1"):
        stored.outbox.mark_delivered(row, str(delivered := delivered + 1))
    assert delivered > len(news)
    known = stored.people.player("mail", "ann@home.example")
    ann = known or stored.people.add("mail", "ann@home.example", "Ann", NOW)
    assert stored.people.open_seat(stored.people.seat_key("low-1", awaited(stored, "low-1"), ann))
    assert stored.mails.receive("another", "ann@home.example", NOW)
    stored.forum.add_topic("low-1", "7")
    stored.reminders.plan()
    assert stored.reminders.due(LATER), "their deadlines are reminded of"
    stored.rolls.roll("rolls-17", RollAsked("3d6", ann, "discord:3", False), NOW)
    assert verify(stored.rolls.export("rolls-17")).holds
    assert not stored.halted.all()


@pytest.mark.sampled(3)
def test_it_is_backed_up_and_copied_like_a_new_one(stored: EngineData, tmp_path: Path) -> None:
    for words in (("backup", "kept.db"), ("copy-db", "kept.db", "copied.db")):
        code, out, err = fieldpost(*words, cwd=tmp_path)
        assert code == 0 and "2 games with" in out, (out, err)


@pytest.mark.long
def test_a_game_is_played_by_the_rules_it_began_with_and_its_log_names_them(tmp_path: Path) -> None:
    """The stored games of the first version began with earlier rules; another version of the rules is none of ours."""
    file = tmp_path / "games.db"
    file.write_bytes((Path(__file__).parents[1] / "engine/stored/version-1.sqlite").read_bytes())
    table, earlier = Table(file, entropy("rules")), 0
    for game in table.games():
        opened = table._cache.find(game.id).opened
        if not game.phase or opened.version == SYSTEMS[game.system].VERSION:
            continue
        earlier += 1
        for side in game.phase.sides:
            table.done(game.id, side, NOW)
        assert table._cache.find(game.id).opened.version == opened.version
        audit = str(verify(table.export(game.id)))
        assert opened.version in audit and SYSTEMS[game.system].VERSION in audit, "whoever verifies is told of both"
    assert earlier
    table.close()


def test_a_game_of_rules_that_are_not_here_is_shown_and_not_played(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    data = EngineData(file)
    game = data.table.open("millers-bridge", "", NOW, 86_400)
    data.close()
    relink(file, game.id, "miniwars/")
    data = EngineData(file)
    assert data.table.game(game.id).name and data.table.picture(game.id)
    for act in (lambda: data.table.seat(game.id, "", "ann", NOW), lambda: data.table.rule(game.id, "hm", NOW, "ann")):
        with pytest.raises(Refused, match=r"began with the rules miniwars/99.*does not play on") as no:
            act()
        assert no.value.code == "newer"
    data.close()


def relink(file: Path, game: str, rules: str) -> None:
    """As a later program would have opened the game: the version of its rules is 99, and its chain is whole."""
    journal = Journal(file)
    entries, before, changes = journal.read(game), "", list[str]()
    journal.close()
    for entry in entries:
        body = re.sub(rf'"version":"{rules}[0-9]+"', f'"version":"{rules}99"', entry.body)
        before = link(before, entry.kind, entry.side, entry.at, digest(entry.salt, body))
        quoted = body.replace("'", "''")
        changes.append(f"update entry set body = '{quoted}', link = '{before}' where seq = {entry.seq}")
    run_past_program(file, "drop trigger entry_no_update", *changes, f"update head set link = '{before}'")
