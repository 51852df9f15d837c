"""Boards on the command line and at the keyboard."""

import re
from pathlib import Path
from typing import cast

import pytest

from bot.correspondence.asker import Asker
from bot.correspondence.listings import look_up_scenarios
from bot.hosting.board_pages import board_line, board_rows
from bot.hosting.scenario_pages import rows_of, scenario_rows
from engine.contract import counted
from engine.scenarios import reader
from engine.systems import SYSTEMS
from engine.table import Refused
from tests.bot.command_line import fieldpost
from tests.engine.muster_boards import all_boards
from tests.support import random_games
from tests.support.sampling import share

LIST = "# harbour\narmy:\n  quay-guard: 1\n  knife-gang: 1\n"
PLAYED = """\
lists tar: boat-hooks: 2
lists
muster knife-gang: 9
"""
ZONES = random_games.shipped(SYSTEMS["zones"])
BOARD = ("play", "--board", "lantern-slip", "--points", "190")


def test_boards_are_listed_in_columns_that_fit() -> None:
    assert {row.system for row in board_rows()} == {"MiniWars", "Forumini Armies", "ACW Regiments", "Zone Control"}
    assert sorted(row.stem for row in board_rows()) == sorted(all_boards())
    assert all(row.points and row.era and row.size for row in board_rows())
    code, said, _ = fieldpost("boards", cwd=Path())
    assert code == 0 and "lantern-slip" in said and max(map(len, said.splitlines())) <= 120
    assert board_line(reader.load("lantern-slip")).endswith("its own cost up to 160 points")
    assert board_line(reader.load("open-meeting")).startswith("Board for armies of your own, 1944")
    assert board_line(reader.load("two-shores")) == ""


def test_a_board_is_played_with_lists_from_files_and_saved_ones(tmp_path: Path) -> None:
    (tmp_path / "quay.yaml").write_text(LIST)
    code, said, wrong = fieldpost(*BOARD, "--army", "watch=quay.yaml", cwd=tmp_path, typed="done\nmuster tar\n")
    assert code == 1 and "there is no type tar" in said, (said, wrong)
    code, said, _ = fieldpost("play", "lantern-1", cwd=tmp_path, typed=PLAYED)
    assert "Saved tar: boat-hooks: 2." in said and "1 list of 50" in said and "costs 594 of 190 points" in said
    code, said, _ = fieldpost(*BOARD, cwd=tmp_path, typed="muster tar\ndone\n")
    assert code == 0 and "quay-guard: 1, knife-gang: 1. The Wreckers (130 points): boat-hooks: 2" in said, said
    assert "lantern-1" in said, "the same board with the same points goes on"
    assert "lantern-2" in fieldpost("play", "lantern-slip", cwd=tmp_path)[1], "the scenario is another game"
    assert "lantern-3" in fieldpost("play", "--board", "lantern-slip", cwd=tmp_path)[1], "so are other points"
    code, said, _ = fieldpost("play", "lantern-3", cwd=tmp_path, typed="lists tar\nlists tar:\nlists tar\n")
    assert "Deleted tar. To have it back: `lists tar: boat-hooks: 2`" in said and "You have saved none" in said


def test_a_list_is_shown_and_priced_at_the_keyboard_and_submitted_on_purpose_alone(tmp_path: Path) -> None:
    typed = "army\narmy Knife-Gang: 2\nshow\nmuster knife-gang: 1\ncommit\narmy\nshow\narmy knights: 1\n"
    code, said, _ = fieldpost(*BOARD, cwd=tmp_path, typed=typed)
    assert code == 1 and said.count("You have submitted no army list. Without one") == 2
    assert "2 units, 132 points of 190: 58 left" in said and "Nothing is submitted by this" in said
    assert "No orders written yet" in said, "a list that is priced is no order"
    assert said.count("Your army list is in: knife-gang: 1; 66 of 190 points.") == 2
    assert "no type knights: it is one of MiniWars" in said
    code, said, _ = fieldpost("play", "millers-bridge", cwd=tmp_path, typed="army\n")
    assert code == 1 and "No armies are being mustered in The Miller's Bridge." in said


