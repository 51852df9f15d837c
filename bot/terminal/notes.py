"""Commands at the keyboard for notes: each side has its own, for whoever sits there for it."""

from bot.hosting.notes import Notes, note_lines
from bot.hosting.utc_now import utc_now
from engine.table import Refused

from .lookups import Lookups


def note(seat: Lookups, rest: str) -> bool:
    """keep a note for this side's player alone: `note: hold the ford`; `note delete 2` forgets one"""
    kept, said = _book(seat), rest.removeprefix(":").strip()
    word, _, number = said.partition(" ")
    if word.lower() == "delete" and number.strip().isdecimal():
        seat.screen.say(f"  Deleted: {kept.delete(seat.key, _owner(seat), int(number.strip()[:9])).text}")
        return True
    if not said:
        raise Refused("missing-argument", "Write what to keep, such as `note: hold the ford`; `notes` shows them.")
    made = kept.add(seat.key, _owner(seat), said, utc_now())
    seat.screen.say(f"  Kept as number {made.number}. `notes` shows it when it is this side's turn.")
    return True


def notes(seat: Lookups, rest: str) -> bool:
    """show the notes of this side's player"""
    seat.screen.say("\n".join(f"  {line}" for line in note_lines(_book(seat).list(seat.key, _owner(seat)))))
    return True


def _book(seat: Lookups) -> Notes:
    return Notes(seat.table.journal.database)


def _owner(seat: Lookups) -> str:
    return f"keyboard {seat.side}"


COMMANDS = {"note": note, "notes": notes}
