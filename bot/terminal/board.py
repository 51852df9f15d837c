"""`fieldpost play --board NAME --points N --army SIDE=FILE`: what is to be played, and the armies for it."""

from argparse import Namespace
from difflib import get_close_matches
from pathlib import Path

from bot.hosting.board_pages import board_rows
from bot.hosting.database import CommandFailed
from bot.hosting.wording import join_list
from engine.errors import Refused
from engine.lookups.requests import load_scenario, matching_names
from engine.scenarios.boards import usual_points
from engine.scenarios.reader import UnknownScenario, find_file, read_text
from engine.scenarios.yaml_reader import FaultyFile
from engine.table import Game, Table
from engine.toolkit.muster.army_text import army_text


def board_asked(arguments: Namespace) -> tuple[str, int | None]:
    """The name of a scenario or a game, and the points if it is to be played as a board.  Raises CommandFailed."""
    board, named, points = arguments.board, arguments.scenario, arguments.points
    if not board and not named:
        raise CommandFailed("Missing argument: SCENARIO, a scenario or a saved game, or --board and a scenario.")
    if board and named:
        raise CommandFailed(f"Name one thing to play: {named[:60]}, or the board {board[:60]}.")
    if points is not None and not board:
        boards = [row.stem for row in board_rows()]
        stem = named if named in boards else boards[0]
        raise CommandFailed(
            f"--points goes with --board{'' if stem == named else f', and {named[:60]} is no board'}: "
            f"fieldpost play --board {stem} --points {points}"
        )
    if board and (unknown := _no_board(board)):
        raise CommandFailed(unknown)
    if board and points is None:
        try:
            return board, usual_points(load_scenario(board)[1])
        except Refused as no:
            raise CommandFailed(str(no)) from no
    return board or named, points


def _no_board(name: str) -> str:
    """That no board goes by this name, and which one was probably meant; "" if there is a scenario or may be a file."""
    try:
        find_file(name)
    except UnknownScenario:
        near = get_close_matches(name.lower()[:80], [row.stem for row in board_rows()], 3)
        meant = f"did you mean {' or '.join(near)}?" if near else "`fieldpost boards` lists all of them."
        return f"There is no board {name[:80]!r}: {meant}"
    return ""


def armies_asked(arguments: Namespace, table: Table, game: Game) -> dict[str, str]:
    """Side -> its list on one line.  Raises CommandFailed with everything that is wrong with them."""
    found = dict[str, str]()
    for word in arguments.army:
        side, army = _army(word, table, game)
        if side in found:
            raise CommandFailed(f"--army gives {game.sides[side].name} two lists: write one for each side.")
        found[side] = army
    return found


def _no_side_and_file(word: str, game: Game) -> str:
    """What is wrong with the word behind --army, which sides there are, and an option that works."""
    said, _, file = word.partition("=")
    sides = join_list([f"{key} ({side.name})" for key, side in game.sides.items()])
    wrong = f"--army names no side {said[:60]!r}" if said else f"--army {word[:60]} names no side"
    if not file and matching_names(said, {key: side.name for key, side in game.sides.items()}):
        wrong = f"--army {word[:60]} names no file"
    shown = file[:60] or "FILE"
    return f"{wrong}. The sides of {game.name} are {sides}. For example: --army {next(iter(game.sides))}={shown}"


def _army(word: str, table: Table, game: Game) -> tuple[str, str]:
    said, _, file = word.partition("=")
    found = matching_names(said, {key: side.name for key, side in game.sides.items()})
    if not file or len(found) != 1:
        raise CommandFailed(_no_side_and_file(word, game))
    try:
        judged = table.judge_army(game.id, found[0], read_text(Path(file)))
    except FaultyFile as faulty:
        raise CommandFailed(f"{file}: {faulty}") from faulty
    except OSError as failed:
        raise CommandFailed(f"{file} cannot be read: {failed.strerror}.") from failed
    except Refused as no:
        raise CommandFailed(f"{file}: {no}") from no
    if judged.faults:
        raise CommandFailed("\n".join(f"{file}:{spot.line}:{spot.column}: {spot}" for spot in judged.faults))
    return found[0], army_text({key: count for key, _, count, _ in judged.army.rows})
