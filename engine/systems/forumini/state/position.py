"""The position: units with place, state and what they have done; whose turn it is (FA 23)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter

from engine.contract import Phase, Record, kept_while_alike
from engine.toolkit.sides import Side as Side
from engine.toolkit.sides import enemy as enemy
from engine.toolkit.sides import side_name as title
from maps.geometry.hexes import Board, distance

from ..tables.rows import Armour, Charts, Facing, Pair, UnitCard
from .kept_results import kept_for_roster
from .phases import OVER, SEALED, TITLES

DESTROYED = 3
"""FA 10.4, 10.5: so many face-down counters (``hits``) are a Destroyed, and there are never more."""

AWAY: Mapping[str, Facing] = {"north": "S", "south": "N", "west": "SE", "east": "NW"}
"""FA 4.8: what a vehicle on this edge of the map faces unless it is ordered otherwise."""


class Unit(Record, frozen=True, forbid_unknown_fields=True):
    """FA 23: the fields as the rules' section State has them; ``name`` is the card's."""

    id: str
    name: str
    type: str
    side: str
    at: str | None = None
    facing: Facing | None = None
    pinned: bool = False
    demoralized: bool = False
    damaged: bool = False
    hits: int = 0
    overwatch: str | None = None
    hit_the_dirt: bool = False
    hull_down: bool = False
    aboard: str | None = None
    in_pillbox: bool = False
    mp: int | None = None
    acted: str | None = None
    aa: bool = False
    df_used: bool = False
    spotted: bool = False
    moved_b: bool = False
    road_used: bool = False
    bombs: int = 0
    target: str | None = None
    appeared: bool = False
    heavy_used: bool = False
    gone: bool = False

    @property
    def here(self) -> bool:
        """In play and on the map."""
        return self.at is not None and not self.gone

    @property
    def good_order(self) -> bool:
        """FA 6.14: neither face-up Pinned nor Demoralized."""
        return not (self.pinned or self.demoralized)


Standings = Mapping[str, Mapping[str, tuple[str, ...]]]
"""A side's standing orders: unit or ``all`` -> policy -> the words of its answer (FA 22)."""


class Drop(Record, frozen=True, forbid_unknown_fields=True):
    """FA 15.6, 15.7: where a paratrooper aims, and which hexside counts as 1."""

    unit: str
    at: str
    side: Facing


class Game(Record, frozen=True, forbid_unknown_fields=True):
    """Facts about the whole game (FA 23).  ``drops`` in the order given; ``throws``: side -> its secret throw
    (FA 18.5).

    ``placed``: the units set up in the present phase, which may be set up again until the side is done (FA 4.8).
    """

    first: str | None = None
    initiative: Mapping[str, int] = {}
    moving: str | None = None
    air_queue: tuple[str, ...] = ()
    lost: Mapping[str, int] = {}
    edges: Mapping[str, str] = {}
    holder: str | None = None
    army: Mapping[str, Mapping[str, int]] = {}
    standing: Mapping[str, Standings] = {}
    drops: tuple[Drop, ...] = ()
    throws: Mapping[str, str] = {}
    placed: tuple[str, ...] = ()
    reason: str | None = None


class Buying(Record, frozen=True, forbid_unknown_fields=True):
    """FA 3.2, 3.3: limits on armies, each off unless set; ``default``: what a side gets that bought nothing."""

    camps: Mapping[str, str] = {}
    nations: Mapping[str, tuple[str, ...]] = {}
    year: int | None = None
    theatre: str | None = None
    historical: bool = False
    prefix: Mapping[str, str] = {}
    default: Mapping[str, Mapping[str, int]] = {}


class Setup(Record, frozen=True, forbid_unknown_fields=True):
    """FA 28.1: what the scenario says of the way to play, defaults filled in.

    ``option``: fixed, 1 or 2; ``ends``: side -> edge of option fixed; ``attacker``: of victory mode attack.
    ``stack``: ground units and vehicles of a side in a hex; ``watchers``: how many units of a side may be in Overwatch
    (FA 12.16).
    """

    charts: Charts
    points: int
    objective: str | None
    first_check: int
    last: int
    mode: str
    attacker: str | None
    annihilation_ends: bool
    option: str
    edges: tuple[str, ...]
    ends: Mapping[str, str]
    depth: int
    zones: Mapping[str, tuple[str, ...]]
    half_hexes: frozenset[str]
    trails: tuple[tuple[str, ...], ...]
    environment: str
    stack: tuple[int, int]
    watchers: int
    reach: int
    aircraft_cover_dice: int
    bomb_range: int
    paras_per_hex: int
    obstacle_share: int
    buying: Buying | None


