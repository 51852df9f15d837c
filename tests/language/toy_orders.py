"""A made-up game for testing the language: order classes with every kind of slot, and names that are easy to
confuse."""

from typing import Annotated, Literal

from engine.contract import (
    Concede,
    Done,
    Draw,
    Kind,
    Noun,
    Number,
    Order,
    Place,
    Slot,
    StandingOrder,
    Synonyms,
    Target,
    TypeNames,
    Unit,
    Vocabulary,
)
from maps.geometry.hexes import Board, Cell, name


class Move(Order, frozen=True, tag="move"):
    """Go along a path."""

    unit: Unit
    path: tuple[Place, ...]

    ALIASES = ("m", "go")
    EXAMPLE = "W1 move 1506"


class Attack(Order, frozen=True, tag="attack"):
    """Attack somebody near."""

    unit: Unit
    target: Target
    after: Literal["advance", "hold"] | None = None

    ALIASES = ("a", "charge")


class Advance(Order, frozen=True, tag="advance"):
    """Go on."""

    unit: Unit


class Rally(Order, frozen=True, tag="rally"):
    """Rally somebody, or oneself."""

    unit: Unit
    target: Target | None = None


class Swap(Order, frozen=True, tag="swap"):
    """Change places."""

    unit: Unit
    other: Unit


class Choose(Order, frozen=True, tag="choose"):
    """Be A or B."""

    letter: Literal["a", "b"]


class Ship(Order, frozen=True, tag="ship"):
    """Carry things about."""

    count: Number
    what: str
    origin: Place
    to: Annotated[Place, Slot("to")]
    by: Annotated[Place | None, Slot("via")] = None


class Walk(Order, frozen=True, tag="walk"):
    """Walk on an open table."""

    unit: Unit
    point: Annotated[tuple[int, int], Noun("point")]
    face: Annotated[int | None, Noun("bearing"), Slot("face")] = None
    pace: Annotated[int, Noun("number"), Slot("pace")] = 1


class Buy(Order, frozen=True, tag="buy", kw_only=True):
    """Buy units."""

    count: Number = 1
    type: Kind

    EXAMPLE = "buy 3 m1-garand"


class Storm(Order, frozen=True, tag="storm"):
    """Go along a path and attack where it ends."""

    unit: Unit
    path: tuple[Place, ...]
    target: Target

    EXAMPLE = "G1 storm 0507 W1"


class Watch(Order, frozen=True, tag="watch"):
    """Watch a place; `off` ends it."""

    unit: Unit
    at: Place | None = None
    off: Annotated[Literal["off"], Synonyms("off", ("none", "cancel"))] | None = None


class Dirt(Order, frozen=True, tag="dirt"):
    """Lie down."""

    unit: Unit

    ALIASES = ("htd", "hit the dirt")


KINDS = (
    Done,
    Concede,
    Draw,
    StandingOrder,
    Move,
    Attack,
    Advance,
    Rally,
    Swap,
    Choose,
    Ship,
    Walk,
    Buy,
    Storm,
    Watch,
    Dirt,
)
TYPES = {
    "m1-garand": "M1 Garand Rifle",
    "m1-carbine": "M1 Carbine",
    "m4a1-sherman": "M4A1 Sherman",
    "smle": "SMLE Rifle",
    "bren": "Bren Gunner",
    "88": "Flak 36",
}
UNITS = {
    "MY": "Mayor Grayson and his retainers",
    "OF": "Town Guard Officers",
    "G1": "Town Guardsmen 1",
    "G2": "Town Guardsmen 2",
    "T1": "Town Militia 1",
    "T4": "Town Militia 4",
    "X-9": "X-9",
    "É1": "Éclaireurs",
    "W1": "Wolfriders 1",
    "W2": "Wolfriders 2",
    "M1": "Mercenaries 1",
    "W7": "Wolfriders 7",
}
VOCABULARY = Vocabulary(
    units=UNITS,
    mine=frozenset({"MY", "OF", "G1", "G2", "T1", "T4", "X-9", "É1"}),
    gone=frozenset({"T4", "W7"}),
    board=Board(
        20,
        14,
        {name(c, r): Cell("plain") for c in range(1, 21) for r in range(1, 15)},
        labels={"0507": "Danville", "0907": "Old Bridge", "1011": "Old Ford", "0304": "Beacon Hill"},
    ),
    policies={
        "initiative": ("a", "b", "ask"),
        "rally": ("ask", "auto", "none"),
        "advance": ("ask", "always"),
        "plan": ("ask", "place", "target"),
        "watch": ("none",),
    },
    unit_policies=frozenset({"rally", "plan"}),
    conditions=("alive", "gone", "disrupted", "normal", "at"),
    types=TypeNames(TYPES, place_policies=frozenset({"plan", "watch"}), conditions_at_place=frozenset({"at"})),
)
