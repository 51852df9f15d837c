"""The words every room shares.  Imports nothing of ours but the vocabulary of boards and pictures."""
from .dice import Dice, NoDice, NoDiceLeft, Pool, Roll, Tape, Unforeseeable
from .event import Balked, Event, Rolled, Skipped, veiled
from .lookups import Measure, Muster, Sight, Where
from .odds import Bar, Odds
from .order import (
    After,
    Also,
    Bearing,
    Between,
    Concede,
    Condition,
    Course,
    Done,
    Draw,
    Force,
    Friend,
    Heading,
    Hint,
    Inches,
    Kind,
    Lead,
    Models,
    Noun,
    Number,
    Order,
    Path,
    Place,
    Point,
    Ranking,
    Refusal,
    Said,
    Scope,
    Shift,
    Slot,
    Spots,
    Standing,
    Synonyms,
    Target,
    Terms,
    Text,
    Unit,
    Way,
    Weapon,
)
from .phase import Phase
from .record import Record, Same, Unreadable, addressed, canonical, convert, decode, encode, parse, plain, replace
from .scenario import Fault, Scenario, Side
from .system import Rounds, State, System, no_duel, no_odds
from .turn import Turn
from .vocabulary import Nouns

__all__ = [
    "After", "Also", "Balked", "Bar", "Bearing", "Between", "Concede", "Condition", "Course", "Dice", "Done", "Draw", "Event", "Fault",
    "Force", "Friend", "Heading", "Hint", "Inches", "Kind", "Lead", "Measure", "Models", "Muster", "NoDice", "NoDiceLeft", "Noun",
    "Nouns", "Number", "Odds", "Order", "Path", "Phase", "Place", "Point", "Pool", "Ranking", "Record", "Refusal", "Roll", "Rolled",
    "Rounds", "Said", "Same", "Scenario", "Scope", "Shift", "Side", "Sight", "Skipped", "Slot", "Spots", "Standing", "State", "Synonyms",
    "System", "Tape", "Target", "Terms", "Text", "Turn", "Unforeseeable", "Unit", "Unreadable", "Way", "Weapon", "Where", "addressed",
    "canonical", "convert", "decode", "encode", "no_duel", "no_odds", "parse", "plain", "replace", "veiled",
]
