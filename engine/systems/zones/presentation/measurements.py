"""Measuring: distance, bearing, line of sight, attacks and cost of a path between two ends (ZC 1.3, 6.2, 7 to 10)."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.contract import End, LineOfSight, Measure, Models, replace
from engine.toolkit import wording
from maps.geometry.plane import bearing
from maps.geometry.polygons import mean_corner
from maps.scene.scene import Mark, Trail
from maps.scene.tabletop_layout import outline_shape

from ..orders import Attack, Melee, Shoot
from ..rules.board.geometry import point_to_spot, spot_distance, spot_to_point
from ..rules.board.line_of_sight import SightLine, line_of_sight
from ..rules.board.terrain import path_cost
from ..rules.combat.attacks import objections
from ..rules.combat.modifier_words import MODIFIERS, SKILLS
from ..rules.combat.targeting import DIE_FACES, Aim, Mode, aims, usable_weapons
from ..state.position import Model, Spot, State, Unit, are_friends, model_name, unit_type
from ..state.zone_grid import zone_centre, zone_names
from ..tables import TABLES
from .unit_pictures import arrow_between


class MeasureEnd(NamedTuple):
    """One end of a measurement: its name, its place, and the unit and model if there is one."""

    name: str
    at: Spot
    unit: Unit | None = None
    model: Model | None = None


def measure(seen: State, start: End, end: End) -> Measure:
    """The measurement between two ends.  Between units: of the two nearest models, preferring pairs in sight.

    A model is written ``C1.3``.  ValueError for an end that is not on the table.
    """
    a, b = nearest_ends(seen, start, end)
    sight = line_of_sight(seen, a.at, b.at)
    return Measure(tuple(_facts(seen, a, b, sight)), _line_of_sight(seen, a, b, sight))


def sight_marks(seen: State, a: Spot, b: Spot, text: str = "") -> Iterator[Mark]:
    """ZC 7: the line, solid or broken, and the terrain that blocks it."""
    sight = line_of_sight(seen, a, b)
    for piece in sight.hiding:
        yield from outline_shape(seen, piece.shape, "blocking")
    if a != b:
        yield Trail(arrow_between(seen, a, b), "sight" if sight.clear else "sight-blocked", "", text)


# ends
def _possible_ends(seen: State, where: End) -> tuple[MeasureEnd, ...]:
    """A point, a zone's centre, the middle of a piece of terrain, a model, or all models of a unit."""
    if not isinstance(where, str):
        return (MeasureEnd(wording.point_text(where), where),)
    key, _, number = where.partition(".")
    if key in seen.units:
        return _model_ends(seen.units[key], number)
    if where in zone_names(seen.table):
        return (MeasureEnd(where, zone_centre(where)),)
    piece = next((piece for piece in seen.table.pieces if piece.name == where), None)
    if piece is None:
        raise ValueError(f"{where} is not on this table")
    return (MeasureEnd(where, point_to_spot(mean_corner(piece.shape))),)


def _model_ends(unit: Unit, number: str) -> tuple[MeasureEnd, ...]:
    """The models of a unit on the table; with a ``number``, only that one."""
    if unit.where != "table":
        raise ValueError(f"{unit.id} is {'out of play' if unit.gone else 'not on the table'}")
    found = tuple(
        MeasureEnd(model_name(unit, model), model.at, unit, model)
        for model in unit.models
        if number in ("", str(model.number))
    )
    if not found:
        left = wording.listed([model_name(unit, model) for model in unit.models])
        raise ValueError(f"{unit.id}.{number} is not on the table; {unit.id} has {left}")
    return found


def nearest_ends(seen: State, start: End, end: End) -> tuple[MeasureEnd, MeasureEnd]:
    """The two places, or models of units, to measure between.  ValueError for an end that is not on the table."""
    starts, ends = _possible_ends(seen, start), _possible_ends(seen, end)
    return min(((a, b) for a in starts for b in ends), key=lambda pair: _preference(seen, *pair))


