"""The words every room shares.  Imports nothing of ours but the vocabulary of boards and pictures."""
from .dice import Dice, NoDice, NoDiceLeft, Roll, Tape, Unforeseeable
from .event import Balked, Event, Rolled, Skipped
from .order import Concede, Condition, Done, Draw, Noun, Number, Order, Place, Refusal, Said, Slot, Standing, Target, Unit
from .record import Record, Unreadable, canonical, convert, decode, encode, parse, plain, replace
from .scenario import Fault, Scenario, Side
from .system import Nouns, Phase, State, System
from .turn import Turn

__all__ = [
    "Balked", "Concede", "Condition", "Dice", "Done", "Draw", "Event", "Fault", "NoDice", "NoDiceLeft", "Noun", "Nouns", "Number", "Order",
    "Phase", "Place", "Record", "Refusal", "Roll", "Rolled", "Said", "Scenario", "Side", "Skipped", "Slot", "Standing", "State", "System",
    "Tape", "Target", "Turn", "Unforeseeable", "Unit", "Unreadable", "canonical", "convert", "decode", "encode", "parse", "plain",
    "replace",
]
