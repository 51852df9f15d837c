"""How a command of a letter is written."""

from typing import Literal, NamedTuple

Kind = Literal["deed", "lookup", "draft"]


class Form(NamedTuple):
    """How a command is written.

    ``kind``: a deed changes something; a look-up does not; ``draft`` is about the orders held.  ``most``: words after
    the first, at most (None = any number).  ``discord``: the Discord commands that do the same.
    """

    usage: str
    summary: str
    kind: Kind
    discord: tuple[str, ...] = ()
    most: int | None = None
