"""What a game has that defines nothing of its own: each optional name of the contract as "this game has none".

A system takes the names that it does not define in one line: ``from engine.contract.defaults import odds,
open_battle``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

from maps.geometry.hexes import Cell
from maps.scene.card import Card
from maps.scene.scene import Mark

from .event import Event
from .idea_group import IdeaGroup
from .lookup_answers import ArmyCheck, End, Measure
from .luck import LossByDice, TargetRoll, rolls_by_themselves
from .odds import Odds
from .order import Condition, Order, Refusal
from .record import case_fields
from .scenario import Fault, Scenario
from .system import Rounds, System
from .turn import Turn

EARLIER_VERSIONS: tuple[str, ...] = ()
LEGEND: Mapping[str, Cell] = {}
SECRETS_DECIDE_NOTHING = False
REQUESTED_SIGNS: Sequence[tuple[str, str]] = ()
Offer = Literal["cards", "check_army", "idea_groups", "measure", "odds", "open_battle", "overlay", "sample_orders"]
"""The parts of a system that people ask for by name."""


def offers(system: System[Any], part: Offer) -> bool:
    """Whether the system defines this part itself."""
    return getattr(system, part) is not globals()[part]


def faults(scenario: Scenario) -> Iterator[Fault]:
    """No faults beside those that every scenario is checked for."""
    return iter(())


def proceed(turn: Turn[Any]) -> None:
    """Nothing happens before the first order."""


def partial_objections(seen: Any, side: str, order: Order) -> Iterator[Refusal]:
    """No objections before an order can be read to its end."""
    return iter(())


def in_full(seen: Any, side: str, order: Order) -> Order:
    """An order says all that it means."""
    return order


def condition_holds(seen: Any, condition: Condition) -> bool:
    """There are no conditions: the vocabulary names none."""
    return False


def left_behind(seen: Any, side: str) -> tuple[str, ...]:
    """Nothing is lost by ending a phase."""
    return ()


def sample_orders(seen: Any, side: str) -> Iterator[Order]:
    """The examples of the rulebook are enough."""
    return iter(())


def idea_groups(seen: Any, side: str) -> Iterator[IdeaGroup]:
    """Nothing is known of ideas before they are found."""
    return iter(())


def worth(seen: Any, side: str, order: Order) -> float:
    """One idea is worth as much as another."""
    return 1.0


def further_choices(seen: Any, side: str) -> Iterator[Order]:
    """A computer player thinks over nothing but the ideas."""
    return iter(())


def prospect(seen: Any, side: str, order: Order) -> float:
    """Nothing is known that ``worth`` does not say."""
    return worth(seen, side, order)


def chances(seen: Any, side: str, order: Order) -> str:
    """No order is an attack with dice of its own."""
    return ""


def draft_marks(seen: Any, side: str, orders: Sequence[Order]) -> tuple[Mark, ...]:
    """Nothing is drawn for orders that are not yet committed."""
    return ()


def group_name(seen: Any, group: str) -> str:
    """There are no groups of sides: each plays, and wins, for itself."""
    return group


def group_of(seen: Any, side: str) -> str:
    """Each side wins for itself."""
    return side


def allied(seen: Any, side: str, other: str) -> bool:
    """Each side plays for itself."""
    return side == other


def cards(scenario: Scenario | None) -> Mapping[str, Card]:
    """The types of units have no cards."""
    return {}


def overlay(seen: Any, unit: str, target: str) -> tuple[Mark, ...]:
    """Nothing is drawn over the map on request."""
    return ()


def measure(seen: Any, start: End, end: End) -> Measure | None:
    """Nothing is measured."""
    return None


def check_army(scenario: Scenario | None, side: str, army: Mapping[str, int], limits: Mapping[str, Any]) -> ArmyCheck:
    """No type can be bought."""
    says = "this game has no army lists"
    return ArmyCheck((), 0, None, tuple(Fault(("army", kind), says) for kind in army))


def open_battle(words: str, rounds: Rounds) -> Mapping[str, Any] | None:
    """There are no battles without a scenario."""
    return None


def odds(seen: Any, place: str, chance: Callable[[], float], battles: int) -> Odds | None:
    """No odds are calculated."""
    return None


def battle_places(seen: Any) -> tuple[str, ...]:
    """No battles are waiting to be fought."""
    return ()


def luck(seen: Any, event: Event) -> Iterator[TargetRoll | LossByDice]:
    """Rolls say themselves what they needed, but not whose they were, nor what they cost."""
    return rolls_by_themselves(event)


def unit_count(state: Any, side: str) -> int:
    """Every unit of a side that is in play."""
    return sum(unit.side == side and not getattr(unit, "gone", False) for unit in state.units.values())


def score(state: Any, side: str) -> int:
    """A side's units that are in play at the end."""
    return unit_count(state, side)


def case_position(scenario: Scenario, changes: Mapping[str, Any]) -> Any:
    """Cases begin as their scenario does."""
    raise ValueError("cases of this game begin as their scenario does; write the position in the scenario")


def case_view(state: Any) -> Mapping[str, Any]:
    """The fields of the state, called and measured as in the rules."""
    return case_fields(state)
