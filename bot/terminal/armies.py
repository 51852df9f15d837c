"""Army lists at the keyboard: `lists` saves them, for all sides together, and `army` shows and prices them."""

from bot.hosting.army_dialogue import Owner, Spelling, answer, judge_here, read_wish
from bot.hosting.database import KEYBOARD
from bot.hosting.muster_words import muster_orders
from bot.hosting.saved_armies import SavedArmies
from bot.hosting.utc_now import utc_now
from engine.table import Refused, Table

from .order_lines import OrderLines

SPELLING = Spelling(saves=lambda name, army: f"lists {name}: {army}", line=lambda line: f"`{line}`")


def lists(seat: OrderLines, rest: str) -> bool:
    """show saved army lists; `lists guard: knights: 2` saves one, `lists guard:` deletes it"""
    owner = Owner(_book(seat), KEYBOARD, judge_here(seat.table, seat.key, seat.side))
    seat.screen.say("\n".join(f"  {line}" for line in answer(owner, read_wish(rest), utc_now(), SPELLING)))
    return True


def army(seat: OrderLines, rest: str) -> bool:
    """show the army list that is in and all types with prices; `army knights: 2` prices another list, not submitted"""
    mine = seat.table.own_army(seat.key, seat.side)
    if not mine:
        raise Refused(
            "no-muster",
            f"No armies are being mustered in {seat.game.name}. `units` lists your units, `card` shows a type, and"
            " `fieldpost army check FILE` prices a list.",
        )
    if not rest:
        seat.screen.say(f"  {mine}")
        if draft := seat.table.draft(seat.key, seat.side):
            seat.screen.verdicts(seat.table.check(seat.key, seat.side, draft).verdicts)
        seat.screen.say("\n".join(f"  {line}" for line in seat.table.price_list(seat.key, seat.side)))
        return True
    listed = spelled_out(seat, f"muster {rest}").removeprefix("muster ")
    judged = seat.table.judge_army(seat.key, seat.side, listed)
    seat.screen.say("\n".join(f"  {line}" for line in (*judged.words.splitlines(), *map(str, judged.faults))))
    if not judged.faults:
        seat.screen.say(f"  Nothing is submitted by this. The order `muster {listed}` and `commit` submit it.")
    return not judged.faults


def spelled_out(seat: OrderLines, text: str) -> str:
    """A line of orders with a saved list in place of its name."""
    if not isinstance(seat.table, Table):
        return text
    return muster_orders(seat.table, seat.key, text, _book(seat), KEYBOARD)


def _book(seat: OrderLines) -> SavedArmies:
    """Refused sandbox: nothing of a sandbox is kept."""
    if not isinstance(seat.table, Table):
        raise Refused("sandbox", "Saved lists are kept outside of the sandbox: `leave` goes back to the game.")
    return SavedArmies(seat.table.journal.database)


COMMANDS = {"lists": lists, "army": army}
