"""Backups are whole whatever happens meanwhile; a restore loses nothing, neither what it replaces nor when killed."""

import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.cli import backup as backup_command
from bot.cli import restore as restore_command
from bot.discord.messages import posts
from bot.hosting.engine_thread import EngineData
from bot.hosting.last_backup import last_backup
from bot.hosting.serve_lock import serve_lock
from engine.log.verify import verify
from engine.table import Table
from tests.bot.command_line import Ran, fieldpost
from tests.engine.table_games import started
from tests.support.damaged_databases import damage
from tests.support.databases import forge
from tests.support.sampling import share
from tests.support.toy_system import NOW, entropy


@pytest.fixture
def games(tmp_path: Path, duel: str) -> Iterator[Path]:
    """A folder with a database of three games."""
    data = EngineData(tmp_path / "fieldpost.db")
    for name in ("Dawn", "Noon", "Dusk"):
        game = started(data.table, duel, 60, name)
        data.table.write(game, "red", "R1 hit B1", NOW)
        data.outbox.set_destination(game, "discord:1/7/0", "tag")
        data.outbox.add_news(posts, data.table.game(game), data.table.news(game))
    data.close()
    yield tmp_path


def logs(database: Path) -> dict[str, bytes]:
    """The exported log of every game."""
    table = Table(database, entropy("look"))
    found = {game.id: table.export(game.id) for game in table.games()}
    table.close()
    return found


def play_on(database: Path) -> None:
    table = Table(database, entropy("play on"))
    table.done("duel-2", "red", NOW)
    table.close()


def restored(folder: Path, *words: str) -> Ran:
    return fieldpost("restore", *words, cwd=folder)


def test_a_backup_comes_back(games: Path, duel: str) -> None:
    code, out, err = fieldpost("backup", "kept.db", cwd=games)
    assert (code, err) == (0, "") and "kept.db: 3 games with" in out and "Every chain is valid" in out, out
    before = logs(games / "fieldpost.db")
    assert sorted(path.name for path in games.glob("kept*")) == ["kept.db"], "one file, and nothing beside it"
    assert (games / "kept.db").stat().st_mode & 0o777 == 0o600, "for its owner's eyes only"
    noted = last_backup(Table(games / "fieldpost.db", entropy("")).journal.database)
    assert noted and noted.file == str(games / "kept.db")
    (games / "fieldpost.db").unlink()
    code, out, err = restored(games, "kept.db")
    assert (code, err) == (0, "") and "fieldpost.db: 3 games with" in out and logs(games / "fieldpost.db") == before
    play_on(games / "fieldpost.db")
    assert verify(logs(games / "fieldpost.db")["duel-2"]).holds


def test_a_backup_is_of_one_moment_while_others_write(games: Path, duel: str) -> None:
    """What was stored before is in it, and of commits that come meanwhile all or nothing."""
    stop, wrote = threading.Event(), list[int]()

    def write() -> None:
        table = Table(games / "fieldpost.db", entropy("meanwhile"))
        while not stop.is_set():
            table.write("duel-1", "red", f"R1 hit B1\nR1 plan {len(wrote)}", NOW)
            wrote.append(1)
            stop.wait(0.002)
        table.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(share(20, 3)):
            before = len(wrote)
            code, _, err = fieldpost("backup", f"{number}.db", cwd=games)
            assert (code, err) == (0, "")
            table = Table(games / f"{number}.db", entropy("look"))
            draft = table.draft("duel-1", "red").split()
            assert (int(draft[-1]) if "plan" in draft else -1) >= before - 1
            table.close()
    finally:
        stop.set()
        writer.join()
    assert wrote


def test_while_somebody_is_writing_a_backup_waits_for_nobody(games: Path) -> None:
    with closing(sqlite3.connect(games / "fieldpost.db", isolation_level=None)) as other:
        other.execute("begin immediate")
        other.execute("insert into entry values ('x-1', 1, 'opened', '', '', '{}', '', '')")
        backup_command._copy(games / "fieldpost.db", games / "kept.db")
        other.execute("rollback")
    assert len(logs(games / "kept.db")) == 3


def test_nothing_is_overwritten_and_what_cannot_be_backed_up_says_why(games: Path) -> None:
    (games / "kept.db").write_text("precious")
    for words, says in (
        (("kept.db",), "kept.db exists, and backups overwrite nothing"),
        ((".",), "is a folder"),
        (("new.db", "--db", "none.db"), "There is no database none.db"),
        (("no/folder/new.db",), "cannot be opened or created"),
        (("new.db", "--db", "postgresql://ann:secret@host/games"), "pg_dump"),
    ):
        code, out, err = fieldpost("backup", *words, cwd=games)
        assert (code, out) == (2, "") and says in err and "secret" not in err, err
    assert (games / "kept.db").read_text() == "precious" and not list(games.glob("new*"))


def test_a_damaged_database_makes_no_backup(games: Path) -> None:
    forge(games / "fieldpost.db", "update entry set body = replace(body, 'ann', 'eve') where kind = 'seated'")
    code, _, err = fieldpost("backup", "kept.db", cwd=games)
    assert code == 2 and "has been changed since it was written" in err and "No backup was made" in err
    assert not list(games.glob("kept*"))


