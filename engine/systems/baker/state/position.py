"""The position: units by area, power and type, owners, battles, standing orders (section State of RULES.md)."""

from collections.abc import Iterator, Mapping
from typing import Literal

from engine.contract import Phase, Record, counted, kept_for_latest
from engine.toolkit.sides import name_of
from maps.geometry.area_map import AreaMap

from ..table_rows import Kind
from ..tables import COMBAT as COMBAT_UNITS

SETUP, ROUND = BATTLE = ("setup", "round")
PURCHASE, COMBAT_MOVEMENT, COMBAT, NONCOMBAT, PLACEMENT = CAMPAIGN = (
    "purchase",
    "combat-movement",
    "combat",
    "noncombat-movement",
    "placement",
)
BID, OVER = "bid", "over"
MOST_BID = 99
PHASES = (*BATTLE, BID, *CAMPAIGN, OVER)
SEALED = (ROUND, BID)
"""BK 9.4, 18.2: the phases in which all sides write in secret."""
FIELD, SEA = "Field", "Sea"
"""BK 1.1: the areas of a single battle."""
Counts = Mapping[str, int]
"""Type -> how many. A type without units has no entry."""
Result = Literal["won", "lost", "draw", "retreated", "called-off"]


class Ship(Record, frozen=True, forbid_unknown_fields=True):
    """A loaded transport (BK 12.2). ``to``: the territory where its cargo lands in combat (BK 12.6)."""

    cargo: Counts
    moved: bool = False
    to: str | None = None


class Area(Record, frozen=True, forbid_unknown_fields=True):
    """One area and its contents.

    ``units``: power -> all its units there, loaded transports included. ``cargo``: power -> its loaded transports.
    """

    owner: str | None = None
    units: Mapping[str, Counts] = {}
    cargo: Mapping[str, tuple[Ship, ...]] = {}
    complex: bool = False


class Power(Record, frozen=True, forbid_unknown_fields=True):
    """A power, which is a side of the game. ``buys``: units that are paid for and not yet placed.

    In a single battle ``alliance`` is the power's own id, and it has no capital.
    """

    id: str
    name: str
    colour: str
    alliance: str
    capital: str | None = None
    ipc: int = 0
    buys: Counts = {}


