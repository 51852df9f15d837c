"""The words every room shares.  Imports nothing of ours but the vocabulary of boards and pictures."""
from .dice import Dice, NoDice, NoDiceLeft, Pool, Roll, Tape, Unforeseeable
from .event import Balked, Event, Rolled, Skipped
from .order import (
    Bearing,
    Concede,
    Condition,
    Done,
    Draw,
    Friend,
    Heading,
    Inches,
    Kind,
    Noun,
    Number,
    Order,
    Place,
    Point,
    Refusal,
    Said,
    Slot,
    Standing,
    Synonyms,
    Target,
    Unit,
    Way,
)
from .record import Record, Unreadable, addressed, canonical, convert, decode, encode, parse, plain, replace
from .scenario import Fault, Scenario, Side
from .system import Measure, Muster, Nouns, Phase, Sight, State, System, Where
from .turn import Turn

__all__ = [
    "Balked", "Bearing", "Concede", "Condition", "Dice", "Done", "Draw", "Event", "Fault", "Friend", "Heading", "Inches", "Kind", "Measure",
    "Muster", "NoDice", "NoDiceLeft", "Noun", "Nouns", "Number", "Order", "Phase", "Place", "Point", "Pool", "Record", "Refusal",
    "Roll", "Rolled",
    "Said", "Scenario", "Side", "Sight", "Skipped", "Slot", "Standing", "State", "Synonyms", "System", "Tape", "Target", "Turn",
    "Unforeseeable", "Unit", "Unreadable", "Way", "Where", "addressed", "canonical", "convert", "decode", "encode", "parse", "plain",
    "replace",
]
