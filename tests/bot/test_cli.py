"""The command line as people and scripts meet it: what it prints, its exit codes, and never a traceback."""

import json
import os
import re
import sqlite3
import subprocess
from pathlib import Path

import pytest
from PIL import Image

from bot.cli.arguments import COMMANDS
from bot.hosting.engine_thread import EngineData
from engine.log.check_page.page import check_page
from engine.log.head import head_line
from engine.systems import SYSTEMS
from tests.bot.command_line import PYTHON, QUOTED, ROOT, clean, ended, fieldpost, process, sound
from tests.bot.keys import Keys


# help and wrong usage
def test_help_names_every_command_and_example(tmp_path: Path) -> None:
    code, said, _ = process("--help", cwd=tmp_path)
    assert code == 0 and "examples:" in said
    for command in COMMANDS:
        assert re.search(rf"^    {command}\b", said, re.MULTILINE), command
        assert re.search(rf"fieldpost {command}\b", said), f"no example of {command}"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ended([command, "--help"]) == 0
    said = capsys.readouterr().out
    assert re.search(rf"example.*fieldpost {command}\b", said, re.DOTALL), said


@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "usage: fieldpost"),
        (["paly"], "did you mean play?"),
        (["play"], "Missing argument: SCENARIO"),
        (["play", "no-such-hill"], "There is no scenario 'no-such-hill'"),
        (["play", "raid-on-danville", "--db"], "--db needs a value"),
        (["play", "raid-on-danville", "twice"], "Unknown argument: twice"),
        (["play", "raid-on-danville", "--db", "garbage"], "garbage"),
        (["play", "raid-on-danville", "--db", "."], "."),
        (["map", "no-such-hill", "x.png"], "There is no scenario"),
        (["map", "raid-on-danville", "."], "is a folder"),
        (["map", "raid-on-danville", "no/such/folder/x.png"], "There is no"),
        (
            ["map", "raid-on-danville", "x.png", "--side", "green"],
            "There is no side 'green'. The sides are danville, rompot",
        ),
        (["case", "nowhere.yaml"], "There is no file nowhere.yaml"),
        (["case", "."], "is a folder"),
        (["check", "nowhere.yaml"], "There is no file nowhere.yaml"),
        (["check", "."], "is a folder"),
        (["scenarios", "no-such-hill"], "There is no scenario"),
        (["rules", "chess"], "There are no rules called 'chess'"),
        (["rules", "minwars"], "Did you mean miniwars?"),
        (["boards", "cheese"], "There are no rules called 'cheese'"),
        (["boards", "baker"], "Baker's Combat Losses has no boards."),
        (["map", "millers-bridge", "map.gif"], "The picture is a PNG file, and map.gif says .gif. Write map.png."),
        (["rules", "miniwars", "99.9"], "no passage '99.9'"),
        (["rules", "miniwars", "--out", "card.png"], "--out goes with --card"),
        (["export", "raid-1", "x.json"], "There is no database fieldpost.db"),
        (["export", "raid-1", "x.json", "--db", "garbage"], "garbage"),
        (["verify", "nowhere.json"], "There is no file nowhere.json"),
        (["verify", "."], "is a folder"),
        (["roll", "2d6+"], "Write a number or dice"),
        (["roll", "9999d6"], "the number of dice can be at most 1,000"),
        (["roll", "2d6", "--secret", "xyz"], "hexadecimal"),
        (["verify", "/dev/zero"], "more than"),
        (["serve"], "No door is configured"),
        (["mail", "recieve"], "'recieve' is not one of receive or test: did you mean receive?"),
        (["mail", "x"], "'x' is not one of receive or test: write receive, for example."),
        (["army", "chekc", "x"], "did you mean check?"),
        (["srve"], "There is no command 'srve': did you mean serve?"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_wrong_usage_ends_with_2_and_a_sentence(
    words: list[str],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "garbage").write_bytes(b"this is no database at all, just some words" * 200)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    code = ended(words)
    out, err = capsys.readouterr()
    assert code == 2 and says in out + err
    assert "inside Fieldpost itself" not in err, err
    assert not re.search(r"\b(invalid|error|Errno)\b", err, re.IGNORECASE), err
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix in (".png", ".json")) == []


