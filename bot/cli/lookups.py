"""Commands that look something up: a unit's card, an army list, line of sight, distances, odds."""

from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from bot.hosting.database import CommandFailed, database_address, existing_database

from .files import existing_game, file_errors, load_scenario, neither_game, require_side, write_picture

if TYPE_CHECKING:
    from engine.contract import System
    from engine.luck.report import LuckReport
    from engine.table import Table
    from maps.scene.card import Card
    from maps.scene.scene import Scene

T = TypeVar("T")


def cards(arguments: Namespace) -> int:
    from engine.lookups import cards as catalogue

    word = " ".join(arguments.unit)
    if not word and arguments.out:
        raise CommandFailed(
            "Name the unit whose card you want drawn: `fieldpost cards miniwars knights --out knights.png`"
        )
    if not word:
        for group, unit_cards in _priced_groups(arguments).items():
            print("\n".join((*([f"\n{group}"] if group else []), *map(catalogue.list_line, unit_cards))))
        if more := _types_of_boards(arguments.system):
            print(f"\n{more}")
        return 0
    unit_card = _find_card(arguments, word)
    print(catalogue.card_text(unit_card))
    if arguments.out:
        from maps.drawing.card import draw_card

        write_picture(arguments.out, draw_card(unit_card))
        print(f"\n{arguments.out}: card drawn")
    return 0


def army(arguments: Namespace) -> int:
    from engine.scenarios import army_lists, reader
    from engine.scenarios.yaml_reader import FaultyFile

    try:
        with file_errors(arguments.file):
            judged = army_lists.check_army_list(reader.read_text(Path(arguments.file)), reader.load)
    except FaultyFile as fault:
        spots = fault.faults
    else:
        print(judged.words)
        spots = judged.faults
    for spot in spots:
        print(f"{arguments.file}:{spot.line}:{spot.column}: {spot}")
    return 1 if spots else 0


def los(arguments: Namespace) -> int:
    from engine.lookups import measurements

    ends = arguments.side, arguments.start, arguments.end
    seen = _measure_between(
        arguments,
        lambda table, game: table.line_of_sight(game, *ends),
        lambda system, state: measurements.line_of_sight(system, state, *ends),
    )
    print(seen.sight.says)
    return _draw_if_asked(arguments.out, seen.scene)


def measure(arguments: Namespace) -> int:
    from engine.lookups import measurements

    ends = arguments.side, arguments.start, arguments.end
    found = _measure_between(
        arguments,
        lambda table, game: table.measure(game, *ends),
        lambda system, state: measurements.measure(system, state, *ends),
    )
    print("\n".join(found.says))
    return _draw_if_asked(arguments.out, found.scene)


def odds(arguments: Namespace) -> int:
    from engine.lookups import odds as odds_lookup
    from engine.lookups import rulebook
    from engine.table import Refused

    if arguments.battles and not (arguments.battles.isdecimal() and len(arguments.battles) < 10):
        raise CommandFailed(f"--battles takes a number from 1 to {odds_lookup.MOST:,}, not {arguments.battles[:40]!r}.")
    ask = odds_lookup.Sampling(int(arguments.battles or odds_lookup.BATTLES), arguments.seed or odds_lookup.SEED)
    try:
        system = rulebook.find_system(arguments.system) if arguments.system else ""
        found = odds_lookup.odds_of_open_battle(
            " ".join(arguments.words), arguments.attacker, arguments.defender, ask, system
        )
    except (Refused, rulebook.UnknownPassage) as no:
        raise CommandFailed(str(no)) from no
    print("\n".join(found.says))
    if arguments.out:
        from engine.lookups.odds_chart import chart
        from maps.drawing.chart import draw_chart

        write_picture(arguments.out, draw_chart(chart(found)))
        print(arguments.out)
    return 0


def luck(arguments: Namespace) -> int:
    given = [bool(arguments.game), arguments.season, bool(arguments.player.strip())]
    if sum(given) != 1:
        raise CommandFailed("Name a game, or give --season or --player NAME, but only one: `fieldpost luck raid-1`")
    with existing_database(database_address(arguments.db)) as table:
        report = table.luck_report(arguments.game) if arguments.game else _luck_over_games(table, arguments.player)
    print("\n".join((f"{report.title}.", *report.lines)))
    if arguments.out:
        from maps.drawing.luck_chart import draw_luck_chart

        write_picture(arguments.out, draw_luck_chart(report.chart))
        print(arguments.out)
    return 0


