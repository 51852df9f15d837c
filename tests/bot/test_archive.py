"""Finished games leave the database for files that verify, whatever happens on the way, and come back as they were."""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from bot.bench.private_postgresql import Server
from bot.cli import archive as archive_command
from bot.discord.messages import posts
from bot.hosting.engine_thread import EngineData
from bot.hosting.halted_games import FAULT, Halted
from bot.hosting.packed_games import Packed, pack, unpack
from bot.hosting.post import Post
from engine.database.address import Address, is_server
from engine.database.sqlite import SQLiteDatabase
from engine.log.journal import ConflictingWrite
from engine.table import Refused
from tests.bot.command_line import Ran, fieldpost
from tests.engine.table_games import started
from tests.support.databases import KINDS, new_database
from tests.support.sampling import share
from tests.support.toy_system import NOW

OLD, GAMES = ("duel-1", "duel-3"), ("duel-1", "duel-2", "duel-3", "duel-4")
"""The games that are over, and all of them; something happened last in the fourth."""
OF_WINTER = ("packed", "--older-than", "90d")


def filled(address: Address, duel: str) -> None:
    """Four games; the first and the third are over, and all of their posts have gone out."""
    data = EngineData(new_database(address))
    for name in ("Dawn", "Noon", "Dusk", "Night"):
        game = started(data.table, duel, 60, name)
        data.outbox.set_destination(game, f"discord:1/{game[-1]}/0", "tag")
        data.people.seat_key(game, "red", "ann")
        data.table.write(game, "blue", "B1 hit R1", NOW)
        if game in OLD:
            data.table.commit(game, "red", NOW, text="concede")
        data.outbox.add_news(posts, data.table.game(game), data.table.news(game))
        while row := data.outbox.next_delivery(game):
            data.outbox.mark_delivered(row, "17")
    data.close()


@pytest.fixture
def folder(tmp_path: Path, duel: str) -> Path:
    filled(tmp_path / "fieldpost.db", duel)
    return tmp_path


def archive(folder: Path, *words: str) -> Ran:
    return fieldpost("archive", *words, cwd=folder)


class Look:
    """What a database holds now."""

    def __init__(self, address: Address) -> None:
        data = EngineData(address)
        self.logs = {game.id: data.table.export(game.id) for game in data.table.games()}
        self.places = {destination.game: destination.address for destination in data.outbox.destinations()}
        self.keys = {game: data.people.seat_key(game, "red", "ann") for game in self.logs}
        self.archived = {archived.game: Path(archived.file) for archived in data.table.archived.all()}
        self.waiting = data.waiting_games("discord")
        data.close()

    def __eq__(self, other: object) -> bool:
        assert isinstance(other, Look)
        return (self.logs, self.places, self.keys, self.waiting) == (
            other.logs,
            other.places,
            other.keys,
            other.waiting,
        )


def test_finished_games_are_packed_verify_and_come_back(folder: Path) -> None:
    before = Look(folder / "fieldpost.db")
    code, out, err = archive(folder, *OF_WINTER)
    assert (code, err) == (0, "") and "Packed 2 games with" in out, (out, err)
    packed = Look(folder / "fieldpost.db")
    assert sorted(packed.logs) == ["duel-2", "duel-4"] == sorted(packed.places) and not packed.waiting
    assert sorted(file.name for file in (folder / "packed").iterdir()) == ["duel-1.zip", "duel-3.zip"]
    for game in OLD:
        file = packed.archived[game]
        assert unpack(file.read_bytes(), "").log == before.logs[game]
        code, out, _ = fieldpost("verify", str(file), cwd=folder)
        assert code == 0 and out.startswith(f"Proved: {game}")
    code, out, _ = archive(folder, "--list")
    assert code == 0 and [line.partition(" ")[0] for line in out.splitlines()] == [*OLD] and "(Dawn)" in out
    for game in OLD:
        code, out, err = archive(folder, "--bring-back", f"packed/{game}.zip")
        assert code == 0 and f"{game}: " in out and "in the database again" in out, err
    assert Look(folder / "fieldpost.db") == before and archive(folder, "--list")[1] == "No game is archived.\n"


