"""Finds the game to play: a saved one, or a new one with every side played at this keyboard."""

import json
from contextlib import suppress
from pathlib import Path

from bot.hosting.database import KEYBOARD, UNKNOWN_GAME, CommandFailed
from bot.hosting.rematch import open_again, refuse_rematch
from bot.hosting.utc_now import utc_now
from bot.hosting.wording import join_list
from engine.lookups.requests import on_board
from engine.scenarios import reader
from engine.scenarios.yaml_reader import FaultyFile
from engine.table import Game, Refused, Table


def find_or_open(table: Table, name: str, which: str, points: int | None = None) -> tuple[Game, str]:
    """The game, and a notice if it may not be the one expected; ``which`` is ``last``, ``new`` or ``rematch``.
    ``points``: on the scenario's board, with armies of so many points.  Raises CommandFailed, Refused.
    """
    ours = [game for game in table.infos(table.journal.games()) if _is_ours(table, game)]
    if (game := _find_game(table, name)) and name in (game.id, game.name):
        if game in ours:
            return _rematch(table, game) if which == "rematch" else (_with_all_seats(table, game), "")
        raise CommandFailed(
            f"{game.name} ({game.id}) is not played at this keyboard: its seats belong to other players, who "
            f"play it in Discord, by mail or in a forum. If it is one of a league that you run here, `fieldpost orders "
            f"{game.id} {next(iter(game.sides))}` takes the orders of a player, or play it anywhere and type how it "
            "ended: `fieldpost league result LEAGUE MATCH WINNER 12-4`."
        )
    if which == "rematch":
        over = [game.id for game in ours if game.over]
        known = f"Over are {join_list(over[-5:])}." if over else "None is over."
        raise CommandFailed(f"--rematch goes with a saved game that is over, not {name[:60]!r}. {known}")
    notice = ""
    with suppress(reader.UnknownScenario, FaultyFile, OSError):  # table.open reports what is wrong
        file = reader.find_file(name)
        running = [game for game in ours if (game.scenario, game.points, game.over) == (file.stem, points, False)]
        if running and which == "last":
            old = running[-1]
            if _unchanged(table, old, file):
                return _with_all_seats(table, old), "Resuming this game. Use --new to start another."
            notice = (
                f"{file} has changed since {old.id} started, so this is a new game. `fieldpost play "
                f"{old.id}` resumes the old one."
            )
    return _with_all_seats(table, table.open(name, "", utc_now(), points=points)), notice


def _rematch(table: Table, over: Game) -> tuple[Game, str]:
    """The same scenario on the same terms, and who plays what now.  Raises Refused."""
    refuse_rematch(over, KEYBOARD)
    with table.journal.transaction():
        game = open_again(table, over, KEYBOARD, utc_now(), lambda made: None).made
    names = [side.name for side in game.sides.values()]
    changes = [f"whoever played {old} plays {new}" for old, new in zip(names, (names[-1], *names), strict=False)]
    return game, f"The sides are changed: {join_list(changes)}."


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
    scenario = on_board(reader.load(file), game.points)
    return json.dumps(json.loads(opened["source"])) == json.dumps(scenario.source)
