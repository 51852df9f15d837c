"""A report as the text of a mail: what happened, who is awaited, and how to answer."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.correspondence.times import local_time
from bot.correspondence.wrap import barred, wrapped
from bot.hosting import wording
from bot.hosting.date_forms import DEFAULT
from bot.hosting.motions import motion_lines, waiting_for
from bot.hosting.rematch import can_be_opened_again
from bot.hosting.terms_words import names_told
from engine.contract import Phase
from engine.log.head import head_line
from engine.table import Game, News


class Reader(NamedTuple):
    """``key``: the seat's ("" where the address carries it anyway and for those who only watch)."""

    side: str
    zone: str
    key: str = ""
    dates: str = DEFAULT


class Call(NamedTuple):
    """What the seat is called with.

    ``current``: the phase is still open, so that the seat is called if it is awaited.  ``examples``: orders.
    ``waiting``: its own, written ahead, that have not run when the phase opened, and ``why``.
    """

    current: bool
    examples: Sequence[str]
    waiting: Sequence[str] = ()
    why: str = ""


class Report(NamedTuple):
    subject: str
    text: str


def report(
    game: Game, news: News, reader: Reader, names: Mapping[str, str], call: Call, alt: str, replay: str = ""
) -> Report:
    """``names``: what players are called.  ``alt``: the map in a sentence, as this seat sees it.  ``replay``: the whole
    game, if it goes with it, in a sentence.
    """
    lines = [*fact_lines(game, news.phase, news.due, reader.side)]
    lines += [f":: {head}" for head in (news.locked, head_line(game.id, news.seq, news.link)) if head]
    lines += ["", game.name, "-" * min(len(game.name), 72), ""]
    lines += barred(_told(game, news, names))
    lines += ["", *_next(game, news, reader, names)]
    if alt:
        lines += ["", *wrapped(f"The map is attached. {alt}", later="")]
    if replay:
        says = (
            f'The whole game is attached as an animated map. {replay} The line "replay 1" in an answer shows one turn.'
        )
        lines += ["", *wrapped(says, later="")]
    if is_called(news, reader.side, call) and not game.frozen:
        lines += ["", *_how(call)]
    if call.current and game.motions:
        lines += ["", *_motions(game, reader, names)]
    if reader.key:
        lines += ["", "Keep this in the subject:", f"  [{game.id} {reader.key}]"]
    return Report(f"[{game.id}] {_headline(game, news, reader, call)}", "\n".join(lines) + "\n")


def _motions(game: Game, reader: Reader, names: Mapping[str, str]) -> list[str]:
    """What is voted on, and how the reader answers."""
    lines = [line for said in motion_lines(game, names) for line in wrapped(said, later="  ")]
    mine = waiting_for(game, game.holder(reader.side))
    answers = [f'"agree {one.seq}" or "disagree {one.seq}"' for one in mine]
    return [*lines, *(wrapped(f"Answer with the line {wording.join_list(answers, 'or')}.", later="  ") if mine else [])]


def is_called(news: News, side: str, call: Call) -> bool:
    """Whether the report calls for orders of a side."""
    return call.current and news.phase is not None and side in news.phase.sides


def fact_lines(game: Game, phase: Phase | None, due: str | None, side: str) -> list[str]:
    """Lines for programs: their names and their order stay as they are."""
    awaited = ",".join(phase.sides) if phase else ""
    lines = [f":: Game: {game.id}  System: {game.system}  Turn: {phase.turn if phase else 0}"]
    lines[0] += f"  Phase: {phase.name}" if phase else ""
    return [*lines, f":: Seat: {side}  Awaited: {awaited}" + (f"  Deadline: {due}" if due else "")]


def _told(game: Game, news: News, names: Mapping[str, str]) -> list[str]:
    side = wording.side_name(game.sides, news.side)
    if news.kind in ("seated", "left") and news.side:
        return [wording.seat_change(news, names.get(news.player, "Somebody"), side, news.why), *news.lines[1:]]
    won = f"{game.won_by} wins." if game.won_by else f"{wording.undecided(game)}."
    outcome = [won] if news.kind == "over" else []
    outcome += names_told(game, lambda player: names.get(player, player)) if news.kind == "over" else ()
    return [*outcome, *news.lines, *news.luck] or ["Nothing that you can see has happened."]


def _next(game: Game, news: News, reader: Reader, names: Mapping[str, str]) -> list[str]:
    if news.kind == "over":
        again = ', and "rematch" opens it again with the sides changed' if can_be_opened_again(game) else ""
        says = f'The game is over. "verify" in an answer rolls all its dice again and attaches its log{again}.'
        return wrapped(says, later="")
    if not news.phase:
        free = [game.sides[side].name for side, holder in game.seats.items() if not holder]
        return wrapped(f"Waiting for players: {wording.join_list(free)} free.", later="") if free else []
    waiting = [f"{game.sides[side].name} ({names.get(game.seats.get(side, ''), 'free')})" for side in news.phase.sides]
    until = f" until {local_time(news.due, reader.zone, reader.dates)}" if news.due else ""
    if game.frozen:
        still = "The game is frozen by its referee: no orders run, and no deadline, until it goes on. "
        return wrapped(f"{still}Then: {wording.phase_title(news.phase)}, for {wording.join_list(waiting)}.", later="")
    secret = " Orders are secret until everyone is done." if news.phase.sealed else ""
    head = f"Next: {wording.phase_title(news.phase)}, for {wording.join_list(waiting)}{until}.{secret}"
    return wrapped(head, later="")


def _how(call: Call) -> list[str]:
    if call.waiting:
        return _held(call)
    shown = [f"  e.g.  {example}" for example in call.examples[:3]]
    return [
        *wrapped("It is your turn: answer this mail with one order a line.", later=""),
        *shown,
        *wrapped(
            'A line "done" runs them and ends your part; until then you can write again, and the newest mail counts.'
            ' "help", "status", "map" and "ideas" work too.',
            later="",
        ),
    ]


def _held(call: Call) -> list[str]:
    """What was written ahead, why it has not run, and how to go on."""
    return [
        *wrapped(f"It is your turn, and what you wrote ahead has not run: {call.why}", later=""),
        *(f"  held  {line}" for line in call.waiting),
        *(f"  e.g.  {example}" for example in call.examples[:3]),
        *wrapped(
            "Answer this mail with other orders, which take the place of these. "
            'Or answer "done": these run, after a question if any line is refused.',
            later="",
        ),
    ]


def _headline(game: Game, news: News, reader: Reader, call: Call) -> str:
    if news.kind == "over":
        return f"{game.won_by} wins" if game.won_by else "a draw"
    if game.frozen and call.current and news.phase:
        return "the game is frozen by its referee"
    if news.phase and is_called(news, reader.side, call):
        until = f" until {local_time(news.due, reader.zone, reader.dates)}" if news.due else ""
        return f"Your turn: {wording.phase_title(news.phase)}{until}"
    if news.kind == "locked":
        return "orders are locked"
    return wording.phase_title(news.phase) if news.phase else "waiting for players"
