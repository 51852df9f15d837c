"""`fieldpost boards`: the scenarios that can be played as boards for armies of one's own."""

from argparse import Namespace
from textwrap import fill

from bot.hosting.database import CommandFailed

from .files import print_table

HOW_TO_READ = (
    "Points: what the dearer of the scenario's own armies costs; any other sum will do. Length: how many turns a game"
    " has at most, and how often each side is asked for orders in one with the scenario's own armies."
    " `fieldpost play --board NAME --points N` plays on one."
)


def boards(arguments: Namespace) -> int:
    """Raises CommandFailed for a system that there is not."""
    from bot.hosting.board_pages import board_rows
    from engine.lookups.rulebook import UnknownPassage, find_system
    from engine.systems import SYSTEMS

    try:
        said = " ".join(arguments.system)
        system = SYSTEMS[find_system(said, "Systems")].TITLE if arguments.system else ""
    except UnknownPassage as unknown:
        raise CommandFailed(str(unknown)) from unknown
    heads = ("board", "system", "size", "sides", "points", "era", "length")
    rows = [
        (row.stem, row.system, row.size, f"{row.sides} sides", f"{row.points} points", row.era, row.length)
        for row in board_rows()
        if system in ("", row.system)
    ]
    if not rows:
        raise CommandFailed(f"{system} has no boards. `fieldpost boards` lists those of other systems.")
    print_table((heads, *rows))
    print(f"\n{fill(HOW_TO_READ, 118)}")
    return 0