def test_an_unreadable_file_is_named(tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("case: x")
    secret.chmod(0)
    if os.access(secret, os.R_OK):
        secret.unlink()
        secret.symlink_to(secret)
    code, _, err = fieldpost("case", str(secret), cwd=tmp_path)
    assert code == 2 and str(secret) in err


# what each command does
def test_case_counts_and_names_failures(tmp_path: Path) -> None:
    whole = (ROOT / "tests/cases/miniwars.yaml").read_text("utf-8").split("\n- case: ")
    good = tmp_path / "good.yaml"
    good.write_text("\n- case: ".join(whole[:13]), "utf-8")
    code, out, _ = fieldpost("case", str(good), cwd=tmp_path)
    assert code == 0 and re.fullmatch(r"\d\d+ passed, 0 failed", out.strip())
    bad = tmp_path / "bad.yaml"
    bad.write_text(good.read_text("utf-8").replace("dice: [5, 3]", "dice: [3, 5]", 1), "utf-8")
    code, out, _ = fieldpost("case", str(bad), cwd=tmp_path)
    first, *_, last = out.splitlines()
    assert code == 1 and re.fullmatch(r"\d\d+ passed, 1 failed", last)
    assert first.startswith(f"{bad}: initiative-higher-roll-chooses, step 1: expected ") and "; came " in first


def test_a_case_of_an_unknown_system_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "other.yaml").write_text("case: far\nscenario: {system: chess, name: x}\nplay: [{}]\n")
    code, out, _ = fieldpost("case", "other.yaml", cwd=tmp_path)
    assert code == 1 and "there are no rules called chess" in out and out.endswith("0 passed, 1 failed\n")


def test_check_reports_line_and_column(tmp_path: Path) -> None:
    good = ROOT / "maps/scenarios/miniwars/millers-bridge.yaml"
    assert fieldpost("check", str(good), cwd=tmp_path)[0] == 0
    (tmp_path / "bad.yaml").write_text(good.read_text("utf-8").replace("type: bowmen", "type: bowman"), "utf-8")
    code, out, _ = fieldpost("check", "bad.yaml", str(good), cwd=tmp_path)
    assert code == 1 and re.search(
        r"^bad\.yaml:39:\d+: there is no type bowman: did you mean bowmen\?$", out, re.MULTILINE
    )
    assert fieldpost("play", "bad.yaml", cwd=tmp_path)[0] == 2


def test_the_rules_on_one_page_as_text_and_as_a_picture(tmp_path: Path) -> None:
    code, out, _ = fieldpost("rules", "MW", "--card", cwd=tmp_path)
    assert code == 0 and "The turn (MW 4.1)" in out and "W1 move 1506 1605" in out
    code, out, _ = fieldpost("rules", "zones", "--card", "--out", "card.png", cwd=tmp_path)
    assert code == 0 and "card.png: Zone Control on one page" in out
    with Image.open(tmp_path / "card.png") as picture:
        assert picture.size[0] == 900


