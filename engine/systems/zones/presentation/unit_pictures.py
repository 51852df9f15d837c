"""Units as they are drawn: a disc for each model, lines between linked models, and their states."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from maps.geometry.plane import Point, direction, distance, point_along
from maps.geometry.tabletop import Tabletop
from maps.scene.tabletop_layout import hundredths_on_picture, on_picture, side_colour, side_number
from maps.scene.tabletop_units import ModelDisc, ModelUnit

from ..rules.board.bases import placed_models
from ..rules.board.geometry import coherency_distance, diameter, spot_distance, spot_to_point
from ..state.kept import kept_for_records
from ..state.position import Model, Side, Spot, State, Unit, side_name, teams, unit_type
from ..table_rows import Type

SHORT = 0.35
"""Inches of a leg that must be left when its ends are shortened."""
ARTICLES = ("the ", "a ", "an ")


def model_unit(seen: State, unit: Unit, come: bool = False) -> ModelUnit:
    """A unit on the table; ``come``: it has just been placed there."""
    known = _pictures(unit, seen.table, seen.types, seen.sides)
    if come not in known:
        known[come] = _model_unit(seen, unit, come=come)
    return known[come]


@kept_for_records
def _pictures(unit: Unit, table: Tabletop, types: Mapping[str, Type], sides: tuple[Side, ...]) -> dict[bool, ModelUnit]:
    """How a unit looks as it is, just placed or not: most units are the same in the next picture."""
    return {}


def _model_unit(seen: State, unit: Unit, *, come: bool) -> ModelUnit:
    discs = tuple(_model_disc(seen, unit, model, come) for model in unit.models)
    status = tuple(
        word for word, on in (("shaken", unit.shaken), ("hunkered", unit.hunkered), ("sprung", unit.sprung)) if on
    )
    return ModelUnit(
        unit.id,
        side_number(seen, unit.side),
        side_colour(seen, unit.side),
        diameter(seen, unit) / 100,
        discs,
        tuple(_links(seen, unit)),
        unit.name,
        _strength(unit),
        unit.shock,
        status,
    )


def _model_disc(seen: State, unit: Unit, model: Model, come: bool) -> ModelDisc:
    """The disc of a model; a unit that never had more than one model shows its id instead of a number."""
    status = tuple(
        word for word, on in (("doomed", not model.wounds), ("moved", model.moved), ("acted", model.acted)) if on
    )
    name = str(model.number) if unit.start > 1 else unit.id
    return ModelDisc(model_on_picture(seen, model), name, model.wounds, unit_type(seen, unit).wounds, status, come)


def model_on_picture(seen: State, model: Model) -> Point:
    """Where the model is on the picture."""
    return hundredths_on_picture(seen, model.at)


def _strength(unit: Unit) -> str:
    """Models left, and of how many if some are lost."""
    if unit.start == 1:
        return ""
    return str(unit.start) if len(unit.models) == unit.start else f"{len(unit.models)}/{unit.start}"


def _links(seen: State, unit: Unit) -> Iterator[tuple[int, int]]:
    """ZC 3.4: the shortest lines that join each group, none longer than the coherency distance."""
    reach, groups = coherency_distance(diameter(seen, unit)), {nth: nth for nth in range(len(unit.models))}
    pairs = (
        (spot_distance(a.at, b.at), one, other) for (one, a), (other, b) in combinations(enumerate(unit.models), 2)
    )
    for far, one, other in sorted(pairs):
        if far <= reach and groups[one] != groups[other]:
            joined = groups[other]
            groups |= {nth: groups[one] for nth, known in groups.items() if known == joined}
            yield one, other


def arrow_points(seen: State, way: Sequence[Spot], start: float, end: float) -> tuple[Point, ...]:
    """A path on the picture, shortened at its ends, where bases are, if its legs stay long enough."""
    points = [spot_to_point(at) for at in way]
    points[0] = _shorten_leg(points[0], points[1], start)
    points[-1] = _shorten_leg(points[-1], points[-2], end)
    return tuple(on_picture(seen, point) for point in points)


def _shorten_leg(a: Point, b: Point, by: float) -> Point:
    return point_along(a, direction(a, b), by) if distance(a, b) > 2 * by + SHORT else a


def arrow_between(seen: State, a: Spot, b: Spot) -> tuple[Point, ...]:
    """From place to place on the picture, from rim to rim of the bases there."""
    return arrow_points(
        seen,
        (a, b),
        *(next((body.diameter / 200 for body in placed_models(seen) if body.at == at), 0.0) for at in (a, b)),
    )


def team_letters(seen: State) -> dict[str, str]:
    """Team -> a letter for the map: the first of its name without an article; two letters where one would be
    ambiguous.
    """
    names = {team: _without_article(side_name(seen, team)) for team in teams(seen)}
    letters = {team: name[:1].upper() for team, name in names.items()}
    if len(set(letters.values())) == len(letters):
        return letters
    longer = {team: name[:2].capitalize() for team, name in names.items()}
    return longer if len(set(longer.values())) == len(longer) else {team: str(nth) for nth, team in enumerate(names, 1)}


def _without_article(name: str) -> str:
    article = next((article for article in ARTICLES if name.lower().startswith(article)), "")
    return name[len(article) :]