class State(Record, frozen=True, forbid_unknown_fields=True):
    """The whole position.  ``roster``: the units' ids in the order of the scenario (FA 20.1).  ``cards``: of the types
    in play; all of them where armies are bought.

    ``done``: the sides that have finished a sealed phase.  ``earlier``: as in the contract.
    """

    board: Board
    setup: Setup
    cards: Mapping[str, UnitCard]
    sides: tuple[Side, ...]
    roster: tuple[str, ...]
    units: Mapping[str, Unit]
    game: Game
    turn: int
    phase: str
    name: str = ""
    active: str | None = None
    winner: str | None = None
    done: tuple[str, ...] = ()
    earlier: str = ""


@kept_while_alike("phase", "turn", "active", "done", "sides")
def phase(state: State) -> Phase | None:
    """The phase and whose turn it is; None when the game is over.  FA 21.5, step 3: checked before the side."""
    if state.phase == OVER:
        return None
    return Phase(
        state.phase, TITLES[state.phase], state.turn, sides_to_order(state), state.phase in SEALED, first="wrong-phase"
    )


def sides_to_order(state: State) -> tuple[str, ...]:
    """The sides whose turn it is."""
    if state.phase in SEALED:
        return tuple(side.id for side in state.sides if side.id not in state.done)
    return (state.active,) if state.active else ()


def card(state: State, unit: Unit) -> UnitCard:
    return state.cards[unit.type]


def army(state: State, side: str) -> Iterator[Unit]:
    """The side's units in play (on the map or not), in the order of the scenario."""
    return (unit for unit in in_order(state, side) if not unit.gone)


def unit_count(state: State, side: str) -> int:
    """The side's units in play, without obstacles."""
    return sum(card(state, unit).kind != "obstacle" for unit in army(state, side))


def on_map(state: State, side: str = "") -> Iterator[Unit]:
    """The units on the map, of one side or of both, in the order of the scenario."""
    return (unit for unit in in_order(state, side) if unit.at is not None and not unit.gone)


def units_in(state: State, at: str, side: str = "") -> list[Unit]:
    """Everything on the map in a hex, of one side or of both; riders and obstacles too."""
    return [unit for unit in in_order(state, side) if unit.at == at and not unit.gone]


def in_order(state: State, side: str = "") -> tuple[Unit, ...]:
    """All units of one side or of both, those off the map and out of play too, in the order of the scenario."""
    return _choices(state)[side](state.units)


@kept_for_roster
def _choices(state: State) -> Mapping[str, Callable[[Mapping[str, Unit]], tuple[Unit, ...]]]:
    """What takes the units of each side from those of a position, and under "" those of both."""
    of_side = {side.id: list[str]() for side in state.sides}
    for key in state.roster:
        of_side[state.units[key].side].append(key)
    return {side: choice(keys) for side, keys in {"": state.roster, **of_side}.items()}


def choice(keys: Sequence[str]) -> Callable[[Mapping[str, Unit]], tuple[Unit, ...]]:
    """What takes these units from those of a position: quicker than looking each of them up."""
    return itemgetter(*keys) if len(keys) > 1 else lambda units: tuple([units[key] for key in keys])


def is_ground(state: State, unit: Unit) -> bool:
    """FA 9.1: a soldier or a vehicle."""
    return card(state, unit).kind in ("soldier", "vehicle")


def distance_between(unit: Unit, other: Unit) -> int:
    """FA 9.3: hexes from one unit on the map to another, 0 in the same hex."""
    assert unit.at and other.at
    return distance(unit.at, other.at)


def standing_answer(state: State, side: str, unit: str, policy: str) -> tuple[tuple[str, ...], str]:
    """FA 22.1: the words of the standing order that decides, and how: ``unit``, ``all`` or ``default`` (then without
    words).
    """
    known = state.game.standing.get(side, {})
    for subject in (unit, "all"):
        if words := known.get(subject, {}).get(policy):
            return words, "all" if subject == "all" else "unit"
    return (), "default"


__all__ = [
    "DESTROYED",
    "Armour",
    "Buying",
    "Drop",
    "Facing",
    "Game",
    "Pair",
    "Setup",
    "Side",
    "Standings",
    "State",
    "Unit",
    "army",
    "card",
    "choice",
    "distance_between",
    "enemy",
    "in_order",
    "is_ground",
    "on_map",
    "phase",
    "sides_to_order",
    "standing_answer",
    "title",
    "units_in",
]