def _luck_over_games(table: "Table", player: str) -> "LuckReport":
    """Of this player in all games of the database within a year, or of everybody."""
    from bot.hosting.luck import gather_lucks_here, player_report, players
    from bot.hosting.people import People
    from bot.hosting.utc_now import utc_now
    from engine.luck.report import report_of_season

    lucks = gather_lucks_here(table, [game.id for game in table.games()], utc_now())
    people = People(table.journal)
    names = {one: people.name(one) for one in players(lucks)}
    if player.strip():
        return player_report(lucks, names, player, "fieldpost luck --player")
    return report_of_season(lucks, names, "this database")


def _draw_if_asked(out: str, scene: "Scene") -> int:
    if out:
        from maps.drawing.draw import draw

        write_picture(out, draw(scene))
        print(out)
    return 0


def _priced_groups(arguments: Namespace) -> "Mapping[str, Sequence[Card]]":
    """The cards that were asked for by their groups, those of the scenario alone first, each with its price."""
    from engine.lookups import cards as catalogue
    from engine.systems import SYSTEMS

    system, found = _list_cards(arguments)
    rules = SYSTEMS[system]
    return catalogue.grouped(catalogue.with_prices(found, rules), catalogue.own_types(found, rules))


def _list_cards(arguments: Namespace) -> "tuple[str, Mapping[str, Card]]":
    """The system, and the cards of the system, game or scenario that was named."""
    from engine.lookups import cards, rulebook
    from engine.systems import SYSTEMS

    try:
        named = rulebook.find_system(arguments.system)
        return named, cards.catalogue(SYSTEMS[named])
    except rulebook.UnknownPassage:
        pass
    with existing_game(arguments.system, arguments.db) as running:
        if running:
            table, game = running
            return game.system, table.cards(game.id)
    try:
        with neither_game(arguments.db):
            scenario = load_scenario(arguments.system)
    except CommandFailed as fault:
        raise CommandFailed(f"{fault} The systems are {', '.join(SYSTEMS)}.") from fault
    return scenario.system, cards.catalogue(SYSTEMS[scenario.system], scenario)


def _types_of_boards(system: str, word: str = "") -> str:
    """Where a system has further types: the shipped scenarios with types of their own, or those with a type of this
    name; "" if there are none, or no system was named.
    """
    from bot.hosting.board_pages import own_types
    from engine.lookups import cards, rulebook

    try:
        name = rulebook.find_system(system)
    except rulebook.UnknownPassage:
        return ""
    own = {stem: known for stem, (of, known) in own_types().items() if of == name}
    if word:
        if word in own:
            return f"{word} is a scenario: `fieldpost cards {word}` lists all types that it has."
        found = [stem for stem, known in own.items() if cards.matching_cards(known, word)]
        return f"It is a type of {found[0]}: `fieldpost cards {found[0]} {word}` shows its card." if found else ""
    if not own:
        return ""
    first = next(iter(own))
    return f"Scenarios with types of their own: {', '.join(own)}. `fieldpost cards {first}` lists those of one too."


def _find_card(arguments: Namespace, word: str) -> "Card":
    """The card of this name; in a game also by a unit's id."""
    from engine.lookups import cards, rulebook
    from engine.table import Refused

    try:
        rulebook.find_system(arguments.system)
    except rulebook.UnknownPassage:
        with existing_game(arguments.system, arguments.db) as running:
            if running:
                table, game = running
                return table.card(game.id, "", word)
    try:
        return cards.find_card(_list_cards(arguments)[1], word)
    except Refused as no:
        there = _types_of_boards(arguments.system, word) if no.code == "unknown-card" else ""
        raise CommandFailed(there or str(no)) from no


def _measure_between(
    arguments: Namespace, of_game: "Callable[[Table, str], T]", of_state: "Callable[[System[Any], Any], T]"
) -> T:
    """The answer about two ends, in a game's current position or a scenario's starting position."""
    from engine.systems import rules_of
    from engine.table import Refused

    with existing_game(arguments.what, arguments.db) as running:
        if running:
            table, game = running
            require_side(arguments.side, tuple(game.sides))
            return of_game(table, game.id)
    with neither_game(arguments.db):
        scenario = load_scenario(arguments.what)
    require_side(arguments.side, tuple(scenario.sides))
    system = rules_of(scenario)
    try:
        return of_state(system, system.start(scenario))
    except Refused as no:
        raise CommandFailed(str(no)) from no
