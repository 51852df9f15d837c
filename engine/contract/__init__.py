"""The words every room shares.  Imports nothing of ours but the vocabulary of boards and pictures."""
from .dice import Dice, NoDice, NoDiceLeft, Pool, Roll, Tape, Unforeseeable
from .event import Balked, Event, Rolled, Skipped, veiled
from .order import (
    Concede,
    Condition,
    Done,
    Draw,
    Friend,
    Kind,
    Noun,
    Number,
    Order,
    Place,
    Refusal,
    Said,
    Slot,
    Standing,
    Synonyms,
    Target,
    Unit,
)
from .record import Record, Same, Unreadable, canonical, convert, decode, encode, parse, plain, replace
from .scenario import Fault, Scenario, Side
from .system import Muster, Nouns, Phase, Sight, State, System
from .turn import Turn

__all__ = [
    "Balked", "Concede", "Condition", "Dice", "Done", "Draw", "Event", "Fault", "Friend", "Kind", "Muster", "NoDice", "NoDiceLeft",
    "Noun", "Nouns", "Number", "Order", "Phase", "Place", "Pool", "Record", "Refusal", "Roll", "Rolled", "Said", "Same", "Scenario",
    "Side", "Sight", "Skipped", "Slot", "Standing", "State", "Synonyms", "System", "Tape", "Target", "Turn", "Unforeseeable", "Unit",
    "Unreadable", "canonical", "convert", "decode", "encode", "parse", "plain", "replace", "veiled",
]