def test_the_id_of_a_packed_game_is_never_given_again_and_the_journal_is_guarded_as_before(
    folder: Path, duel: str
) -> None:
    data = EngineData(folder / "fieldpost.db")
    data.table.commit("duel-4", "red", NOW, text="concede")
    started(data.table, duel, 60, "Morning")
    data.close()
    archive(folder, *OF_WINTER)
    data = EngineData(folder / "fieldpost.db")
    data.outbox.mark_seen("duel-4", 999, "")
    data.close()
    archive(folder, *OF_WINTER)
    with closing(sqlite3.connect(folder / "fieldpost.db")) as file, pytest.raises(sqlite3.IntegrityError):
        file.execute("delete from entry")
    data = EngineData(folder / "fieldpost.db")
    assert [game.id for game in data.table.games()] == ["duel-2", "duel-5"]
    assert started(data.table, duel) == "duel-6"
    with pytest.raises(Refused, match="no game 'duel-1'"):
        data.table.game("duel-1")
    data.close()


def test_what_is_not_finished_or_not_given_out_stays(folder: Path) -> None:
    data = EngineData(folder / "fieldpost.db")
    data.halted.halt(Halted("duel-1", FAULT, "its news: KeyError", "c0ffee", NOW))
    data.outbox.add_post("duel-3", Post("on its way"))
    data.close()
    before = Look(folder / "fieldpost.db")
    code, out, _ = archive(folder, *OF_WINTER)
    assert code == 1 and "duel-1 stays in the database: it is halted" in out and "No game was packed" in out
    assert "duel-3 stays in the database: not all of its posts" in out
    assert Look(folder / "fieldpost.db") == before and not (folder / "packed").exists()
    assert archive(folder, "packed", "--older-than", "9999d")[:2] == (0, "No game was packed.\n")


