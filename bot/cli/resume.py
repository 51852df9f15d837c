"""`fieldpost resume`: lists halted games, and lets one go on."""

from argparse import Namespace

from bot.hosting.database import CommandFailed, database_address, existing_database
from bot.hosting.halted_games import Halted
from bot.hosting.halting import halted_line, known_game
from bot.hosting.halting import resume as let_go_on
from bot.hosting.hosted_table import HostedTable
from bot.hosting.outbox import DOORS, Outbox
from bot.hosting.utc_now import utc_now
from bot.hosting.whereabouts import whereabouts
from engine.errors import Refused
from engine.lookups.requests import matching_names
from engine.printable import printable_line


def resume(arguments: Namespace) -> int:
    """Returns 1 if a game stays halted.  Raises CommandFailed."""
    with existing_database(database_address(arguments.db)) as table:
        if not arguments.game:
            return _list(table)
        game = _find(table, arguments.game)
        for halted in table.halted.of_game(game):
            if why := _resume(table, halted):
                print(f"{game} stays halted. {why}")
                return 1
    return 0


def _list(table: HostedTable) -> int:
    found = table.halted.all()
    for halted in found:
        print(printable_line(halted_line(halted)))
    print("`fieldpost resume GAME` lets one go on." if found else "No game is halted.")
    return 0


def _find(table: HostedTable, word: str) -> str:
    """A halted game by its id, its name, or the beginning of either.  Raises CommandFailed."""
    names = dict[str, str]()
    for halted in table.halted.all():
        info = known_game(table, halted.game)
        names[halted.game] = info.name if info else halted.game
    if word in names:
        return word
    found = matching_names(word, names)
    if len(found) == 1:
        return found[0]
    listed = ", ".join(found or names) or "none"
    says = "could be several halted games" if found else "is no halted game"
    raise CommandFailed(f"{word!r} {says}. Halted: {listed}.")


def _resume(table: HostedTable, halted: Halted) -> str:
    """Prints that the game goes on; otherwise returns why it does not."""
    try:
        with table.journal.transaction():
            if halted.cause in DOORS:
                Outbox(table.journal, halted.cause).block(halted.game, "")
            rings = let_go_on(table, halted.game, halted.cause, utc_now())
    except Refused as refused:
        return f"It cannot be read: {refused}"
    except Exception as fault:
        return f"It still fails: {whereabouts(fault)}. Update the program, and try again."
    when = f" Its deadline is put off to {rings[:10]} {rings[11:16]} UTC." if rings else ""
    print(f"{halted.game} goes on.{when} A running `fieldpost serve` notices within ten seconds.")
    return ""
