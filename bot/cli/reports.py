"""`fieldpost report` and `fieldpost kibitz`: what happened in a game, in lines."""

from argparse import Namespace
from pathlib import Path

from bot.hosting.database import database_address, existing_database

from .files import write_file, write_picture


def report(arguments: Namespace) -> int:
    """Prints the report, or writes it with its picture beside it.  Raises CommandFailed."""
    from bot.correspondence.reports.formats import write_report
    from bot.correspondence.reports.turn_report import turn_report

    with existing_database(database_address(arguments.db)) as table:
        told = turn_report(table, arguments.game, arguments.turn)
        text = write_report(told, arguments.form, arguments.images)
    if not arguments.out:
        print(text, end="")
        return 0
    from maps.drawing.draw import draw

    out = Path(arguments.out)
    picture = out.with_name(told.picture)
    write_file(out, text.encode())
    write_picture(picture, draw(told.scene))
    print(f"{out}: {told.title}\n{picture}: its map")
    return 0


def kibitz(arguments: Namespace) -> int:
    """Prints everybody's orders of a game that is over, and what came of them.  Raises Refused while it is not."""
    from bot.hosting.press import kibitz_lines
    from engine.printable import printable_line

    with existing_database(database_address(arguments.db)) as table:
        lines = kibitz_lines(table, table.game(arguments.game).id, arguments.turn)
    print("\n".join(map(printable_line, lines)))
    return 0
