"""The look-up of a replay: the moves of a turn, or of a game that is over, as an animated map with its report."""

from .answers import File, Found, Section
from .asker import Asker
from .message import needed
from .naming import turn_number
from .reports.replays import draw_replay, plan_replay, replay_name
from .wrap import barred, wrapped


async def look_up_replay(asker: Asker, rest: str) -> Found:
    """``replay`` or ``replay TURN``, from what everybody may know."""
    seat = needed(asker.seat)
    turn = turn_number(rest, "replay")
    plan = await asker.engine.use_table(lambda table: plan_replay(table, seat.game, turn))
    drawn = await draw_replay(asker.engine, asker.player, plan)
    picture = File(replay_name(plan.game.id, turn), drawn.picture, drawn.alt)
    lines = (*barred(plan.lines), "", *wrapped(drawn.alt, later=""))
    return Found(Section(f"Replay: {plan.title}", lines, fixed=True), (picture,))
