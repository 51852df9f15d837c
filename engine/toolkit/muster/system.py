"""The rules of a game on a board: the muster first, then the system's own rules as they are."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, cast

from engine.contract import (
    ArmyCheck,
    Balked,
    Concede,
    Done,
    Event,
    Fault,
    IdeaGroup,
    Order,
    Refusal,
    SameObject,
    Scenario,
    Skipped,
    System,
    Turn,
    counted,
    defaults,
    replace,
)
from engine.contract.system import Core, Optional
from engine.toolkit.shared_report import not_carried_out

from . import position
from .army_text import UnreadableArmy, army_text, read_army
from .judging import check_list, muster_faults
from .position import ArmyListed, MusterArmy, MusterConceded, MusterDone, Mustered, Mustering, lists_to_show
from .reduction import reduced_army
from .units import mustered

NAMES = tuple(name for kind in (Core, Optional) for name in vars(kind) if not name.startswith("_"))
"""Everything that a system has."""


def with_muster(rules: System[Any]) -> System[Any]:
    """The rules with a muster before them, for scenarios that have one."""
    return _with_muster(SameObject(rules))


@lru_cache(16)
def _with_muster(wanted: SameObject[System[Any]]) -> System[Any]:
    rules = wanted.it
    found = {name: getattr(rules, name) for name in NAMES}
    own = [name for name in NAMES if found[name] is not getattr(defaults, name, None)]
    found |= {name: _either(rules, name) for name in ON_BOARD if name in own}
    found |= {name: _only_later(rules, name) for name in ONLY_LATER if name in own}
    muster = Muster(rules)
    found |= {name: _first(muster, rules, name) for name in IN_MUSTER}
    found |= {"idea_groups": _first(muster, rules, "idea_groups")} if "idea_groups" in own else {}
    found |= {"start": muster.start, "faults": muster.faults, "apply": muster.apply}
    found["ORDERS"] = (*rules.ORDERS, MusterArmy)
    found["EVENTS"] = (*rules.EVENTS, *position.MUSTER_EVENTS)
    return cast("System[Any]", SimpleNamespace(**found))


ON_BOARD = ("measure", "group_name", "group_of", "allied", "battle_places", "odds")
"""What is asked of the empty board during the muster; the position is the first argument."""
ONLY_LATER = (
    "chances",
    "condition_holds",
    "draft_marks",
    "luck",
    "overlay",
    "partial_objections",
    "in_full",
    "prospect",
    "unit_count",
    "worth",
    "case_view",
)
"""What has the contract's default during the muster."""
IN_MUSTER = (
    "phase",
    "vocabulary",
    "check",
    "ideas",
    "sample_orders",
    "left_behind",
    "view",
    "witness",
    "tell",
    "scene",
    "text_map",
    "run",
    "close",
    "proceed",
)


def _either(rules: System[Any], name: str) -> Callable[..., Any]:
    def asked(seen: Any, *rest: Any, **named: Any) -> Any:
        return getattr(rules, name)(seen.board if isinstance(seen, Mustering) else seen, *rest, **named)

    return asked


def _only_later(rules: System[Any], name: str) -> Callable[..., Any]:
    usual = getattr(defaults, name)

    def asked(seen: Any, *rest: Any, **named: Any) -> Any:
        return (usual if isinstance(seen, Mustering) else getattr(rules, name))(seen, *rest, **named)

    return asked


def _first(muster: "Muster", rules: System[Any], name: str) -> Callable[..., Any]:
    during = getattr(muster, name)

    def asked(first: Any, *rest: Any, **named: Any) -> Any:
        state = first.state if isinstance(first, Turn) else first
        return (during if isinstance(state, Mustering) else getattr(rules, name))(first, *rest, **named)

    return asked


