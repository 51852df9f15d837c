"""Arguments, help and examples of the commands that play a game: serve, play and battle."""

from collections.abc import Mapping

from bot.hosting.known_settings import help_text

from .command import DATABASE, MAP_FOLDER, Command, argument

PLAY_COMMANDS: Mapping[str, Command] = {
    "play": Command(
        "play a game for all sides at this keyboard",
        """\
The game is saved in the database: leave whenever you like, and the same command resumes it.
In a terminal, type orders line by line; `help` explains the rest. From a pipe or a file it reads the same
lines, runs at its end what was accepted, reports every rejected order, and exits with 1 if there was one.

examples:
  fieldpost play raid-on-danville
  fieldpost play --board lantern-slip --points 190 --army watch=harbour.yaml
  fieldpost play millers-bridge --db lesson.db --out pictures
  fieldpost play millers-1 --rematch
  fieldpost play millers-bridge < orders.txt""",
        (
            argument(
                "scenario",
                metavar="SCENARIO",
                nargs="?",
                default="",
                help="a scenario (see `fieldpost scenarios`), a scenario file, or a saved game",
            ),
            argument(
                "--board",
                metavar="NAME",
                default="",
                help="instead of a scenario: its board, for armies of your own (see `fieldpost boards`)",
            ),
            argument("--points", metavar="N", type=int, help="what each army may cost (default: as in the scenario)"),
            argument(
                "--army",
                metavar="SIDE=FILE",
                action="append",
                default=[],
                help="submit this file's list for a side; once for each side",
            ),
            DATABASE,
            MAP_FOLDER,
            argument(
                "--new",
                dest="which",
                action="store_const",
                const="new",
                default="last",
                help="start a new game even if there is a saved one",
            ),
            argument(
                "--rematch",
                dest="which",
                action="store_const",
                const="rematch",
                help="play a saved game that is over again, with the sides changed",
            ),
        ),
    ),
    "sandbox": Command(
        "try things out in a private copy of a saved game",
        """\
The copy holds what one side may know, and is played with throwaway dice: you give the orders of every side,
`undo` goes back, `restart` begins again. Nothing is stored, and the game does not learn of it. From a pipe or a
file it reads the same lines and exits with 1 if one was rejected.

examples:
  fieldpost sandbox raid-1
  fieldpost sandbox raid-1 --side danville --turn 2
  fieldpost sandbox raid-1 --turn 2 --phase morale < ideas.txt""",
        (
            argument("game", metavar="GAME", help="a saved game"),
            argument("--side", metavar="SIDE", default="", help="as this side knows it (default: whose turn it is)"),
            argument("--turn", metavar="N", type=int, help="begin in this turn (default: now)"),
            argument("--phase", metavar="PHASE", default="", help="begin in this phase of the turn"),
            argument("--entry", metavar="N", type=int, help="begin after this entry of the log"),
            DATABASE,
            MAP_FOLDER,
        ),
    ),
    "battle": Command(
        "fight a single battle at this keyboard",
        """\
A game like any other, saved in the database, with dice that can be verified. Enter (or `done`) fights the
next round; `retreat` breaks off the battle.

examples:
  fieldpost battle "land: 6 inf 2 art 1 ftr vs 5 inf 1 tank"
  fieldpost battle "naval: 2 sub vs 1 battleship" --straight""",
        (
            argument("words", metavar="BATTLE", nargs="+", help="written as for `fieldpost odds`"),
            argument(
                "--straight",
                dest="rounds",
                action="store_const",
                const="all",
                default="one",
                help="fight to the end without asking",
            ),
            argument("--attacker", metavar="ORDERS", default="", help="the attacker's standing orders"),
            argument("--defender", metavar="ORDERS", default="", help="the defender's standing orders"),
            DATABASE,
            MAP_FOLDER,
        ),
    ),
    "serve": Command(
        "open the doors that are configured: Discord, mail, a forum",
        f"""\
Each door opens if its first setting is there; one is enough, and all three may be open at once.
Settings are environment variables, or lines of a file fieldpost.toml in the folder in which it is started.

{help_text()}

examples:
  DISCORD_TOKEN=... fieldpost serve
  fieldpost doctor                 check the settings and try each door""",
    ),
}
