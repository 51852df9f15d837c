"""What can be typed after `fieldpost`: each command with its arguments, its help and its examples."""

from collections.abc import Mapping
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any, NamedTuple

EXAMPLES = """\
examples:
  fieldpost play raid-on-danville          a game for two at this keyboard
  fieldpost play raid-on-danville < orders.txt
  DISCORD_TOKEN=... fieldpost serve        the Discord bot
  fieldpost scenarios                      what can be played
  fieldpost rules miniwars 8.4             one paragraph of a rulebook
  fieldpost cards miniwars knights         a unit's card
  fieldpost army check my-army.yaml        price an army list and list its problems
  fieldpost los raid-on-danville 0507 1103 line of sight between two hexes
  fieldpost measure raid-on-danville 0507 1103
  fieldpost odds "land: 6 inf 2 art vs 5 inf 1 tank"
  fieldpost battle "land: 6 inf 2 art vs 5 inf 1 tank"
  fieldpost map raid-on-danville raid.png  a picture of a scenario or a game
  fieldpost check my-battle.yaml           find errors in a scenario file
  fieldpost case tests/cases/*.yaml        run worked cases
  fieldpost export raid-1 raid.json        the public log of a game
  fieldpost verify raid.json               check every die of it
  fieldpost roll 4d6kh3+1
  fieldpost bench                          benchmarks on this machine

Exit codes: 0 success; 1 a check failed; 2 error (with a message).
fieldpost COMMAND --help explains one command."""


class Command(NamedTuple):
    """What it does in a few words, more about it with examples, and its arguments as argparse takes them."""

    summary: str
    details: str
    arguments: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = ()


def _words(*words: str, **options: Any) -> tuple[tuple[str, ...], dict[str, Any]]:
    return words, options


def _system_names() -> str:
    """The folders of engine/systems, found without importing any rules."""
    spec = find_spec("engine.systems")
    return ", ".join(
        module.name for module in iter_modules(spec.submodule_search_locations if spec else ()) if module.ispkg
    )