def test_a_game_that_has_changed_since_it_was_packed_stays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody notes something in it, or takes its end back, while its file is being written."""
    write = archive_command._write

    def slowly(file: Path, packed: bytes) -> bool:
        is_new = write(file, packed)
        data = EngineData(folder / "fieldpost.db")
        data.table.rule(file.stem, "Well played.", NOW, "ann")
        data.close()
        return is_new

    monkeypatch.setattr(archive_command, "_write", slowly)
    code, out, _ = archive(folder, *OF_WINTER)
    assert code == 1 and sorted(Look(folder / "fieldpost.db").logs) == [*GAMES]
    assert "duel-1 stays in the database: something happened in it while it was packed" in out
    assert not (folder / "packed").exists(), "no file of a game that stayed"


def test_another_file_of_that_name_is_left_alone(folder: Path) -> None:
    archive(folder, *OF_WINTER)
    packed = folder / "packed"
    assert archive(folder, "--bring-back", "packed/duel-3.zip")[0] == 0
    before = (packed / "duel-1.zip").read_bytes()
    (packed / "duel-3.zip").write_bytes(before)
    code, out, _ = archive(folder, *OF_WINTER)
    assert code == 1 and (packed / "duel-3.zip").read_bytes() == before
    assert "duel-3.zip is not this game as it is now" in out or "happened last" in out


def test_an_age_below_zero_is_answered_with_a_sentence(folder: Path) -> None:
    for words in (("--older-than", "-1d"), ("--older-than=-1d",)):
        code, _, err = archive(folder, "packed", *words)
        assert code == 2 and "An age of -1d lies in the future" in err and "365d" in err, err
    assert not (folder / "packed").exists()


def test_damaged_files_and_wrong_words_are_refused_and_change_nothing(folder: Path) -> None:
    archive(folder, *OF_WINTER)
    before, file = Look(folder / "fieldpost.db"), folder / "packed" / "duel-1.zip"
    whole = file.read_bytes()
    found = unpack(whole, "")
    forged = pack("duel-1", Packed(found.log.replace(b'"ann"', b'"eve"'), found.beside))
    shutil.copy(folder / "packed" / "duel-3.zip", folder / "other.zip")
    for data in (whole[:200], whole[:60] + b"\0" * 40 + whole[100:], b"PK\x03\x04", b"", b"hello", forged):
        (folder / "bad.zip").write_bytes(data)
        code, out, err = archive(folder, "--bring-back", "bad.zip")
        assert (code, out) == (2, "") and "bad.zip" in err, err
    assert fieldpost("verify", "bad.zip", cwd=folder)[0] == 1, "the forged one"
    for words in ((), ("--list", "packed"), ("packed", "--older-than", "a year"), ("--bring-back", "none.zip")):
        assert archive(folder, *words)[0] == 2
    assert archive(folder, "--bring-back", "other.zip")[0] == 0
    assert "There is a game duel-3 in the database already" in archive(folder, "--bring-back", "other.zip")[2]
    code, out, _ = archive(folder, *OF_WINTER)
    assert code == 1 and "duel-3 stays in the database: it is the game in which something happened last" in out
    assert Look(folder / "fieldpost.db").logs["duel-2"] == before.logs["duel-2"]


class Killed(BaseException):
    """The process ends here."""


def deadly(monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    """The n-th time that something is written, be it a file or the database, is the last."""
    left = [steps]

    def watch(owner: Any, name: str) -> None:
        right = getattr(owner, name)

        def act(*values: Any, **named: Any) -> Any:
            if left[0] == 0:
                raise Killed
            left[0] -= 1
            return right(*values, **named)

        monkeypatch.setattr(owner, name, act)

    for name in ("replace", "fsync"):
        watch(os, name)
    for name in ("execute", "execute_many"):
        watch(SQLiteDatabase, name)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("step", share(range(60), range(0, 60, 9)))
def test_killed_at_any_step_nothing_is_lost(folder: Path, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    before = Look(folder / "fieldpost.db")
    with monkeypatch.context() as patched, suppress(Killed):
        data = EngineData(folder / "fieldpost.db")
        deadly(patched, step)
        archive_command._archive_old(data, folder / "packed", 0)
    data.close()
    now = Look(folder / "fieldpost.db")
    for game, log in before.logs.items():
        kept = now.logs.get(game) or unpack(now.archived[game].read_bytes(), "").log
        assert kept == log and (game in now.logs) != (game in now.archived)
    assert archive(folder, *OF_WINTER)[0] == 0 and set(Look(folder / "fieldpost.db").archived) == set(OLD)
    with closing(sqlite3.connect(folder / "fieldpost.db")) as file, pytest.raises(sqlite3.IntegrityError):
        file.execute("delete from entry")


@pytest.mark.parametrize("kind", KINDS)
def test_on_both_databases(kind: str, tmp_path: Path, duel: str, request: pytest.FixtureRequest) -> None:
    address: Address = tmp_path / "games.db"
    if kind == "postgresql":
        server: Server = request.getfixturevalue("postgresql_server")
        address = server.new_database()
    filled(address, duel)
    before = Look(address)
    assert archive(tmp_path, *OF_WINTER, "--db", str(address))[0] == 0
    assert set(Look(address).archived) == set(OLD)
    data = EngineData(address)
    with pytest.raises(Refused):
        data.table.journal.database.execute("delete from entry")
    with pytest.raises(ConflictingWrite):
        data.table.journal.take_out("duel-2", 3, "0" * 64)
    data.close()
    for game in OLD:
        assert archive(tmp_path, "--bring-back", f"packed/{game}.zip", "--db", str(address))[0] == 0
    assert Look(address).logs == before.logs and Look(address).places == before.places
    assert is_server(address) == (kind == "postgresql")
