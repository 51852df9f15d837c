"""Where the encoding is poor: everything of a whole game is written in ASCII signs, and never as question marks."""

from io import BytesIO, TextIOWrapper
from itertools import product
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from bot.hosting.ascii_map import GLYPHS
from bot.hosting.ascii_signs import HANDLER, spelled
from bot.terminal.hot_seat import HotSeat
from bot.terminal.screen import Screen
from engine.systems import SYSTEMS
from engine.table import Table
from tests.bot.command_line import process, run_process
from tests.support import random_games
from tests.support.sampling import share
from tests.support.toy_system import NOW, entropy

ASKED = "help|units|units all|map|ideas|show|card infantry|card|odds|log|rules 1|rules 5|los 1 2|nonsense"
POOR = ({"PYTHONIOENCODING": "ascii"}, {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"})
GAMES = ("millers-bridge", "first-patrol", "first-charge", "two-shores", "low-wells")


def whole_game(stem: str, folder: Path, console: Console) -> HotSeat:
    """A random game to its end, or near it, with every look-up asked now and then."""
    table, chance = Table(":memory:", entropy(stem)), Random(stem)
    game = table.open(stem, "", NOW)
    for side in game.sides:
        table.seat(game.id, side, "keyboard", NOW)
    seat = HotSeat(table, game.id, folder, Screen(), "")
    seat.screen.console = console
    seat.draw = lambda *_: True  # type: ignore[method-assign]
    seat.screen.greet(seat.game, folder)
    seat.news()
    for number in range(share(600, 24)):
        if not seat.side:
            break
        seat.shown = seat.game.phase_key
        seat.greet(seat.side)
        state = table._cache.find(game.id).state
        for line in random_games.message(SYSTEMS[game.system], state, seat.side, chance).splitlines():
            if seat.side:
                seat.line(line)
        for asked in ASKED.split("|") if seat.side and number % 12 == 0 else ():
            seat.line(asked)
        if seat.side:
            seat.shown = seat.game.phase_key
            seat.line("commit" if chance.random() < 0.2 else "done")
    while seat.side:
        seat.shown = seat.game.phase_key
        seat.line("concede")
        seat.line("done")
        seat.line("done")
    seat.screen.over(seat.game, "")
    return seat


@pytest.mark.parametrize("stem", GAMES)
@pytest.mark.long
def test_a_whole_game_is_written_in_ascii(stem: str, tmp_path: Path) -> None:
    paper = BytesIO()
    stream = TextIOWrapper(paper, encoding="ascii", errors=HANDLER, write_through=True)
    whole_game(stem, tmp_path, Console(file=stream, width=100, highlight=False))
    out = paper.getvalue().decode("ascii")
    assert "The game is over." in out and len(out) > 20_000
    marked = [line for line in out.splitlines() if "??" in line or "\\u" in line]
    assert not marked, marked[:5]


@pytest.mark.parametrize(("stem", "poor"), share([*product(GAMES, POOR)], [*zip(GAMES, POOR, strict=False)]))
@pytest.mark.long
def test_a_process_writes_ascii_where_the_environment_asks_for_it(
    stem: str, poor: dict[str, str], tmp_path: Path
) -> None:
    _, out, err = run_process(("play", stem), tmp_path, ASKED.replace("|", "\n").encode(), poor)
    assert (out + err).isascii() and "Traceback" not in err and len(out) > 3_000
    assert "??" not in out and "\\u" not in out


@pytest.mark.parametrize(
    "words", share([("scenarios",), ("--help",), ("roll", "3d6"), ("cards", "forumini")], [("roll", "3d6")])
)
def test_short_commands_are_written_in_ascii(words: tuple[str, ...], tmp_path: Path) -> None:
    _, out, _ = process(*words, cwd=tmp_path, PYTHONIOENCODING="ascii")
    assert out.isascii() and "??" not in out and "\\u" not in out


def test_each_sign_of_the_map_stays_one_letter_of_its_own() -> None:
    signs = {sign: spelled(sign) for sign in {*GLYPHS.values()}}
    assert all(len(sign) == 1 for sign in signs.values()) and len(set(signs.values())) == len(signs)


def test_accents_are_left_out_and_what_has_no_letters_shows_its_number() -> None:
    assert spelled("Fallschirmjäger · 3–5 “Übung” ✓ → ½") == 'Fallschirmjager . 3-5 "Ubung" + -> 1/2'
    assert spelled("┏━┓ │ ж 東") == "+-+ | \\u0436 \\u6771"
