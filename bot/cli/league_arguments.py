"""Arguments, help and examples of `fieldpost league`."""

from collections.abc import Mapping

from .command import DATABASE, Command, argument

DEEDS = (
    *("new", "enter", "withdraw", "queue", "unqueue", "pair", "unpair", "challenge", "bid", "bids", "open", "game"),
    *("result", "collect", "forfeit", "adjudicate", "double-loss", "reopen", "close"),
)
SHOWN = ("list", "show", "ratings", "balance", "calendar")
LEAGUE_COMMANDS: Mapping[str, Command] = {
    "league": Command(
        "run leagues: rounds, results, standings, ratings",
        """\
A league's log is all that is stored of it; standings and ratings are calculated from the log each time.
docs/leagues.md explains the formats, and every option of `league new`.

examples:
  fieldpost league new "Spring Cup" system=miniwars format=swiss scenarios=millers-bridge,twin-hamlets rounds=5
  fieldpost league enter spring-cup ann zone=Europe/Berlin pace=24
  fieldpost league pair spring-cup               pairs the next round
  fieldpost league unpair spring-cup             takes it back, as long as nobody has moved in its games
  fieldpost league open spring-cup               opens its games at this table
  fieldpost league bid spring-cup 3 ann 5        in secret, where sides are bid for
  fieldpost league collect spring-cup            takes the results of those that are over
  fieldpost league result spring-cup 3 ann 12-4  a result from elsewhere
  fieldpost league forfeit spring-cup 4 bob no answer for 14 days
  fieldpost league show spring-cup               standings; also crosstable, rounds, ratings, balance, awards, log
  fieldpost league show spring-cup rounds season=1 --as csv --out rounds.csv
  fieldpost league calendar spring-cup --out spring-cup.ics
  fieldpost league close spring-cup              ends the season; with divisions, players move
  fieldpost league close spring-cup early        the same before all its rounds are played
  fieldpost league ratings miniwars              of all leagues
  fieldpost league list""",
        (
            argument("action", metavar="ACTION", help=", ".join((*DEEDS, *SHOWN))),
            argument("words", metavar="WORD", nargs="*", default=[], help="the league, and what the action needs"),
            argument(
                "--as",
                metavar="FORM",
                dest="form",
                choices=("text", "csv", "json"),
                default="text",
                help="how tables are written: text, csv or json (default: text)",
            ),
            argument("--out", metavar="FILE", default="", help="write into a file"),
            DATABASE,
        ),
    ),
}
