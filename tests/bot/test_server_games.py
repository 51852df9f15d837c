"""The command line with games on a PostgreSQL server, named by FIELDPOST_DB or --db."""

import sys
from pathlib import Path

import pytest

from bot.bench.private_postgresql import Server
from tests.bot.command_line import fieldpost, process

SECRET = "hush-hush"


@pytest.mark.long
def test_games_on_a_server(postgresql_server: Server, tmp_path: Path) -> None:
    """Played, resumed, drawn, exported and verified; the password of the address is never printed."""
    address = postgresql_server.new_database().replace("postgres@", f"postgres:{SECRET}@")
    log = str(tmp_path / "log.json")
    for words, typed, prints in (
        (("play", "millers-bridge", "--db", address), "choose a\n", "millers-1"),
        (("play", "millers-1", "--db", address), "", "millers-1"),
        (("map", "millers-1", str(tmp_path / "map.png"), "--db", address), "", "Miller's Bridge"),
        (("export", "millers-1", log, "--db", address), "", "bytes"),
        (("verify", log), "", "Last link"),
    ):
        code, out, err = fieldpost(*words, cwd=tmp_path, typed=typed)
        assert code == (3 if words[0] == "verify" else 0) and prints in out and SECRET not in out + err, out + err
    code, out, err = process("export", "nothing", log, cwd=tmp_path, FIELDPOST_DB=address)
    assert code == 2 and "There is no game 'nothing'. Games: millers-1" in err and SECRET not in out + err


def test_the_care_of_a_server_is_its_own_and_says_so(postgresql_server: Server, tmp_path: Path) -> None:
    """What works there works, and what does not names the command that does, which works as it is written."""
    address = postgresql_server.new_database().replace("postgres@", f"postgres:{SECRET}@")
    fieldpost("play", "millers-bridge", "--db", address, cwd=tmp_path, typed="choose a\n")

    def said(code: int, *words: str) -> str:
        ran, out, err = fieldpost(*words, cwd=tmp_path)
        assert ran == code and SECRET not in out + err, out + err
        return out + err

    def typed_back(refusal: str) -> list[str]:
        """The words after ``type: fieldpost``, with the password that no message has."""
        return refusal.rpartition("type: fieldpost ")[2].replace("postgres@", f"postgres:{SECRET}@").split()

    checked = said(0, "doctor", "--db", address)
    assert "can be read; it has 1 game." in checked and "made with pg_dump" in checked and "Nothing is wrong" in checked
    assert "No game is halted." in said(0, "resume", "--db", address)
    assert "No game was packed." in said(0, "archive", "packed", "--db", address)
    assert "No game is archived." in said(0, "archive", "--list", "--db", address)
    refused = said(2, "backup", "kept.db", "--db", address)
    assert "back it up with pg_dump while the bot runs" in refused and not (tmp_path / "kept.db").exists()
    assert "Copied 1 game" in said(0, *typed_back(refused)) and "1 game" in said(0, "doctor", "--db", "kept.db")
    empty = postgresql_server.new_database().replace("postgres@", f"postgres:{SECRET}@")
    refused = said(2, "restore", "kept.db", "--db", empty)
    assert "restore it with pg_restore" in refused
    assert "Copied 1 game" in said(0, *typed_back(refused)) and "1 game" in said(0, "doctor", "--db", empty)


@pytest.mark.parametrize("command", [("export", "duel-1", "x.json"), ("play", "millers-bridge")])
def test_a_server_that_is_away(postgresql_server: Server, tmp_path: Path, command: tuple[str, ...]) -> None:
    away = f"postgresql://anna:{SECRET}@localhost:1/games"
    code, out, err = fieldpost(*command, "--db", away, cwd=tmp_path)
    assert code == 2 and "postgresql://anna@localhost:1/games cannot be reached" in err and SECRET not in out + err


def test_without_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "engine.database.postgresql", None)
    address = f"postgresql://anna:{SECRET}@localhost/games"
    code, _, err = fieldpost("play", "millers-bridge", "--db", address, cwd=tmp_path)
    assert code == 2 and "pip install 'fieldpost[postgres]'" in err and SECRET not in err
