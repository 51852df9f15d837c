"""`fieldpost play` and `fieldpost battle`: a scenario, a saved game or an open battle at this keyboard."""

import sys
from argparse import Namespace
from io import TextIOWrapper
from pathlib import Path
from shlex import quote

from bot.hosting import order_files
from bot.hosting.database import (
    KEYBOARD,
    CommandFailed,
    database_address,
    existing_database,
    file_beside,
    open_database,
)
from bot.hosting.utc_now import utc_now
from engine.database.address import without_password
from engine.scenarios import open_battles
from engine.table import Game, Table

from .board import armies_asked, board_asked
from .hot_seat import HotSeat
from .open_battle import OpenBattle
from .resume import find_or_open
from .sandbox import SandboxSeat
from .screen import Screen


def play(arguments: Namespace) -> int:
    """Play a scenario, a board or a saved game; ``which`` is ``last`` (resume) or ``new``.  Raises CommandFailed."""
    name, points = board_asked(arguments)
    with open_database(database_address(arguments.db)) as table:
        with table.journal.transaction():  # no game is opened for a list that is refused
            game, notice = find_or_open(table, name, arguments.which, points)
            for side, army in armies_asked(arguments, table, game).items():
                table.commit(game.id, side, utc_now(), text=f"muster {army}")
        seat = _seat(arguments, table, game)
        if notice:
            seat.screen.say(notice, "dim")
        return _play(seat)


def battle(arguments: Namespace) -> int:
    """Fight an open battle, round by round or straight to its end.  Raises CommandFailed."""
    with open_database(database_address(arguments.db)) as table:
        with table.journal.transaction():
            game = table.open_battle(" ".join(arguments.words), "", utc_now(), rounds=arguments.rounds)
            for side in game.sides:
                game = table.seat(game.id, side, KEYBOARD, utc_now())
        seat = _seat(arguments, table, game)
        refused = [
            side
            for side, text in zip(game.sides, (arguments.attacker, arguments.defender), strict=True)
            if text and not seat.line(f"{side} {text}")
        ]
        if refused:
            return 1
        if arguments.rounds == "all":
            return seat.play_file(("done",))
        return _play(seat)


def sandbox(arguments: Namespace) -> int:
    """Try things out in a private copy of a saved game; nothing is stored.  Raises CommandFailed."""
    address = database_address(arguments.db)
    with existing_database(address) as table:
        game = table.game(arguments.game)
        side = arguments.side or next(iter(game.phase.sides if game.phase else game.sides))
        welcome = table.open_sandbox(game.id, side, _start_words(arguments))
        return _play(SandboxSeat(welcome, _folder(arguments), Screen()))


def _start_words(arguments: Namespace) -> str:
    """Where the sandbox begins, as ``Table.open_sandbox`` reads it.  Raises CommandFailed."""
    if arguments.entry is not None:
        return f"entry {arguments.entry}"
    if arguments.turn is not None:
        return f"turn {arguments.turn} {arguments.phase}"
    if arguments.phase:
        raise CommandFailed(f"Of which turn? Write --turn 1 --phase {quote(arguments.phase)}, for example.")
    return ""


def _seat(arguments: Namespace, table: Table, game: Game) -> HotSeat:
    kind = OpenBattle if game.scenario == open_battles.STEM else HotSeat
    where = f" --db {quote(without_password(arguments.db))}" if arguments.db else ""
    return kind(table, game.id, _folder(arguments), Screen(), where)


def _folder(arguments: Namespace) -> Path:
    """Where maps are saved."""
    path = file_beside(database_address(arguments.db))
    return Path(arguments.out) if arguments.out else path.parent / f"{path.stem}-maps"


def _play(seat: HotSeat) -> int:
    if not (sys.stdin and sys.stdin.isatty()):
        return seat.play_file(order_files.read_lines(sys.stdin) if sys.stdin else ())
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return seat.play_keyboard()
