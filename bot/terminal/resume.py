"""Finds the game to play: a saved one, or a new one with every side played at this keyboard."""

import json
from contextlib import suppress
from pathlib import Path

from bot.hosting.database import KEYBOARD, UNKNOWN_GAME, CommandFailed
from bot.hosting.utc_now import utc_now
from engine.scenarios import reader
from engine.scenarios.yaml_reader import FaultyFile
from engine.table import Game, Refused, Table


def find_or_open(table: Table, name: str, which: str) -> tuple[Game, str]:
    """The game, and a notice if it may not be the one expected; ``which`` is ``last`` or ``new``.  Raises
    CommandFailed, Refused.
    """
    ours = [game for game in table.infos(table.journal.games()) if _is_ours(table, game)]
    if (game := _find_game(table, name)) and name in (game.id, game.name):
        if game in ours:
            return _with_all_seats(table, game), ""
        raise CommandFailed(
            f"{game.name} ({game.id}) is not played at this keyboard: its seats belong to other players."
        )
    notice = ""
    with suppress(reader.UnknownScenario, FaultyFile, OSError):  # table.open reports what is wrong
        file = reader.find_file(name)
        running = [game for game in ours if game.scenario == file.stem and not game.over]
        if running and which == "last":
            old = running[-1]
            if _unchanged(table, old, file):
                return _with_all_seats(table, old), "Resuming this game. Use --new to start another."
            notice = (
                f"{file} has changed since {old.id} started, so this is a new game. `fieldpost play "
                f"{old.id}` resumes the old one."
            )
    return _with_all_seats(table, table.open(name, "", utc_now())), notice


def _is_ours(table: Table, game: Game) -> bool:
    """Whether only this keyboard has ever played it; a seat may be free."""
    held = set(game.seats.values())
    if "" not in held or not held <= {"", KEYBOARD}:
        return held == {KEYBOARD}
    return {news.player for news in table.news(game.id) if news.kind == "seated"} == {KEYBOARD}


def _with_all_seats(table: Table, game: Game) -> Game:
    """The game after its free seats were taken."""
    free = [side for side, player in game.seats.items() if not player and not game.over]
    for side in free:
        game = table.seat(game.id, side, KEYBOARD, utc_now())
    return game


def _find_game(table: Table, name: str) -> Game | None:
    try:
        return table.game(name)
    except Refused as no:
        if no.code not in UNKNOWN_GAME:
            raise
        return None


def _unchanged(table: Table, game: Game, file: Path) -> bool:
    """Whether the scenario file is as it was when the game started; a shipped file always counts as unchanged."""
    if file in reader.shipped().values():
        return True
    opened = json.loads(table.export(game.id))["entries"][0]["body"]
    return json.dumps(json.loads(opened["source"])) == json.dumps(reader.load(file).source)
