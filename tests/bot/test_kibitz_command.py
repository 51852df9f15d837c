"""`fieldpost kibitz`: everybody's orders, once a game is over."""

from pathlib import Path

import pytest

from bot.__main__ import main
from engine.table import Table
from tests.support.toy_system import NOW, entropy


def test_secret_orders_are_shown_after_the_end_alone(
    duel: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(tmp_path / "games.db", entropy())
    key = table.open(duel, "Dawn", NOW).id
    for side, player in (("red", "ann"), ("blue", "bob")):
        table.seat(key, side, player, NOW)
    table.done(key, "red", NOW)
    words = ["kibitz", key, "--db", str(tmp_path / "games.db")]
    assert main(words) == 2
    assert "is not over" in capsys.readouterr().err
    table.commit(key, "blue", NOW, text="concede")
    table.close()
    assert main(words) == 0
    assert "concede" in capsys.readouterr().out
    assert main([*words, "--turn", "9"]) == 0
    assert "Nothing was done." in capsys.readouterr().out
