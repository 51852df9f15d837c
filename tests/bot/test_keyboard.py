"""At the keyboard: the prompt, Tab, Ctrl-C, the width of the window, questions before something is lost."""

import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from bot.terminal.hot_seat import HotSeat
from bot.terminal.screen import Screen
from bot.terminal.tab import Tab
from engine.contract import offers
from engine.scenarios import reader
from engine.systems import SYSTEMS
from engine.table import Table
from tests.bot.command_line import fieldpost
from tests.bot.keys import Keys
from tests.support.toy_system import NOW, entropy


@pytest.fixture
def keys(tmp_path: Path) -> Iterator[Keys]:
    person = Keys(tmp_path, "play", "millers-bridge")
    yield person
    person.type("\x03\x04")


def test_the_prompt_names_turn_phase_and_side(keys: Keys) -> None:
    assert "\nTurn 1, initiative, re" in keys.until("> ")
    keys.says("choose a")
    assert "\nTurn 1, missile fire of " in keys.says("done")


def test_tab_completes_orders_after_a_semicolon_and_what_commands_are_asked_about(keys: Keys) -> None:
    keys.until("> ")
    keys.type("draw; sta\tal\tral\tau\t")
    keys.until("draw; standing all rally auto ")
    keys.type("\x03")
    keys.until("> ")
    keys.type("los BO RS\t")
    keys.until("los BO RS ")
    keys.type("\n")
    assert "sees" in keys.until("> ")
    keys.type("card spear\t\n")
    assert "Spearmen" in keys.until("> ")


@pytest.mark.long
def test_a_folded_reason_keeps_its_code_whole(keys: Keys) -> None:
    keys.until("> ")
    for columns in range(40, 80, 3):
        keys.resize(columns)
        assert "[missing-argument]" in keys.says("choose")


@pytest.mark.long
def test_control_c_drops_the_line_and_twice_leaves(keys: Keys) -> None:
    keys.until("> ")
    keys.type("draw")
    keys.until("draw")
    keys.type("\x03")
    assert "Line dropped. Ctrl-C once more leaves" in keys.until("> ")
    assert "No orders written yet." in keys.says("show"), "what was dropped is not written"
    keys.type("\x03")
    assert "Line dropped" in keys.until("> "), "a line between the two: the first does not count"
    keys.type("\x03")
    assert "Saved. `fieldpost play millers-1` resumes this game." in keys.until("this game.")
    assert keys.wait_for_exit() == 0


@pytest.mark.long
def test_lines_are_folded_to_the_window_as_it_is_now(keys: Keys) -> None:
    keys.until("> ")

    def widest() -> int:
        lines = [line for line in keys.says("help").splitlines() if not line.startswith("Turn")]
        return max(map(len, lines))

    assert 70 < widest() <= 80
    keys.resize(50)
    assert widest() <= 50
    keys.resize(100)
    assert 80 < widest() <= 100


UP, PASTE, PASTED = "\x1b[A", "\x1b[200~", "\x1b[201~"


@pytest.mark.long
def test_earlier_lines_come_back_by_a_key_but_never_those_of_the_other_side(tmp_path: Path) -> None:
    keys = Keys(tmp_path, "play", "twin-hamlets")
    keys.until("looking. ")
    keys.says("")
    keys.says("WB1 deploy 0212")
    keys.type(UP)
    assert "WB1 deploy 0212" in keys.until("0212"), "one's own line comes back"
    keys.type("\x03")
    keys.until("> ")
    keys.says("done", "looking. ")
    keys.says("")
    keys.type(f"{UP}{UP}units\n")
    assert "0212" not in keys.until("> ") and "0212" not in keys.raw
    keys.type("\x04")
    assert keys.wait_for_exit() == 0


@pytest.mark.long
def test_several_lines_pasted_are_run_one_after_the_other(keys: Keys) -> None:
    keys.until("> ")
    keys.type(f"{PASTE}choose a\ndone\nunits all{PASTED}\n")
    shown = keys.until("> ")
    assert "A (shoots first)" in shown and "- PK Reiver Pikemen in 0805" in shown
    assert shown.splitlines()[-1].startswith("Turn 1, missile fire of")


def test_a_choice_left_out_is_reported_without_a_clock(tmp_path: Path) -> None:
    """At the keyboard nobody has run out of time."""
    _, out, _ = fieldpost("play", "millers-bridge", cwd=tmp_path, typed="done\n")
    assert "made no choice." in out and "in time" not in out


