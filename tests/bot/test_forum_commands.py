"""`fieldpost report` and `fieldpost orders`: a game in a forum, by copying and pasting."""

from pathlib import Path

import pytest
from PIL import Image

from engine.table import Table
from tests.bot.command_line import fieldpost
from tests.support.toy_system import NOW, entropy


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one game, in which the Reeve is to choose."""
    table = Table(tmp_path / "fieldpost.db", entropy("forum"))
    game = table.open("millers-bridge", "", NOW)
    for side in game.sides:
        game = table.seat(game.id, side, side, NOW)
    assert game.phase
    if game.phase.sides == ("reivers",):
        table.give(game.id, "reivers", "choose b\ndone", NOW)
    else:
        table.give(game.id, "reeve", "choose a\ndone", NOW)
    table.close()
    return tmp_path


def waiting(folder: Path) -> str:
    table = Table(folder / "fieldpost.db", entropy("look"))
    phase = table.game("millers-1").phase
    table.close()
    assert phase
    return phase.sides[0]


def draft(folder: Path, side: str) -> str:
    table = Table(folder / "fieldpost.db", entropy("look"))
    try:
        return table.draft("millers-1", side)
    finally:
        table.close()


# reports
@pytest.mark.parametrize(
    ("form", "begins"), [("bbcode", "[b]Field"), ("bgg", "[b]Field"), ("markdown", "### Field"), ("html", "<h3>Field")]
)
def test_a_report_is_printed(folder: Path, form: str, begins: str) -> None:
    code, out, _ = fieldpost("report", "millers", "--format", form, cwd=folder)
    assert code == 0 and out.startswith(begins) and "Initiative" in out and "The map at the end:" in out


def test_a_report_is_written_with_its_map(folder: Path) -> None:
    where = ("--images", "https://x.example/maps", "--out", "report.txt", "--format", "markdown")
    code, out, _ = fieldpost("report", "millers-1", *where, "--turn", "1", cwd=folder)
    assert code == 0 and "report.txt" in out
    (picture,) = folder.glob("millers-1-*.png")
    assert f"(https://x.example/maps/{picture.name})" in (folder / "report.txt").read_text("utf-8")
    with Image.open(picture) as shown:
        assert shown.width > 300


def test_no_command_overwrites_a_database(folder: Path) -> None:
    assert fieldpost("report", "millers-1", cwd=folder)[0] == 0, "the first command makes the tables that are missing"
    before = (folder / "fieldpost.db").read_bytes()
    for words in (("report", "millers-1", "--out"), ("map", "millers-1"), ("replay", "millers-1")):
        code, _, err = fieldpost(*words, "fieldpost.db", cwd=folder)
        assert code == 2 and "is a database, which is not overwritten" in err, err
    code, _, err = fieldpost("export", "millers-1", "fieldpost.db", cwd=folder)
    assert code == 2 and "is a database" in err and (folder / "fieldpost.db").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("millers-9",), "There is no game"),
        (("millers-1", "--format", "rtf"), "no format of reports. There are bbcode, bgg, markdown, html, text"),
        (("millers-1", "--turn", "7"), "There is no turn 7 of The Miller's Bridge"),
        (("millers-1", "--images", "ftp://x"), "no address of pictures"),
        (("millers-1", "--out", "nowhere/x.txt"), "There is no folder nowhere"),
    ],
)
def test_a_report_that_cannot_be_written_says_why(folder: Path, words: tuple[str, ...], says: str) -> None:
    code, out, err = fieldpost("report", *words, cwd=folder)
    assert code == 2 and says in err and not out


# orders
POST = """[quote="Ben, post:3, topic:812"]
BO move 0101
done
[/quote]
I hope that this works.

