"""Arguments, help and examples of the short commands on scenarios, rules, logs and dice."""

from collections.abc import Mapping

from .command import AS_SIDE, DATABASE, SYSTEMS, WHAT, Command, argument

SHORT_COMMANDS: Mapping[str, Command] = {
    "boards": Command(
        "list the boards for armies of your own",
        """\
Each line shows the scenario whose board it is, its system, its size, how many sides it has, what its own armies
cost, its era, how many turns it has, and how often each side is asked for orders in a game. Any sum of points will
do from the cost of one unit on.

examples:
  fieldpost boards
  fieldpost boards zones
  fieldpost play --board lantern-slip --points 190""",
        (
            argument(
                "system", metavar="SYSTEM", nargs="*", default=[], help=f"only the boards of one system: {SYSTEMS}"
            ),
        ),
    ),
    "scenarios": Command(
        "list the scenarios included with Fieldpost",
        "examples:\n  fieldpost scenarios\n  fieldpost scenarios zones\n  fieldpost scenarios twin-hamlets",
        (
            argument(
                "scenario",
                metavar="SCENARIO or SYSTEM",
                nargs="*",
                default=[],
                help=f"describe this scenario, or list only those of one system: {SYSTEMS}",
            ),
        ),
    ),
    "balance": Command(
        "how often each side wins a scenario",
        """\
Computer players that look one order ahead play it many times, from the opening to the end.  The shares are
printed with bounds that hold with 95 %; what is shown of shipped scenarios was counted in this way.
With --random they play against random play instead, each side by turns: that shows how well they play.

examples:
  fieldpost balance low-wells
  fieldpost balance even-ground --random --games 100
  fieldpost balance my-battle.yaml --games 1000 --workers 4""",
        (
            argument("scenarios", metavar="SCENARIO", nargs="*", default=[], help="scenarios, or scenario files"),
            argument("--games", metavar="N", default="200", help="games of each (default: 200)"),
            argument("--workers", metavar="N", default="2", help="processes that play them (default: 2)"),
            argument("--shipped", action="store_true", help="all scenarios included with Fieldpost"),
            argument("--keep", action="store_true", help="keep the figures with the shipped scenarios"),
            argument("--random", action="store_true", help="against random play, each side by turns"),
        ),
    ),
    "rules": Command(
        "read a rulebook",
        """\
examples:
  fieldpost rules miniwars
  fieldpost rules miniwars 8.4
  fieldpost rules MW 8
  fieldpost rules miniwars too-far
  fieldpost rules miniwars --card
  fieldpost rules miniwars --card --out miniwars.png""",
        (
            argument("system", metavar="SYSTEM", help=f"{SYSTEMS}, or the letters of its paragraphs, such as MW"),
            argument(
                "paragraph",
                metavar="PARAGRAPH",
                nargs="*",
                default=[],
                help="a number, a heading, or a word such as the code of a refusal",
            ),
            argument("--card", action="store_true", help="show the rules on one page, for players at the table"),
            argument("--out", metavar="FILE.png", default="", help="with --card: draw the page as PNG"),
        ),
    ),
    "map": Command(
        "draw a scenario or a game as PNG",
        """\
examples:
  fieldpost map raid-on-danville raid.png
  fieldpost map raid-1 now.png --side danville
  fieldpost map my-world.yaml europe.png --theatre Europe""",
        (
            WHAT,
            argument("out", metavar="OUT.png", help="the picture to write"),
            DATABASE,
            AS_SIDE,
            argument("--theatre", metavar="NAME", default="", help="only this part of a large map, larger"),
        ),
    ),
    "replay": Command(
        "draw a game, or one turn of it, as an animated GIF, one picture for each commit",
        """\
examples:
  fieldpost replay raid-1 raid.gif
  fieldpost replay raid-1 small.gif --half
  fieldpost replay raid-1 turn.gif --turn 2""",
        (
            argument("game", metavar="GAME", help="a saved game"),
            argument("out", metavar="OUT.gif", help="the replay to write"),
            DATABASE,
            argument("--half", action="store_true", help="half as wide and half as high"),
            argument("--turn", metavar="N", type=int, help="only this turn, with its report (default: the whole game)"),
        ),
    ),
    "check": Command(
        "check scenario files for errors",
        "example: fieldpost check my-battle.yaml",
        (argument("files", metavar="SCENARIO.yaml", nargs="+", help="scenario files"),),
    ),
    "case": Command(
        "run case files: positions with orders, dice and expected results",
        "A line for each failure, then `N passed, N failed`.\n\nexample: fieldpost case tests/cases/miniwars.yaml",
        (argument("files", metavar="FILE", nargs="+", help="case files"),),
    ),
    "export": Command(
        "write the public log of a game as JSON",
        "Also a dice log, the rolls of a channel: fieldpost export rolls-123 rolls.json\n\n"
        "example: fieldpost export raid-1 raid.json",
        (
            argument("game", metavar="GAME", help="a saved game, or a dice log"),
            argument("file", metavar="FILE.json", help="the log"),
            DATABASE,
        ),
    ),
    "copy-db": Command(
        "copy all games to a new database, and check every chain",
        """From a file to a PostgreSQL server, back, or from one file to another. Stop the bot first.

examples:
  fieldpost copy-db fieldpost.db postgresql://fieldpost:PASSWORD@localhost/fieldpost
  fieldpost copy-db postgresql://fieldpost:PASSWORD@localhost/fieldpost fieldpost-again.db""",
        (
            argument("source", metavar="FROM", help="the database with the games: a file, or postgresql://..."),
            argument("target", metavar="TO", help="a new file, or a database on a server without any games"),
        ),
    ),
    "verify": Command(
        "check the log of a game: its chain, every die, every event",
        """\
The first line is one of three verdicts, each with an exit code of its own:
  0  proved: the game is over, and everything in it was run again with the same result
  3  proved as far as can be known now: nothing is wrong; what is still open is listed, with the reason
  1  not proved: the entry and what is wrong with it, or why nothing could be run again
2 means that the file could not be read.

With --against it is compared with posts, too: each carries a line such as
  raid-1 log entry 15: jbswy3dpehpk3pxpjbswy3dpeh
and everything in the log up to that entry must be what it was when the line was posted.

--page also writes a page that checks the chain and the dice in any browser, without Fieldpost and without a network. It
holds the log, so you can send it to somebody; it does not know the rules.

examples:
  fieldpost verify raid.json
  fieldpost verify raid.json --page raid.html
  fieldpost verify raid.json --against posts.txt
  fieldpost verify raid.json --against "raid-1 log entry 15: jbswy3dpehpk3pxpjbswy3dpeh\"""",
        (
            argument("file", metavar="FILE.json", help="the log"),
            argument("--against", metavar="POSTS", help="a file with copied posts, or the last line of one"),
            argument("--page", metavar="OUT.html", help="also write a page that checks the log in a browser"),
        ),
    ),
    "roll": Command(
        "roll dice, showing each one",
        """\
examples:
  fieldpost roll 2d6+1                      two dice plus one; + - * / // % and ( )
  fieldpost roll 4d6kh3                     keep the 3 highest (kl lowest, dh dl drop them)
  fieldpost roll d20+5 adv                  the better of two (dis: the worse)
  fieldpost roll '10d6>=4'                  how many show 4 or more
  fieldpost roll 8d6 hits 5+ 6=2            hits on 5 or more, a 6 counts two
  fieldpost roll 3d6 vs 2d6+1               who wins, and by how much
  fieldpost roll 6x 4d6kh3                  the same roll 6 times
  fieldpost roll 'U1 charges: 2d6+1; d20'   a label; several rolls
  fieldpost roll 6d6e6                      a 6 explodes (rr ro ra reroll, mi ma limit, k p keep or drop)
  fieldpost roll '(d20+2, 15)kh1'           the better of several values
  fieldpost roll d66                        11 to 66; 4dF: fudge dice; d%: 00, 10 ... 90; d100: 1 to 100
  fieldpost roll '2d6 [fire] # a comment'   words that are only shown
Quote what your shell would change: > * ( ) ; # [ ].
In a result (1) was dropped, 2→4 rerolled, 1↑2 raised, 6↓5 lowered, and 6! exploded; 3×5 is five dice with 3.
docs/rolls.md has the whole notation; it means what it means in Avrae's d20 wherever both have it.""",
        (
            argument("expression", metavar="EXPRESSION", nargs="+", help="dice, such as 2d6+1"),
            argument(
                "--secret",
                metavar="HEX",
                default="",
                help="the secret of an earlier roll, to repeat it",
            ),
        ),
    ),
    "bench": Command(
        "run benchmarks on this machine, next to the required minimum",
        """examples:
  fieldpost bench
  fieldpost bench --json runs.json    keeps this run, and shows the last one beside it
  fieldpost bench --games 11000       a database of 11,000 games instead: start, memory, deadlines, lists
  fieldpost bench --league            how well leagues find the true strength of players
  fieldpost bench --discord           the bot on a Discord of its own instead: 200 players, 3 minutes, killed 3 times
  fieldpost bench --discord --players 20 --games 10 --minutes 1
  fieldpost bench --discord --processes 4    the same bot in four processes, on a PostgreSQL server of its own""",
        (
            argument(
                "--games",
                metavar="N",
                type=int,
                default=0,
                help="measure a database of that many games, and nothing else; with --discord so many are played "
                "(default there: 100)",
            ),
            argument(
                "--discord",
                action="store_true",
                help="measure `fieldpost serve` under load, on a Discord of its own on this machine, and nothing else",
            ),
            argument(
                "--league",
                action="store_true",
                help="simulate 60 seasons of leagues, and nothing else: how well standings and ratings find the true "
                "strength of 24 players",
            ),
            argument("--players", metavar="N", type=int, default=200, help="players of a load run (default: 200)"),
            argument("--minutes", metavar="M", type=float, default=3, help="length of a load run (default: 3)"),
            argument("--processes", metavar="N", type=int, default=1, help="processes of a load run (default: 1)"),
            argument(
                "--d20",
                metavar="PYTHON",
                default="",
                help="a Python that has the library d20, to roll beside it",
            ),
            argument(
                "--json",
                metavar="FILE",
                default="",
                help="add this run to FILE, and show the last run in it beside this one",
            ),
        ),
    ),
}