def test_help_of_rules_and_cards_names_every_system(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("rules", "cards"):
        assert ended([command, "--help"]) == 0
        said = " ".join(capsys.readouterr().out.split())
        assert all(system in said for system in SYSTEMS)


def test_scenarios_rules_and_roll(tmp_path: Path) -> None:
    assert fieldpost("scenarios", cwd=tmp_path)[1].count("MiniWars") >= 4
    assert "Two lords" in fieldpost("scenarios", "twin-hamlets", cwd=tmp_path)[1]
    assert fieldpost("rules", "MW", "8.4", cwd=tmp_path)[1].startswith("MW 8.4 ")
    for system in ("baker", "miniwars"):
        assert not re.search(r"\*\*|^#+ ", fieldpost("rules", system, cwd=tmp_path)[1], re.M), "plain text in a pipe"
    code, out, _ = fieldpost("roll", "2d6+1", cwd=tmp_path)
    assert code == 0 and (found := re.fullmatch(r"2d6\+1: (\d)\+(\d) \+1 = (\d+)", out.strip()))
    assert int(found[1]) + int(found[2]) + 1 == int(found[3])
    assert re.fullmatch(r"-d6: -\d", fieldpost("roll", "-d6", cwd=tmp_path)[1].strip())
    assert re.fullmatch(r"-\(d6\): -\(\d\) = -\d", fieldpost("roll", "-(d6)", cwd=tmp_path)[1].strip())
    assert len(fieldpost("roll", "2d6x2", cwd=tmp_path)[2].splitlines()) == 4
    assert len(fieldpost("roll", "U1:", "3x", "d6;", "d8", cwd=tmp_path)[1].splitlines()) == 6
    again = [fieldpost("roll", "9d1000", "--secret", "07" * 32, cwd=tmp_path)[1] for _ in range(2)]
    assert again[0] == again[1] and len(set(again[0].split())) > 1


def test_map_draws_scenarios_and_files(tmp_path: Path) -> None:
    code, out, _ = fieldpost("map", "millers-bridge", "bridge.png", cwd=tmp_path)
    assert code == 0 and out.startswith("bridge.png: ")
    with Image.open(tmp_path / "bridge.png") as picture:
        assert picture.format == "PNG" and min(picture.size) > 500


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    line = f"set -o pipefail; {QUOTED} -u -m bot rules miniwars | head -1"
    ran = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, env=clean(), timeout=60)
    assert (ran.returncode, ran.stdout.strip(), ran.stderr) == (0, "MiniWars: the rulebook", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this machine has no device that is always full")
def test_a_full_disk_is_reported(tmp_path: Path) -> None:
    line = f"{QUOTED} -m bot roll d6 > /dev/full"
    ran = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, env=clean(), timeout=60)
    drawn = fieldpost("map", "millers-bridge", "/dev/full", cwd=tmp_path)
    for code, _, err in (sound((ran.returncode, ran.stdout, ran.stderr)), drawn):
        assert code == 2 and "No space left on device." in err


@pytest.mark.long
def test_without_its_libraries_it_says_how_to_install_them(tmp_path: Path) -> None:
    ran = subprocess.run(
        [PYTHON, "-S", "-m", "bot", "play", "millers-bridge"], cwd=tmp_path, capture_output=True, text=True, env=clean()
    )
    assert ran.returncode == 2 and not ran.stdout
    assert ran.stderr.startswith("msgspec is not installed, and Fieldpost needs it: `pip install -e .`"), ran.stderr


