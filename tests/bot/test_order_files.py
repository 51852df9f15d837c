"""Orders from files and pipes, in whatever way they were written; and what helps a newcomer at the keyboard."""

import re
import subprocess
from pathlib import Path

import pytest

from bot.terminal.completion import hint
from engine.scenarios import reader
from tests.bot.command_line import QUOTED, Ran, clean, fieldpost, run_here, run_process


def play_from_pipe(orders: bytes, folder: Path, *words: str, **environment: str) -> Ran:
    """A game with these bytes for its orders; with settings of the environment as a process of its own."""
    asked = ("play", "millers-bridge", *words)
    if not environment:
        return run_here(asked, folder, orders)
    return run_process(asked, folder, orders, {"PYTHONIOENCODING": "utf-8", **environment})


@pytest.mark.sampled(4)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_order_files_of_every_editor_are_read(encoding: str, end: str, tmp_path: Path) -> None:
    orders = ("\ufeff" * (encoding == "utf-16-le") + end.join(["choose\u00a0b", "done", ""])).encode(encoding)
    code, out, err = play_from_pipe(orders, tmp_path)
    assert (code, err) == (0, "") and "✓ choose b" in out and "A (shoots first)" in out


def test_bytes_that_are_not_text_are_one_rejected_line(tmp_path: Path) -> None:
    code, out, err = play_from_pipe(b"choose b\n\x93RE\x94 move \xff\n# the end\n", tmp_path, PYTHONUTF8="0")
    assert (code, err) == (1, "") and "✓ choose b" in out and "(line 2 of the input)" in out
    assert "your draft is kept" in out and "A (shoots first)" not in out, "behind a refused line nothing runs"


