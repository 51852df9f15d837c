"""What is known of somebody whose letter enters a league."""

from collections.abc import Callable, Iterable

from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.player_records import gather_replies, reliability

from ..commands import read_command
from .forms import LEAGUE


async def reliability_of_writer(
    engine: EngineThread, writer: Callable[[EngineData], str], lines: Iterable[str]
) -> int | None:
    """Percent of the phases with a deadline that were met; None if nothing is known, or no line enters a league.
    Others can ask the engine between any two games.
    """
    about = [line for line in lines if line.lstrip().casefold().startswith(LEAGUE)]
    if not any(command.word == f"{LEAGUE} enter" for line in about if (command := read_command(line))):
        return None
    player, games = await engine.use_data(lambda data: (writer(data), data.table.journal.games()))
    return reliability(await gather_replies(engine, games, player)) if player else None