def _preference(seen: State, a: MeasureEnd, b: MeasureEnd) -> tuple[bool, bool, int]:
    """The sort key: models that can still be attacked (ZC 9.5), then pairs in sight, then the nearest."""
    return (
        b.model is not None and not b.model.wounds,
        not line_of_sight(seen, a.at, b.at).clear,
        spot_distance(a.at, b.at),
    )


# facts
def _facts(seen: State, a: MeasureEnd, b: MeasureEnd, sight: SightLine) -> Iterator[tuple[str, str]]:
    far = spot_distance(a.at, b.at)
    yield "distance", f"{wording.inches(far / 100)} from {a.name} to {b.name}"
    if a.at == b.at:
        return
    tenths = round(bearing(spot_to_point(a.at), spot_to_point(b.at)) * 10) % 3600
    yield "bearing", f"{tenths / 10:g} degrees ({wording.compass(tenths)})"
    if sight.clear and sight.cover:
        yield "cover", f"{sight.cover}, for {b.name}"
    if a.unit and b.unit is None:
        price, move = path_cost(seen, a.unit, (a.at, b.at)) / 100, unit_type(seen, a.unit).move
        yield "way", f"going straight costs {wording.inches(price)}; its move is {wording.inches(move)}"
    if a.unit and b.unit and not are_friends(seen, a.unit.side, b.unit.side):
        yield from _attack_facts(seen, a.unit, b.unit, _model_run(a), _model_run(b))


def _model_run(end: MeasureEnd) -> Models:
    return (end.model.number, end.model.number) if end.model else None


def _attack_facts(seen: State, unit: Unit, target: Unit, own: Models, foe: Models) -> Iterator[tuple[str, str]]:
    """ZC 9, 10: what each weapon would do, as if no model had acted yet."""
    rested = replace(unit, models=tuple(replace(model, acted=False) for model in unit.models))
    ready = replace(seen, units={**seen.units, unit.id: rested})
    ways: tuple[tuple[Mode, type[Attack]], ...] = (("shoot", Shoot), ("melee", Melee))
    for way, order in ways:
        for name in usable_weapons(seen, unit, way):
            carried = name if name in unit_type(seen, unit).weapons else None
            yield f"{way} with {name}", _attack_text(ready, order(unit.id, target.id, carried, own, foe))


def _attack_text(ready: State, order: Attack) -> str:
    """The skill with its modifiers and the rolls needed; or the first objection."""
    against = next(objections(ready, ready.units[order.unit].side, order), None)
    if against and against.code == "no-line-of-sight":
        return "not in sight"
    return against.says if against else next((_odds_text(ready, aim) for aim in aims(ready, order)), "")


def _odds_text(ready: State, aim: Aim) -> str:
    """``one attack, 3 ballistic -1 long range = 2: a hit on 5 or more; saved on 5 or more``"""
    mods = "".join(f" {n:+} {MODIFIERS.get(name, name)}" for name, n in aim.mods)
    skill = f"{aim.skill} {SKILLS[aim.mode]}{mods}{f' = {aim.bonus}' if mods else ''}"
    dice = wording.counted_in_words(ready.weapons[aim.weapon].attacks, "attack")
    return f"{dice}, {skill}: a hit {_needed_roll(aim.bonus)}; saved {_needed_roll(aim.save)}"


def _needed_roll(bonus: int) -> str:
    """ZC 8.1, 8.3: what a die must show."""
    need = TABLES.constants.success - bonus
    if not 1 < need <= DIE_FACES:
        return "always" if need <= 1 else "never"
    return f"on {need} or more" if need < DIE_FACES else f"on {DIE_FACES}"


def _line_of_sight(seen: State, a: MeasureEnd, b: MeasureEnd, sight: SightLine) -> LineOfSight:
    """ZC 7: the line of sight with its reason."""
    says = f"{a.name} {'sees' if sight.clear else 'does not see'} {b.name}: {sight.why}"
    return LineOfSight(sight.clear, says, sight.hiding_names, tuple(sight_marks(seen, a.at, b.at)))