@pytest.mark.long
def test_a_line_that_never_ends_is_rejected(tmp_path: Path) -> None:
    """A line may never end: that is reported, and the orders before it are kept."""
    ran = subprocess.run(
        ["bash", "-c", f"(echo choose b; cat /dev/zero) | {QUOTED} -m bot play millers-bridge"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        env=clean(),
    )
    assert ran.returncode == 2 and "Line 2 has 20,000 characters or more" in ran.stderr
    assert "your draft is kept. `fieldpost play millers-1` resumes the game" in ran.stdout
    assert "removed: choose b" in play_from_pipe(b"undo\n", tmp_path)[1]


def test_leaving_commits_nothing(tmp_path: Path) -> None:
    code, out, _ = play_from_pipe(b"choose b\nquit\n", tmp_path)
    assert code == 0 and "A (shoots first)" not in out
    assert "removed: choose b" in play_from_pipe(b"undo\n", tmp_path)[1]


def test_what_is_written_for_a_later_phase_is_kept_and_named(tmp_path: Path) -> None:
    """``done`` ends the phase that was shown; it is the next ``done`` that fires."""
    for _ in range(40):
        out = play_from_pipe(b"choose a\nBO fire RS\ndone\nquit\n", tmp_path, "--new")[1]
        if "Reeve's Men may choose" in out:
            break
    assert "Kept, and not run yet:\n    BO fire RS\n" in out and "fires at" not in out
    assert "BO fires at RS" in play_from_pipe(b"done\n", tmp_path)[1]


def test_in_a_secret_phase_a_file_is_told_whose_orders_follow_once(tmp_path: Path) -> None:
    out = run_here(("play", "salt-causeway"), tmp_path, b"show\nshow\ndone\nshow\ndone\nquit\n")[1]
    said = ["Deployment: orders of The Salt Factors", "Deployment: orders of The Tide Wardens"]
    assert re.findall(r"Deployment: orders of .*", out) == said
    assert out.index(said[0]) < out.index("Done: The Salt Factors") < out.index(said[1])


def test_a_new_game_starts_by_showing_its_dice_not_its_seats(tmp_path: Path) -> None:
    out = play_from_pipe(b"", tmp_path)[1]
    assert (
        out.splitlines()[0] == "Game millers-1: The Miller's Bridge"
        and out.splitlines()[1] == "  Turn 1"
        and "seat" not in out
    )
    assert "Resuming this game. Use --new to start another." in play_from_pipe(b"", tmp_path)[1]
    assert "with --new" not in play_from_pipe(b"", tmp_path, "--new")[1]


def test_a_shortened_name_resumes_the_game(tmp_path: Path) -> None:
    for words in (["miller"], ["millers-bridge"], ["Millers Bridge"]):
        code, out, _ = fieldpost("play", *words, cwd=tmp_path, typed="")
        assert code == 0 and "Game millers-1" in out, words


def test_a_changed_scenario_file_starts_a_new_game(tmp_path: Path) -> None:
    mine, text = tmp_path / "mine.yaml", reader.read_text(reader.find_shipped("millers-bridge"))
    for change, game in (("10", "mine-1"), ("10", "mine-1"), ("9", "mine-2"), ("9", "mine-2")):
        mine.write_text(text.replace("turns: 10", f"turns: {change}"), "utf-8")
        assert f"Game {game}:" in fieldpost("play", "mine.yaml", cwd=tmp_path, typed="")[1]
    mine.write_text("turns: 3")
    code, _, err = fieldpost("play", "mine.yaml", cwd=tmp_path, typed="")
    assert code == 2 and "mine.yaml" in err
    assert "Game mine-1:" in fieldpost("play", "mine-1", cwd=tmp_path, typed="")[1]


def test_the_command_to_resume_names_the_database(tmp_path: Path) -> None:
    out = play_from_pipe(b"quit\n", tmp_path, "--db", "my lesson.db")[1]
    assert "`fieldpost play millers-1 --db 'my lesson.db'` resumes this game" in out
    assert fieldpost("play", "millers-1", "--db", "my lesson.db", cwd=tmp_path, typed="")[0] == 0
    out = play_from_pipe(b"concede\ndone\n", tmp_path, "--db", "my lesson.db")[1]
    assert "fieldpost export millers-1 game.json --db 'my lesson.db'" in out


def test_synonyms_of_commands_are_understood(tmp_path: Path) -> None:
    orders = (
        "?",
        "help if",
        "help undo",
        "help move",
        "choose b",
        "choose a",
        "standing all advance always",
        "clear",
        "show",
        "undoo",
        "rules",
        "rules setup",
        "exit",
        "done",
    )
    code, out, _ = play_from_pipe("\n".join(orders).encode(), tmp_path)
    assert (
        code == 1
        and "Other commands:" in out
        and "example: if " in out
        and "if UNIT alive|gone|disrupted|normal: ORDER" in out
    )
    assert "undo\n    remove your last order" in out and "UNIT move PLACE..." in out
    assert (
        "removed: choose" in out and "removed: standing all advance always" in out and "No orders written yet.\n" in out
    )
    assert "did you mean `undo`?" in out
    assert "Chapters of the rulebook" in out and "Did you mean setting up" in out
    assert out.rstrip().endswith("resumes this game.")


def test_commands_that_cannot_be_undone_take_no_arguments(tmp_path: Path) -> None:
    """``done C1`` means one unit: it must not end the turn of all."""
    code, out, _ = fieldpost("play", "low-wells", cwd=tmp_path, typed="C1 move N 3\ndone c1\ncommit it\nshow\nquit\n")
    assert code == 1 and "done ends your part of the phase" in out and "commit runs all your orders" in out
    assert out.count("C1 move N 3") == 2 and "C1 moves" not in out


@pytest.mark.parametrize(
    ("scenario", "shown"),
    [
        (
            "low-wells",
            ("`card C1`", "places or points: `los C1 R1`", "los needs two units, places or points, not 1: los C1 R1"),
        ),
        (
            "millers-bridge",
            (
                "`card (CA|RE)`",
                "places or hexes: `los (CA RE`, `los 0904 0404|RE CA`, `los 0404 0904)`",
                "measure needs two units, places or hexes, not 3",
            ),
        ),
        (
            "two-shores",
            ("`card infantry`", "Losses has no distances to measure", "odds Ridge"),
        ),
    ],
)
def test_help_uses_units_of_this_game(scenario: str, shown: tuple[str, ...], tmp_path: Path) -> None:
    out = fieldpost(
        "play",
        scenario,
        cwd=tmp_path,
        typed="help card\nhelp odds\nhelp los\nlos a\nmeasure a b c\nrules toofar\nquit\n",
    )[1]
    assert all(re.search(words, out) for words in shown) and "Did you mean too-far" in out


@pytest.mark.parametrize("scenario", ["millers-bridge", "two-shores", "low-wells", "first-patrol", "first-charge"])
def test_help_at_the_keyboard_names_nothing_of_other_boards(scenario: str, tmp_path: Path) -> None:
    """The first games of a newcomer: the whole help, and what a verb and a command say of themselves."""
    words = ("move", "fire", "odds", "los", "measure", "card", "if", "jump")
    out = fieldpost("play", scenario, cwd=tmp_path, typed="\n".join(["help", *(f"help {word}" for word in words)]))[1]
    strange = {
        "Kiev", "Moscow", "W1", "M1", "W2", "G1", "T3", "X2", "Sutter Farm", "Danville", "0507", "1103", "1506",
    }  # fmt: skip
    here = {"first-charge": {"Sutter Farm"}, "first-patrol": {"0507"}}.get(scenario, set())
    assert not [word for word in strange - here if re.search(rf"\b{word}\b", out)]


def test_unit_names_are_listed_beside_their_strength(tmp_path: Path) -> None:
    out = fieldpost("play", "low-wells", cwd=tmp_path, typed="units\nquit\n")[1]
    assert re.search(r"(?m)^ C1 +First Section +[\d.,]+ +5 .*24\" *$", out), out


def test_ideas_are_orders_that_are_still_valid(tmp_path: Path) -> None:
    code, out, _ = fieldpost(
        "play", "raid-on-danville", cwd=tmp_path, typed="ideas G1\nT1 deploy 0805\nideas G1\nquit\n"
    )
    before, after = out.split("✓ T1 deploy 0805")
    assert (
        code == 0
        and "  G1 deploy 0805\n" in before
        and "  G1 deploy 0805\n" not in after
        and "  G1 deploy 0906\n" in after
    )


def test_hints_suggest_what_was_probably_meant() -> None:
    assert hint("Unit", ["units", "undo"], ["syntax"], []) == "did you mean `units`?"
    assert "undo" in hint("W1 move 0508", ["undo"], ["already-acted"], ["W1 move 0507"])
    assert hint("W1 move 0508", ["undo"], ["already-acted"], []) == ""
    assert hint("hello", ["undo"], ["syntax"], ["W1 move 0507"]) == ""


def test_a_file_that_is_not_a_log_has_no_game_name(tmp_path: Path) -> None:
    code, out, _ = fieldpost("verify", "/dev/null", cwd=tmp_path)
    assert code == 1 and out.startswith("Not proved: this file\nThis is not a log of Fieldpost")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["map", "millers-bridge", "no/such/x.png"], "There is no folder no/such."),
        (["map", "raid-1", "x.png"], "There is no such game in fieldpost.db either."),
        (["rules"], "Missing argument: SYSTEM. `fieldpost rules --help` says how it is written.\n"),
        (["rules", "8.4"], "Name the game first, then the passage: miniwars"),
    ],
)
def test_sentences_that_help(words: list[str], says: str, tmp_path: Path) -> None:
    code, _, err = fieldpost(*words, cwd=tmp_path)
    assert code == 2 and says in err
