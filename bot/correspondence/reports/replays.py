"""A replay: what everybody saw of a turn or of a whole game, in pictures, with lines of the report."""

import logging
from typing import NamedTuple

from bot.hosting import open_battle_sides, wording
from bot.hosting.engine_thread import EngineThread
from engine.contract import replace
from engine.table import Game, Refused, Table
from maps.drawing.replay import replay_within
from maps.scene.scene import Scene, Title, shown_as_bytes

from ..answers import File
from .turn_report import turn_entries, turn_report

log = logging.getLogger("fieldpost.replay")

MOST_BYTES = 2_000_000
"""Of the animated picture: Discord, mail and phones take that much everywhere."""
MOST_PICTURES = 80
REPLAYS = "replays of finished games"
"""In whose name those are drawn that nobody asked for, so that they wait for one another and not for people."""
CLOSING = 4
"""Last lines of a game's report that go with its replay."""


class ReplayPlan(NamedTuple):
    """``lines``: of the report.  ``entries``: the log entries after which the map is shown, the first one before
    anything of it has happened.
    """

    game: Game
    title: str
    lines: tuple[str, ...]
    entries: tuple[int, ...]


class Replay(NamedTuple):
    """``picture``: a GIF."""

    picture: bytes
    alt: str


def plan_replay(table: Table, key: str, turn: int | None = None) -> ReplayPlan:
    """Of this turn; else of the whole game if that is over, or of the newest turn.  Raises Refused."""
    game = table.game(key)
    if turn is None and game.over:
        return plan_whole_replay(table, key)
    report = turn_report(table, game.id, turn)
    title = report.title.rpartition(", ")[2]
    return ReplayPlan(game, f"{game.name}, {title}", report.lines, turn_entries(table, game.id, turn))


def plan_whole_replay(table: Table, key: str) -> ReplayPlan:
    """Of the whole game so far, with the last lines of its report.  Raises Refused."""
    game = table.game(key)
    news = [item for item in table.news(game.id) if item.kind not in ("opened", "locked")]
    lines = [line for item in news for line in item.lines]
    return ReplayPlan(game, game.name, tuple(lines[-CLOSING:]), table.replay_entries(game.id, MOST_PICTURES))


async def last_replay(engine: EngineThread, key: str) -> File | None:
    """What goes with the last message of a game: the whole of it.  None while it is not over, of an open battle, and
    if it cannot be drawn or takes too long: a message without this picture lacks nothing, and must not wait for it.
    """
    game = await engine.use_table(lambda table: table.game(key))
    if not game.over or open_battle_sides.is_open_battle(game):
        return None
    try:
        plan = await engine.use_table(lambda table: plan_whole_replay(table, key))
        drawn = await draw_replay(engine, REPLAYS, plan)
    except Refused as refused:
        log.warning("%s: no replay is sent: %s", key, refused)
        return None
    except Exception:
        log.exception("%s: no replay is sent", key)
        return None
    return File(replay_name(game.id), drawn.picture, drawn.alt)


def replay_name(game: str, turn: int | None = None) -> str:
    """The name of its file."""
    return f"{game}.gif" if turn is None else f"{game}-turn-{turn}.gif"


async def draw_replay(engine: EngineThread, person: str, plan: ReplayPlan) -> Replay:
    """Drawn in a worker process, of which each person gets a fair part.  Raises Refused if that takes too long."""
    scenes = list[Scene]()
    for entry in plan.entries:
        scene = await engine.use_table(lambda table, at=entry: table.picture(plan.game.id, at=at))  # type: ignore[misc]
        if not scenes or _look(scene) != _look(scenes[-1]):
            scenes.append(scene)
    picture = await engine.calculate(person, replay_within, tuple(scenes), MOST_BYTES)
    several = f"{len(scenes)} maps one after the other" if len(scenes) > 1 else "one map, as nothing moved"
    words = f"The moves of {plan.title}, in {several}. The last: {scenes[-1].alt}"
    return Replay(picture, wording.clip(words, 1000))


def _look(scene: Scene) -> bytes:
    """What is drawn under the title."""
    return shown_as_bytes(replace(scene, title=Title("", ""), alt="", details=(), theatres=()))
