"""Copies of a database in another, of the same kind or the other: everything is there, or nothing."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from bot.cli.copy_database import PLACES, TABLES, WHOLE
from bot.discord.messages import posts
from bot.hosting.engine_thread import EngineData
from bot.hosting.forum_queue import KnownAccount, LetterPlace
from bot.hosting.mail_queue import QueuedMail
from bot.hosting.scenario_check import CheckedScenario
from engine.database.address import Address
from engine.game.kept_drafts import KeptDrafts
from engine.leagues.desk import Leagues
from engine.leagues.entries import Entered, Template
from engine.log.deadline import add_seconds
from engine.log.journal import Journal
from engine.log.verify import verify
from engine.rolls.dice_log import RollAsked
from engine.rolls.made_rolls import MadeRolls
from engine.table import Refused, Table
from tests.bot.command_line import fieldpost
from tests.engine.table_games import started
from tests.support.databases import KINDS, Made, forge, new_database
from tests.support.toy_system import NOW, entropy

COPIED = {**TABLES, **WHOLE, **PLACES}
MADE_AGAIN = {
    *("entry", "roll_entry", "league_entry"),  # copied by their chains
    "head",  # made by the database with the entries
    *("played_game", "played_until"),  # made from the games
    *("mail_delivery", "forum_delivery"),  # made with every outbox; only Discord's is used
}
"""What no list of columns names."""


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
    data.leagues.open("Spring Cup", Template("toy", "swiss", ("ford",)), ann, NOW)
    data.leagues.write("spring-cup", lambda _: [Entered(ann), Entered("4711")], NOW)
    data.table.close()
    return keys


def columns_of(file: Address, table: str) -> dict[str, str]:
    """Column -> its type in SQLite."""
    with closing(sqlite3.connect(file)) as opened:
        return {str(row[1]): str(row[2]).lower() for row in opened.execute(f"pragma table_info({table})")}


def fill_at_random(address: Address, keys: Sequence[str], shape: Address, chance: Random) -> None:
    """Add rows to every table that is copied, then change and delete some.  ``shape``: a file that has the tables."""
    EngineData(shape).close()

    def value(column: str, kind: str, table: str) -> str | int | bytes:
        if column == "game" and (table in TABLES or table in PLACES):
            return chance.choice(keys)
        if kind == "blob":
            return chance.randbytes(32)
        if "int" in kind:
            return chance.choice((0, 1, chance.randrange(2**31)))
        return "".join(chance.choices("aZ0 '\"%?\\\nü🙂\u2028", k=chance.randrange(1, 30)))

    database = Journal(address)
    for table, columns in COPIED.items():
        kinds = columns_of(shape, table)
        names, places = ", ".join(columns), ", ".join("?" * len(columns))
        for _ in range(6):
            row = [value(column, kinds[column], table) for column in columns]
            with suppress(Refused):  # such a row is there
                database.database.execute(f"insert into {table} ({names}) values ({places})", row)
        some = next(column for column in columns if "text" in kinds[column])
        (first, *_, last) = sorted(str(found) for (found,) in database.database.query(f"select {some} from {table}"))
        if last != first:
            database.database.execute(f"delete from {table} where {some} = ?", [last])
        database.database.execute(f"update {table} set {some} = {some} where {some} = ?", [first])  # a server moves it
    database.close()


def everything(address: Address) -> dict[str, object]:
    journal = Journal(address)
    found: dict[str, object] = {
        table: sorted(journal.database.query(f"select {', '.join(columns)} from {table}"))
        for table, columns in COPIED.items()
    }
    found["entries"] = {game: journal.read(game) for game in journal.games()}
    rolls = MadeRolls(journal)
    found["dice logs"] = {log: rolls.export(log) for log in rolls.store.games()}
    leagues = Leagues(journal, entropy("leagues"))
    found["leagues"] = {league: leagues.log(league) for league in leagues.ids()}
    for table, columns in PLACES.items():
        found[table] = list(journal.database.query(f"select {', '.join(columns)} from {table} order by rowid"))
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
    assert code == 2 and "has 5 games and 1 dice log and 1 league already" in err


@pytest.mark.parametrize("kind", KINDS)
def test_every_table_and_column_is_copied_or_made_again(made: Made, kind: str) -> None:
    address, file = made(kind), made("sqlite")
    for new in (address, file):
        EngineData(new).close()
    on_server, in_file = "select tablename from pg_tables where schemaname = 'public'", "select name from sqlite_master"
    journal = Journal(address)
    found = journal.database.query(on_server if kind == "postgresql" else f"{in_file} where type = 'table'")
    journal.close()
    assert {str(name) for (name,) in found} - {"fieldpost"} == {*COPIED, *MADE_AGAIN}
    for table, columns in COPIED.items():
        assert set(columns_of(file, table)) == set(columns), table


@pytest.mark.parametrize("source", KINDS)
def test_whatever_the_tables_hold_is_carried_there_and_back(made: Made, duel: str, source: str, tmp_path: Path) -> None:
    """Rows of any texts and numbers in every table, some of them changed and deleted again."""
    other = next(kind for kind in KINDS if kind != source)
    first, second, third = made(source), made(other), made(source)
    fill_at_random(first, filled(first, duel), made("sqlite"), Random(source))
    before = everything(first)
    assert not [table for table in COPIED if not before[table]], "every table has rows"
    for old, new in ((first, second), (second, third)):
        code, out, err = fieldpost("copy-db", str(old), str(new), cwd=tmp_path)
        assert code == 0 and "Every chain is valid there." in out, out + err
        assert everything(new) == before


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
