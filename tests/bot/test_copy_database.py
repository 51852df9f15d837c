"""Copies of a database in another, of the same kind or the other: everything is there, or nothing."""

import sqlite3
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from bot.bench.private_postgresql import Server
from bot.cli.copy_database import DESTINATION, TABLES, WHOLE
from bot.discord.messages import posts
from bot.hosting.engine_thread import EngineData
from bot.hosting.forum_queue import KnownAccount, LetterPlace
from bot.hosting.mail_queue import QueuedMail
from bot.hosting.scenario_check import CheckedScenario
from engine.database.address import Address
from engine.game.kept_drafts import KeptDrafts
from engine.log.deadline import add_seconds
from engine.log.journal import Journal
from engine.log.verify import verify
from engine.rolls.dice_log import RollAsked
from engine.rolls.made_rolls import MadeRolls
from engine.table import Table
from tests.bot.command_line import fieldpost
from tests.engine.table_games import started
from tests.support.databases import KINDS, forge, new_database
from tests.support.toy_system import NOW, entropy

Made = Callable[[str], Address]


@pytest.fixture
def made(tmp_path: Path, request: pytest.FixtureRequest) -> Made:
    """Addresses of new databases, by their kind."""

    numbers = count()

    def make(kind: str) -> Address:
        if kind == "sqlite":
            return tmp_path / f"games-{next(numbers)}.db"
        server: Server = request.getfixturevalue("postgresql_server")
        return server.new_database()

    return make


def filled(address: Address, duel: str) -> list[str]:
    """A database with games, drafts, secrets, posts on their way and places: its games."""
    data = EngineData(new_database(address))
    keys = [started(data.table, duel, 60, f"Duel {n} 🙂") for n in range(5)]
    for key in reversed(keys):
        data.outbox.set_destination(key, f"discord:1/{key[-1]}/0", "tag")
        data.outbox.add_news(posts, data.table.game(key), data.table.news(key))
    first = data.outbox.next_delivery(keys[0])
    assert first
    data.outbox.mark_delivered(first, "17")
    data.outbox.invite(keys[1], "4711")
    data.statuses.create(keys[0], 3)
    ann = data.people.add("mail", "ann@home.example", "Ann", NOW)
    data.people.seat_key(keys[0], "red", ann)
    data.people.new_code(ann, NOW)
    data.choose(ann, {"quiet": "22:00-07:00"})
    data.direct.keep("4711", "a list")
    data.reminders.plan()
    data.mails.receive("key", "ann@home.example", NOW)
    data.mails.add(QueuedMail("ack.1", "answer", keys[0], ann, "ann@home.example", "{}", b"raw", 0, NOW))
    data.outboxes["mail"].set_destination(keys[0], "mail:", "mail")
    data.outboxes["forum"].set_destination(keys[1], "topic:4", "forum")
    data.forum.receive("topic:4/17", "topic:4", "7", NOW)
    data.forum.set_topic(keys[1], "topic:4", 16, data.forum.add(keys[1], "topic", f"game:{keys[1]}", "", NOW), "words")
    data.forum.add_topic(keys[1], "7")
    data.forum.set_letter(LetterPlace("letter:9", "7", keys[1], 3))
    data.forum.remember_account(KnownAccount("7", "ann", "Ann"))
    data.forum.set_note("mark", "17")
    data.table.write(keys[2], "red", "R1 hit B1", NOW)
    data.absences.announce(ann, NOW, add_seconds(NOW, 86_400), NOW)
    data.macros.save(ann, "attack", "2d6+1")
    data.sandboxes.put(ann, keys[2], "{}", NOW)
    data.table.journal.database.execute("insert into reserved_seat values (?, ?, ?)", [keys[3], "red", ann])
    data.servers.change("discord:1", {"per_person": 3})
    data.openings.record(keys[0], ann, "discord:1", NOW)
    KeptDrafts(data.table.journal.database).create_table()
    kept = "insert into kept_draft (game, side, text, ahead, salt, at) values (?, ?, ?, ?, ?, ?)"
    data.table.journal.database.execute(kept, [keys[3], "red", "R1 hit B1", 0, "0" * 32, NOW])
    data.own_scenarios.add("discord:1", "ford", CheckedScenario((), "The Ford", "toy", "{}"), ann, NOW)
    for number in range(1, 4):
        data.rolls.roll("rolls-17", RollAsked("2d6", ann, f"discord:{number}", number == 2), NOW)
    data.table.close()
    return keys


def everything(address: Address) -> dict[str, object]:
    journal = Journal(address)
    found: dict[str, object] = {
        table: sorted(journal.database.query(f"select {', '.join(columns)} from {table}"))
        for table, columns in (TABLES | WHOLE).items()
    }
    found["entries"] = {game: journal.read(game) for game in journal.games()}
    rolls = MadeRolls(journal)
    found["dice logs"] = {log: rolls.export(log) for log in rolls.store.games()}
    found["places"] = list(journal.database.query(f"select {', '.join(DESTINATION)} from destination order by rowid"))
    found["stale"] = journal.rows.stale()
    journal.close()
    return found


@pytest.mark.parametrize("target", KINDS)
@pytest.mark.parametrize("source", KINDS)
def test_everything_is_copied(made: Made, duel: str, source: str, target: str, tmp_path: Path) -> None:
    old, new = made(source), made(target)
    keys = filled(old, duel)
    before = everything(old)
    code, out, err = fieldpost("copy-db", str(old), str(new), cwd=tmp_path)
    assert code == 0 and "Copied 5 games with" in out and "Every chain is valid there." in out, out + err
    assert everything(new) == before == everything(old) and before["stale"] == ()
    table = Table(new, entropy("new"))
    assert table.commit(keys[2], "red", NOW).lines and verify(table.export(keys[2])).holds
    table.close()
    code, out, err = fieldpost("copy-db", str(old), str(new), cwd=tmp_path)
    assert code == 2 and "has 5 games and 1 dice log already" in err


@pytest.mark.parametrize("target", KINDS)
def test_a_chain_that_is_broken_is_not_copied(made: Made, duel: str, target: str, tmp_path: Path) -> None:
    old, new = made("sqlite"), made(target)
    keys = filled(old, duel)
    forge(old, f"update entry set body = replace(body, 'ann', 'eve') where kind = 'seated' and game = '{keys[3]}'")
    code, _, err = fieldpost("copy-db", str(old), str(new), cwd=tmp_path)
    assert code == 2 and f"Entry 3 of {keys[3]} has been changed" in err
    journal = Journal(new)
    assert journal.games() == () and journal.rows.last_change() == 0
    journal.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_database_that_a_bot_serves_is_not_copied(made: Made, duel: str, kind: str, tmp_path: Path) -> None:
    from bot.hosting.serve_lock import serve_lock

    old = made(kind)
    filled(old, duel)
    bot = Journal(old)
    with serve_lock(old):
        bot.database.serve_alone()
        code, _, err = fieldpost("copy-db", str(old), str(tmp_path / "new.db"), cwd=tmp_path)
    bot.close()
    assert code == 2 and "Another bot already serves" in err


def test_what_cannot_be_copied(tmp_path: Path, duel: str) -> None:
    filled(tmp_path / "games.db", duel)
    sqlite3.connect(tmp_path / "letter.txt").execute("create table entry (id)")
    for words, says in (
        (("nothing.db", "new.db"), "There is no database nothing.db"),
        (("games.db", "games.db"), "cannot be copied to itself"),
        (("games.db", "letter.txt"), "belongs to another program"),
    ):
        code, out, err = fieldpost("copy-db", *words, cwd=tmp_path)
        assert code == 2 and says in err, out + err