def test_clear_asks_before_it_throws_orders_away(keys: Keys) -> None:
    keys.until("> ")
    keys.says("draw")
    keys.says("standing all rally auto")
    assert "Remove all 2 orders not yet committed?" in keys.says("clear", "keep: ")
    assert "Kept." in keys.says("")
    assert "standing all rally auto" in keys.says("show")
    keys.says("clear", "keep: ")
    assert "removed: standing all rally auto" in keys.says("y")
    assert "No orders written yet." in keys.says("show")


def test_a_file_is_not_asked(tmp_path: Path) -> None:
    code, out, _ = fieldpost("play", "millers-bridge", cwd=tmp_path, typed="draw\nclear\nshow\n")
    assert code == 0 and "removed: draw" in out and "No orders written yet." in out


SIXEL, KITTY = {b"\x1b[c": b"\x1b[?62;4c"}, {b"a=q": b"\x1b_Gi=1;OK\x1b\\"}
"""What terminals answer that show pictures: to the question what they are, and to a picture of one pixel."""


@pytest.mark.parametrize(
    ("stem", "side", "row", "unit", "figures"),
    [
        ("millers-bridge", "reeve", r"name +at +move +combat +morale +range", "BO", "3 1 = 3 (C)"),
        ("first-patrol", "allies", r"name +at +speed +defense +range", "A5", "1 4/7 8"),
        ("first-charge", "us", r"name +at +bases +reach +range", "UB1", '12"'),
        (
            "low-wells",
            "colonial",
            r"name +at +models +move +shoot +melee +tough +armour +range",
            "C1",
            '6" 3 2 3 1 24"',
        ),
    ],
)
def test_units_are_listed_with_the_figures_that_matter(
    stem: str, side: str, row: str, unit: str, figures: str, tmp_path: Path
) -> None:
    table = Table(":memory:", entropy(stem))
    game = table.open(stem, "", NOW)
    for seat in game.sides:
        game = table.seat(game.id, seat, "keyboard", NOW)
    assert " ".join(table.unit_figures(game.id, side)[unit].values()) == figures
    out = StringIO()
    seat_of_one = HotSeat(table, game.id, tmp_path, Screen(), "")
    seat_of_one.screen.console = Console(file=out, width=90)
    seat_of_one.show_units(side)
    assert re.search(row, out.getvalue()) and re.search(rf"(?m)^ {unit} ", out.getvalue()), out.getvalue()
    assert all(figure in out.getvalue() for figure in figures.split(" "))


@pytest.mark.parametrize("wide", [30, 40, 60, 100])
@pytest.mark.parametrize("stem", ["millers-bridge", "first-patrol", "first-charge", "low-wells", "two-shores"])
def test_help_is_whole_in_a_window_of_any_width(stem: str, wide: int, tmp_path: Path) -> None:
    """No order loses its end or its explanation in a window as narrow as a phone's."""
    table = Table(":memory:", entropy(stem))
    game = table.open(stem, "", NOW)
    for seat in game.sides:
        game = table.seat(game.id, seat, "keyboard", NOW)
    hot_seat, out = HotSeat(table, game.id, tmp_path, Screen(), ""), StringIO()
    hot_seat.screen.console = Console(file=out, width=wide)
    hot_seat.help("")
    shown, lines = " ".join(out.getvalue().split()), out.getvalue().splitlines()
    assert "…" not in shown and all(len(line.rstrip()) <= wide for line in lines if line.startswith(" "))
    for order, meaning in table.orders_now(game.id, hot_seat.side):
        together = f"{order} {meaning}".split()
        assert all(word in shown for word in together), (order, meaning)


@pytest.mark.parametrize(("answers", "begins"), [(SIXEL, "\x1bP"), (KITTY, "\x1b_G")])
@pytest.mark.long
def test_the_map_is_a_picture_where_the_terminal_shows_them(
    answers: dict[bytes, bytes], begins: str, tmp_path: Path
) -> None:
    keys = Keys(tmp_path, "play", "millers-bridge", "--new", answers={**answers, b"\x1b[16t": b"\x1b[6;20;10t"})
    keys.until("> ")
    shown = keys.says("map")
    pictures = [part for part in keys.raw.split(begins)[1:] if len(part) > 2_000]
    assert pictures and "millers-1-draft.png" in shown and "~ " not in shown
    assert "sees" in keys.says("los BO RS"), "what is typed afterwards is not lost"
    keys.type("\x04")
    assert keys.wait_for_exit() == 0


