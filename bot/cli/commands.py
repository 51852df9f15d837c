"""Short commands: run cases, draw a map, check a scenario, read rules, export, verify, roll."""

import secrets
import sys
from argparse import Namespace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from bot.hosting.database import CommandFailed, database_address, existing_database
from engine.contract import counted
from engine.printable import printable_line

from .files import (
    LOG,
    existing_game,
    file_errors,
    load_scenario,
    neither_game,
    print_table,
    require_side,
    write_file,
    write_picture,
)

if TYPE_CHECKING:
    from engine.table import Table
    from maps.scene.scene import Scene


def case(arguments: Namespace) -> int:
    from engine import cases

    passed = failed = 0
    for file in arguments.files:
        with file_errors(file):
            for _, failures in cases.run_file(Path(file)):
                for failure in failures:
                    print(printable_line(str(failure)), flush=True)
                passed, failed = passed + (not failures), failed + bool(failures)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def map(arguments: Namespace) -> int:
    scene = _scene(arguments)
    from engine.errors import Refused
    from engine.lookups.theatres import find_theatre
    from maps.drawing.closeups import draw_closeup
    from maps.drawing.draw import draw

    try:
        part = find_theatre(scene, arguments.theatre) if arguments.theatre else None
    except Refused as no:
        raise CommandFailed(str(no)) from no
    alt = part.alt if part else scene.alt
    write_picture(arguments.out, draw_closeup(scene, part) if part else draw(scene))
    print(f"{arguments.out}: {alt}" if alt else arguments.out)
    return 0


def replay(arguments: Namespace) -> int:
    from bot.correspondence.reports.replays import plan_replay, plan_whole_replay
    from maps.drawing.replay import replay as animated

    with existing_database(database_address(arguments.db)) as table:
        key = table.game(arguments.game).id
        if arguments.turn is None:
            plan, shown = plan_whole_replay(table, key), table.replay(key)
        else:
            plan = plan_replay(table, key, arguments.turn)
            shown = tuple(table.picture(key, at=entry) for entry in plan.entries)
    write_picture(arguments.out, animated(shown, 0.5 if arguments.half else 1.0))
    print(f"{arguments.out}: {plan.title} in {counted(len(shown), 'picture')}")
    print("\n".join(f"  {printable_line(line)}" for line in plan.lines))
    return 0


def check(arguments: Namespace) -> int:
    from bot.hosting.scenario_check import check_scenario
    from engine.scenarios import reader

    wrong = 0
    for file in arguments.files:
        with file_errors(file), open(file, "rb") as stream:
            raw = stream.read(4 * reader.CHARACTERS + 1)
        checked = check_scenario(file, raw)
        print("\n".join(checked.lines))
        wrong += not checked.source
    return 1 if wrong else 0


HOW_TO_READ = (
    "Length: how many turns a game has at most, and how often each side is asked for orders in it. Wins: of a hundred"
    " games between computer players that were decided, how many each side or team won, in the order of the sides;"
    " uneven: fewer than 42 or more than 58. `fieldpost scenarios zones` lists those of one system, `fieldpost"
    " scenarios NAME` shows the page of one; `fieldpost play NAME` plays it."
)


def scenarios(arguments: Namespace) -> int:
    from textwrap import fill

    from bot.hosting.scenario_pages import page_of, rows_of, system_named
    from engine.scenarios.reader import find_file

    named = " ".join(arguments.scenario)
    system = system_named(named)
    if named and not system:
        scenario = load_scenario(named)
        page = page_of(find_file(named).stem, scenario)
        print(f"{page.head}\n\n{fill(page.about, 78)}\n")
        print("\n".join(f"  {side}" for side in page.sides))
        if page.balance:
            print(f"\n{fill(' '.join(page.balance), 78)}")
        return 0
    heads = ("scenario", "system", "players", "size", "armies", "length", "wins")
    rows = [
        (row.stem, row.system, str(row.players), row.size, row.armies, row.length, row.balance)
        for row in rows_of(system)
    ]
    print_table((heads, *rows))
    print(f"\n{fill(HOW_TO_READ, 118)}")
    return 0


def rules(arguments: Namespace) -> int:
    from rich.console import Console
    from rich.markdown import Markdown

    from engine.lookups import rulebook

    if arguments.out and not arguments.card:
        raise CommandFailed("--out goes with --card: fieldpost rules miniwars --card --out card.png")
    try:
        system = rulebook.find_system(arguments.system)
        if arguments.card:
            return _rules_card(system, arguments.out)
        text = rulebook.passage(system, " ".join(arguments.paragraph)) if arguments.paragraph else rulebook.book(system)
    except rulebook.UnknownPassage as fault:
        raise CommandFailed(str(fault)) from fault
    console = Console(highlight=False)
    console.print(Markdown(text), width=min(console.width, 100) if console.is_terminal else 100)
    return 0


