"""Arguments, help and examples of the commands by which games are kept for years: for whoever runs the program."""

from collections.abc import Mapping

from .command import DATABASE, Command, argument

KEEPING_COMMANDS: Mapping[str, Command] = {
    "backup": Command(
        "copy the database into one file while the bot runs, and check every chain of the copy",
        """\
Overwrites nothing. A database on a PostgreSQL server is backed up with pg_dump.

examples:
  fieldpost backup backups/monday.db
  fieldpost backup "backups/$(date +%F).db"           for a daily job""",
        (argument("file", metavar="FILE", help="the new file"), DATABASE),
    ),
    "restore": Command(
        "put a backup in the place of the database",
        """\
Stop the bot first. The backup is checked before anything changes, and what it replaces is kept beside it. A database
with entries that the backup does not have is replaced only with --replace.

examples:
  fieldpost restore backups/monday.db
  fieldpost restore backups/monday.db --replace""",
        (
            argument("file", metavar="FILE", help="the backup"),
            DATABASE,
            argument("--replace", action="store_true", help="also if the database has newer entries, or is damaged"),
        ),
    ),
    "archive": Command(
        "pack finished games into one file each, and take them out of the database",
        """\
Each file is verified as it is on the disk before its game leaves the database. `fieldpost verify raid-1.zip` checks it
like any log. The bot may run meanwhile. Exits with 1 if a game had to stay, with the reason.

examples:
  fieldpost archive packed
  fieldpost archive packed --older-than 90d
  fieldpost archive --list
  fieldpost archive --bring-back packed/raid-1.zip""",
        (
            argument("folder", metavar="OUT_DIR", nargs="?", default="", help="where the packed games go"),
            argument(
                "--older-than",
                metavar="AGE",
                default="365d",
                help="only games in which nothing has happened for so long (default: 365d)",
            ),
            argument("--list", action="store_true", help="list the games that were packed"),
            argument("--bring-back", metavar="FILE", default="", help="put a packed game into the database again"),
            DATABASE,
        ),
    ),
    "resume": Command(
        "list halted games, or let one go on",
        """\
A game halts alone when something in the program fails in it, or when its channel or topic takes no posts. Its
deadlines stand still until it goes on; the deadline of its phase is put off by the time that was left. Exits with 1 if
the game stays halted, with the reason.

examples:
  fieldpost resume
  fieldpost resume raid-1""",
        (
            argument("game", metavar="GAME", nargs="?", default="", help="a halted game (default: list them all)"),
            DATABASE,
        ),
    ),
}
