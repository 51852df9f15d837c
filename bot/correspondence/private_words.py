"""The lines of a letter that are for people: press to another side, and notes for oneself.  None of it is an order."""

from bot.hosting.engine_thread import EngineData
from bot.hosting.notes import note_lines
from bot.hosting.press import press_lines, send_press
from engine.table import Refused

from .answers import said
from .commands import Command
from .message import Seat, needed
from .order_deeds import Done, Writer


def press(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    """``press SIDE: text``; alone it shows what was written."""
    mine = needed(seat)
    to, _, text = command.rest.partition(":")
    if not command.rest:
        game, messages = data.table.game(mine.game), data.table.press_of(mine.game, mine.side)
        lines = press_lines(game, messages) or ('Nothing yet. Write it like "press all: hello".',)
        return Done(said("Press", *lines, fixed=True))
    if writer.doubt:
        raise Refused("unconfirmed", writer.doubt)
    game, told = send_press(data, mine.game, mine.side, to.strip(), text.strip(), writer.now)
    return Done(said("Press", told), (game.id,))


def note(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    """``note: text`` keeps one, ``note delete 2`` forgets it, ``notes`` shows all."""
    mine, rest = needed(seat), command.rest
    if rest.startswith(":"):
        made = data.notes.add(mine.game, writer.player, rest.removeprefix(":").strip(), writer.now)
        return Done(said("Note", f"Kept as number {made.number}. Nobody else is shown it."))
    if rest:
        gone = data.notes.delete(mine.game, writer.player, int(rest.split()[-1][:9]))
        return Done(said("Note", f"Deleted: {gone.text}"))
    return Done(said("Notes", *note_lines(data.notes.list(mine.game, writer.player)), fixed=True))
