"""Text to orders and back.  Knows no game: the order classes are the grammar, the system's nouns the vocabulary."""
from .line import Line, Objection, Problem
from .read import read
from .write import write

__all__ = ["Line", "Objection", "Problem", "read", "write"]
