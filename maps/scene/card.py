"""What a unit's card is made of: words and figures to be drawn as a picture or read aloud; no pixels."""

import msgspec


class CardTable(msgspec.Struct, frozen=True):
    """A small table: a title, the heads of its columns, and rows that begin with their own name."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Ability(msgspec.Struct, frozen=True):
    """What it can do: name, how much ("" if that says nothing), effect in words; ``manner`` special or command (drawn
    in italics).
    """

    name: str
    value: str
    text: str
    manner: str = "special"

    @property
    def headed(self) -> str:
        """Name and value as a heading."""
        return f"{self.name[:1].upper()}{self.name[1:]} {self.value}".strip()


class Card(msgspec.Struct, frozen=True):
    """One type's card.

    ``colour`` fills the banner; ``roundel`` are a nation's letters ("" for none); ``pictogram`` as that of a Counter.

    ``facts``: name and value in the order shown.  ``armour``: front, side, rear and top as ``3/5``; drawn around a
    hull, () for none. ``notes``: whole sentences under all the rest.  ``pattern`` of the banner: slant, bars or dots,
    so that camps differ without colour. ``group`` is what it is listed under, such as its nation.  ``counted``: what
    ``cost`` counts, in the plural.  ``figures``: what matters of it in a list of units, column and figure.
    """

    key: str
    title: str
    subtitle: str
    colour: str
    cost: str = ""
    roundel: str = ""
    pictogram: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    armour: tuple[tuple[str, str], ...] = ()
    grids: tuple[CardTable, ...] = ()
    abilities: tuple[Ability, ...] = ()
    notes: tuple[str, ...] = ()
    pattern: str = ""
    group: str = ""
    counted: str = "points"
    figures: tuple[tuple[str, str], ...] = ()
