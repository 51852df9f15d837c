"""Whether somebody may open a game by a letter."""

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.opening_limits import too_short
from bot.hosting.openings import too_many
from engine.deadlines.calendar import Calendar
from engine.table import Refused

from .order_deeds import Writer


def check_opening(data: EngineData, writer: Writer, calendar: Calendar | None = None, works: str = "") -> None:
    """Raises Refused if this person may not open another game, or none with such a deadline.  ``works``: a line that
    does, with ``{shortest}`` for the deadline.
    """
    if short := too_short(calendar, data.limits.shortest):
        raise Refused("bad-deadline", f"{short} {works.format(shortest=wording.compact(data.limits.shortest))}")
    running = data.openings.running_of(data.table, writer.player, "", writer.now)
    mine = [one for one in running if not data.league_places.league_of(one.game)]
    if many := too_many(mine, data.limits.per_person):
        raise Refused("too-many", f'{many} The line "games" lists what you can join.')
