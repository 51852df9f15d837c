"""A table as a picture: what is in it, no pixels."""

import msgspec


class Table(msgspec.Struct, frozen=True):
    """``rows`` of cells as the ``head`` has them.  ``names``: the column of names, which is cut where there is no room;
    ``strong``: the column that counts.  ``faded``: rows of players who have left.  ``notes``: lines below.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    names: int
    strong: int
    faded: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
