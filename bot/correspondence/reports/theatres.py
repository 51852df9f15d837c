"""The theatres in which something has just happened, drawn by themselves: they come before the map."""

from bot.hosting import wording
from bot.hosting.engine_thread import EngineThread
from maps.scene.scene import Scene

from ..answers import File


async def lively_theatres(engine: EngineThread, game: str, entry: int, scene: Scene) -> tuple[File, ...]:
    """Of a map after a log entry; none of a map without theatres."""
    if not scene.theatres:
        return ()
    drawn = await engine.draw_closeups(scene, len(scene.details))
    return tuple(
        File(wording.part_name(game, entry, nth), data, part.alt)
        for nth, (data, part) in enumerate(zip(drawn, scene.details, strict=True), 1)
    )