[spoiler="my move"][code]
{orders}
[/code][/spoiler]
"""


def test_a_pasted_post_becomes_the_draft_and_runs_when_it_is_told_to(folder: Path) -> None:
    side = waiting(folder)
    shoots = "BO fire RS" if side == "reeve" else ""
    code, out, err = fieldpost("orders", "millers", side, cwd=folder, typed=POST.format(orders=f"{shoots}\n# remark"))
    assert not err and (code == 0) == bool(shoots)
    if shoots:
        assert "ok        1  BO fire RS" in out and "Nothing has run yet" in out
        assert draft(folder, side) == shoots
    code, out, _ = fieldpost("orders", "millers", side, "--done", cwd=folder, typed="")
    assert code == 0 and "The orders ran" in out and not draft(folder, side)


def test_a_post_that_says_done_runs(folder: Path) -> None:
    side = waiting(folder)
    code, out, _ = fieldpost("orders", "millers-1", side, cwd=folder, typed=POST.format(orders="done"))
    assert code == 0 and "The orders ran" in out


def test_refused_lines_are_shown_and_nothing_runs(folder: Path) -> None:
    side = waiting(folder)
    typed = POST.format(orders="BO move 0101\nRE fire RS")
    code, out, _ = fieldpost("orders", "millers-1", side, "--done", cwd=folder, typed=typed)
    assert code == 1 and "REFUSED" in out and "^^" in out and "The orders ran" not in out
    code, out, _ = fieldpost("orders", "millers-1", side, "--done", "--sure", cwd=folder, typed=typed)
    assert code == 1 and "The orders ran" in out


def test_where_every_line_is_refused_nothing_is_there_to_run(folder: Path) -> None:
    side = waiting(folder)
    code, out, _ = fieldpost(
        "orders", "millers-1", side, cwd=folder, typed=POST.format(orders="BO fire MA.\nRE fire RS.")
    )
    assert code == 1 and "No order is accepted, so there is nothing to run" in out and "--done" not in out, out


def test_what_is_no_order_changes_nothing(folder: Path) -> None:
    typed = POST.format(orders="choos")
    code, out, _ = fieldpost("orders", "millers-1", waiting(folder), "--done", cwd=folder, typed=typed)
    assert code == 1 and 'not read as orders: "choos"' in out and "nothing was changed" in out
    code, out, _ = fieldpost("orders", "millers-1", "reeve", cwd=folder, typed="Well played!\nnewkey\n\nconcede")
    assert code == 1 and "newkey" in out and "concede" in out and "nothing was changed" in out
    code, _, err = fieldpost("orders", "millers-1", "green", cwd=folder, typed="done")
    assert code == 2 and "no side 'green'" in err
    code, _, err = fieldpost("orders", "millers-1", "reeve", cwd=folder, typed="x" * 100 + "\n" + "y\n" * 40_000)
    assert code == 2 and "characters" in err


def test_bytes_of_any_kind_are_read(folder: Path) -> None:
    code, out, _ = fieldpost("orders", "millers-1", "reeve", cwd=folder, typed="\ufeff\0\u200b[quote]\r\r\n\x07")
    assert code == 1 and "nothing was changed" in out


def test_a_report_that_is_pasted_gives_no_orders(folder: Path) -> None:
    for form in ("bbcode", "bgg", "markdown", "html", "text"):
        _, text, _ = fieldpost("report", "millers-1", "--format", form, cwd=folder)
        code, out, _ = fieldpost("orders", "millers-1", "reeve", cwd=folder, typed=text)
        assert code == 1 and "nothing was changed" in out, form


@pytest.mark.parametrize("fence", [POST, "{orders}"])
def test_nothing_runs_beside_a_question(folder: Path, fence: str) -> None:
    side = waiting(folder)
    unit = "BO" if side == "reeve" else "RS"
    for orders in (f"{unit} hold?\n\ndone", f"{unit} fire MA?\n\n{unit} hold\n\ndone"):
        code, out, _ = fieldpost("orders", "millers-1", side, cwd=folder, typed=fence.format(orders=orders))
        assert code == 1 and "Nothing runs beside a question" in out and "The orders ran" not in out, out
    _, out, _ = fieldpost(
        "orders", "millers-1", side, "--sure", cwd=folder, typed=fence.format(orders="BO hold?\n\ndone")
    )
    assert "The orders ran" in out
