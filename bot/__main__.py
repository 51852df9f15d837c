"""The command line: parses what follows `fieldpost` (or `python -m bot`), runs the command, and sets the exit code."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn

from bot.cli.arguments import COMMANDS, EXAMPLES
from bot.cli.lookup_arguments import LOOKUP_COMMANDS
from bot.cli.play_arguments import PLAY_COMMANDS
from bot.hosting.ascii_signs import HANDLER
from bot.hosting.clean_output import clean_output
from bot.hosting.version import version
from bot.hosting.whereabouts import whereabouts

ROOMS = {
    "report": "cli.reports",
    "kibitz": "cli.reports",
    "orders": "forum.pasted_orders",
    "mail": "mail.command",
    "doctor": "doctor",
    "my": "cli.own",
    "league": "cli.leagues",
    "resume": "cli.resume",
    "archive": "cli.archive",
    "balance": "cli.balance",
    "boards": "cli.boards",
    "backup": "cli.backup",
    "restore": "cli.restore",
}
"""Where commands are carried out that have a module of their own."""


SCREENS = frozenset(("play", "battle", "sandbox", "rules", "serve", "bench"))
"""Commands that set colours or move the cursor themselves; none of them quotes files but scenarios to be played."""

OWN_PACKAGES = frozenset(("bot", "engine", "maps"))
"""What no installation of a library brings, if it is missing."""


class _Parser(argparse.ArgumentParser):
    """An argument parser whose error messages are plain sentences."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{_sentence(message)} `{self.prog} --help` says how it is written.\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code.  Never shows a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=HANDLER)
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] and words[0] in SCREENS:
        return _run_safely(words)
    with clean_output():
        return _run_safely(words)


def _run_safely(words: list[str]) -> int:
    try:
        code = _run(words)
        if sys.stdout:
            sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
        return 0
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 1
    except OSError as fault:
        _discard_output()
        print(f"Cannot write output: {fault.strerror or fault}.", file=sys.stderr)
        return 2
    except Exception as fault:
        print(_what_failed(fault), file=sys.stderr)
        return 2
    return code


def _what_failed(fault: Exception) -> str:
    """A sentence on what nobody has foreseen, or on a library that is not there."""
    library = (fault.name or "").split(".")[0] if isinstance(fault, ModuleNotFoundError) else ""
    if library and library not in OWN_PACKAGES:
        return (
            f"{library} is not installed, and Fieldpost needs it: `pip install -e .` in Fieldpost's folder installs it."
            " If you have installed Fieldpost in a virtual environment, activate that first."
        )
    return f"Internal error: {whereabouts(fault)}. Your saved games are safe."


def _discard_output() -> None:
    """Nobody reads the output any more: discard the rest."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    from bot.hosting.database import CommandFailed
    from bot.hosting.settings import BadSetting

    if words[:1] == ["roll"] and len(words) > 1 and re.match(r"-\s*[\d.d(]", words[1]):
        words.insert(1, "--")
    if "--older-than" in words[:-1] and re.match(r"-\d", words[at := words.index("--older-than") + 1]):
        words[at - 1 : at + 1] = [f"--older-than={words[at]}"]  # an age below zero is no option: it gets a sentence
    arguments, unknown = _parser().parse_known_args(words)
    if unknown:
        print(_unknown_arguments(arguments.command or "", unknown), file=sys.stderr)
        return 2
    if not arguments.command:
        _parser().print_help()
        return 2
    try:
        code: int = arguments.run(arguments)
    except (CommandFailed, BadSetting) as fault:
        print(fault, file=sys.stderr)
        return 2
    return code


@cache
def _parser() -> argparse.ArgumentParser:
    form = argparse.RawDescriptionHelpFormatter
    parser = _Parser(
        "fieldpost",
        description="Miniature wargames by post: text orders, open dice, maps.",
        epilog=EXAMPLES,
        formatter_class=form,
    )
    parser.add_argument("--version", action="version", version=f"fieldpost {version()}", help="show the version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands", parser_class=_Parser)
    for name, (summary, details, arguments) in COMMANDS.items():
        command = commands.add_parser(
            name, help=summary, description=summary[0].upper() + summary[1:] + ".", epilog=details, formatter_class=form
        )
        for words, options in arguments:
            command.add_argument(*words, **options)
        command.set_defaults(run=_runner(name))
    return parser


def _runner(name: str) -> Callable[[argparse.Namespace], int]:
    """The function that carries the command out; its module is imported only when it is called."""

    def run(arguments: argparse.Namespace) -> int:
        if name == "serve":
            from bot.serve import serve

            return serve()
        if name == "bench":
            from bot.bench import bench
            from bot.bench.league import SEASONS
            from bot.bench.load.plan import read_plan

            load = read_plan(arguments) if arguments.discord else None
            return bench(
                arguments.games, arguments.json, load, arguments.d20, seasons=SEASONS if arguments.league else 0
            )
        if name == "copy-db":
            from bot.cli.copy_database import copy_db

            return copy_db(arguments)
        room = ROOMS.get(name) or (
            "terminal.play" if name in PLAY_COMMANDS else "cli.lookups" if name in LOOKUP_COMMANDS else "cli.commands"
        )
        code: int = getattr(import_module(f".{room}", __package__), name)(arguments)
        return code

    return run


def _unknown_arguments(command: str, unknown: Sequence[str]) -> str:
    """What to write in place of arguments that a command has not."""
    known = [word for words, _ in COMMANDS[command].arguments for word in words] if command in COMMANDS else []
    options = [word for word in known if word.startswith("--")]
    near = get_close_matches(unknown[0].partition("=")[0][:40], options, 1, 0.65)
    meant = f" Did you mean {near[0]}?" if near else ""
    plural = "s" if len(unknown) > 1 else ""
    of = f"fieldpost {command}" if command else "fieldpost"
    return f"Unknown argument{plural}: {' '.join(unknown)[:200]}.{meant} `{of} --help` lists what it takes."


def _sentence(message: str) -> str:
    """An error message of argparse as a plain sentence."""
    if found := re.match(r"argument (\S+): invalid choice: '(.*?)' \(choose from (.*)\)$", message, re.DOTALL):
        is_command, said = found[1] == "COMMAND", found[2]
        known = list(COMMANDS) if is_command else [word.strip("'") for word in found[3].split(", ")]
        near = get_close_matches(said, known, 1, 0.65)
        what = (
            f"There is no command {said[:40]!r}" if is_command else f"{said[:40]!r} is not one of {' or '.join(known)}"
        )
        listed = f"the commands are {', '.join(known)}." if is_command else f"write {known[0]}, for example."
        return f"{what}: {f'did you mean {near[0]}?' if near else listed}"
    if found := re.match(r"the following arguments are required: (.*)", message):
        return f"Missing argument: {found[1]}."
    if found := re.match(r"argument (\S+?)(?:/\S+)?: invalid int value: (.*)", message, re.DOTALL):
        return f"{found[1]} takes a whole number, not {found[2][:60]}."
    if found := re.match(r"argument (\S+?)(?:/\S+)?: expected one argument", message):
        return f"{found[1]} needs a value."
    return message[0].upper() + message[1:] + "."


if __name__ == "__main__":
    sys.exit(main())
