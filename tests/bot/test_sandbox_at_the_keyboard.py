"""Sandboxes at the keyboard and on the command line: within a game, from a file, from a past phase."""

from pathlib import Path

import pytest

from bot.terminal.open_battle import OpenBattle
from engine.sandbox.sandbox import HEAD
from engine.systems import SYSTEMS
from tests.bot.command_line import fieldpost
from tests.bot.keys import Keys
from tests.bot.test_hot_seat import Typist, millers, table
from tests.support.random_games import shipped

__all__ = ["millers", "table"]


def test_the_draft_is_as_it_was_when_one_comes_back(millers: Typist) -> None:
    millers.types("standing all initiative b")
    draft, length = millers.draft, millers.table.game(millers.key).length
    opened = millers.types("sandbox")
    assert HEAD in opened and "nothing here touches the game" in opened and "leave" in opened
    assert "✓ choose a" in millers.types("choose a")
    assert HEAD in millers.types("done") and millers.seat.inside
    assert "written again, and not run" in millers.types("undo")
    assert "removed: choose a" in millers.types("undo")
    assert "nothing to undo" in millers.types("undo")
    for word in (
        "map",
        "units",
        "log",
        "ideas",
        "show",
        "help",
        "restart",
        "card knights",
        "rules 8",
        "sandbox",
        "export",
        "lists",
        "lists guard: knights: 1",
    ):
        assert millers.types(word), word
    assert "outside of the sandbox" in millers.types("lists")
    assert "left the sandbox" in millers.types("leave") and millers.seat.inside is None
    assert (millers.draft, millers.table.game(millers.key).length) == (draft, length)
    assert "✓ standing all initiative b" in millers.types("show")


def test_quit_leaves_the_sandbox_and_not_the_game(millers: Typist) -> None:
    millers.types("sandbox from turn 1")
    millers.types("quit")
    assert millers.seat.inside is None and not millers.seat.leaving
    assert "no place in the game" in millers.types("sandbox yesterday") and millers.seat.inside is None


def test_a_game_that_ends_in_a_sandbox_can_be_taken_back(millers: Typist) -> None:
    millers.types("sandbox")
    millers.types("concede")
    assert "`undo` goes back" in millers.types("commit")
    assert "is over" in millers.types("done") and "is over" in millers.types("ideas")
    assert "written again" in millers.types("undo") and millers.table.game(millers.key).over is False


@pytest.mark.parametrize("name", list(SYSTEMS))
def test_lines_from_a_pipe_are_played_in_every_game(name: str, tmp_path: Path) -> None:
    stem = next(stem for stem in reversed(shipped(SYSTEMS[name])) if stem != "two-brooks")  # begins with a choice
    fieldpost("play", stem, cwd=tmp_path, typed="quit\n")
    game = f"{stem.partition('-')[0][:12]}-1"
    fieldpost("export", game, "before.json", cwd=tmp_path)
    lines = "ideas\nmap\ndone\ndone\nunits\nlog\nundo\nrestart\ndone\nshow\nnonsense of mine\ndone\nlog\n"
    code, out, err = fieldpost("sandbox", game, cwd=tmp_path, typed=lines)
    assert code == 1 and HEAD in out and "nonsense" in out and "done waits (line 12" in out and not err, err
    fieldpost("export", game, "after.json", cwd=tmp_path)
    assert (tmp_path / "before.json").read_bytes() == (tmp_path / "after.json").read_bytes()
    code, out, _ = fieldpost("sandbox", game, cwd=tmp_path, typed="done\nundo\n")
    assert code == 0 and "The last commit is taken back." in out


def test_where_it_begins_is_said_by_options(tmp_path: Path) -> None:
    fieldpost("play", "millers-bridge", cwd=tmp_path, typed="choose a\ndone\n")
    code, out, _ = fieldpost(
        "sandbox", "millers-1", "--turn", "1", "--phase", "initiative", cwd=tmp_path, typed="choose b\n"
    )
    assert code == 0 and "Turn 1: initiative" in out and "✓ choose b" in out
    for options, says in (
        (("--turn", "9"), "has had turns 1 to 1, not 9"),
        (("--phase", "morale"), "Of which turn?"),
        (("--entry", "999"), "not from 999"),
        (("--side", "nobody"), "no side 'nobody'"),
    ):
        code, _, err = fieldpost("sandbox", "millers-1", *options, cwd=tmp_path)
        assert code == 2 and says in err, err
    code, _, err = fieldpost("sandbox", "nowhere", cwd=tmp_path)
    assert code == 2 and "no game 'nowhere'" in err


def test_a_sandbox_in_a_piped_game_ends_with_its_input(tmp_path: Path) -> None:
    code, out, _ = fieldpost("play", "millers-bridge", cwd=tmp_path, typed="sandbox\nchoose a\n")
    assert code == 0 and HEAD in out and "Saved" not in out
    _, out, _ = fieldpost("play", "millers-bridge", cwd=tmp_path, typed="show\nquit\n")
    assert "No orders written yet." in out


def test_a_person_types_in_it(tmp_path: Path) -> None:
    person = Keys(tmp_path, "play", "millers-bridge")
    person.until("> ")
    assert HEAD in person.says("sandbox")
    assert "sandbox: Turn 1" in person.says("show")
    person.type("\x04")
    assert "left the sandbox" in person.until("> ")
    person.type("quit\n")
    person.until("resumes this game")


def test_a_single_battle_has_none() -> None:
    assert "sandbox" not in OpenBattle.known
