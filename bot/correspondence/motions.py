"""The look-up of what players propose to each other."""

from bot.hosting.motions import motion_lines, waiting_for

from .answers import Found, said
from .asker import Asker
from .message import needed


async def look_up_motions(asker: Asker, rest: str) -> Found:
    """What is open, who has not voted, and what the asker can answer."""
    seat = needed(asker.seat)
    game = await asker.engine.use_table(lambda table: table.game(seat.game))
    names = await asker.engine.use_data(lambda data: {p: data.people.name(p) for p in game.seats.values() if p})
    lines = [*motion_lines(game, names)]
    lines += [f'You: "agree {one.seq}" or "disagree {one.seq}".' for one in waiting_for(game, asker.player)]
    return Found(
        said("Motions", *(lines or (f'Nothing is voted on in {game.name} now. "propose draw" proposes one.',)))
    )
