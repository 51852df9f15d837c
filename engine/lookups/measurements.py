"""Line of sight, distance and direction between two ends that a player names, with a picture."""

from typing import Any, NamedTuple

from engine.contract import End, LineOfSight, Measure, System, replace
from engine.contract.defaults import offers
from engine.errors import Refused, as_sentence
from engine.language.line import Found
from engine.language.measures import point
from engine.language.names import NameLookup
from engine.language.words import normalized as folded
from maps.scene.scene import Scene

from .requests import clean_name


class SightResult(NamedTuple):
    """The answer, and the picture with the line on top."""

    sight: LineOfSight
    scene: Scene


class MeasureResult(NamedTuple):
    """The answer, and the picture with the measurement on top."""

    measure: Measure
    scene: Scene

    @property
    def says(self) -> tuple[str, ...]:
        """One line for each fact, and one for the line of sight."""
        facts = (f"{what[:1].upper()}{what[1:]}: {much}." for what, much in self.measure.facts)
        return (*facts, *([f"{self.measure.sight.says}."] if self.measure.sight else []))


def line_of_sight(system: System[Any], state: Any, viewer: str, start: str, end: str) -> SightResult:
    """Whether one hex, place, unit or point sees another, as the viewer (a side, "" the public) knows the position.

    Refused unknown-place, off-board, ambiguous-unit, not-on-map, no-sight.
    """
    seen = system.view(state, viewer)
    looks = has_sight(system, seen, viewer)
    sight = (_measure_between(system, seen, viewer, start, end) or Measure(())).sight if looks else None
    if sight is None:
        raise Refused("no-sight", f"{system.TITLE} has no lines of sight.")
    return SightResult(sight, _scene_with_marks(system, seen, Measure((), sight), sight.says))


def has_sight(system: System[Any], seen: Any, viewer: str) -> bool:
    """Whether one can see another at all: on a hex board or a table, but not on a map of areas."""
    vocabulary = system.vocabulary(seen, viewer)
    return bool(offers(system, "measure") and (vocabulary.board or vocabulary.tabletop))


def measure(system: System[Any], state: Any, viewer: str, start: str, end: str) -> MeasureResult:
    """Distance, direction and line of sight between two such ends.

    Refused unknown-place, off-board, ambiguous-unit, not-on-map, no-measure.
    """
    seen = system.view(state, viewer)
    found = _measure_between(system, seen, viewer, start, end)
    if found is None:
        raise Refused("no-measure", f"{system.TITLE} has no distances to measure.")
    return MeasureResult(
        found, _scene_with_marks(system, seen, found, " ".join(MeasureResult(found, Scene((0, 0), ())).says))
    )


def _measure_between(system: System[Any], seen: Any, viewer: str, start: str, end: str) -> Measure | None:
    if not offers(system, "measure"):
        return None
    names = NameLookup(system.vocabulary(seen, viewer))
    a, b = _find_end(names, seen, start), _find_end(names, seen, end)
    try:
        return system.measure(seen, a, b)
    except ValueError as fault:
        raise Refused("unknown-place", f"{fault}.") from fault


def _scene_with_marks(system: System[Any], seen: Any, found: Measure, says: str) -> Scene:
    scene = system.scene(seen, ())
    marks = (*scene.marks, *found.marks, *(found.sight.marks if found.sight else ()))
    return replace(scene, marks=marks, alt=f"{scene.alt} Drawn on top: {says.rstrip('.')}.")


def _find_end(names: NameLookup, seen: Any, said: str) -> End:
    """The end that a player names: a hex, a place, a unit on the map or one of its models, or a point on a table."""
    if names.vocabulary.tabletop and (spot := point(said)):
        return _point_on_table(names.vocabulary.tabletop, spot, said)
    word = folded(" ".join(said.split()))
    unit, _, number = word.rpartition(".") if names.vocabulary.models.counts else ("", "", "")
    if unit and number.isdecimal():
        return f"{_find_named(names, seen, unit, said)}.{int(number)}"
    return names.spots[word] if word in names.spots else _find_named(names, seen, word, said)


def _find_named(names: NameLookup, seen: Any, word: str, said: str) -> str:
    """A hex, a place, or a unit on the map."""
    find = names.target if names.units else names.place
    found = find(word, f'"{clean_name(said)[:60]}"')
    if names.vocabulary.tabletop and found.code == "unknown-place":
        found = found._replace(
            says=f'"{clean_name(said)[:60]}" is not a unit, a point such as 12.5,8 or a place on this table'
        )
    found = found_or_refused(found)
    if found.value not in names.units:
        return found.value
    if not getattr(seen.units[found.value], "at", None) or found.value in names.vocabulary.gone:
        raise Refused("not-on-map", f"{names.title(found.value)} is not on the map.")
    return found.value


def found_or_refused(found: Found) -> Found:
    """What a word names; Refused, with similar names, if it names nothing."""
    if not found.code:
        return found
    near = f"; did you mean {' or '.join(found.near[:3])}?" if found.near and found.code != "ambiguous-unit" else ""
    raise Refused(found.code, as_sentence(f"{found.says}{near}"))


def _point_on_table(table: tuple[float, float], spot: tuple[int, int], said: str) -> tuple[int, int]:
    width, height = table
    if not (0 <= spot[0] <= width * 100 and 0 <= spot[1] <= height * 100):
        raise Refused(
            "off-board",
            f"{clean_name(said)[:60]} is off the table: it is {width:g} inches wide and {height:g} inches deep.",
        )
    return spot
