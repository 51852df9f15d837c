"""Moments with one thing changed, so that an invariant must fail: made from games that were played."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine import checking, play
from engine.contract import Event, System, Tape, Turn, replace
from tests.conformance.moment import Moment

Arguments = tuple[object, ...]
Facts = Mapping[str, object]
Said = tuple[str, str, Sequence[int]]
"""A side ("" for the opening, which needs no orders), its orders ("" for none: the phase ends), and the dice rolled."""


def moments(
    system: System[Any], state: Any, said: Sequence[Said], told: Sequence[Event], begins: Any
) -> Iterator[Moment]:
    """Runs the messages and yields a moment for each event; ``told`` are the events of the turn before them."""
    heard, since = list(told), state
    for side, text, dice in said:
        turn = Turn(state, Tape(dice), system.apply)
        if not side:
            system.proceed(turn)
        elif text:
            verdicts = checking.check(system, state, side, text)
            play.run(system, turn, side, [play.OrderToRun(verdict.line.number, verdict.echo) for verdict in verdicts])
        else:
            play.close(system, turn, side)
        for event in turn.events:
            if begins(event, heard):
                heard, since = [], state
            after = system.apply(state, event)
            yield Moment(state, event, after, tuple(heard), since)
            heard.append(event)
            state = after


def units(state: Any, changes: Mapping[str, Facts]) -> Any:
    return replace(state, units={key: replace(unit, **changes.get(key, {})) for key, unit in state.units.items()})


def rest(state: Any, /, _game: Facts | None = None, _told: Sequence[Event] = (), **changes: Facts) -> Arguments:
    """A position between two messages."""
    state = units(state, changes)
    return (replace(state, game=replace(state.game, **(_game or {}))), tuple(_told))


class Played:
    """Games by name, each as its moments."""

    def __init__(self, games: Mapping[str, tuple[Moment, ...]]) -> None:
        self.games = games

    def right(self, game: str, kind: type[Event], nth: int = 0) -> Moment:
        return [moment for moment in self.games[game] if isinstance(moment.event, kind)][nth]

    def said(self, game: str, kind: type[Event], nth: int = 0, /, **facts: object) -> Arguments:
        """The first event of its kind in a game (or the ``nth``) with wrong fields."""
        moment = self.right(game, kind, nth)
        return (moment._replace(event=replace(moment.event, **facts)),)

    def after(
        self, game: str, kind: type[Event], /, _game: Facts | None = None, _nth: int = 0, **changes: Facts
    ) -> Arguments:
        """The event with the wrong position after it."""
        moment = self.right(game, kind, _nth)
        state = units(moment.after, changes)
        return (moment._replace(after=replace(state, game=replace(state.game, **(_game or {})))),)

    def before(
        self, game: str, kind: type[Event], /, _game: Facts | None = None, _nth: int = 0, **changes: Facts
    ) -> Arguments:
        """The event in a position where it is impossible."""
        moment = self.right(game, kind, _nth)
        state = units(moment.before, changes)
        return (moment._replace(before=replace(state, game=replace(state.game, **(_game or {})))),)

    def untold(self, game: str, kind: type[Event], *more: Event, nth: int = 0) -> Arguments:
        """The event with others added before it."""
        moment = self.right(game, kind, nth)
        return (moment._replace(told=(*moment.told, *more)),)

    def unheard(self, game: str, kind: type[Event], nth: int, *left_out: type[Event]) -> Arguments:
        """The event without some of the events before it."""
        moment = self.right(game, kind, nth)
        return (moment._replace(told=tuple(event for event in moment.told if not isinstance(event, left_out))),)
