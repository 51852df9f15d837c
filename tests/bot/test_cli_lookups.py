"""Cards, army lists and lines of sight on the command line and at the keyboard: output, files and exit codes."""

import re
from pathlib import Path

import pytest
from PIL import Image

from engine.scenarios import reader
from engine.systems import SYSTEMS
from tests.bot.command_line import ended, fieldpost

LIST = "system: miniwars\npoints: 100\narmy:\n  knights: 2\n"


def test_cards_are_listed_with_their_cost(tmp_path: Path) -> None:
    code, out, _ = fieldpost("cards", "miniwars", cwd=tmp_path)
    assert code == 0 and len(out.partition("\n\n")[0].splitlines()) == 26
    assert any(line.split()[:2] == ["knights", "36"] for line in out.splitlines())


def test_a_card_is_printed_and_drawn(tmp_path: Path) -> None:
    code, out, _ = fieldpost("cards", "MW", "hobgoblin", "leader", "--out", "card.png", cwd=tmp_path)
    assert (
        code == 0 and out.startswith("Hobgoblin Leader (hobgoblin-leader), 105 points\n") and "Leader (command)" in out
    )
    with Image.open(tmp_path / "card.png") as picture:
        assert picture.format == "PNG" and picture.width == 900


def test_cards_of_a_scenario_and_of_a_game(tmp_path: Path) -> None:
    assert fieldpost("cards", "raid-on-danville", "mayor", cwd=tmp_path)[1].startswith("Mayor and retainers")
    fieldpost("play", "millers-bridge", cwd=tmp_path, typed="quit\n")
    assert fieldpost("cards", "millers-1", "bo", cwd=tmp_path)[1].startswith("Bowmen")
    assert "pikemen" in fieldpost("cards", "millers-1", cwd=tmp_path)[1]


def test_an_army_is_checked(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(LIST)
    (tmp_path / "bad.yaml").write_text(LIST.replace("knights: 2", "knights: 3\n  gaints: 1"))
    code, out, _ = fieldpost("army", "check", "good.yaml", cwd=tmp_path)
    assert code == 0 and out.splitlines()[-1] == "2 units, 72 points of 100: 28 left"
    code, out, _ = fieldpost("army", "check", "bad.yaml", cwd=tmp_path)
    assert code == 1 and "3 units, 108 points of 100: 8 too many" in out
    assert "bad.yaml:2:9: the army costs 108 of 100 points: 8 too many: remove units" in out
    assert "bad.yaml:5:3: there is no type gaints: did you mean giants?" in out
    (tmp_path / "odd.yaml").write_bytes(b"\xff\xfe\x00army")
    code, out, _ = fieldpost("army", "check", "odd.yaml", cwd=tmp_path)
    assert code == 1 and out.startswith("odd.yaml:1:1: this file is not UTF-8 text")


def test_a_line_of_sight_is_described_and_drawn(tmp_path: Path) -> None:
    code, out, _ = fieldpost("los", "raid-on-danville", "0101", "103", cwd=tmp_path)
    assert code == 0 and out.startswith("0101 sees 0103")
    code, out, _ = fieldpost("los", "raid-on-danville", "0507", "1103", "--out", "sight.png", cwd=tmp_path)
    assert code == 0 and "village in 0606 blocks the line (MW 7.2)" in out
    fieldpost("map", "raid-on-danville", "bare.png", cwd=tmp_path)
    with Image.open(tmp_path / "sight.png") as drawn, Image.open(tmp_path / "bare.png") as bare:
        assert drawn.size == bare.size and drawn.tobytes() != bare.tobytes()


def test_a_measurement_is_described_and_drawn(tmp_path: Path) -> None:
    code, out, _ = fieldpost("measure", "raid-on-danville", "0507", "1103", "--out", "far.png", cwd=tmp_path)
    assert code == 0 and out.splitlines()[:2] == ["Distance: 7 hexes.", "Bearing: 52 degrees (NE)."]
    assert "village in 0606 blocks the line (MW 7.2)." in out and (tmp_path / "far.png").exists()
    code, out, _ = fieldpost("measure", "first-patrol", "A1", "0101", cwd=tmp_path)
    assert code == 0 and "Distance: " in out and " (FA " in out
    fieldpost("play", "millers-bridge", cwd=tmp_path, typed="quit\n")
    assert fieldpost("measure", "millers-1", "BO", "BO", "--side", "reeve", cwd=tmp_path)[1].startswith(
        "Distance: 0 hexes.\n"
    )


def test_a_line_of_sight_in_a_game(tmp_path: Path) -> None:
    fieldpost("play", "millers-bridge", cwd=tmp_path, typed="quit\n")
    code, out, _ = fieldpost("los", "millers-1", "BO", "RS", "--side", "reeve", cwd=tmp_path)
    assert code == 0 and " see" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["cards"], "Missing argument: SYSTEM"),
        (["cards", "chess"], "systems are miniwars"),
        (["cards", "chess", "rook"], "There is no scenario 'chess'"),
        (["cards", "miniwars", "rook"], "There is no unit type 'rook'"),
        (["cards", "miniwars", "--out", "x.png"], "Name the unit whose card you want drawn"),
        (["cards", "miniwars", "knights", "--out", "."], "is a folder"),
        (["army"], "Missing argument"),
        (["army", "check"], "Missing argument: FILE"),
        (["army", "check", "nowhere.yaml"], "There is no file nowhere.yaml"),
        (["army", "chekc", "x"], "did you mean check?"),
        (["army", "check", "."], "is a folder"),
        (["los", "raid-on-danville"], "FROM, TO"),
        (["los", "nowhere", "0101", "0102"], "There is no scenario 'nowhere'"),
        (["los", "raid-on-danville", "0101", "9999"], "off the map"),
        (["los", "raid-on-danville", "0101", "zzz"], 'No unit is called "zzz"'),
        (["los", "raid-on-danville", "0101", "0102", "--side", "green"], "There is no side 'green'"),
        (["measure", "raid-on-danville", "0101"], "Missing argument: TO"),
        (["measure", "raid-on-danville", "0101", "12,8"], "12,8"),
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
    monkeypatch.chdir(tmp_path)
    code = ended(words)
    out, err = capsys.readouterr()
    assert code == 2 and says in out + err
    assert "inside Fieldpost itself" not in err, err
    assert list(tmp_path.glob("*.png")) == []