def _rules_card(system: str, out: str) -> int:
    """Print the rules on one page, or draw them if a file is named."""
    from engine.errors import Refused
    from engine.lookups.quick_reference import quick_reference, quick_reference_text

    try:
        page = quick_reference(system)
    except Refused as no:
        raise CommandFailed(str(no)) from no
    if not out:
        print(quick_reference_text(page))
        return 0
    from maps.drawing.quick_reference import draw_quick_reference

    write_picture(out, draw_quick_reference(page))
    print(f"{out}: {page.title}")
    return 0


def export(arguments: Namespace) -> int:
    with existing_database(database_address(arguments.db)) as table:
        log = _dice_log(table, arguments.game) or table.export(arguments.game)
    write_file(arguments.file, log)
    print(f"{arguments.file}: {len(log):,} bytes; `fieldpost verify {arguments.file}` checks it")
    return 0


def _posts(given: str) -> str:
    """The text of posts: that of a file of this name, else the words themselves.  Raises CommandFailed."""
    from engine.log.head import heads_in

    if any(heads_in(given)) or not given.strip():
        return given
    with file_errors(given), open(given, encoding="utf-8", errors="replace") as stream:
        return stream.read(LOG)


def _dice_log(table: "Table", name: str) -> bytes:
    """The file of a dice log; b"" if there is none of this name."""
    from engine.rolls.dice_log import PREFIX
    from engine.rolls.made_rolls import MadeRolls

    if not name.startswith(PREFIX):
        return b""
    rolls = MadeRolls(table.journal)
    return rolls.export(name) if rolls.count(name) else b""


def verify(arguments: Namespace) -> int:
    from bot.hosting.packed_games import HEAD, unpack
    from engine.errors import Refused
    from engine.log.verify import EXIT_CODES, verify

    with file_errors(arguments.file), open(arguments.file, "rb") as stream:
        log = stream.read(LOG + 1)
    if len(log) > LOG:
        raise CommandFailed(f"{arguments.file} has more than {LOG:,} bytes, which is too long for a game's log.")
    if log.startswith(HEAD):
        try:
            log = unpack(log, arguments.file).log
        except Refused as damaged:
            raise CommandFailed(str(damaged)) from damaged
    found = verify(log, None if arguments.against is None else _posts(arguments.against))
    print(found)
    if arguments.page:
        _write_check_page(arguments.page, log, arguments.file)
    return EXIT_CODES[found.verdict]


def _write_check_page(page: str, log: bytes, file: str) -> None:
    """Write the page that checks a log in a browser, with the log in it."""
    from engine.log.check_page.page import LARGEST, check_page, is_of_a_game

    if not is_of_a_game(log):
        raise CommandFailed(f"No page is written: {file} is not the log of a game, and the page checks no other.")
    if Path(page).exists() and Path(page).samefile(file):
        raise CommandFailed(f"{page} is the log itself, which is not overwritten. Name another file: --page log.html")
    made = check_page(log, Path(file).name, LARGEST)
    write_file(page, made.html)
    inside = f"; the log is not in it ({made.left_out}), so choose it there" if made.left_out else ""
    print(f"{page}: {len(made.html):,} bytes; open it in a browser to check the chain and the dice there{inside}")


def roll(arguments: Namespace) -> int:
    from engine.dice import expression
    from engine.dice.expression_problems import BadExpression

    text = " ".join(arguments.expression)
    try:
        secret = bytes.fromhex(arguments.secret) if arguments.secret else secrets.token_bytes(32)
    except ValueError as fault:
        raise CommandFailed("A secret consists of hexadecimal digits, as the roll showed it.") from fault
    try:
        print(expression.roll_sealed(text, secret))
    except BadExpression as fault:
        raise CommandFailed(str(fault)) from fault
    if sys.stdout and sys.stdout.isatty() and not arguments.secret:
        dice = f"-- {quote(text)}" if text.startswith("-") else quote(text)
        print(f"To repeat this roll: fieldpost roll --secret {secret.hex()} {dice}")
    return 0


def _scene(arguments: Namespace) -> "Scene":
    """The scene of the scenario or game that was named."""
    with existing_game(arguments.what, arguments.db) as running:
        if running:
            table, game = running
            require_side(arguments.side, tuple(game.sides))
            return table.picture(game.id, arguments.side)
    with neither_game(arguments.db):
        return _setup(arguments.what, arguments.side)


def _setup(name: str, side: str) -> "Scene":
    """The scene of a scenario's starting position."""
    from engine.systems import rules_of

    scenario = load_scenario(name)
    require_side(side, tuple(scenario.sides))
    system = rules_of(scenario)
    return system.scene(system.view(system.start(scenario), side), ())