@pytest.mark.long
def test_the_map_is_of_letters_elsewhere_and_opens_on_request(keys: Keys, tmp_path: Path) -> None:
    keys.until("> ")
    shown = keys.says("map")
    assert "hill level" in shown and "\x1bP" not in keys.raw and (tmp_path / "fieldpost-maps").is_dir()
    assert "big" in (said := keys.says("map big")) and "map:" not in said
    assert "map takes a unit, its target and --open" in keys.says("map --close")


@pytest.mark.long
def test_open_hands_the_picture_to_the_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = list[str]()

    def open_once(address: str) -> bool:
        opened.append(address)
        return len(opened) == 1

    monkeypatch.setattr("webbrowser.open", open_once)
    code, out, _ = fieldpost("play", "millers-bridge", cwd=tmp_path, typed="map --open\n")
    (address,) = opened
    assert code == 0 and address.startswith("file:///") and address.endswith("/millers-1-draft.png")
    code, out, _ = fieldpost("play", "millers-bridge", cwd=tmp_path, typed="map --open\n")
    assert code == 1 and "No program to open it was found here" in out


@pytest.mark.parametrize("stem", ["millers-bridge", "two-shores", "low-wells", "first-charge", "first-patrol"])
@pytest.mark.long
def test_what_a_game_has_not_is_said_in_a_sentence(stem: str, tmp_path: Path) -> None:
    system = SYSTEMS[reader.load(stem).system]
    code, out, _ = fieldpost("play", stem, cwd=tmp_path, typed="help\nodds\nlos here there\nlos\ncard\nmap\n")
    assert code == 1 and "card needs a unit or the name of a type: card " in out
    assert offers(system, "odds") or f"{system.TITLE} has no odds of battles." in out
    assert ("  los  " in out) == (stem != "two-shores") == (out.count(f"{system.TITLE} has no lines of sight.") == 0)
    assert ("This board cannot be shown in letters" in out) == (stem not in ("millers-bridge", "first-patrol"))


def test_rules_are_plain_text_where_there_is_no_terminal(tmp_path: Path) -> None:
    _, out, _ = fieldpost("play", "millers-bridge", cwd=tmp_path, typed="rules 8\n")
    passage = out[out.index("MW 8.1") :]
    assert "**" not in passage and "\x1b" not in passage and "`" not in passage and "| --" not in passage


def test_the_version_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    from bot.__main__ import main

    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0 and capsys.readouterr().out.startswith("fieldpost 0.")


@pytest.mark.parametrize("stem", ["millers-bridge", "two-shores", "low-wells", "first-charge", "first-patrol"])
def test_tab_offers_what_each_command_is_asked_about(stem: str) -> None:
    table = Table(":memory:", entropy(stem))
    game = table.open(stem, "", NOW)
    for side in game.sides:
        game = table.seat(game.id, side, "keyboard", NOW)
    side = next(iter(game.sides))
    commands = ["help", "units", "map", "card", "los", "measure", "odds", "show", "undo", "done", "ideas", "rules"]
    units, places = table.units(game.id, side), table.places(game.id, side)
    tab = Tab(table, game.id, lambda: commands, lambda word: word in units)

    def offered(text: str) -> set[str]:
        return {(text[: offer.start] + offer.word) for offer in tab.offers(side, text)}

    names = [f'"{name}"' if " " in name else name for name in (*list(units)[:3], *list(places)[:3])]
    assert names
    for name in names:
        assert f"los {name}" in offered(f"los {name[:2]}") and f"los {names[0]} {name}" in offered(f"los {names[0]} ")
        assert f"measure {name}" in offered("measure ") and f"odds {name}" in offered("odds ")
    assert {f"card {key}" for key in table.cards(game.id, side)} <= offered("card ")
    assert "help done" in offered("help d") and "map --open" in offered("map ") and "rules 1.1" in offered("rules 1")
    assert {"units all"} == offered("units ") and offered("zzz ") == set() == offered("show x")
    assert "lo" not in offered("l") and "los" in offered("lo")


def test_a_unit_alone_is_answered_with_an_order_of_it_and_never_taken_for_a_command(tmp_path: Path) -> None:
    """Masons are called MA; `map` was what the keyboard guessed."""
    _, out, _ = fieldpost("play", "millers-bridge", cwd=tmp_path, typed="choose a\ndone\ndone\nMA\n")
    assert "did you mean `map`" not in out, out
    assert re.search(r"instead: MA [a-z]+", out) or "MA (Men-at-arms) is not yours" in out, out