@pytest.mark.parametrize("stem", ["lantern-slip", "champions-field", "even-ground", "open-meeting"])
def test_the_help_of_a_muster_has_no_empty_examples(stem: str, tmp_path: Path) -> None:
    code, said, _ = fieldpost("play", "--board", stem, cwd=tmp_path, typed="help\n")
    words = " ".join(said.split())
    assert code == 0 and re.search(r"`card [a-z0-9-]+`", words) and "`ideas muster`" in words
    quoted = re.findall(r"`([^`]*)`", words)
    assert len(quoted) > 10 and not [one for one in quoted if not one or one != one.strip() or " " * 2 in one]
    assert "where a unit can go" not in words


def test_what_cannot_be_played_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "big.yaml").write_text(LIST.replace("1", "4"))
    (tmp_path / "odd.yaml").write_text("army: 3")
    (tmp_path / "fit.yaml").write_text(LIST)
    for words, says in {
        (*BOARD, "--army", "watch=big.yaml"): "big.yaml:2:1: the army costs 472 of 190 points",
        (*BOARD, "--army", "watch=odd.yaml"): "odd.yaml: This is no army list",
        (*BOARD, "--army", "watch=none.yaml"): "none.yaml cannot be read",
        (*BOARD, "--army", "owls=big.yaml"): "names no side 'owls'. The sides of Lantern Slip, 190 points are watch (",
        (*BOARD, "--army", "watch"): "watch names no file.",
        (*BOARD, "--army", "=big.yaml"): "For example: --army watch=big.yaml",
        (*BOARD, "--army", "watch=fit.yaml", "--army", "watch=fit.yaml"): "gives The Harbour Watch two lists",
        ("play", "lantern-slip", "--points", "9"): "--board: fieldpost play --board lantern-slip --points 9",
        ("play", "millers-bridge", "--points", "9"): "--board, and millers-bridge is no board: fieldpost play --board",
        ("play", "lantern-slip", "--board", "low-wells"): "Name one thing to play",
        ("play", "--board", "two-shores"): "has no points",
        ("play", "--board", "lantern-slop"): "There is no board 'lantern-slop': did you mean lantern-slip?",
        ("play", "--board", "nosuch", "--points", "9"): "There is no board 'nosuch': `fieldpost boards` lists all",
        ("play", "lantern-slip", "--bord"): "Unknown argument: --bord. Did you mean --board?",
        ("play", "lantern-slip", "x", "y"): "Unknown arguments: x y. `fieldpost play --help` lists",
        ("play", "--board", "lantern-slip", "--points", "many"): "--points takes a whole number, not 'many'.",
        ("play", "--board", "lantern-slip", "--points", "5"): "needs at least 42 points",
        ("play", "low-wells", "--army", "colonial=big.yaml"): "No armies are being mustered",
    }.items():
        code, _, wrong = fieldpost(*words, cwd=tmp_path)
        assert code == 2 and says in wrong and "usage" not in wrong, (words, wrong)
    wrong = fieldpost("my", "games", cwd=tmp_path)[2]
    assert "Nobody has played yet" in wrong, "a game is opened only if its lists are right"


@pytest.mark.parametrize("wrong", ["lancers: x", "archers: 1", "archers: 1, lancers: 0, knihgts: many", "3: 1"])
def test_a_faulty_file_is_told_alike_where_it_is_checked_and_where_it_is_played(wrong: str, tmp_path: Path) -> None:
    (tmp_path / "odd.yaml").write_text(f"system: miniwars\npoints: 200\narmy: {{knights: 2, {wrong}}}\n")
    play = ("play", "--board", "champions-field", "--points", "200", "--army", "west=odd.yaml")
    checked, played = fieldpost("army", "check", "odd.yaml", cwd=tmp_path), fieldpost(*play, cwd=tmp_path)
    faults = [line for line in f"{checked[1]}\n{checked[2]}".splitlines() if line.startswith("odd.yaml:")]
    assert faults and played[2].splitlines() == faults and (checked[0], played[0]) == (1, 2)