def test_newer_games_are_lost_only_on_purpose_and_even_then_kept(games: Path, duel: str) -> None:
    fieldpost("backup", "kept.db", cwd=games)
    play_on(games / "fieldpost.db")
    table = Table(games / "fieldpost.db", entropy("new"))
    started(table, duel, 60, "Night")
    table.close()
    newer = logs(games / "fieldpost.db")
    code, out, err = restored(games, "kept.db")
    assert (code, out) == (2, "") and "duel-2 (" in err and "duel-4 (" in err and "--replace" in err
    assert "duel-1" not in err and logs(games / "fieldpost.db") == newer
    code, out, _ = restored(games, "kept.db", "--replace")
    (kept,) = games.glob("fieldpost.db.replaced-*")
    assert code == 0 and f"kept as {kept.name}" in out.replace(f"{games}/", "")
    assert logs(kept) == newer and logs(games / "fieldpost.db") == logs(games / "kept.db") != newer
    assert restored(games, kept.name)[0] == 0 and logs(games / "fieldpost.db") == newer, "and back again"


def test_what_is_no_sound_backup_is_refused(games: Path) -> None:
    fieldpost("backup", "kept.db", cwd=games)
    with closing(sqlite3.connect(games / "other.db")) as other:
        other.execute("create table cats (name)")
    (games / "text").write_text("SQLite format 3 is what I am not")
    (games / "empty").write_bytes(b"")
    before = (games / "fieldpost.db").read_bytes()
    for word, says in (
        ("other.db", "is no database of Fieldpost"),
        ("text", "is no database of Fieldpost"),
        ("empty", "is no database of Fieldpost"),
        ("none.db", "cannot be read"),
        (".", "cannot be read"),
        ("fieldpost.db", "is the database itself"),
    ):
        code, out, err = restored(games, word, "--replace")
        assert (code, out) == (2, "") and says in err, err
    assert (games / "fieldpost.db").read_bytes() == before


def test_a_backup_damaged_at_random_is_refused_or_whole(games: Path) -> None:
    fieldpost("backup", "kept.db", cwd=games)
    whole, chance, refused = logs(games / "fieldpost.db"), Random("backup"), 0
    for _ in range(share(300, 25)):
        how = damage(games / "kept.db", games / "damaged.db", chance)
        code, out, err = restored(games, "damaged.db", "--replace")
        if code == 0:  # such as a table that is no game's
            assert "Every chain is valid" in out
            shutil.copy(games / "kept.db", games / "fieldpost.db")
        else:
            refused += 1
            assert code == 2 and "Nothing was changed." in err and "restoring" not in err, (how, err)
            assert logs(games / "fieldpost.db") == whole, how
    assert refused > 5


def test_a_database_in_use_is_not_replaced(games: Path) -> None:
    fieldpost("backup", "kept.db", cwd=games)
    with serve_lock(games / "fieldpost.db"):
        code, _, err = restored(games, "kept.db", "--replace")
    assert code == 2 and "Another bot already serves" in err
    table = Table(games / "fieldpost.db", entropy("terminal"))
    table.write("duel-1", "red", "R1 hit B1", NOW)
    code, _, err = restored(games, "kept.db", "--replace")
    assert code == 2 and "Close all terminals" in err
    table.close()


def test_a_damaged_database_is_replaced_on_purpose_and_kept(games: Path) -> None:
    fieldpost("backup", "kept.db", cwd=games)
    whole = logs(games / "kept.db")
    (games / "fieldpost.db").write_bytes(b"SQLite format 3\0" + b"\xa5" * 5_000)
    code, _, err = restored(games, "kept.db")
    assert code == 2 and "cannot be compared" in err and "--replace" in err
    assert restored(games, "kept.db", "--replace")[0] == 0 and logs(games / "fieldpost.db") == whole
    (kept,) = games.glob("fieldpost.db.replaced-*")
    assert kept.read_bytes().endswith(b"\xa5" * 100)


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("step", share(range(8), range(0, 8, 3)))
def test_killed_at_any_step_of_a_restore_the_database_is_the_old_or_the_new_one(
    games: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    fieldpost("backup", "kept.db", cwd=games)
    play_on(games / "fieldpost.db")
    old, new, left = logs(games / "fieldpost.db"), logs(games / "kept.db"), [step]

    def deadly(name: str) -> Any:
        right = getattr(os, name)

        def act(*values: Any, **named: Any) -> Any:
            if left[0] == 0:
                raise Killed
            left[0] -= 1
            return right(*values, **named)

        return act

    with monkeypatch.context() as patched:
        for name in ("replace", "link", "fsync"):
            patched.setattr(os, name, deadly(name))
        patched.setattr(restore_command, "remove", lambda file: None)  # the dead do not tidy up
        with suppress(Killed):
            restored(games, "kept.db", "--replace")
    assert logs(games / "fieldpost.db") in (old, new)
    found = [logs(games / "fieldpost.db"), *(logs(file) for file in games.glob("*.replaced-*"))]
    assert old in found, "nothing is lost"
    again = restored(games, "kept.db", "--replace")
    assert again[0] == 0 and logs(games / "fieldpost.db") == new, "and it can be done again"
