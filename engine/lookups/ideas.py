"""Help for a player who has not decided yet: legal orders, the units in play, and where one of them could go."""

from collections.abc import Mapping
from typing import Any

from engine.contract import Order, replace
from engine.contract.record import SameObject
from engine.errors import Refused
from engine.language import write
from engine.language.names import NameLookup
from engine.language.words import normalized as folded
from engine.log.fold import Fold
from engine.systems import SYSTEMS
from engine.toolkit.long_calculations import long_calculation
from engine.toolkit.wording import point_text
from maps.scene.scene import Mark, Scene

from .legal_orders import legal_orders, rated_orders

KEPT = 16
"""Overlays that are kept."""
GOOD_SHARE = 0.3
"""An example is worth at least this share of the best one."""


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
    seen = fold.system.view(fold.state, viewer)
    vocabulary = fold.system.vocabulary(seen, side)
    rated = [(value, idea) for value, idea in rated_orders(fold, side, viewer) if idea.PHASES]
    good = [idea for value, idea in rated if value >= min(rated[0][0], GOOD_SHARE * rated[0][0])]
    best, others = good[:1], sorted(good[1:], key=lambda idea: _likeness(idea, good[0]))
    texts = list[str]()
    for idea in (*best, *others):
        if len(texts) < 2 and (text := write(idea, vocabulary)) not in texts:
            texts.append(text)
    return tuple(texts)


def _likeness(idea: Order, other: Order) -> int:
    """How much two orders have in common: the unit counts more than the kind."""
    unit = getattr(idea, "unit", None)
    return 2 * (unit is not None and unit == getattr(other, "unit", None)) + (type(idea) is type(other))


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
    return replace(scene, marks=(*scene.marks, *marks), alt=f"{scene.alt} Drawn on top: {what}.")


@long_calculation(KEPT)
def _overlay(system: str, position: SameObject[Any], viewer: str, unit: str, target: str) -> tuple[Mark, ...]:
    rules = SYSTEMS[system]
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