def test_cards_and_lines_of_sight_work_at_the_keyboard(tmp_path: Path) -> None:
    typed = (
        'card BO\ncard pikemen\nlos BO RS\nlos 0101 "0102"\nmeasure BO RS\nmeasure 0101 "0102"\nhelp '
        "card\nhelp los\nquit\n"
    )
    code, out, _ = fieldpost("play", "millers-bridge", cwd=tmp_path, typed=typed)
    assert code == 0
    measured = "  Distance: 1 hex.\n  Bearing: 180 degrees (S).\n  0101 sees 0102"
    for said in (
        "Bowmen (bowmen), 43 points",
        "Pikemen (pikemen)",
        "0101 sees 0102",
        "a unit's card",
        "line of sight between",
        measured,
    ):
        assert said in out
    typed = "card rook\nlos 0101\nlos 0101 zz\nmeasure 0101\nmeasure a zz\nquit\n"
    code, out, _ = fieldpost("play", "millers-bridge", cwd=tmp_path, typed=typed)
    assert code == 1 and out.count("of the input)") == 5


@pytest.mark.long
def test_the_list_of_scenarios_is_in_columns_and_counts_units_as_everything_else_does(tmp_path: Path) -> None:
    """Each column begins in the same place on each line; the list, one scenario, `check` and the alt text agree."""
    heads, *lines = fieldpost("scenarios", cwd=tmp_path)[1].partition("\n\n")[0].splitlines()
    assert heads.split() == ["scenario", "system", "players", "size", "armies", "length", "wins"]
    rows = [re.split(r"  +", line) for line in lines]
    assert len(rows) == len(reader.shipped()) and {len(row) for row in rows} <= {5, 6, 7}
    for column in range(5):
        assert (
            len({line.index(row[column], len(row[0]) if column else 0) for line, row in zip(lines, rows, strict=True)})
            == 1
        )
    for stem, title, players, size, armies, *_ in rows:
        scenario = reader.load(stem)
        system = SYSTEMS[scenario.system]
        assert title == system.TITLE and int(players) == len(scenario.sides)
        shown = fieldpost("scenarios", stem, cwd=tmp_path)[1]
        counts = [int(found) for found in re.findall(r", (\d+) units$", shown, re.M)]
        assert armies == (f"{' v '.join(map(str, counts))} units" if counts else "armies to choose"), stem
        assert len(counts) in (0, len(scenario.sides)) and 0 not in counts and size in shown
        if stem == "airborne-bridge":
            assert counts == [11, 15], "two wire obstacles are no units"
        checked = fieldpost("check", str(reader.shipped()[stem]), cwd=tmp_path)[1]
        assert f"{size}, {armies}" in checked
        alt = system.scene(system.view(system.start(scenario), ""), ()).alt
        in_alt = [int(found) for found in re.findall(r": (?:\w+ models in |\d+ of )?(\d+) units?", alt)]
        if system.NAME != "zones":  # where some scenarios have units off the table, not in the picture
            assert not counts or in_alt in ([], counts), (stem, alt)
