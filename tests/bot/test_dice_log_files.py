"""Dice logs on the command line: exported, and verified with the exit code of the verdict."""

from pathlib import Path

from bot.hosting.engine_thread import EngineData
from engine.log.head import head_line
from engine.rolls.dice_log import RollAsked
from tests.bot.command_line import fieldpost
from tests.support.toy_system import NOW


def test_an_exported_dice_log_gets_the_three_verdicts(tmp_path: Path) -> None:
    data = EngineData(tmp_path / "games.db")
    for number in range(1, 4):
        data.rolls.roll("rolls-17", RollAsked("9d20", "7", f"discord:{number}", number == 2), NOW)
    code, out, err = fieldpost("export", "rolls-17", "rolls.json", "--db", "games.db", cwd=tmp_path)
    assert code == 0 and "fieldpost verify rolls.json" in out, err
    code, out, _ = fieldpost("verify", "rolls.json", cwd=tmp_path)
    assert code == 3 and "1 sealed roll (2)" in out
    shown = data.rolls.reveal("rolls-17", 2, "7", "discord:4", NOW)
    data.table.close()
    fieldpost("export", "rolls-17", "rolls.json", "--db", "games.db", cwd=tmp_path)
    code, out, _ = fieldpost("verify", "rolls.json", cwd=tmp_path)
    assert code == 0 and out.startswith("Proved: rolls-17") and "3 results, each rolled again" in out
    posted = head_line("rolls-17", shown.seq, shown.link)
    code, out, _ = fieldpost("verify", "rolls.json", "--against", posted, cwd=tmp_path)
    assert code == 0 and "rolls-17" in out
    code, out, _ = fieldpost(
        "verify", "rolls.json", "--against", f"{posted[:-1]}{'ab'[posted[-1] == 'a']}", cwd=tmp_path
    )
    assert code == 1 and f"Entry {shown.seq}" in out
    file = tmp_path / "rolls.json"
    file.write_bytes(file.read_bytes().replace(b'"player":"7"', b'"player":"8"', 1))
    code, out, _ = fieldpost("verify", "rolls.json", cwd=tmp_path)
    assert code == 1 and out.startswith("Not proved: rolls-17\nEntry 4:")
    code, _, err = fieldpost("export", "rolls-18", "rolls.json", "--db", "games.db", cwd=tmp_path)
    assert code == 2 and "There is no game 'rolls-18'" in err
