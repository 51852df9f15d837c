"""The command line: what a person types after `fieldpost` (or `python -m bot`), and how each command ends: 0, 1 or 2."""
import argparse
import os
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from io import TextIOWrapper
from typing import NoReturn

EXAMPLES = """\
examples:
  fieldpost play raid-on-danville          a game for two at this keyboard
  fieldpost play raid-on-danville < orders.txt
  DISCORD_TOKEN=... fieldpost serve        the Discord bot
  fieldpost scenarios                      what can be played
  fieldpost rules miniwars 8.4             one paragraph of a rulebook
  fieldpost map raid-on-danville raid.png  a picture of a scenario or a game
  fieldpost check my-battle.yaml           what is wrong with a scenario file
  fieldpost case tests/cases/*.yaml        run worked cases
  fieldpost export raid-1 raid.json        the public log of a game
  fieldpost verify raid.json               roll all its dice again
  fieldpost roll 4d6kh3+1
  fieldpost bench                          how fast it is here

Each command ends with 0 when all went well, with 1 when what was checked did not hold,
and with 2 and a sentence when it could not do what was asked.
fieldpost COMMAND --help tells more about one command."""


class _Parser(argparse.ArgumentParser):
    """argparse with sentences in place of its own words for what is wrong."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{_sentence(message)}\n{self.format_usage().strip()}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """The whole command line; the number it returns is the exit code.  Shows no traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = _ran(argv)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 1
    return code


def _ran(argv: Sequence[str] | None) -> int:
    from .errands import Impossible

    asked = _parser().parse_args(argv)
    if not asked.command:
        _parser().print_help()
        return 2
    try:
        code: int = asked.run(asked)
    except Impossible as fault:
        print(fault, file=sys.stderr)
        return 2
    return code


def _parser() -> argparse.ArgumentParser:
    form = argparse.RawDescriptionHelpFormatter
    parser = _Parser("fieldpost", description="Miniature wargames by post: text orders, open dice, maps.", epilog=EXAMPLES,
                     formatter_class=form)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands", parser_class=_Parser)
    for name, (says, epilog, *arguments) in _COMMANDS.items():
        command = commands.add_parser(name, help=says, description=says[0].upper() + says[1:] + ".", epilog=epilog, formatter_class=form)
        for words, options in arguments:
            command.add_argument(*words, **options)
        command.set_defaults(run=_runner(name))
    return parser


def _runner(name: str) -> object:
    """What carries the command out, imported only when it is asked for."""
    def run(asked: argparse.Namespace) -> int:
        if name == "serve":
            from .serve import serve
            return serve()
        if name == "bench":
            from .bench import bench
            return bench()
        if name == "play":
            from .terminal import play
            return play(asked.scenario, asked.db, asked.out, asked.which)
        from . import errands
        code: int = getattr(errands, name)(asked)
        return code
    return run


def _words(*words: str, **options: object) -> tuple[tuple[str, ...], dict[str, object]]:
    return words, options