class Battle(Record, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """A battle of this turn. ``round``: the rounds fought so far. ``result``: None until it is decided.

    ``start``: area -> how many units came from there by land or sea (BK 8.5). ``launched``: zone -> how many fighters
    began the turn there (BK 7.9). ``landed``: the troops that came ashore. ``lost``: power -> its losses so far.
    ``expected``: the IPCs that attacker and defender were expected to lose, by side; ``simulated``: from how many
    simulated battles, 0 if that is exact. ``defenders``: the powers that had units here when it began.
    """

    area: str
    kind: Kind
    attacker: str
    round: int = 0
    start: Counts = {}
    landed: Counts = {}
    launched: Counts = {}
    result: Result | None = None
    lost: Mapping[str, Counts] = {}
    expected: Mapping[str, float] = {}
    simulated: int = 0
    defenders: tuple[str, ...] = ()


class Going(Record, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """A move of this turn, recorded for the arrows of the map and for BK 7.9."""

    units: Counts
    start: str
    to: str
    way: tuple[str, ...] = ()


class Wish(Record, frozen=True, forbid_unknown_fields=True):
    """BK 17.3: a condition to retreat or withdraw. ``to``: the place to go to, if one is named.

    ``n``: the number in the condition. ``attackers`` without ``n`` means: fewer attackers than defenders.
    """

    when: Literal["never", "after", "attackers", "defenders", "no-land", "submarines"]
    n: int | None = None
    to: str | None = None


class Policies(Record, frozen=True, forbid_unknown_fields=True):
    """BK 17: a power's standing orders, by scope: an area, ``land attack`` and so on, ``land``, ``sea`` or ``all``.

    ``keep``: how many land units to keep (BK 4.15).
    """

    losses: Mapping[str, tuple[str, ...]] = {}
    targets: Mapping[str, tuple[str, ...]] = {}
    retreat: Mapping[str, Wish] = {}
    withdraw: Mapping[str, Wish] = {}
    keep: int = 0


class Game(Record, frozen=True, forbid_unknown_fields=True):
    """What has happened this turn, and what is kept for later (section State of RULES.md).

    ``battles``: in the order in which they were declared. ``kept``: the secret orders of a sealed round, by side.
    ``bids``: side -> its secret bid (BK 18.2).
    """

    battles: tuple[Battle, ...] = ()
    moved: Mapping[str, Counts] = {}
    flown: Mapping[str, Mapping[str, tuple[int, ...]]] = {}
    moves: tuple[Going, ...] = ()
    captured: tuple[str, ...] = ()
    built: tuple[str, ...] = ()
    sea_fought: tuple[str, ...] = ()
    supported: Counts = {}
    placed: Counts = {}
    raids: Counts = {}
    idle: Mapping[str, Counts] = {}
    left: Mapping[str, Counts] = {}
    policies: Mapping[str, Policies] = {}
    kept: Mapping[str, tuple[str, ...]] = {}
    draw: tuple[str, ...] = ()
    conceded: tuple[str, ...] = ()
    start_income: Counts = {}
    reason: str | None = None
    bids: Counts = {}


class BidTerms(Record, frozen=True, forbid_unknown_fields=True):
    """BK 18.1: the power that may be given IPCs before the first turn, and how many if the bids do not meet."""

    power: str
    usual: int = 0


class Setup(Record, frozen=True, forbid_unknown_fields=True):
    """The scenario's options, with defaults filled in. ``owners``: territory -> its owner at the start.

    ``gates``: ``sz1/sz2`` -> the areas that close the border (BK 11.6). ``turns``: the turn limit, if there is one.
    ``wins_income``: alliance -> the income that wins (BK 16.2). ``low_luck``: BK 3.8. ``neutral_price``: the IPCs
    that entering a neutral territory costs; None: it is closed (BK 11.11). ``bid``: BK 18.
    """

    mode: Literal["battle", "campaign"]
    rounds: Literal["one", "all"] = "one"
    owners: Mapping[str, str] = {}
    neutral: tuple[str, ...] = ()
    complexes: tuple[str, ...] = ()
    gates: Mapping[str, tuple[str, ...]] = {}
    strategic_bombing: bool = True
    placement: Literal["classic", "value"] = "classic"
    capitals: int = 1
    wins_income: Counts = {}
    margin: int = 3
    turns: int | None = None
    low_luck: bool = False
    neutral_price: int | None = None
    bid: BidTerms | None = None


class State(Record, frozen=True, forbid_unknown_fields=True):
    """The position. ``powers``: in turn order; in a single battle the first one attacks.

    ``done``: the sides that are done with the sealed phase. ``units``: always empty.
    """

    map: AreaMap
    setup: Setup
    powers: Mapping[str, Power]
    areas: Mapping[str, Area]
    game: Game
    turn: int
    phase: str
    name: str = ""
    active: str | None = None
    winner: str | None = None
    done: tuple[str, ...] = ()
    units: Mapping[str, None] = {}


TITLES = {
    SETUP: "setting the battle up",
    ROUND: "battle round",
    BID: "bids",
    PURCHASE: "purchase",
    COMBAT_MOVEMENT: "combat movement",
    COMBAT: "combat",
    NONCOMBAT: "non-combat movement",
    PLACEMENT: "placement",
    OVER: "the game is over",
}


@kept_for_latest
def phase(state: State) -> Phase | None:
    """The current phase; None when the game is over."""
    if state.phase == OVER:
        return None
    words = TITLES[state.phase]
    if state.phase == BID and (terms := state.setup.bid):
        words = f"bids on what {power_name(state, terms.power)} is given, usually {counted(terms.usual, 'IPC')}"
    if state.active is not None and state.setup.mode == "campaign":
        words = f"{power_name(state, state.active)}'s {words}"
    return Phase(state.phase, words, state.turn, sides_to_order(state), state.phase in SEALED, counter="Round")


def sides_to_order(state: State) -> tuple[str, ...]:
    """The sides whose turn it is to write orders."""
    if state.phase in SEALED:
        return tuple(side for side in state.powers if side not in state.done)
    return (state.active,) if state.active else ()


def power_name(state: State, key: str | None) -> str:
    """The name of a power or an alliance, for people to read."""
    if not key:
        return "nobody"
    return state.powers[key].name if key in state.powers else name_of(key, {})


def unit_count(state: State, side: str) -> int:
    """All units of a power on the map, those aboard ships included."""
    return sum(
        sum(area.units.get(side, {}).values()) + sum(sum(ship.cargo.values()) for ship in area.cargo.get(side, ()))
        for area in state.areas.values()
    )


def group_of(state: State, side: str) -> str:
    """BK 1.2: the alliance of a power, or the power itself."""
    return (state.powers[side].alliance or side) if side in state.powers else side


def are_friends(state: State, one: str, other: str) -> bool:
    """BK 1.2: whether two powers are in one alliance. A power counts as its own friend."""
    alliance = state.powers[one].alliance if one in state.powers else None
    return alliance is not None and other in state.powers and state.powers[other].alliance == alliance


def defending_powers(state: State, area: str, attacker: str) -> list[str]:
    """The enemies of an attacker with units that fight in an area."""
    return [
        power
        for power, held in state.areas[area].units.items()
        if not are_friends(state, power, attacker) and any(kind in COMBAT_UNITS for kind in held)
    ]


def alliances(state: State) -> tuple[str, ...]:
    """All alliances, in the order of their first powers."""
    return tuple(dict.fromkeys(power.alliance for power in state.powers.values()))


def counts(state: State, area: str, power: str) -> Counts:
    """All units of a power in an area."""
    return state.areas[area].units.get(power, {})


def battle_at(state: State, area: str) -> Battle | None:
    """The battle of this turn in an area, decided or not; None if there is none."""
    return next((battle for battle in state.game.battles if battle.area == area), None)


def is_land(state: State, area: str) -> bool:
    return state.map.known[area].kind == "land"


def territories(state: State, power: str) -> Iterator[str]:
    """The territories a power owns, in the scenario's order."""
    return (area for area, ground in state.areas.items() if ground.owner == power)


def battle_of(state: State, area: str) -> Battle:
    """The battle of this turn in an area that has one."""
    battle = battle_at(state, area)
    assert battle is not None
    return battle
