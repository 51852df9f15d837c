"""A replay: what everybody saw of a turn or of a whole game, in pictures, with lines of the report."""

from typing import NamedTuple

from bot.hosting import wording
from bot.hosting.engine_thread import EngineThread
from engine.contract import replace
from engine.table import Game, Table
from maps.drawing.replay import replay_within
from maps.scene.scene import Scene, Title, shown_as_bytes

from .turn_report import turn_entries, turn_report

MOST_BYTES = 2_000_000
"""Of the animated picture: Discord, mail and phones take that much everywhere."""
MOST_PICTURES = 80
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
        news = [item for item in table.news(game.id) if item.kind not in ("opened", "locked")]
        lines = [line for item in news for line in item.lines]
        return ReplayPlan(game, game.name, tuple(lines[-CLOSING:]), table.replay_entries(game.id, MOST_PICTURES))
    report = turn_report(table, game.id, turn)
    title = report.title.rpartition(", ")[2]
    return ReplayPlan(game, f"{game.name}, {title}", report.lines, turn_entries(table, game.id, turn))


async def draw_replay(engine: EngineThread, person: str, plan: ReplayPlan) -> Replay:
    """Drawn in a worker process, of which each person gets a fair part.  Raises Refused if that takes too long."""
    scenes = list[Scene]()
    for entry in plan.entries:
        scene = await engine.use_table(lambda table, at=entry: table.picture(plan.game.id, at=at))  # type: ignore[misc]
        if not scenes or _look(scene) != _look(scenes[-1]):
            scenes.append(scene)
    picture = await engine.calculate(person, replay_within, tuple(scenes), MOST_BYTES)
    words = f"The moves of {plan.title}, in {len(scenes)} maps one after the other. The last: {scenes[-1].alt}"
    return Replay(picture, wording.clip(words, 1000))


def _look(scene: Scene) -> bytes:
    """What is drawn under the title."""
    return shown_as_bytes(replace(scene, title=Title("", ""), alt="", details=()))