_DB = _words("--db", metavar="FILE", help="the database (default: $FIELDPOST_DB, or fieldpost.db in this folder)")
_COMMANDS = {
    "serve": (
        "run the Discord bot", """\
environment:
  DISCORD_TOKEN              the bot's token (required)
  FIELDPOST_DB               the database (default: fieldpost.db)
  FIELDPOST_GUILD            a server's id: its commands are there at once
  FIELDPOST_DISCORD_API      base URL of Discord's REST API, for a proxy
  FIELDPOST_DISCORD_GATEWAY  URL of Discord's gateway, for a proxy

example: DISCORD_TOKEN=... fieldpost serve"""),
    "play": (
        "play a game for all sides at this keyboard", """\
The game is kept in the database: leave whenever you like, and the same command goes on where you stopped.
In a terminal, type orders line by line; `help` tells the rest. From a pipe or a file it reads the same lines,
says what it refuses, and ends with 1 if it refused anything.

examples:
  fieldpost play raid-on-danville
  fieldpost play millers-bridge --db lesson.db --out pictures
  fieldpost play millers-bridge < orders.txt""",
        _words("scenario", metavar="SCENARIO", help="a scenario (see `fieldpost scenarios`), a scenario file, or a game already begun"),
        _DB,
        _words("--out", metavar="DIR", help="where the maps go as PNG (default: fieldpost-maps beside the database)"),
        _words("--new", dest="which", action="store_const", const="new", default="last",
               help="begin a new game even if one of this scenario is under way")),
    "case": (
        "run case files: situations with orders, dice and what must come of them",
        "A line for each failure, then `N passed, N failed`.\n\nexample: fieldpost case tests/cases/miniwars.yaml",
        _words("files", metavar="FILE", nargs="+")),
    "map": (
        "draw a scenario or a game as PNG", """\
examples:
  fieldpost map raid-on-danville raid.png
  fieldpost map raid-1 now.png --side danville""",
        _words("what", metavar="SCENARIO|GAME"), _words("out", metavar="OUT.png"), _DB,
        _words("--side", metavar="SIDE", default="", help="as this side sees it (default: what everybody may see)")),
    "check": (
        "say everything that is wrong with scenario files", "example: fieldpost check my-battle.yaml",
        _words("files", metavar="SCENARIO.yaml", nargs="+")),
    "scenarios": (
        "list the scenarios that come with the game", "examples:\n  fieldpost scenarios\n  fieldpost scenarios twin-hamlets",
        _words("scenario", metavar="SCENARIO", nargs="?", default="", help="tell more about this one")),
    "rules": (
        "read a rulebook", """\
examples:
  fieldpost rules miniwars
  fieldpost rules miniwars 8.4
  fieldpost rules MW 8
  fieldpost rules miniwars too-far""",
        _words("system", metavar="SYSTEM", help="miniwars, or the letters of its paragraphs"),
        _words("paragraph", metavar="PARAGRAPH", nargs="*", help="a number, a heading, or a word such as the code of a refusal")),
    "export": (
        "write the public log of a game as JSON", "example: fieldpost export raid-1 raid.json",
        _words("game", metavar="GAME"), _words("file", metavar="FILE.json"), _DB),
    "verify": (
        "check the log of a game: its chain, every die, every event", "example: fieldpost verify raid.json",
        _words("file", metavar="FILE.json")),
    "roll": (
        "throw dice, every one shown", """\
examples:
  fieldpost roll 2d6+1       two dice and one
  fieldpost roll 4d6kh3      the three highest (kl, dh, dl: lowest, drop highest, drop lowest)
  fieldpost roll d20 adv     the better of two (dis: the worse)
  fieldpost roll '3d6>=5'    how many show 5 or more
  fieldpost roll d%          one to a hundred""",
        _words("expression", metavar="EXPRESSION", nargs="+"),
        _words("--secret", metavar="HEX", default="", help="the secret of a roll already made, to see the same dice again")),
    "bench": ("measure how fast it is on this machine, each figure beside its floor", "example: fieldpost bench"),
}


def _sentence(message: str) -> str:
    """What argparse has to say, in our words."""
    if found := re.match(r"argument \S+: invalid choice: '(.*?)' \(choose", message):
        near = get_close_matches(found[1], _COMMANDS, 1, 0.5)
        return f"There is no command {found[1][:40]!r}: {f'did you mean {near[0]}?' if near else 'there are ' + ', '.join(_COMMANDS)}"
    if found := re.match(r"the following arguments are required: (.*)", message):
        return f"Something is missing: {found[1]}."
    if found := re.match(r"unrecognized arguments: (.*)", message):
        return f"{found[1]} means nothing here."
    if found := re.match(r"argument (\S+?)(?:/\S+)?: expected one argument", message):
        return f"{found[1]} needs something after it."
    return message[0].upper() + message[1:] + "."


if __name__ == "__main__":
    sys.exit(main())
