"""What everybody may know about a game: its players, its phase, its deadline, how it ended."""

from collections.abc import Mapping

import msgspec

from engine.contract import Phase, Side
from engine.deadlines.words import write_calendar
from engine.log.awaited_dice import round_awaited
from engine.log.decision_words import motion_words
from engine.log.decisions import Motion
from engine.log.entries import PRESS
from engine.log.fold import Fold
from engine.log.game_rows import ROW_FORM, GameRow
from engine.log.motions import OpenMotion
from engine.log.outcome import outcome
from engine.log.schedule import deadline_of

from . import orders_ahead
from .pseudonyms import is_withheld


class MotionInfo(msgspec.Struct, frozen=True):
    """A motion that is voted on: its entry, who made it, what it is in words, the votes so far, and the players who
    have not voted.
    """

    seq: int
    side: str
    motion: Motion
    words: str
    count: str
    waiting: tuple[str, ...]


class Game(msgspec.Struct, frozen=True):
    """``seats``: side -> player ("" while free); ``due``: the deadline, None without one.

    ``winner``: a side, a group of sides or ``draw``, None as long as it goes on; ``won_by``: its name, "" in a draw.
    ``scenario`` is the stem of its file, ``length`` the number of its entries.  ``phase_key`` identifies the current
    phase among all phases of the game.  ``stopped``: sides to move whose orders, written ahead, were not run.
    ``calendar``: when phases end, in words ("" for games without deadlines); no deadline runs while ``paused``, nothing
    at all while ``frozen``.  ``deputies``: side -> who may order for its player.

    While a game is ``anonymous``, every name in it is a pseudonym, which may be shown to all.  ``people``: pseudonym ->
    player, never to be shown before; what belongs to a person is found with ``holder`` and ``sides_of``.  ``press``: a
    PressTerm.  ``points``: what each side's own army may cost, in a game on a board; else None.
    """

    id: str
    name: str
    system: str
    scenario: str
    about: str
    sides: Mapping[str, Side]
    seats: Mapping[str, str]
    phase: Phase | None
    started: bool
    over: bool
    winner: str | None
    won_by: str
    reason: str | None
    period: int | None
    due: str | None
    length: int
    phase_key: str = ""
    stopped: tuple[str, ...] = ()
    calendar: str = ""
    paused: bool = False
    frozen: bool = False
    deputies: Mapping[str, str] = {}
    motions: tuple[MotionInfo, ...] = ()
    take_backs: int = 0
    anonymous: bool = False
    people: Mapping[str, str] = {}
    press: str = "private"
    points: int | None = None

    def person(self, name: str) -> str:
        """The player whom the game calls so."""
        return self.people.get(name, name)

    def holder(self, side: str) -> str:
        """The player of a side, "" while it is free."""
        return self.person(self.seats.get(side, ""))

    def sides_of(self, player: str) -> tuple[str, ...]:
        """The sides that somebody plays."""
        return tuple(side for side in self.seats if player and self.holder(side) == player)


def game_info(fold: Fold) -> Game:
    opened, setup, phase = fold.opened, fold.scenario, fold.phase
    end, withheld = outcome(fold), is_withheld(fold)
    told = {} if withheld else fold.people
    return Game(
        fold.id,
        opened.name,
        opened.system,
        opened.scenario,
        setup.about,
        setup.sides,
        {side: told.get(holder, holder) for side, holder in fold.seats.items()},
        phase,
        fold.started,
        fold.over,
        end.winner,
        winner_name(fold),
        end.reason,
        opened.period,
        deadline_of(fold, fold.transactions[-1], phase),
        fold.seq,
        fold.phase_key,
        orders_ahead.waiting(fold),
        write_calendar(fold.schedule.calendar),
        fold.transactions[-1].paused,
        fold.transactions[-1].frozen,
        {side: deputy for side, deputy in fold.deputies.items() if deputy},
        tuple(_motion(fold, made) for made in fold.motions.open.values()),
        fold.take_backs,
        withheld,
        dict(fold.people),
        opened.term(PRESS) or "private",
        fold.scenario.muster["points"] if fold.scenario.muster else None,
    )


def _motion(fold: Fold, made: OpenMotion) -> MotionInfo:
    words, seats = motion_words(fold, made), fold.seats
    return MotionInfo(made.seq, made.side, made.motion, words, made.count(seats), made.waiting(seats))


def game_row(fold: Fold) -> GameRow:
    """What is kept beside the journal, so that the game need not be read for lists and deadlines."""
    info, last, awaited = game_info(fold), fold.transactions[-1], round_awaited(fold)
    return GameRow(
        info.id,
        fold.seq,
        fold.link,
        ROW_FORM,
        info.name,
        info.over,
        info.started,
        awaited.at if awaited else info.due or "",
        last.began if info.due and not awaited else "",
        bool(info.stopped) and not awaited,
        last.seq,
        msgspec.json.encode(info).decode(),
    )


def read_info(row: GameRow) -> Game | None:
    """The game in a row; None if the row is damaged."""
    try:
        return _READ(row.info)
    except (msgspec.MsgspecError, ValueError):
        return None


def winner_name(fold: Fold) -> str:
    """Who has won, for people to read: a side, a team or an alliance; "" in a draw and while the game goes on."""
    winner, sides = outcome(fold).winner, fold.scenario.sides
    if winner is None or winner == "draw":
        return ""
    return sides[winner].name if winner in sides else fold.system.group_name(fold.state, winner)


_READ = msgspec.json.Decoder(Game).decode