class Muster:
    """The muster before the rules of one system; its functions are called as those of a system."""

    def __init__(self, rules: System[Any]) -> None:
        self._rules = rules

    # how it starts
    def start(self, scenario: Scenario) -> Any:
        if not scenario.muster:
            return self._rules.start(scenario)
        return Mustering(
            scenario, self._rules.start(mustered(self._rules, scenario, {side: {} for side in scenario.sides}))
        )

    def faults(self, scenario: Scenario) -> Iterator[Fault]:
        return muster_faults(self._rules, scenario) if scenario.muster else self._rules.faults(scenario)

    def phase(self, state: Mustering) -> Any:
        return position.phase(state)

    # orders
    def vocabulary(self, seen: Mustering, side: str) -> Any:
        return position.vocabulary(self._rules.vocabulary(seen.board, side))

    def check(self, seen: Mustering, side: str, order: Order) -> Iterator[Refusal]:
        match order:
            case MusterArmy(list=text):
                yield from self._list_objections(seen, side, text)
            case Done():
                return
            case Concede() if side not in seen.conceded:
                return
            case Concede():
                yield Refusal("verb", "already-acted", "you have conceded")
            case _:
                yield position.not_in_muster(f"{order.__struct_config__.tag} can be given")

    def _list_objections(self, seen: Mustering, side: str, text: str) -> Iterator[Refusal]:
        """Everything that is wrong with the list, each in a sentence."""
        default = seen.default(side)
        try:
            army = read_army(text)
        except UnreadableArmy as fault:
            yield Refusal("list", "bad-list", str(fault), instead=(MusterArmy(army_text(default)),))
            return
        wrong = check_list(self._rules, seen.scenario, side, army).faults
        says = [f"{fault.says}{f' ({fault.instead})' * bool(fault.instead)}" for fault in wrong]
        if says:
            fitting = reduced_army(self._rules, seen.scenario, side, army) or default
            yield Refusal("list", "bad-list", "; ".join(says), instead=(MusterArmy(army_text(fitting)),))

    def ideas(self, seen: Mustering, side: str) -> Iterator[Order]:
        if side not in seen.done and side not in seen.armies:
            yield MusterArmy(army_text(seen.default(side)))

    def idea_groups(self, seen: Mustering, side: str) -> Iterator[IdeaGroup]:
        yield IdeaGroup(1.0, self.ideas(seen, side))

    def sample_orders(self, seen: Mustering, side: str) -> Iterator[Order]:
        yield MusterArmy(army_text(seen.default(side)))

    def left_behind(self, seen: Mustering, side: str) -> tuple[str, ...]:
        return () if side in seen.armies else ("no army list submitted, so that you get the board's own army",)

    # what comes of orders
    def proceed(self, turn: Turn[Any]) -> None:
        """Nothing happens before the lists are in."""

    def run(self, turn: Turn[Any], side: str, order: Order) -> None:
        match order:
            case MusterArmy(list=text):
                army = read_army(text)
                turn.happens(ArmyListed(side, tuple(army.items()), self._cost(turn.state, side, army)))
            case Concede():
                turn.happens(MusterConceded(side))
                self._end(turn)

    def close(self, turn: Turn[Any], side: str) -> None:
        turn.happens(MusterDone(side))
        self._end(turn)

    def _end(self, turn: Turn[Any]) -> None:
        """Shows the lists once every side is done, or nobody is left to fight; then the rules begin."""
        state: Mustering = turn.state
        groups = {
            self._rules.group_of(state.board, side) for side in state.scenario.sides if side not in state.conceded
        }
        if len(groups) > 1 and len(state.done) < len(state.scenario.sides):
            return
        shown = tuple(lists_to_show(state))
        costs = {side: self._cost(state, side, dict(army)) for side, army, _ in shown}
        turn.happens(
            Mustered({side: army for side, army, _ in shown}, costs, tuple(side for side, _, own in shown if own))
        )
        self._rules.proceed(turn)
        for side in state.conceded:
            if self._rules.phase(turn.state) is not None:
                self._rules.run(turn, side, self._concession())

    def _concession(self) -> Order:
        """The system's own order to concede."""
        return next(kind for kind in self._rules.ORDERS if issubclass(kind, Concede))()

    def _cost(self, state: Mustering, side: str, army: Mapping[str, int]) -> int:
        checked: ArmyCheck = self._rules.check_army(
            replace(state.scenario, muster=None), side, army, {"points": state.points}
        )
        return checked.total

    def apply(self, state: Any, event: Event) -> Any:
        if not isinstance(state, Mustering):
            return self._rules.apply(state, event)
        if not isinstance(event, Mustered):
            return position.apply(state, event)
        armies = {side: dict(army) for side, army in event.armies.items()}
        begun = self._rules.start(mustered(self._rules, state.scenario, armies))
        return replace(begun, earlier=state.earlier) if state.earlier and hasattr(begun, "earlier") else begun

    # who sees what
    def view(self, state: Mustering, side: str) -> Mustering:
        return position.view(state, side)

    def witness(self, state: Mustering, event: Event, side: str) -> Event | None:
        return position.witness(event, side)

    def scene(self, seen: Mustering, recent: Sequence[Event]) -> Any:
        """The empty board with its deployment zones."""
        board = self._rules.scene(seen.board, ())
        points = counted(seen.points, "point")
        alt = f"{seen.scenario.name}: armies are being mustered, {points} each. The board is empty."
        return replace(board, title=replace(board.title, moment=f"Muster · {points} each"), alt=alt)

    def text_map(self, seen: Mustering) -> str:
        """The board, and the list of the side that sees it."""
        _, _, board = self._rules.text_map(seen.board).partition("\n")
        head = f"{seen.scenario.name}: armies are being mustered, {counted(seen.points, 'point')} each."
        own = [
            f"Army list of {seen.scenario.sides[side].name}: {army_text(dict(army))}."
            for side, army in seen.armies.items()
        ]
        return "\n".join((head, *own, board))

    def tell(self, state: Mustering, event: Event) -> str:
        names = {key: side.name for key, side in state.scenario.sides.items()}
        match event:
            case ArmyListed(side=side, army=army, cost=cost):
                return (
                    f"Army list of {names[side]}: {army_text(dict(army))}; {cost} of {counted(state.points, 'point')}."
                )
            case MusterDone(side=side):
                return f"The army of {names[side]} is chosen."
            case MusterConceded(side=side):
                return f"Conceded by {names[side]}."
            case Mustered(armies=armies, costs=costs, defaults=silent):
                told = (
                    f"{names[side]} ({costs[side]} points{', the army of the board' * (side in silent)}): "
                    f"{army_text(dict(armies[side]))}"
                    for side in names
                )
                return f"The armies, of {counted(state.points, 'point')}. {'. '.join(told)}."
            case Balked() | Skipped():
                return not_carried_out(event, over=False)
            case _:
                return ""
