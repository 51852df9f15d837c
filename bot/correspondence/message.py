"""A message taken apart: which of its lines are orders, which commands, and which neither."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from bot.hosting.questions import NEVER, NO_MARKS, is_question
from engine.language.grammar import grammar, sentence
from engine.language.slips import is_slip
from engine.play import order_kinds
from engine.systems import SYSTEMS
from engine.table import Refused, Table
from engine.verdict import Verdict

from .commands import DECISIONS, OUTSIDE_PROSE, RUNNING, Command, is_personal, read_command
from .lists_below import with_lists_below
from .misspelled_commands import meant_line
from .orders_in_words import says_order
from .unread_lines import Unread

BARE = (*RUNNING, "concede", "draw")
"""Lines of orders that a sentence may hold too: they count only on their own, outside of prose."""
HEADING = "whole turn"
"""A line that may stand above the orders of several phases; it says no more than the lines below it do."""
LETTERS = 3
"""Letters of a verb by which it is known in a line that is refused."""
LOOKED_AT = 20
"""Lines that are no orders of which it is found out what was meant: more are talk."""
MOST_WORDS_OF_SLIP = 3
"""Words of a line whose first one may be a misspelled verb: more of them are prose."""


_BETWEEN = re.compile(r"[\s.,;:!]+")


class Line(NamedTuple):
    """A line that its author wrote.  ``in_prose``: it stands in a paragraph with lines that are no orders."""

    text: str
    in_prose: bool = False


ALWAYS_ASKED = ("army",)
"""Look-ups that stay look-ups where an order would have the same word: a list is priced, and ``muster`` submits it."""


class Seat(NamedTuple):
    game: str
    side: str


class Message(NamedTuple):
    """``orders``: their lines as typed.  ``adds``: to the draft, instead of replacing it.  ``clears``: the draft is
    emptied before them.  ``unread``: lines that are neither orders nor commands.  ``asked``: a question among these
    would be an order without its question mark.
    """

    orders: tuple[str, ...]
    adds: bool
    commands: tuple[Command, ...]
    unread: tuple[Unread, ...]
    clears: bool = False
    asked: bool = False

    @property
    def empty(self) -> bool:
        return not (self.orders or self.commands or self.clears)


def only_ends(orders: Sequence[str]) -> bool:
    """Whether the orders are nothing but words that run the draft and end phases; several end one after the other."""
    return bool(orders) and all(order in RUNNING for order in orders)


def needed(seat: Seat | None) -> Seat:
    """Raises Refused if there is none."""
    if seat is None:
        raise Refused("no-seat", 'This needs a game. Answer a mail or post of that game, or "join" one first.')
    return seat


def read_message(
    table: Table, seat: Seat | None, lines: Sequence[Line], *, to_us: bool = False, game: str = ""
) -> Message:
    """The lines sorted; orders are recognized by the grammar of the seat's game, as it stands.

    ``to_us``: nobody else is spoken to, so that a line which begins with a unit is an order, however it is spelled.
    ``game``: in which it is written, by somebody without a seat too.
    """
    lists = with_lists_below([line.text for line in lines])
    lines = [Line(lists[place]) if place in lists else line for place, line in enumerate(lines)]
    attempts = attempted_orders(table, seat, lines, to_us=to_us) if seat else dict[int, bool]()
    orders, commands, unread = list[str](), list[Command](), list[Unread]()
    adds = clears = False
    for number, line in enumerate(lines):
        text, command = line.text.strip(), read_command(line.text)
        bare = _bare(text) in BARE
        talk = command and line.in_prose and (command.rest or command.word in OUTSIDE_PROSE)
        if command and not talk and (command.word in ALWAYS_ASKED or not attempts.get(number)):
            adds = adds or command.word == "add"
            if command.word == "clear" and seat and not orders:
                clears = True
            elif command.word != "add":
                commands.append(command)
            elif command.rest:
                orders.append(command.rest)
        elif number in attempts and not (bare and line.in_prose):
            orders += _apart(text)
        elif text and _bare(text) != HEADING:
            where = game or (seat.game if seat else "")
            meant = number == 0 or not line.in_prose  # the first line says what a message is about
            if len(unread) >= LOOKED_AT:
                unread.append(Unread(text))
            else:
                instead = meant_line(table, text, where, in_talk=not to_us) if meant else ""
                unread.append(Unread(text, _why_unread(table, seat, line), instead))
    asked = seat is not None and bool(orders) and _asks_for_order(table, seat, lines, to_us=to_us)
    return Message(tuple(orders), adds, tuple(commands), tuple(unread), clears, asked)


def _asks_for_order(table: Table, seat: Seat, lines: Sequence[Line], *, to_us: bool) -> bool:
    """Whether a question would be an order, or try to be one, without its question mark."""
    questions = [line._replace(text=_bare(line.text.translate(NO_MARKS))) for line in lines if is_question(line.text)]
    return bool(questions) and bool(attempted_orders(table, seat, questions, to_us=to_us))


def _why_unread(table: Table, seat: Seat | None, line: Line) -> str:
    """What there is to say of a line that looks like an order of this seat and was not taken for one."""
    if is_question(line.text) and _bare_word(line.text.split()[0]) in DECISIONS:
        return NEVER[:1].lower() + NEVER[1:]
    if seat is None:
        return ""
    if _bare(line.text) in BARE:
        return "other words are right above or below it: leave an empty line between"
    units = {unit.casefold() for unit in table.units(seat.game, seat.side)}
    asks = is_question(line.text) and any(
        _bare_word(word) in units or _bare_word(word) in BARE for word in line.text.split()
    )
    return NEVER[:1].lower() + NEVER[1:] if asks else ""


def _bare_word(word: str) -> str:
    return word.strip(" .,;:!?").casefold()


def reads_as_order(table: Table, seat: Seat | None, line: str, *, to_us: bool = False) -> bool:
    """Whether the line is a command, an order, or tries to be one: such a line makes no prose of those beside it."""
    if read_command(line) or _bare(line) == HEADING:
        return True
    try:
        return (
            seat is not None and bool(line.strip()) and bool(attempted_orders(table, seat, [Line(line)], to_us=to_us))
        )
    except Refused:  # the game has ended, or is not to be read
        return False


def attempted_orders(table: Table, seat: Seat, lines: Sequence[Line], *, to_us: bool = False) -> dict[int, bool]:
    """The places of the lines that are orders, or try to be, and whether all on such a line is accepted.

    They are the accepted ones, those that begin with a unit in play and have a verb, and outside of prose those whose
    verb stands in its place.
    A line that is no order but is taken for one is answered as refused, which does less harm than an order that is
    taken for prose: so is ``chose b`` in a message to us, or beside orders, and ``Pikemen attacks MA`` in one to us.
    A question is never an order.
    """
    lines = [line._replace(text="") if is_personal(line.text) else line for line in lines]
    words = ["" if is_question(line.text) else _bare(line.text) for line in lines]
    words = ["" if word == HEADING else word for word in words]
    verdicts = table.check(seat.game, seat.side, "\n".join(words)).verdicts if any(words) else ()
    units = frozenset(unit.casefold() for unit in table.units(seat.game, seat.side))
    found = dict[int, bool]()
    for verdict in verdicts:
        place = verdict.line.number - 1
        unknown = to_us and verdict.kind is None and _begins_with_unit(lines[place], units)
        if verdict.accepted or unknown or (verdict.kind is not None and _tries(verdict, lines[place], units)):
            found[place] = found.get(place, True) and verdict.accepted
    for place in _said_in_words(table, seat, lines) if to_us else ():
        found.setdefault(place, False)
    for verdict in verdicts if found or to_us else ():
        if _is_slip(verdict, lines[verdict.line.number - 1]):
            found.setdefault(verdict.line.number - 1, False)
    return found


def _said_in_words(table: Table, seat: Seat, lines: Sequence[Line]) -> list[int]:
    """The places of lines that say in words what an own unit does; they are answered, so that nothing runs without."""
    system, names = SYSTEMS[table.game(seat.game).system], table.units(seat.game, seat.side)
    own, verbs = {key: names[key] for key in table.own_units(seat.game, seat.side)}, grammar(order_kinds(system)).verbs
    asked = (place for place, line in enumerate(lines) if not is_question(line.text))
    return [place for place in asked if says_order(lines[place].text, own, verbs)]


def _is_slip(verdict: Verdict, line: Line) -> bool:
    """Whether a few words outside of prose would be an order with one letter of the first put right."""
    first, *others = _bare(line.text).casefold().split() or [""]
    if line.in_prose or verdict.kind or not 0 < len(others) < MOST_WORDS_OF_SLIP:
        return False
    lines = (told.casefold().split() for problem in verdict.problems for told in problem.suggestions)
    return any(words[1:] == others and is_slip(first, words[0]) for words in lines)


def _bare(text: str) -> str:
    """A bare word without what a phone or a sentence puts after it."""
    word = text.strip().rstrip(" .,;:!").lower()
    return word if word in (*BARE, HEADING) else text.strip()


def _apart(text: str) -> list[str]:
    """The order as it is written, ``concede`` in a line of its own: it is asked about before it runs.

    Nothing but ``commit`` and ``done`` (``done, done``, ``done # at last``) are so many lines.
    """
    words = _BETWEEN.split(text.partition("#")[0].strip(" .,;:!").lower())
    if all(word in RUNNING for word in words):
        return words
    parts = [_bare(part) for part in text.split(";")]
    if len(parts) == 1 or "concede" not in parts:
        return [_bare(text)]
    rest = "; ".join(part for part in parts if part and part != "concede")
    return [*([rest] if rest else []), "concede"]


def _begins_with_unit(line: Line, units: frozenset[str]) -> bool:
    """Whether a line outside of prose names a unit in play and then something else."""
    words = line.text.split()
    return not line.in_prose and len(words) > 1 and words[0].strip(":,.!").casefold() in units


def _tries(verdict: Verdict, line: Line, units: frozenset[str]) -> bool:
    """Whether a refused line begins with a unit in play or a name in quotes; outside of prose, whether its verb stands
    where an order has it: first, or second behind a unit.
    """
    words = [word.strip(":,.!").casefold() for word in line.text.split()[:2]]
    if line.text.lstrip().startswith('"') or words[0] in units:
        return True
    if line.in_prose or verdict.kind is None:
        return False
    known = {verb.split()[0] for verb in grammar((verdict.kind,), LETTERS).verbs if len(verb) > 1}
    follows = len(words) > 1 and len(words[0]) > 1 and sentence(verdict.kind).subject is not None
    return words[0] in known or (follows and words[1] in known)