_SYSTEMS = _system_names()
_DB = _words("--db", metavar="FILE", help="the database (default: $FIELDPOST_DB, or fieldpost.db in this folder)")
COMMANDS: Mapping[str, Command] = {
    "serve": Command(
        "run the Discord bot",
        """\
environment:
  DISCORD_TOKEN              the bot's token (required)
  FIELDPOST_DB               the database (default: fieldpost.db)
  FIELDPOST_GUILD            a server's id: commands appear there at once
  FIELDPOST_DISCORD_API      base URL of Discord's REST API, for a proxy
  FIELDPOST_DISCORD_GATEWAY  URL of Discord's gateway, for a proxy

example: DISCORD_TOKEN=... fieldpost serve""",
    ),
    "play": Command(
        "play a game for all sides at this keyboard",
        """\
The game is saved in the database: leave whenever you like, and the same command resumes it.
In a terminal, type orders line by line; `help` explains the rest. From a pipe or a file it reads the same
lines, reports every rejected order, and exits with 1 if there was one.

examples:
  fieldpost play raid-on-danville
  fieldpost play millers-bridge --db lesson.db --out pictures
  fieldpost play millers-bridge < orders.txt""",
        (
            _words(
                "scenario",
                metavar="SCENARIO",
                help="a scenario (see `fieldpost scenarios`), a scenario file, or a saved game",
            ),
            _DB,
            _words(
                "--out", metavar="DIR", help="where the maps go as PNG (default: fieldpost-maps beside the database)"
            ),
            _words(
                "--new",
                dest="which",
                action="store_const",
                const="new",
                default="last",
                help="start a new game even if there is a saved one",
            ),
        ),
    ),
    "case": Command(
        "run case files: positions with orders, dice and expected results",
        "A line for each failure, then `N passed, N failed`.\n\nexample: fieldpost case tests/cases/miniwars.yaml",
        (_words("files", metavar="FILE", nargs="+"),),
    ),
    "map": Command(
        "draw a scenario or a game as PNG",
        """\
examples:
  fieldpost map raid-on-danville raid.png
  fieldpost map raid-1 now.png --side danville""",
        (
            _words("what", metavar="SCENARIO|GAME"),
            _words("out", metavar="OUT.png"),
            _DB,
            _words(
                "--side", metavar="SIDE", default="", help="as this side sees it (default: public information only)"
            ),
        ),
    ),
    "check": Command(
        "check scenario files for errors",
        "example: fieldpost check my-battle.yaml",
        (_words("files", metavar="SCENARIO.yaml", nargs="+"),),
    ),
    "scenarios": Command(
        "list the scenarios included with Fieldpost",
        "examples:\n  fieldpost scenarios\n  fieldpost scenarios twin-hamlets",
        (_words("scenario", metavar="SCENARIO", nargs="?", default="", help="describe this scenario"),),
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
            _words("system", metavar="SYSTEM", help=f"{_SYSTEMS}, or the letters of its paragraphs, such as MW"),
            _words(
                "paragraph",
                metavar="PARAGRAPH",
                nargs="*",
                default=[],
                help="a number, a heading, or a word such as the code of a refusal",
            ),
            _words("--card", action="store_true", help="show the rules on one page, for players at the table"),
            _words("--out", metavar="FILE.png", default="", help="with --card: draw the page as PNG"),
        ),
    ),
    "cards": Command(
        "look up unit cards",
        """\
Without a unit it lists all units and their costs; with one it shows the unit's card, and --out draws it.
Name a unit by its key, its name or part of it; in a game also by the id on its counter.

examples:
  fieldpost cards miniwars
  fieldpost cards forumini panther --out panther.png
  fieldpost cards raid-on-danville mayor""",
        (
            _words(
                "system",
                metavar="SYSTEM",
                help=f"{_SYSTEMS}; or a scenario or a game, for its own types too",
            ),
            _words("unit", metavar="UNIT", nargs="*", default=[], help="the unit"),
            _words("--out", metavar="FILE.png", default="", help="draw the card as PNG"),
            _DB,
        ),
    ),
    "army": Command(
        "check army lists",
        """\
An army list is a YAML file with `system`, limits such as `points`, and `army` with a number for each type; or with a `scenario`
and a `side` whose limits apply. It exits with 1 if the list has problems, and reports each with line and column.

  system: forumini
  points: 100
  camp: allied
  year: 1944
  army: {m1-garand: 6, m4a1-sherman: 2, bazooka: 1}

Other limits, in systems that have them: camp (or nations), year, theatre, historical: true.

example: fieldpost army check my-army.yaml""",
        (
            _words("action", metavar="check", choices=["check"], help="the word check"),
            _words("file", metavar="FILE", help="the list"),
        ),
    ),
    "los": Command(
        "check line of sight between two hexes, places or units",
        """\
Hexes by number, places by name, units by id; in a scenario's starting position or in a saved game.

examples:
  fieldpost los raid-on-danville 0507 1103
  fieldpost los raid-1 W2 M1 --out sight.png --side danville""",
        (
            _words("what", metavar="SCENARIO|GAME"),
            _words("start", metavar="FROM"),
            _words("end", metavar="TO"),
            _words("--out", metavar="FILE.png", default="", help="draw the map with the line on it as PNG"),
            _DB,
            _words(
                "--side", metavar="SIDE", default="", help="as this side sees it (default: public information only)"
            ),
        ),
    ),
    "measure": Command(
        "distance, direction and line of sight between two things",
        """\
Hexes by number, places by name, units by id, points of a table such as 12.5,8; in a scenario's starting position or in a saved game.

examples:
  fieldpost measure raid-on-danville 0507 1103
  fieldpost measure raid-1 W2 M1 --out measure.png --side danville""",
        (
            _words("what", metavar="SCENARIO|GAME"),
            _words("start", metavar="FROM"),
            _words("end", metavar="TO"),
            _words("--out", metavar="FILE.png", default="", help="draw the map with what was measured on it as PNG"),
            _DB,
            _words(
                "--side", metavar="SIDE", default="", help="as this side sees it (default: public information only)"
            ),
        ),
    ),
    "odds": Command(
        "odds of a battle between two armies",
        """\
Chances of a win, draw, loss and retreat, average survivors and losses, with the standing orders of both sides.
Small battles are exact; larger ones are simulated, with the number of runs and the 95% confidence interval.
A battle is written KIND: ATTACKERS vs DEFENDERS; kinds are land, naval and amphibious (with `+ 2 inf overland` before vs).

examples:
  fieldpost odds "land: 6 inf 2 art 1 ftr vs 5 inf 1 tank"
  fieldpost odds "naval: 2 sub vs 1 battleship" --attacker "retreat when attackers < 2" --out odds.png
  fieldpost odds "land: 20 inf 5 tank vs 25 inf" --defender "losses: infantry > tank" --battles 20000""",
        (
            _words("words", metavar="BATTLE", nargs="+", help="such as: land: 6 inf 2 art vs 5 inf 1 tank"),
            _words(
                "--attacker",
                metavar="ORDERS",
                default="",
                help='standing orders, such as "losses land: tank > infantry; keep land 1"',
            ),
            _words("--defender", metavar="ORDERS", default="", help="the defender's standing orders"),
            _words(
                "--battles",
                metavar="N",
                default="",
                help="number of simulated battles where there is no exact result (default: 10000)",
            ),
            _words(
                "--seed",
                metavar="WORD",
                default="",
                help="seed of the simulation: the same word gives the same battles",
            ),
            _words("--out", metavar="FILE.png", default="", help="draw the odds as PNG"),
            _words("--system", metavar="SYSTEM", default="", help="which rules to use (default: baker)"),
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
            _words("words", metavar="BATTLE", nargs="+", help="written as for `fieldpost odds`"),
            _words(
                "--straight",
                dest="rounds",
                action="store_const",
                const="all",
                default="one",
                help="fight to the end without asking",
            ),
            _words("--attacker", metavar="ORDERS", default="", help="the attacker's standing orders"),
            _words("--defender", metavar="ORDERS", default="", help="the defender's standing orders"),
            _DB,
            _words(
                "--out", metavar="DIR", help="where the maps go as PNG (default: fieldpost-maps beside the database)"
            ),
        ),
    ),
    "export": Command(
        "write the public log of a game as JSON",
        "example: fieldpost export raid-1 raid.json",
        (_words("game", metavar="GAME"), _words("file", metavar="FILE.json"), _DB),
    ),
    "verify": Command(
        "check the log of a game: its chain, every die, every event",
        "example: fieldpost verify raid.json",
        (_words("file", metavar="FILE.json"),),
    ),
    "roll": Command(
        "roll dice, showing each one",
        """\
examples:
  fieldpost roll 2d6+1       two dice plus one
  fieldpost roll 4d6kh3      the three highest (kl, dh, dl: lowest, drop highest, drop lowest)
  fieldpost roll d20 adv     the better of two (dis: the worse)
  fieldpost roll '3d6>=5'    how many show 5 or more
  fieldpost roll d%          one to a hundred""",
        (
            _words("expression", metavar="EXPRESSION", nargs="+"),
            _words(
                "--secret",
                metavar="HEX",
                default="",
                help="the secret of an earlier roll, to repeat it",
            ),
        ),
    ),
    "bench": Command("run benchmarks on this machine, next to the required minimum", "example: fieldpost bench"),
}
LOOKUPS = frozenset(("cards", "army", "los", "measure", "odds"))
"""Those that lookups.py carries out."""
AT_KEYBOARD = frozenset(("play", "battle"))
"""Those that terminal/play.py carries out."""
