"""The position: counts of units by area, power and type, who owns what, battles begun, what everybody wants (section State)."""

from collections.abc import Iterator, Mapping
from typing import Literal

from engine.contract import Phase, Record
from maps.geometry.area_map import AreaMap

from ..tables import Kind

SETUP, ROUND = BATTLE = ("setup", "round")
PURCHASE, COMBAT_MOVEMENT, COMBAT, NONCOMBAT, PLACEMENT = CAMPAIGN = (
    "purchase",
    "combat-movement",
    "combat",
    "noncombat-movement",
    "placement",
)
OVER = "over"
PHASES = (*BATTLE, *CAMPAIGN, OVER)
FIELD, SEA = "Field", "Sea"
"""BK 1.1: the areas of a single battle."""
Counts = Mapping[str, int]
"""Type -> how many; a type of which there are none is not there."""
Result = Literal["won", "lost", "draw", "retreated", "called-off"]


class Ship(Record, frozen=True, forbid_unknown_fields=True):
    """A loaded transport (BK 12.2).  ``to``: where its cargo lands in combat (BK 12.6)."""

    cargo: Counts
    moved: bool = False
    to: str | None = None


class Area(Record, frozen=True, forbid_unknown_fields=True):
    """What is in one area.  ``units``: power -> all its units there, loaded transports too; ``cargo``: power -> its loaded transports."""

    owner: str | None = None
    units: Mapping[str, Counts] = {}
    cargo: Mapping[str, tuple[Ship, ...]] = {}
    complex: bool = False


class Power(Record, frozen=True, forbid_unknown_fields=True):
    """A side.  Of a single battle: ``alliance`` its own id, no capital.  ``buys`` wait for placement."""

    id: str
    name: str
    colour: str
    alliance: str
    capital: str | None = None
    ipc: int = 0
    buys: Counts = {}


class Battle(Record, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """``round``: rounds fought.  ``start``: area -> units that came from there by land or sea (BK 8.5); ``launched``: zone -> fighters
    that began the turn there (BK 7.9); ``landed``: troops that came ashore.  ``result`` None: not decided.

    ``lost``: power -> what the battle has cost it so far; ``expected``: IPCs that attacker and defender were expected to lose.
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


class Going(Record, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """A move of this turn: for arrows, and for BK 7.9."""

    units: Counts
    start: str
    to: str
    way: tuple[str, ...] = ()


class Wish(Record, frozen=True, forbid_unknown_fields=True):
    """BK 17.3: a condition: never, after n, attackers n, attackers defenders (n None), defenders n, no-land, submarines n."""

    when: Literal["never", "after", "attackers", "defenders", "no-land", "submarines"]
    n: int | None = None
    to: str | None = None


class Policies(Record, frozen=True, forbid_unknown_fields=True):
    """BK 17: by scope (an area, ``land attack`` and the like, ``land``, ``sea``, or ``all``); ``keep``: land units (BK 4.15)."""

    losses: Mapping[str, tuple[str, ...]] = {}
    targets: Mapping[str, tuple[str, ...]] = {}
    retreat: Mapping[str, Wish] = {}
    withdraw: Mapping[str, Wish] = {}
    keep: int = 0


class Game(Record, frozen=True, forbid_unknown_fields=True):
    """Section State.  ``battles`` in the order made.  ``kept``: orders of the sealed phase ``round``, by side, until they run: secret."""

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


class Setup(Record, frozen=True, forbid_unknown_fields=True):
    """The scenario's switches, defaults filled in.  ``owners``: who owned what at the start; ``gates``: ``sz1/sz2`` -> areas.

    ``turns``: the clock of a campaign, None: no clock.  ``wins_income``: alliance -> what wins (BK 16.2).
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


class State(Record, frozen=True, forbid_unknown_fields=True):
    """``powers`` in the order of their turns; in a single battle the first attacks.  ``units`` is always empty.

    ``done``: sides that are done with the sealed round of a single battle.
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
    PURCHASE: "purchase",
    COMBAT_MOVEMENT: "combat movement",
    COMBAT: "combat",
    NONCOMBAT: "non-combat movement",
    PLACEMENT: "placement",
    OVER: "the game is over",
}


def phase(state: State) -> Phase | None:
    """The moment; None when the game is over."""
    if state.phase == OVER:
        return None
    words = TITLES[state.phase]
    if state.active is not None and state.setup.mode == "campaign":
        words = f"{power_name(state, state.active)}'s {words}"
    return Phase(state.phase, words, state.turn, awaited(state), state.phase == ROUND, counter="Round")


def awaited(state: State) -> tuple[str, ...]:
    """The sides whose orders are awaited."""
    if state.phase == ROUND:
        return tuple(side for side in state.powers if side not in state.done)
    return (state.active,) if state.active else ()


def power_name(state: State, key: str | None) -> str:
    """A power's or an alliance's name for people."""
    if not key:
        return "nobody"
    return state.powers[key].name if key in state.powers else key.replace("-", " ").title()


def are_friends(state: State, one: str, other: str) -> bool:
    """BK 1.2: whether two powers are of one alliance; a power is its own friend, nobody is nobody's."""
    alliance = state.powers[one].alliance if one in state.powers else None
    return alliance is not None and other in state.powers and state.powers[other].alliance == alliance


def alliances(state: State) -> tuple[str, ...]:
    """In the order of their first powers."""
    return tuple(dict.fromkeys(power.alliance for power in state.powers.values()))


def counts(state: State, area: str, power: str) -> Counts:
    """All units of a power in an area."""
    return state.areas[area].units.get(power, {})


def battle_at(state: State, area: str) -> Battle | None:
    """The battle of this turn there, decided or not."""
    return next((battle for battle in state.game.battles if battle.area == area), None)


def is_land(state: State, area: str) -> bool:
    return state.map.known[area].kind == "land"


def territories(state: State, power: str) -> Iterator[str]:
    """The territories a power owns, in the scenario's order."""
    return (area for area, ground in state.areas.items() if ground.owner == power)


def battle_of(state: State, area: str) -> Battle:
    """The battle there, decided or not."""
    battle = battle_at(state, area)
    assert battle is not None
    return battle
