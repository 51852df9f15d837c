"""The parts of the position that a case can set: areas, powers, and the fields of the game (section Cases)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

from engine.contract import Fault, convert, replace
from engine.toolkit.case_changes import mapping_of

from ..rules.battle_resolution.written_battle import in_catalogue_order, read_ship
from ..state.position import Area, Battle, Going, Policies, Power, State, Wish, alliances, is_land
from ..table_rows import LOADED
from ..tables import COMBAT, TRANSPORT, UNITS
from ..vocabulary import SCOPES
from .case_view import FIELDS
from .force_validation import MOST, areas_faults, cargo_faults, power_faults, unit_faults
from .setup_validation import MOST_IPC
from .start import non_null

GAME = ("battles", *FIELDS, "moves", "policies")
_GROUND, _POWER = ("owner", "units", "cargo", "complex"), ("ipc", "buys")
_POLICIES = ("losses", "targets", "retreat", "withdraw", "keep")
_WISHES: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "retreat": {"never": (0, 0), "no-land": (0, 0), "after": (1, 99), "attackers": (1, MOST), "defenders": (0, MOST)},
    "withdraw": {"never": (0, 0), "after": (1, 99), "submarines": (1, MOST)},
}
"""Policy -> condition -> the least and the greatest number it takes; 0, 0 means no number (BK 17)."""
_OF = {
    "moved": "area",
    "idle": "area",
    "flown": "area",
    "supported": "area",
    "placed": "area",
    "raids": "area",
    "left": "side",
    "captured": "area",
    "built": "area",
    "sea_fought": "area",
    "draw": "side",
    "conceded": "side",
    "start_income": "alliance",
}
"""Field of the game -> the things it has entries for."""
_REASONS = ("battle", "capitals", "income", "turn-limit", "conceded", "agreed")


def known(word: Any, words: Sequence[str | None], what: str) -> None:
    if word not in words:
        raise ValueError(f"{word} is not a known {what}; there are {', '.join(filter(None, words))}")


def _sound(faults: Iterator[Fault]) -> None:
    for fault in faults:
        _raise(f"{'.'.join(map(str, fault.path))}: {fault.says}; {fault.instead}")


def _raise(says: str) -> NoReturn:
    raise ValueError(says)


# areas
def areas(state: State, changes: Any) -> State:
    """The position with changed areas. The units and the cargo of a named power are replaced completely."""
    _sound(areas_faults(state.map, changes, ("areas",)))
    grounds = dict(state.areas)
    for area, facts in mapping_of(changes, "areas").items():
        for key in mapping_of(facts, area):
            known(key, _GROUND, f"fact of an area, as set for {area}")
        grounds[area] = _cargo(
            state, area, _units(state, area, _owned(state, area, facts or {}), facts or {}), facts or {}
        )
    return replace(state, areas=grounds)


def _owned(state: State, area: str, facts: Mapping[str, Any]) -> Area:
    ground = state.areas[area]
    if "owner" in facts:
        owned = is_land(state, area) and area not in state.setup.neutral
        if not owned and facts["owner"] is not None:
            raise ValueError(f"{area} is {'neutral' if is_land(state, area) else 'a sea zone'} and has no owner")
        if owned:
            known(facts["owner"], tuple(state.powers), f"power that could own {area}")
        ground = replace(ground, owner=facts["owner"])
    if "complex" in facts:
        if not isinstance(facts["complex"], bool) or (facts["complex"] and ground.owner is None):
            raise ValueError(
                f"complex of {area} is true or false, and true only if the area has an owner, not {facts['complex']!r}"
            )
        ground = replace(ground, complex=facts["complex"])
    return ground


def _units(state: State, area: str, ground: Area, facts: Mapping[str, Any]) -> Area:
    """The area with changed units. Cargo without a transport is removed."""
    path = ("areas", area, "units")
    _sound(power_faults(facts.get("units"), tuple(state.powers), path))
    units, cargo = dict(ground.units), dict(ground.cargo)
    for power, counts in mapping_of(facts.get("units"), f"units of {area}").items():
        _sound(unit_faults(state.map, area, {} if counts is None else counts, (*path, power)))
        units[power] = in_catalogue_order(non_null(counts))
        cargo[power] = cargo.get(power, ())[: units[power].get(TRANSPORT, 0)]
    return replace(ground, units={power: units[power] for power in state.powers if units.get(power)}, cargo=cargo)


def _cargo(state: State, area: str, ground: Area, facts: Mapping[str, Any]) -> Area:
    path = ("areas", area, "cargo")
    _sound(power_faults(facts.get("cargo"), tuple(state.powers), path))
    cargo = dict(ground.cargo)
    for power, ships in mapping_of(facts.get("cargo"), f"cargo of {area}").items():
        transports = ground.units.get(power, {}).get(TRANSPORT, 0)
        _sound(cargo_faults(state.map, area, ships or [], transports, (*path, power), ("moved", "to")))
        for each in ships or ():
            if not isinstance(each.get("moved", False), bool):
                raise ValueError(f"moved of a transport in {area} is true or false, not {each['moved']!r}")
            shores = tuple(key for key in state.map.known[area].next if is_land(state, key))
            if each.get("to") is not None:
                known(each["to"], shores, f"land beside {area}")
        cargo[power] = tuple(map(read_ship, ships or ()))
    return replace(ground, cargo={power: cargo[power] for power in state.powers if cargo.get(power)})


# powers
def powers(state: State, changes: Any) -> State:
    found = dict(state.powers)
    for key, facts in mapping_of(changes, "powers").items():
        known(key, tuple(found), "power")
        for fact in mapping_of(facts, key):
            known(fact, _POWER, f"fact that can be set of {key}")
        found[key] = _power(found[key], facts or {})
    return replace(state, powers=found)


def _power(power: Power, facts: Mapping[str, Any]) -> Power:
    ipc, buys = facts.get("ipc", power.ipc), facts.get("buys", power.buys)
    if type(ipc) is not int or not 0 <= ipc <= MOST_IPC:
        raise ValueError(f"ipc of {power.id} is a whole number from 0 to {MOST_IPC}, not {ipc!r}")
    _counts(buys or {}, tuple(UNITS), f"buys of {power.id}")
    return replace(power, ipc=ipc, buys=in_catalogue_order(buys or {}))


def _counts(written: Any, kinds: Sequence[str], what: str) -> None:
    for kind, number in mapping_of(written, what).items():
        known(kind, kinds, "type")
        if type(number) is not int or not 0 <= number <= MOST:
            raise ValueError(f"{what}: {kind} is a whole number from 0 to {MOST}, not {number!r}")


# the game
def game(state: State, changes: Any) -> State:
    """The position with changed fields of the game; fields that are not named keep their values."""
    facts = mapping_of(changes, "game")
    for key in facts:
        known(key, GAME, "field of game that can be set")
    plain_ones = {key: _field(state, key, facts[key]) for key in FIELDS if key in facts}
    found = replace(state.game, **plain_ones)
    if "moves" in facts:
        found = replace(found, moves=tuple(_going(state, each) for each in facts["moves"] or ()))
    if "policies" in facts:
        written = mapping_of(facts["policies"], "policies")
        given = {side: _policies(state, side, orders) for side, orders in written.items()}
        found = replace(found, policies={**found.policies, **given})
    return battles(replace(state, game=found), facts.get("battles"))


def _field(state: State, key: str, written: Any) -> Any:
    """The value of a field that is stored as cases write it."""
    if key == "reason":
        known(written, (*_REASONS, None), "reason")
        return written
    words = {"area": tuple(state.areas), "side": tuple(state.powers), "alliance": alliances(state)}[_OF[key]]
    found = convert(
        written or (() if key in ("captured", "built", "sea_fought", "draw", "conceded") else {}),
        type(state.game).__annotations__[key],
    )
    for word in found:
        known(word, words, _OF[key])
        if key in ("moved", "idle", "left"):
            _counts(found[word], tuple(UNITS), f"{key} of {word}")
    return found


def _going(state: State, written: Any) -> Going:
    going: Going = convert(written, Going)
    for area in (going.start, going.to, *going.way):
        known(area, tuple(state.areas), "area")
    return replace(going, way=going.way or (going.start, going.to))


def battles(state: State, changes: Any) -> State:
    """The position with changed battles; new ones come after those it has."""
    found = {battle.area: battle for battle in state.game.battles}
    for area, facts in mapping_of(changes, "battles").items():
        known(area, tuple(state.areas), "area")
        usual = found.get(area) or Battle(
            area, "land" if is_land(state, area) else "naval", state.active or next(iter(state.powers))
        )
        found[area] = _battle(state, usual, mapping_of(facts, area))
    return replace(state, game=replace(state.game, battles=tuple(found.values())))


def _battle(state: State, usual: Battle, facts: Mapping[str, Any]) -> Battle:
    named = {"start" if key == "from" else key: value for key, value in facts.items()}
    for key in named:
        known(key, Battle.__struct_fields__[1:], "fact of a battle")
    kept = {key: getattr(usual, key) for key in Battle.__struct_fields__}
    written = {("from" if key == "start" else key): value for key, value in {**kept, **named}.items()}
    battle: Battle = convert(written, Battle)
    known(battle.attacker, tuple(state.powers), "side")
    known(
        battle.kind,
        ("land", "amphibious") if is_land(state, battle.area) else ("naval",),
        f"kind of a battle at {battle.area}",
    )
    _counts(battle.landed, COMBAT, f"landed of {battle.area}")
    for area in (*battle.start, *battle.launched):
        known(area, tuple(state.areas), "area")
    if not 0 <= battle.round <= MOST:
        raise ValueError(f"round of {battle.area} is 0 to {MOST}, not {battle.round}")
    return battle


# standing orders
def _policies(state: State, side: str, written: Any) -> Policies:
    """A power's standing orders, in the notation of section State (BK 17)."""
    known(side, tuple(state.powers), "side")
    for key in mapping_of(written, side):
        known(key, _POLICIES, "policy")
    facts, keep = written or {}, (written or {}).get("keep") or 0
    if type(keep) is not int or not 0 <= keep <= 9:
        raise ValueError(f"keep of {side} is 0 to 9, not {keep!r}")
    lists = {
        key: {_scope(state, scope): _ranking(types) for scope, types in mapping_of(facts.get(key), key).items()}
        for key in ("losses", "targets")
    }
    wishes = {
        key: {_scope(state, scope): _wish(state, key, wish) for scope, wish in mapping_of(facts.get(key), key).items()}
        for key in ("retreat", "withdraw")
    }
    return Policies(lists["losses"], lists["targets"], wishes["retreat"], wishes["withdraw"], keep)


