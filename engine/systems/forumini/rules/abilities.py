"""The effects of abilities at each moment of the sequence (FA 1.16, 1.17, 19).

The rules of a moment call ``ability_effects`` for the unit's own abilities and ``commander_effects`` for those of
commanders, and apply the words of each ``Effect``; they never name an ability.  ``applies`` is whether an effect counts
for an attack (targets, how, range).  The moments and what an effect does there ("served": commanders may give it):

- ``speed``: speed of the unit; served; adds ``speed`` where the figure is at least ``least``
- ``enter``: ``terrain`` and ``hexsides``: what entering and crossing cost whatever the chart says, without rolls
- ``movement-roll``: adds ``roll``; ``road-bonus``: has it (FA 6.8); ``mines``: spared by them;
  ``stop``: Defensive Fire does not stop it
- ``overwatch``: may not enter Overwatch; ``attack``: no attack (F, D, Defensive Fire) when ``flag`` of the unit is set
- ``range``: no attack of any kind nearer than ``beyond``; ``indirect``: may fire indirectly, at ``beyond`` or more
- ``attack-dice``: served; adds ``dice`` where the card has some; ``charge``: may charge, with ``dice`` more
- ``field-of-fire``: only through the faces in ``armour``; without such an effect all round
- ``cover-against`` (of the attacker) and ``cover-own`` (of the target; served): add ``cover`` to the target's Cover
  Roll; ``hull-down``: adds ``cover`` where Hull Down counts
- ``air-cover-dice``: the attack is spared ``aircraft_cover_dice``; ``antiair``: attacks in D and still bombs
- ``spot``: eligible spotter in good order, for hexes up to ``within``; ``clear``: may clear obstacles;
  ``rally``: reaches ``within``
- ``turn-up``: counters ``without`` never turn up; with ``flag`` only once in the game (then that flag is set)
- ``carry``: ``soldiers`` and ``also``; ``deploy``: ``by`` drop, glider or replace
"""

from collections.abc import Iterator, Mapping
from functools import cache

from engine.contract import kept_for_latest

from ..state.position import State, Unit, card, distance_between, on_map
from ..tables.rows import Class, Effect, UnitCard, effect_with_number
from ..tables.rulebook import TABLES

AbilityEffect = tuple[str, int, Effect]
"""The ability's name, the card's number and what it does."""


def has_ability(card: UnitCard, name: str) -> bool:
    """FA 19.1: on the card; a number of 0 counts (a command ability that serves its own hex only)."""
    return card.abilities.get(name, False) is not False


def ability_number(card: UnitCard, name: str) -> int:
    """FA 19.1: the card's number, 1 for ``true``; 0 if it lacks the ability."""
    return int(card.abilities.get(name, 0))


def ability_effects(state: State, unit: Unit, moment: str) -> tuple[AbilityEffect, ...]:
    """FA 1.16: the effects of the unit's own abilities at a moment; none of its command abilities while it is
    Demoralized or aboard (FA 7.7).
    """
    if not state.cards[unit.type].abilities:
        return ()
    known = _own_effects(state.cards)[unit.type, moment]
    return tuple(one for one in known if _has_it_now(state, unit, one)) if known else known


def commander_effects(state: State, unit: Unit, moment: str) -> tuple[AbilityEffect, ...]:
    """FA 1.17: the effects of friendly commanders on the unit at a moment, each ability once; none on a
    Demoralized unit (FA 10.8).
    """
    commands = _commands(state.cards)[moment]
    if not commands or not unit.here or unit.demoralized:
        return ()
    given = dict[str, AbilityEffect]()
    for other in on_map(state, unit.side):
        if other.type not in commands or other.id == unit.id or other.demoralized or other.aboard is not None:
            continue
        for name, number, effect in commands[other.type]:
            if name in given or not _applies_now(state, unit, effect):
                continue
            if distance_between(unit, other) <= (0 if other.pinned else effect.serves or 0):
                given[name] = name, number, effect
    return tuple(given.values())


def has_commanders(state: State, moment: str) -> bool:
    """Whether any type in play could have an effect on other units at a moment."""
    return bool(_commands(state.cards)[moment])


def applies(effect: Effect, how: str, distance: int, target: Class | None = None) -> bool:
    """Whether an effect counts for an attack: the manner of attack, the distance and the class of the target."""
    near = effect.within is None or distance <= effect.within
    return (
        near
        and distance >= effect.beyond
        and (not effect.how or how in effect.how)
        and (not effect.targets or target in effect.targets)
    )


def _has_it_now(state: State, unit: Unit, known: AbilityEffect) -> bool:
    name, _, effect = known
    silent = TABLES.abilities[name].manner == "command" and (unit.demoralized or unit.aboard is not None)
    return not silent and _applies_now(state, unit, effect)


def _applies_now(state: State, unit: Unit, effect: Effect) -> bool:
    return (not effect.phases or state.phase in effect.phases) and (
        not effect.classes or card(state, unit).kind in effect.classes
    )


class OwnEffects(dict[tuple[str, str], tuple[AbilityEffect, ...]]):
    """What the abilities of a type do at a moment for the unit itself, worked out when it is first asked."""

    def __init__(self, cards: Mapping[str, UnitCard]) -> None:
        self._cards = cards

    def __missing__(self, asked: tuple[str, str]) -> tuple[AbilityEffect, ...]:
        kind, moment = asked
        known = self._cards[kind]
        own = tuple([one for one in card_effects(known, moment) if one[2].serves is None]) if known.abilities else ()
        self[asked] = own
        return own


class Commands(dict[str, Mapping[str, tuple[AbilityEffect, ...]]]):
    """What cards do for others at a moment, by type; only the types that do anything."""

    def __init__(self, cards: Mapping[str, UnitCard]) -> None:
        self._able = [(key, known) for key, known in cards.items() if known.abilities]

    def __missing__(self, moment: str) -> Mapping[str, tuple[AbilityEffect, ...]]:
        found = {}
        for key, able in self._able:
            if effects := tuple([one for one in card_effects(able, moment) if one[2].serves is not None]):
                found[key] = effects
        self[moment] = found
        return found


_own_effects, _commands = kept_for_latest(OwnEffects), kept_for_latest(Commands)


def card_effects(card: UnitCard, moment: str) -> Iterator[AbilityEffect]:
    """The effects of the abilities of a card at a moment."""
    for name, stated in card.abilities.items():
        if stated is not False and moment in TABLES.abilities[name].effect:
            yield name, int(stated), with_number(name, int(stated))[moment]


@cache
def with_number(name: str, number: int) -> dict[str, Effect]:
    """An ability's moments and effects with the card's number filled in."""
    return {moment: effect_with_number(written, number) for moment, written in TABLES.abilities[name].effect.items()}