def test_commands_work_without_standard_input_or_output(tmp_path: Path) -> None:
    for line in (f"{QUOTED} -m bot roll d6 >&-", f"{QUOTED} -m bot play millers-bridge <&-"):
        ran = subprocess.run(
            ["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, env=clean(), timeout=60
        )
        assert (ran.returncode, ran.stderr) == (0, "")


def test_any_character_can_be_shown_anywhere(tmp_path: Path) -> None:
    """A terminal that knows only ASCII gets signs in ASCII, not a traceback."""
    code, out, _ = process(
        "scenarios", "twin-hamlets", cwd=tmp_path, PYTHONUTF8="0", PYTHONIOENCODING="ascii", LC_ALL="C"
    )
    assert code == 0 and "Twin Hamlets" in out


# play
def test_a_file_of_orders_is_played_and_the_game_resumes(tmp_path: Path) -> None:
    code, out, _ = fieldpost("play", "millers-bridge", cwd=tmp_path, typed="choose a\nBO fire XX\n")
    assert code == 1 and "✓ choose a" in out
    assert "    BO fire XX\n            ^^\n" in out and "[unknown-unit]" in out and "(line 2 of the input)" in out
    assert re.search(r"Initiative: .*\d.*\d", out), "the dice of the opening are shown"
    assert "A (shoots first)" not in out, "behind a refused line nothing runs"
    code, out, _ = fieldpost("play", "millers-bridge", cwd=tmp_path, typed="card BO\n\n")
    assert code == 0 and "Your draft of before is kept" in out and "A (shoots first)" not in out
    code, out, _ = fieldpost("play", "millers-bridge", cwd=tmp_path, typed="# nothing yet\n\ncommit\n")
    first = re.findall(r"map: (\S+\.png)", out)
    assert len(first) == 1 and (tmp_path / first[0]).stat().st_size > 10_000
    code, out, _ = fieldpost("play", "millers-bridge", cwd=tmp_path, typed="log\nconcede\nundo\nconcede\ncommit\n")
    assert code == 0 and "Game millers-1" in out and "A (shoots first)" in out and "removed: concede" in out
    assert "The game is over." in out
    asked = "units\nmap\nhelp\nideas\nshow\nrules 8.4\nquit\nnonsense here\n"
    code, out, _ = fieldpost("play", "millers-bridge", cwd=tmp_path, typed=asked)
    assert code == 0 and "Game millers-2" in out and "MW 8.4 " in out and "**" not in out
    assert fieldpost("play", "millers-2", "--new", cwd=tmp_path, typed="")[0] == 0
    assert "not under way" not in fieldpost("play", "millers-1", cwd=tmp_path, typed="units\n")[1]
    log(tmp_path)


def log(folder: Path) -> None:
    """The game that was conceded: exported, verified, drawn; and found out when one digit is changed."""
    code, out, _ = fieldpost("export", "millers-1", "game.json", cwd=folder)
    assert code == 0 and "game.json" in out
    code, out, _ = fieldpost("verify", "game.json", cwd=folder)
    assert code == 0 and out.startswith("Proved: millers-1\n")
    data = (folder / "game.json").read_bytes()
    first, second = (head_line("millers-1", entry["seq"], entry["link"]) for entry in json.loads(data)["entries"][1:3])
    assert fieldpost("verify", "game.json", "--against", first, cwd=folder)[0] == 0
    forged = second[:-1] + ("b" if second.endswith("a") else "a")
    (folder / "posts.txt").write_text(f"A report\n-# {first}\n\nAnother\n-# {forged}\n")
    code, out, _ = fieldpost("verify", "game.json", "--against", "posts.txt", cwd=folder)
    assert code == 1 and "Entry 3: The text has" in out
    assert fieldpost("verify", "game.json", "--against", "", cwd=folder)[0] == 3, "asked for, and nothing to compare"
    other = fieldpost("luck", "millers-1", "--out", "game.json", cwd=folder)
    assert other[0] == 2 and "is the log of a game, which is not overwritten" in other[2]
    assert fieldpost("export", "millers-1", "game.json", cwd=folder)[0] == 0, "its own log may be written anew"
    assert "no file nowhere.txt" in fieldpost("verify", "game.json", "--against", "nowhere.txt", cwd=folder)[2]
    code, out, _ = fieldpost("verify", "game.json", "--page", "game.html", cwd=folder)
    assert code == 0 and out.startswith("Proved: millers-1\n") and "game.html: " in out
    assert (folder / "game.html").read_bytes() == check_page(data, "game.json", len(data) * 9).html
    code, _, err = fieldpost("verify", "game.json", "--page", "./game.json", cwd=folder)
    assert code == 2 and "--page log.html" in err and (folder / "game.json").read_bytes() == data
    (folder / "bytes.json").write_bytes(b"hello")
    code, _, err = fieldpost("verify", "bytes.json", "--page", "bytes.html", cwd=folder)
    assert code == 2 and "not the log of a game" in err and not (folder / "bytes.html").exists()
    (folder / "bytes.json").write_bytes(data + b"\xff")
    code, out, _ = fieldpost("verify", "bytes.json", "--page", "bytes.html", cwd=folder)
    assert code == 1 and "(the log is not text in UTF-8), so choose it there" in out
    assert (folder / "bytes.html").exists()
    at = data.rindex(b'"faces":[') + 9
    (folder / "game.json").write_bytes(data[:at] + (b"1" if data[at : at + 1] != b"1" else b"2") + data[at + 1 :])
    code, out, _ = fieldpost("verify", "game.json", cwd=folder)
    assert code == 1 and out.startswith("Not proved: millers-1\n")
    assert fieldpost("map", "millers-1", "end.png", cwd=folder)[0] == 0
    assert fieldpost("map", "millers-1", "end.png", "--side", "green", cwd=folder)[0] == 2


def test_maps_are_saved_in_the_chosen_folder(tmp_path: Path) -> None:
    code, out, _ = fieldpost(
        "play", "millers-bridge", "--out", "pictures", "--db", "lesson.db", cwd=tmp_path, typed="choose b\n"
    )
    assert code == 0 and len(list((tmp_path / "pictures").glob("*.png"))) == 1 and (tmp_path / "lesson.db").exists()
    (tmp_path / "file").write_text("")
    code, out, _ = fieldpost("play", "millers-bridge", "--out", "file", "--new", cwd=tmp_path, typed="choose b\n")
    assert code == 0 and "Cannot write the map" in out


@pytest.mark.long
def test_a_person_plays_leaves_and_comes_back(tmp_path: Path) -> None:
    keys = Keys(tmp_path, "play", "raid-on-danville")
    shown = keys.until("danville> ")
    assert "Deployment" in shown and re.search(r"G1 +Town Guardsmen 1 +0806 +3 +2 +\+ +\d \(B\)", shown)
    keys.type("T1 dep 0705\n")
    shown = keys.until("danville> ")
    assert "       ^^^" in shown and "instead: T1 deploy 0705" in shown
    keys.type("G1 sw\t")
    keys.until("swap")
    keys.type("T2\n")
    assert "✓ G1 swap T2" in keys.until("danville> ")
    keys.type("\x04")
    shown = keys.until("resumes this game.")
    assert "Saved." in shown and keys.wait_for_exit() == 0

    keys = Keys(tmp_path, "play", "raid-on-danville")
    assert "G1 swap T2" in keys.until("danville> "), "the draft is still there"
    keys.type("done\n")
    shown = keys.until("rompot> ")
    assert "G1 and T2 change places." in shown and "raid-1-" in shown
    keys.type("T1 fire")
    keys.until("T1 fire")
    keys.type("\x03")
    assert "Line dropped" in keys.until("rompot> ")
    keys.type("\x03")
    shown = keys.until("resumes this game.")
    assert "Traceback" not in shown and keys.wait_for_exit() == 0


@pytest.mark.long
def test_the_keyboard_is_passed_on_in_a_secret_phase(tmp_path: Path) -> None:
    keys = Keys(tmp_path, "play", "twin-hamlets")
    assert "Pass the keyboard to The Lord of Westham" in keys.until("looking. ")
    keys.type("\n")
    keys.until("west> ")
    keys.type("WB1 deploy 0212\ndone\n")
    shown = keys.until("looking. ")
    assert "Pass the keyboard to The Lord of Eastham" in shown
    keys.type("\n")
    shown = keys.until("east> ")
    assert "0212" not in shown and "WB1" not in shown
    keys.type("units all\n")
    assert re.search(r"WB1 .*0310", keys.until("east> ")), "the other side's change is not seen"
    keys.type("done\n")
    keys.until("> ")
    keys.type("units all\n")
    assert re.search(r"WB1 .*0212", keys.until("> "))
    keys.type("quit\n")
    assert keys.wait_for_exit() == 0


def test_a_damaged_game_is_reported_as_damaged_not_unknown(tmp_path: Path) -> None:
    fieldpost("play", "millers-bridge", cwd=tmp_path, typed="quit\n")
    with sqlite3.connect(tmp_path / "fieldpost.db") as database:
        database.execute("drop trigger entry_no_update")
        database.execute("update entry set body = '{}' where seq = 3")
    for words in (("map", "millers-1", "now.png"), ("play", "millers-1"), ("export", "millers-1", "log.json")):
        code, _, err = fieldpost(*words, cwd=tmp_path, typed="")
        assert code == 2 and "has been changed since it was written" in err, (words, err)


def test_my_games_without_a_name_are_those_of_the_keyboard(tmp_path: Path) -> None:
    data = EngineData(tmp_path / "fieldpost.db")
    data.close()
    code, out, err = fieldpost("my", "games", cwd=tmp_path)
    assert code == 2 and not out and "Whose games? Write fieldpost my games PLAYER. Nobody has played yet." in err
    fieldpost("play", "millers-bridge", cwd=tmp_path, typed="quit\n")
    code, out, err = fieldpost("my", "games", cwd=tmp_path)
    assert code == 0 and "For keyboard; for anyone else, name the player" in err and "Waiting for you:" in out
    assert fieldpost("my", "games", "keyboard", cwd=tmp_path) == (0, out, "")
