"""`fieldpost replay`: a saved game as an animated GIF."""

from pathlib import Path

import pytest
from PIL import Image

from bot.__main__ import main
from engine.table import Table
from tests.support.toy_system import NOW, entropy


def test_a_game_becomes_a_gif(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(tmp_path / "games.db", entropy())
    key = table.open("millers-bridge", "", NOW).id
    for side in table.game(key).sides:
        table.seat(key, side, side, NOW)
    table.close()
    words = ["replay", key, str(tmp_path / "game.gif"), "--db", str(tmp_path / "games.db")]
    assert main(words) == 0
    assert "in 1 pictures" not in (said := capsys.readouterr().out) and "1 picture" in said
    with Image.open(tmp_path / "game.gif") as gif:
        assert gif.format == "GIF"
    assert main([*words, "--turn", "1"]) == 0
    assert "turn 1 in " in (said := capsys.readouterr().out) and "  Initiative: " in said
    assert main([*words, "--turn", "9"]) == 2
    assert "There is no turn 9" in capsys.readouterr().err
    assert main(["replay", "nothing", *words[2:]]) == 2
    assert "There is no game 'nothing'" in capsys.readouterr().err