def test_a_file_says_with_how_many_points_its_board_is_played(tmp_path: Path) -> None:
    whole = reader.shipped()["millers-bridge"].with_name("twin-hamlets.yaml").read_text()
    muster = "muster: {points: 123, default: {west: {peasants: 2}, east: {peasants: 2}}}\n"
    (tmp_path / "mine.yaml").write_text(re.sub(r"^units:\n(?:[ -].*\n)*", muster, whole, flags=re.MULTILINE))
    for words in (("play", "mine.yaml"), ("play", "--board", "mine.yaml")):
        code, said, wrong = fieldpost(*words, cwd=tmp_path, typed="muster peasants: 3\nunits\n")
        assert code == 0 and "123 points" in said, (said, wrong)


def test_figures_are_kept_of_shipped_scenarios_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(reader.shipped()["lantern-slip"].read_text())
    code, said, wrong = fieldpost("balance", "mine.yaml", "--games", "1", "--keep", cwd=tmp_path)
    assert code == 2 and not said and "--keep is for scenarios that come with Fieldpost" in wrong


def test_a_rematch_is_on_the_same_board_with_the_same_points(tmp_path: Path) -> None:
    code, said, _ = fieldpost(*BOARD, cwd=tmp_path, typed="muster knife-gang: 1\nconcede\ncommit\n")
    assert code == 0 and "The winner: The Wreckers" in said, said
    code, said, _ = fieldpost("play", "lantern-1", "--rematch", cwd=tmp_path, typed="muster knife-gang: 9\n")
    assert code == 1 and "lantern-2" in said and "costs 594 of 190 points" in said, said


def test_types_of_a_board_are_found_from_its_system(tmp_path: Path) -> None:
    code, said, _ = fieldpost("cards", "zones", cwd=tmp_path)
    assert code == 0 and "Scenarios with types of their own: abbots-garden" in said and "quay-guard" not in said
    assert "giants-pass" in fieldpost("cards", "miniwars", cwd=tmp_path)[1]
    assert "types of their own" not in fieldpost("cards", "acw", cwd=tmp_path)[1]
    assert "quay-guard" in fieldpost("cards", "lantern-slip", cwd=tmp_path)[1]
    for words, says in {
        ("zones", "quay-guard"): "It is a type of lantern-slip: `fieldpost cards lantern-slip quay-guard` shows",
        ("zones", "lantern-slip"): "lantern-slip is a scenario: `fieldpost cards lantern-slip` lists all types",
        ("zones", "knights"): "There is no unit type 'knights'",
    }.items():
        code, _, wrong = fieldpost("cards", *words, cwd=tmp_path)
        assert code == 2 and says in wrong, wrong


def test_lists_of_what_can_be_played_explain_their_columns(tmp_path: Path) -> None:
    for command, head in (("scenarios", "scenario  "), ("boards", "board  ")):
        code, said, _ = fieldpost(command, cwd=tmp_path)
        assert code == 0 and said.startswith(head) and "Length: how many turns" in said
        assert max(map(len, said.splitlines())) <= 140
    assert "how many each side or team won" in " ".join(fieldpost("scenarios", cwd=tmp_path)[1].split())


