"""Text to orders and back.  Knows no game: the order classes are the grammar, the names come from the system's
vocabulary."""

from .line import Objection, ParsedLine, Problem
from .read import read
from .words import CHARACTERS, LINES, too_long
from .write import echo, write

__all__ = ["CHARACTERS", "LINES", "Objection", "ParsedLine", "Problem", "echo", "read", "too_long", "write"]
