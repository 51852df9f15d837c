"""The command line's look-ups: a unit's card, an army list, a line of sight, a measure."""

from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from bot.hosting.database import CommandFailed

from .files import begun, file_errors, known, loaded, nor_game

if TYPE_CHECKING:
    from engine.contract import System
    from engine.table import Table
    from maps.scene.card import Card
    from maps.scene.scene import Scene

T = TypeVar("T")


def cards(asked: Namespace) -> int:
    from engine.lookups import cards as catalogue

    word = " ".join(asked.unit)
    if not word and asked.out:
        raise CommandFailed(
            "Name the unit whose card is to be drawn, as in `fieldpost cards miniwars knights --out knights.png`."
        )
    if not word:
        for group, sheets in catalogue.grouped(_sheets(asked)).items():
            print("\n".join((*([f"\n{group}"] if group else []), *map(catalogue.list_line, sheets))))
        return 0
    sheet = _sheet(asked, word)
    print(catalogue.card_text(sheet))
    if asked.out:
        from maps.drawing.card import draw_card

        _written(asked.out, draw_card(sheet))
        print(f"\n{asked.out}: the card as a picture")
    return 0


def army(asked: Namespace) -> int:
    from engine.scenarios import army_lists, reader
    from engine.scenarios.yaml_reader import FaultyFile

    try:
        with file_errors(asked.file):
            judged = army_lists.check_army_list(reader.read_text(Path(asked.file)), reader.load)
    except FaultyFile as fault:
        spots = fault.faults
    else:
        print(judged.words)
        spots = judged.faults
    for spot in spots:
        print(f"{asked.file}:{spot.line}:{spot.column}: {spot}")
    return 1 if spots else 0


def los(asked: Namespace) -> int:
    from engine.lookups import measurements as sights

    ends = asked.side, asked.start, asked.end
    seen = _between(
        asked,
        lambda table, game: table.line_of_sight(game, *ends),
        lambda system, state: sights.line_of_sight(system, state, *ends),
    )
    print(seen.sight.says)
    return _drawn(asked.out, seen.scene)


def measure(asked: Namespace) -> int:
    from engine.lookups import measurements as sights

    ends = asked.side, asked.start, asked.end
    found = _between(
        asked,
        lambda table, game: table.measure(game, *ends),
        lambda system, state: sights.measure(system, state, *ends),
    )
    print("\n".join(found.says))
    return _drawn(asked.out, found.scene)


def odds(asked: Namespace) -> int:
    from engine.lookups import odds as reckoning
    from engine.lookups import rulebook
    from engine.table import Refused

    if asked.battles and not (asked.battles.isdecimal() and len(asked.battles) < 10):
        raise CommandFailed(f"--battles takes a number from 1 to {reckoning.MOST:,}, not {asked.battles[:40]!r}.")
    ask = reckoning.Sampling(int(asked.battles or reckoning.BATTLES), asked.seed or reckoning.SEED)
    try:
        system = rulebook.find_system(asked.system) if asked.system else ""
        found = reckoning.odds_of_open_battle(" ".join(asked.words), asked.attacker, asked.defender, ask, system)
    except (Refused, rulebook.UnknownPassage) as no:
        raise CommandFailed(str(no)) from no
    print("\n".join(found.says))
    if asked.out:
        from engine.lookups.odds_chart import chart
        from maps.drawing.chart import draw_chart

        _written(asked.out, draw_chart(chart(found)))
        print(asked.out)
    return 0


def _drawn(out: str, scene: "Scene") -> int:
    if out:
        from maps.drawing.draw import draw

        _written(out, draw(scene))
        print(out)
    return 0


def _sheets(asked: Namespace) -> "Mapping[str, Card]":
    """Of a system, a game or a scenario, as named."""
    from engine.lookups import cards, rulebook
    from engine.systems import SYSTEMS

    try:
        return cards.catalogue(SYSTEMS[rulebook.find_system(asked.system)])
    except rulebook.UnknownPassage:
        pass
    with begun(asked.system, asked.db) as going:
        if going:
            table, game = going
            return table.cards(game.id)
    try:
        with nor_game(asked.db):
            scenario = loaded(asked.system)
    except CommandFailed as fault:
        raise CommandFailed(f"{fault} Systems are {', '.join(SYSTEMS)}.") from fault
    return cards.catalogue(SYSTEMS[scenario.system], scenario)


def _sheet(asked: Namespace, word: str) -> "Card":
    """The one card meant; in a game also by a unit's id."""
    from engine.lookups import cards, rulebook
    from engine.table import Refused

    try:
        rulebook.find_system(asked.system)
    except rulebook.UnknownPassage:
        with begun(asked.system, asked.db) as going:
            if going:
                table, game = going
                return table.card(game.id, "", word)
    try:
        return cards.find_card(_sheets(asked), word)
    except Refused as no:
        raise CommandFailed(str(no)) from no


def _between(asked: Namespace, of_game: "Callable[[Table, str], T]", of_state: "Callable[[System[Any], Any], T]") -> T:
    """What is asked of two ends, in a game as it stands or a scenario as it begins."""
    from engine.systems import SYSTEMS
    from engine.table import Refused

    with begun(asked.what, asked.db) as going:
        if going:
            table, game = going
            known(asked.side, tuple(game.sides))
            return of_game(table, game.id)
    with nor_game(asked.db):
        scenario = loaded(asked.what)
    known(asked.side, tuple(scenario.sides))
    system = SYSTEMS[scenario.system]
    try:
        return of_state(system, system.start(scenario))
    except Refused as no:
        raise CommandFailed(str(no)) from no


def _written(file: str, data: bytes) -> None:
    with file_errors(file):
        Path(file).write_bytes(data)
