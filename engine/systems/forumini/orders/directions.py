"""The six directions of a hexside as words of orders."""

from typing import Annotated, Literal

from engine.contract import Synonyms

Way = Annotated[
    Literal["N", "NE", "SE", "S", "SW", "NW"],
    Synonyms("N", ("north",)),
    Synonyms("NE", ("northeast", "north-east")),
    Synonyms("SE", ("southeast", "south-east")),
    Synonyms("S", ("south",)),
    Synonyms("SW", ("southwest", "south-west")),
    Synonyms("NW", ("northwest", "north-west")),
]
"""The direction of a hexside, as players write it."""
