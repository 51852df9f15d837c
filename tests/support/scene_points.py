"""Where the things of a scene lie."""

from maps.scene.area_units import (
    AreaName,
    AreaRegion,
    Caption,
    CasualtyLine,
    EdgeSign,
    FarLink,
    Link,
    OwnedLand,
    Pile,
    StraitSign,
)
from maps.scene.scene import (
    Counter,
    Crossing,
    Edge,
    HexTile,
    Label,
    Road,
    Shape,
    Spot,
    Strip,
    TableArea,
    TableGrid,
    TableLine,
    Trail,
)
from maps.scene.tabletop_units import ModelUnit


def points(thing: object) -> list[tuple[float, float]]:
    """The points that must be on the board."""
    match thing:
        case (
            HexTile(at=at)
            | Label(at=at)
            | Counter(at=at)
            | Spot(at=at)
            | Strip(at=at)
            | Crossing(at=at)
            | TableGrid(size=at)
            | AreaName(at=at)
            | Pile(at=at)
            | StraitSign(at=at)
            | EdgeSign(at=at)
            | Caption(at=at)
        ):
            return [at]
        case ModelUnit(discs=discs):
            return [disc.at for disc in discs]
        case Edge(ends=ends) | Link(ends=ends) | FarLink(ends=ends) | CasualtyLine(ends=ends):
            return list(ends)
        case (
            Road(points=along)
            | Trail(points=along)
            | TableLine(points=along)
            | Shape(points=along)
            | TableArea(shape=along)
            | AreaRegion(shape=along)
            | OwnedLand(shape=along)
        ):
            return list(along)
        case _:
            raise AssertionError(f"{type(thing).__name__} has no place")
