"""Arguments, help and examples of the commands that look something up: cards, army, los, measure and odds."""

from collections.abc import Mapping

from .command import AS_SIDE, DATABASE, SYSTEMS, WHAT, Command, argument

LOOKUP_COMMANDS: Mapping[str, Command] = {
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
            argument(
                "system",
                metavar="SYSTEM",
                help=f"{SYSTEMS}; or a scenario or a game, for its own types too",
            ),
            argument("unit", metavar="UNIT", nargs="*", default=[], help="the unit"),
            argument("--out", metavar="FILE.png", default="", help="draw the card as PNG"),
            DATABASE,
        ),
    ),
    "army": Command(
        "check army lists",
        """\
An army list is a YAML file with `system`, limits such as `points`, and `army` with a number for each type;
or with a `scenario` and a `side` whose limits apply. It reports each problem with line and column, and exits
with 1 if there was one.

  system: forumini
  points: 100
  camp: allied
  year: 1944
  army: {m1-garand: 6, m4a1-sherman: 2, bazooka: 1}

Other limits, in systems that have them: camp (or nations), year, theatre, historical: true.

example: fieldpost army check my-army.yaml""",
        (
            argument("action", metavar="check", choices=["check"], help="the word check"),
            argument("file", metavar="FILE", help="the list"),
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
            WHAT,
            argument("start", metavar="FROM", help="a hex, place, unit or point"),
            argument("end", metavar="TO", help="the other end, named in the same way"),
            argument("--out", metavar="FILE.png", default="", help="draw the map with the line on it as PNG"),
            DATABASE,
            AS_SIDE,
        ),
    ),
    "measure": Command(
        "distance, direction and line of sight between two things",
        """\
Hexes by number, places by name, units by id, points of a table such as 12.5,8; in a scenario's
starting position or in a saved game.

examples:
  fieldpost measure raid-on-danville 0507 1103
  fieldpost measure raid-1 W2 M1 --out measure.png --side danville""",
        (
            WHAT,
            argument("start", metavar="FROM", help="a hex, place, unit or point"),
            argument("end", metavar="TO", help="the other end, named in the same way"),
            argument("--out", metavar="FILE.png", default="", help="draw the map with the measurement on it as PNG"),
            DATABASE,
            AS_SIDE,
        ),
    ),
    "luck": Command(
        "how lucky a game, a season or a player was",
        """\
How often each face came and whether that is as even as fair dice are; hits and losses beside what was expected, for
each side; the rarest roll. Only rolls that everybody may know count, and none that a rewind undid.
--season: all games of this database in which something happened within a year.

examples:
  fieldpost luck raid-1
  fieldpost luck raid-1 --out luck.png
  fieldpost luck --season
  fieldpost luck --player ann""",
        (
            argument("game", metavar="GAME", nargs="?", default="", help="a saved game"),
            argument("--season", action="store_true", help="all players, in all games within a year"),
            argument("--player", metavar="NAME", default="", help="one player, in all games within a year"),
            argument("--out", metavar="FILE.png", default="", help="draw the figures as PNG"),
            DATABASE,
        ),
    ),
    "odds": Command(
        "odds of a battle between two armies",
        """\
Chances of a win, draw, loss and retreat, average survivors and losses, with the standing orders of both sides.
Small battles are exact; larger ones are simulated, with the number of runs and the 95% confidence interval.
A battle is written KIND: ATTACKERS vs DEFENDERS; kinds are land, naval and amphibious (with `+ 2 inf overland`
before vs).

examples:
  fieldpost odds "land: 6 inf 2 art 1 ftr vs 5 inf 1 tank"
  fieldpost odds "naval: 2 sub vs 1 battleship" --attacker "retreat when attackers < 2" --out odds.png
  fieldpost odds "land: 20 inf 5 tank vs 25 inf" --defender "losses: infantry > tank" --battles 20000""",
        (
            argument("words", metavar="BATTLE", nargs="+", help="such as: land: 6 inf 2 art vs 5 inf 1 tank"),
            argument(
                "--attacker",
                metavar="ORDERS",
                default="",
                help='standing orders, such as "losses land: tank > infantry; keep land 1"',
            ),
            argument("--defender", metavar="ORDERS", default="", help="the defender's standing orders"),
            argument(
                "--battles",
                metavar="N",
                default="",
                help="number of simulated battles where there is no exact result (default: 10000)",
            ),
            argument(
                "--seed",
                metavar="WORD",
                default="",
                help="seed of the simulation: the same word gives the same battles",
            ),
            argument("--out", metavar="FILE.png", default="", help="draw the odds as PNG"),
            argument("--system", metavar="SYSTEM", default="", help="which rules to use, if several have battles"),
        ),
    ),
}
