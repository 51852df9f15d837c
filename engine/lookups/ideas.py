"""Help for a player who has not decided yet: legal orders, the units in play, and where one of them could go."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.contract import System, replace
from engine.contract.record import SameObject
from engine.errors import Refused
from engine.language import write
from engine.language.names import NameLookup
from engine.language.words import normalized as folded
from engine.log.fold import Fold
from engine.systems import rules_in
from engine.toolkit.long_calculations import long_calculation
from engine.toolkit.wording import point_text
from maps.scene.scene import Mark, Scene

from .legal_orders import best_orders, legal_orders

KEPT = 16
"""Overlays that are kept."""


def ideas(fold: Fold, side: str) -> tuple[str, ...]:
    """Legal orders worth offering, in standard form; none before the start and after the end."""
    if not fold.phase:
        return ()
    seen = fold.system.view(fold.state, side)
    vocabulary = fold.system.vocabulary(seen, side)
    return tuple(write(order, vocabulary) for order in legal_orders(fold, side, side))


def examples(fold: Fold, side: str, viewer: str = "") -> tuple[str, ...]:
    """The two orders of the phase most worth giving, of two kinds and two units if possible.

    They come from the view of ``viewer``; the public one gives nothing away.
    """
    if not fold.phase:
        return ()
    return best_orders(fold, side, viewer)


def units(fold: Fold, viewer: str) -> Mapping[str, str]:
    """The units in play that the viewer knows: id -> full name."""
    vocabulary = fold.system.vocabulary(fold.system.view(fold.state, viewer), viewer)
    return {unit: name for unit, name in vocabulary.units.items() if unit not in vocabulary.gone}


def own_units(fold: Fold, side: str) -> tuple[str, ...]:
    """The ids of the units in play that a side commands, on the map or not."""
    vocabulary = fold.system.vocabulary(fold.system.view(fold.state, side), side)
    return tuple(unit for unit in vocabulary.units if unit in vocabulary.mine and unit not in vocabulary.gone)


def places(fold: Fold, viewer: str) -> Mapping[str, str]:
    """Places with names of their own that the viewer knows: name -> where it is."""
    vocabulary = fold.system.vocabulary(fold.system.view(fold.state, viewer), viewer)
    labels = {label: at for at, label in vocabulary.board.labels.items()} if vocabulary.board else {}
    return {**vocabulary.places, **labels, **{name: point_text(at) for name, at in vocabulary.models.points.items()}}


def overlay(fold: Fold, viewer: str, scene: Scene, unit: str, target: str) -> Scene:
    """The scene with the options of a unit drawn on top; in games that count units, those of all units of an area.

    Refused unknown-unit, ambiguous-unit, unit-gone, unknown-place, own-target.
    """
    seen = fold.system.view(fold.state, viewer)
    names = NameLookup(fold.system.vocabulary(seen, viewer))
    one, other = _unit(names, unit), _unit(names, target) if target else ""
    if one == other:
        raise Refused(
            "own-target", f"{_title(names, one)} cannot be its own target. Name another one, or leave out the target."
        )
    way = (
        f"how {_title(names, one)} get to {other}"
        if names.vocabulary.forces.words
        else f"how {names.title(one)} sees {_title(names, other)}"
    )
    what = way if other else f"where {_title(names, one)} could go"
    marks = _overlay(fold.system.NAME, SameObject(fold.state), viewer, one, other)
    return with_requested(fold.system, scene, marks, f"{scene.alt} Drawn on top: {what}.")


def with_requested(system: System[Any], scene: Scene, marks: Sequence[Mark], alt: str) -> Scene:
    """The scene with these marks and a legend that has all signs that can be asked for: always the same ones, so that
    a board has two backgrounds and not many.
    """
    known = {role for role, _ in scene.legend}
    more = tuple(row for row in system.REQUESTED_SIGNS if row[0] not in known) if scene.legend else ()
    return replace(scene, marks=(*scene.marks, *marks), legend=(*scene.legend, *more), alt=alt)


@long_calculation(KEPT)
def _overlay(system: str, position: SameObject[Any], viewer: str, unit: str, target: str) -> tuple[Mark, ...]:
    rules = rules_in(system, position.it)
    return tuple(rules.overlay(rules.view(position.it, viewer), unit, target))


def _unit(names: NameLookup, said: str) -> str:
    """A unit in play, by id, name or an unambiguous beginning; in games that count units, a place."""
    words = " ".join(said.split())
    found = (names.place if names.vocabulary.forces.words else names.any_unit)(folded(words), f'"{words[:60]}"')
    if found.code:
        near = f"; did you mean {' or '.join(found.near[:3])}?" if found.near and found.code == "unknown-unit" else ""
        raise Refused(found.code, f"{found.says}{near}")
    if found.value in names.vocabulary.gone:
        raise Refused("unit-gone", f"{names.title(found.value)} is out of play.")
    return found.value


def _title(names: NameLookup, one: str) -> str:
    return names.title(one) if one in names.units else f"the units of {one}"
