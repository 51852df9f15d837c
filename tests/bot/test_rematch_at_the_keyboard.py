"""`fieldpost play GAME --rematch`: a saved game that is over, again and with the sides changed."""

from pathlib import Path

import pytest

from bot.__main__ import main
from engine.table import Table
from tests.support.toy_system import entropy


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", None)
    return tmp_path


def play(*words: str) -> int:
    return main(["play", *words, "--db", "games.db"])


def test_a_game_that_is_over_is_opened_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play("millers-bridge") == 0
    assert play("millers-1", "--rematch") == 2
    assert "is not over yet" in capsys.readouterr().err
    table = Table(folder / "games.db", entropy())
    table.commit("millers-1", "reeve", "2026-11-26T12:00:00Z", text="concede")
    table.close()
    assert play("millers-bridge", "--rematch") == 2
    assert "goes with a saved game that is over, not 'millers-bridge'. Over are millers-1." in capsys.readouterr().err
    assert play("millers-1", "--rematch") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "whoever played The Reeve's Men plays The Reivers" in said and "Game millers-2" in said, said
    assert play("millers-2") == 0, "it is saved like any other"
    assert "Game millers-2" in capsys.readouterr().out