@pytest.mark.sampled(2)
@pytest.mark.parametrize("stem", all_boards())
def test_what_can_be_chosen_is_listed_in_a_muster_and_a_wrong_side_is_told_the_sides(stem: str, tmp_path: Path) -> None:
    play = ("play", "--board", stem)
    code, said, _ = fieldpost(*play, cwd=tmp_path, typed="cards\ncard\narmy\nideas\n")
    assert code == 0 and said.count("with the price of one unit:") == 3
    assert said.count("`army` lists what you can choose, with prices.") == 1
    code, _, wrong = fieldpost(*play, "--army", "nobody=list.yaml", cwd=tmp_path)
    sides = reader.load(stem).sides
    assert code == 2 and "--army names no side 'nobody'." in wrong
    assert all(f"{key} ({side.name})" in wrong for key, side in sides.items())
    assert wrong.rstrip().endswith(f"For example: --army {next(iter(sides))}=list.yaml")


@pytest.mark.parametrize("stem", ["lantern-slip", "greenmere", "even-ground", "first-patrol", "open-field"])
def test_a_list_of_cards_has_a_price_on_every_line_and_a_heading_over_the_types_of_the_scenario(stem: str) -> None:
    code, said, _ = fieldpost("cards", stem, cwd=Path())
    rows = [line.split() for line in said.splitlines() if "  " in line]
    assert code == 0 and "()" not in said and all(row[1].isdecimal() for row in rows)
    own = reader.load(stem).types
    assert ("Types of this scenario alone" in said) == bool(own)
    assert {key for key, *_ in rows[: len(own)]} == own.keys()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("stem", share(ZONES, ZONES[:2]))
def test_bought_units_that_wait_in_ambush_are_said_to_wait_there(stem: str, tmp_path: Path) -> None:
    typed = "army marksmen: 1\nmuster marksmen: 1, line-infantry: 1\ncommit\nlists\n"
    code, said, wrong = fieldpost("play", "--board", stem, cwd=tmp_path, typed=typed)
    words = " ".join(said.split())
    assert code == 0, (said, wrong)
    assert "start off the table and enter by `ambush`: Marksmen (ZC 3.7)." in words
    sides = len(reader.load(stem).sides)
    typed = "done\n" + "muster line-infantry: 1\ndone\n" * (sides - 1) + "units\n" + "done\n" * sides
    code, said, wrong = fieldpost("play", "--board", stem, cwd=tmp_path, typed=typed)
    words = " ".join(said.split())
    assert code == 0, (said, wrong)
    assert re.search(r"Not on the map: \S+ Marksmen 1 \(ambush[ ,]", words), said
    secret = reader.load(stem).setup.get("hidden") == "secret"
    assert bool(re.search(r"Off the table: \S+ \(ambush\)\. \(ZC 4\.5\)", words)) != secret, said


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_list_of_scenarios_can_be_that_of_one_system_and_marks_the_uneven_ones(system: str, tmp_path: Path) -> None:
    of = [row for row in scenario_rows() if row.system == SYSTEMS[system].TITLE]
    for words in ([system], SYSTEMS[system].TITLE.split()):
        code, said, _ = fieldpost("scenarios", *words, cwd=tmp_path)
        _, *lines = said.partition("\n\n")[0].splitlines()
        assert code == 0 and [line.split()[0] for line in lines] == [row.stem for row in of]
    for row, line in zip(of, lines, strict=True):
        wins = [int(won) for won in row.wins.split(" : ")]
        assert row.uneven == line.endswith("uneven"), line
        assert row.uneven == (f"uneven {row.wins}" in row.facts) and counted(row.players, "player") in row.facts
        assert not row.uneven or not 42 < wins[0] < 58


async def test_letters_list_the_scenarios_of_one_system_too() -> None:
    listed = (await look_up_scenarios(cast(Asker, None), "zone control")).section.lines
    assert listed[-1].startswith("uneven: ") and len(listed) == 1 + len(rows_of("zones"))
    assert all(", Zone Control, " in line and " players, " in line for line in listed[:-1])
    assert len((await look_up_scenarios(cast(Asker, None), "")).section.lines) == 1 + len(scenario_rows())
    with pytest.raises(Refused, match='Write "scenarios low-wells"'):
        await look_up_scenarios(cast(Asker, None), "low wels")
