"""Maps that are asked for by words: the whole one, one of its theatres, or one with a unit's options drawn on it."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol

from engine.contract import Scenario
from engine.errors import Refused, as_sentence
from engine.language.words import normalized as folded
from engine.toolkit.wording import listed
from maps.scene.scene import Detail, Scene


class Maps(Protocol):
    """What has the maps of games."""

    def picture(self, key: str, viewer: str = "") -> Scene: ...

    def overlay(self, key: str, viewer: str, unit: str, target: str = "") -> Scene: ...


class AskedMap(NamedTuple):
    """A map; if ``theatre`` is given, only this part of it is wanted."""

    scene: Scene
    theatre: Detail | None = None


def theatre_names(scenario: Scenario) -> tuple[str, ...]:
    """The names of the theatres of a scenario's map, none if it has no theatres."""
    return tuple(scenario.areas.theatres) if scenario.areas else ()


def named_map(maps: Maps, key: str, viewer: str, words: Sequence[str]) -> AskedMap:
    """The map of a theatre by its name, or with the options of a unit, perhaps toward a target, drawn on top; without
    words the whole one.  Refused as ``ideas.overlay``.
    """
    scene = maps.picture(key, viewer)
    if not words or (part := named_theatre(scene, words)):
        return AskedMap(scene, part if words else None)
    try:
        return AskedMap(_overlay(maps, key, viewer, words))
    except Refused as no:
        if not no.code.startswith("unknown") or not scene.theatres:
            raise
        raise Refused(no.code, f"{as_sentence(str(no))} {theatres_in_words(scene)}") from no


def _overlay(maps: Maps, key: str, viewer: str, words: Sequence[str]) -> Scene:
    """That of one unit, whose name may have several words, or of two."""
    unit, *target = words
    if target:
        with suppress(Refused):
            return maps.overlay(key, viewer, " ".join(words))
    return maps.overlay(key, viewer, unit, *target[:1])


def find_theatre(scene: Scene, name: str) -> Detail:
    """The theatre of a map with that name.  Refused unknown-theatre."""
    if found := named_theatre(scene, name.split()):
        return found
    if not scene.theatres:
        raise Refused("unknown-theatre", "This map is not divided into theatres: ask for the whole map.")
    raise Refused(
        "unknown-theatre", f'There is no theatre "{name.strip()[:60]}" on this map. {theatres_in_words(scene)}'
    )


def named_theatre(scene: Scene, words: Sequence[str]) -> Detail | None:
    """The theatre with exactly this name, in capitals or not."""
    name = folded(" ".join(words))
    return next((part for part in scene.theatres if folded(part.title) == name), None)


def theatres_in_words(scene: Scene) -> str:
    """``Its theatres are Europe and Africa.``"""
    return f"Its theatres are {listed([part.title for part in scene.theatres])}."