def _scope(state: State, scope: Any) -> str:
    known(scope, ("all", *dict.fromkeys(SCOPES.values()), *state.areas), "scope")
    return str(scope)


def _ranking(types: Any) -> tuple[str, ...]:
    if not isinstance(types, list) or len(dict.fromkeys(map(str, types))) < len(types):
        raise ValueError(f"a list of losses or targets is a list of types, each once, not {types!r}")
    for kind in types:
        known(kind, (*COMBAT, LOADED), "type")
    return tuple(types)


def _wish(state: State, policy: str, written: Any) -> Wish:
    """A condition, written as ``[[after, 2], Kiev]``."""
    if (
        not isinstance(written, list)
        or not 1 <= len(written) <= 2
        or not isinstance(written[0], list)
        or not 1 <= len(written[0]) <= 2
    ):
        raise ValueError(f"{policy} is a condition and a place, as in [[after, 2], null], not {written!r}")
    (when, *number), to = written[0], written[1] if len(written) == 2 else None
    known(when, tuple(_WISHES[policy]), "condition")
    least, most = _WISHES[policy][when]
    many = number[0] if number else None
    if many == "defenders" and when == "attackers":
        many = None
    elif (many is not None) if not most else (type(many) is not int or not least <= many <= most):
        raise ValueError(f"{when} takes {f'a number from {least} to {most}' if most else 'no number'}, not {many!r}")
    if to is not None:
        known(to, tuple(state.areas), "area")
    return Wish(when, many, to)
