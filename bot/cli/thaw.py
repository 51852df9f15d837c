"""`fieldpost thaw`: lists frozen games, and lets one go on."""

from argparse import Namespace

from bot.hosting.database import CommandFailed, database_address, existing_database
from bot.hosting.freezing import frozen_line, known_game
from bot.hosting.freezing import thaw as let_go_on
from bot.hosting.frozen_games import Frozen
from bot.hosting.hosted_table import HostedTable
from bot.hosting.outbox import DOORS, Outbox
from bot.hosting.utc_now import utc_now
from bot.hosting.whereabouts import whereabouts
from engine.errors import Refused
from engine.lookups.requests import matching_names
from engine.printable import printable_line


def thaw(arguments: Namespace) -> int:
    """Returns 1 if a game stays frozen.  Raises CommandFailed."""
    with existing_database(database_address(arguments.db)) as table:
        if not arguments.game:
            return _list(table)
        game = _find(table, arguments.game)
        for frozen in table.frozen.of_game(game):
            if why := _thaw(table, frozen):
                print(f"{game} stays frozen. {why}")
                return 1
    return 0


def _list(table: HostedTable) -> int:
    found = table.frozen.all()
    for frozen in found:
        print(printable_line(frozen_line(frozen)))
    print("`fieldpost thaw GAME` lets one go on." if found else "No game is frozen.")
    return 0


def _find(table: HostedTable, word: str) -> str:
    """A frozen game by its id, its name, or the beginning of either.  Raises CommandFailed."""
    names = dict[str, str]()
    for frozen in table.frozen.all():
        info = known_game(table, frozen.game)
        names[frozen.game] = info.name if info else frozen.game
    if word in names:
        return word
    found = matching_names(word, names)
    if len(found) == 1:
        return found[0]
    listed = ", ".join(found or names) or "none"
    says = "could be several frozen games" if found else "is no frozen game"
    raise CommandFailed(f"{word!r} {says}. Frozen: {listed}.")


def _thaw(table: HostedTable, frozen: Frozen) -> str:
    """Prints that the game goes on; otherwise returns why it does not."""
    try:
        with table.journal.transaction():
            if frozen.cause in DOORS:
                Outbox(table.journal, frozen.cause).block(frozen.game, "")
            rings = let_go_on(table, frozen.game, frozen.cause, utc_now())
    except Refused as refused:
        return f"It cannot be read: {refused}"
    except Exception as fault:
        return f"It still fails: {whereabouts(fault)}. Update the program, and try again."
    when = f" Its deadline is put off to {rings[:10]} {rings[11:16]} UTC." if rings else ""
    print(f"{frozen.game} goes on.{when} A running `fieldpost serve` notices within ten seconds.")
    return ""
