"""The map in words, for screen readers: the phase, powers and incomes, battles, and every area with its units."""

from collections.abc import Iterator

from engine.contract import counted
from engine.toolkit.shared_report import drawn_or_won_by
from engine.toolkit.wording import listed

from ..rules.board.area_control import closing_areas, defended, friendly, neutral
from ..rules.combat.battles import undecided_battles
from ..rules.combat.engagement import forces
from ..rules.turn.victory import income, territory_growth
from ..state.position import (
    OVER,
    SETUP,
    Area,
    Battle,
    Counts,
    Ship,
    State,
    alliances,
    are_friends,
    counts,
    phase,
    power_name,
    sides_to_order,
)
from ..tables import COMBAT
from ..wording import ipcs_in_words, some_units, unit_list

RESULTS = {
    "won": "won by the attacker",
    "lost": "held by the defender",
    "draw": "nobody left",
    "retreated": "broken off",
    "called-off": "called off",
}


def moment(seen: State) -> str:
    """``round 2 of 6, The Azure League's combat movement``"""
    single = seen.setup.mode == "battle"
    limit = f" of {seen.setup.turns}" if seen.setup.turns else ""
    when = "" if single and seen.phase == SETUP else f"round {seen.turn}{limit}, "
    now = phase(seen)
    if seen.phase == OVER or now is None:
        return f"{when}{drawn_or_won_by(power_name(seen, seen.winner))}"
    waiting = (
        f", orders by {listed([power_name(seen, side) for side in sides_to_order(seen)])}"
        if seen.active is None
        else ""
    )
    return f"{when}{now.title}{waiting}"


def text_map(seen: State) -> str:
    """Everything the map shows, in lines: the phase, the powers, the battles, the areas in the scenario's order."""
    lines = [f"{seen.name}: {moment(seen)}.", *_powers(seen), *_battles(seen)]
    if seen.setup.mode == "battle":
        lines += [
            f"Left the table: {power_name(seen, side)} {unit_list(left)}."
            for side, left in seen.game.left.items()
            if left
        ]
    lines += [f"- {_area(seen, key, ground)}" for key, ground in seen.areas.items()]
    return "\n".join(lines)


# powers
def _powers(seen: State) -> Iterator[str]:
    if seen.setup.mode == "battle":
        return
    worth = territory_growth(seen)
    values = ", ".join(
        f"{power_name(seen, alliance)} {worth[alliance][0]} ({worth[alliance][1]:+})" for alliance in alliances(seen)
    )
    yield f"Income of territories (and growth since the start): {values}."
    for power in seen.powers.values():
        capital = power.capital or "none"
        lost = "" if not power.capital or friendly(seen, power.id, power.capital) else ", in enemy hands"
        hand = f"; to be placed: {unit_list(power.buys)}" if power.buys else ""
        ally = f", of {power_name(seen, power.alliance)}" if power.alliance != power.id else ""
        money = f"{ipcs_in_words(power.ipc)} in hand, income {income(seen, power.id)}"
        yield f"{power.name}{ally}: {money}, capital {capital}{lost}{hand}."


# battles
def _battles(seen: State) -> Iterator[str]:
    open_ones = [battle.area for battle in undecided_battles(seen)]
    for battle in seen.game.battles:
        fought = f"{counted(battle.round, 'round')} fought"
        if battle.area in open_ones:
            yield f"Battle of {battle.area}, {battle.kind}, {fought}: {_sides(seen, battle)}."
        else:
            yield f"Battle of {battle.area}, {battle.kind}, {fought}: {RESULTS[battle.result or 'draw']}."
    for area, bombers in seen.game.raids.items():
        yield f"Raid on {area}: {unit_list({'bomber': bombers})}."


def _sides(seen: State, battle: Battle) -> str:
    """``Azure 3 infantry against Amber 4 infantry``, in an assault with its ships."""
    both = forces(seen, battle)
    enemies = [
        power_name(seen, power)
        for power in seen.powers
        if not are_friends(seen, power, battle.attacker)
        and any(kind in COMBAT for kind in counts(seen, battle.area, power))
    ]
    attackers = f"{power_name(seen, battle.attacker)} {some_units(both['attacker'])}"
    return f"{attackers} against {listed(enemies)} {some_units(both['defender'])}"


# areas
def _area(seen: State, key: str, ground: Area) -> str:
    """``Marsh, land, 2 IPCs, The Amber Crown's: The Amber Crown 4 infantry.  Enemies beside it: Ridge.``"""
    here = "; ".join(_stack(seen, key, power, held) for power, held in ground.units.items() if held) or "empty"
    beside = listed(_enemies(seen, key, ground))
    return f"{', '.join(_called(seen, key, ground))}: {here}.{f' Enemies beside it in {beside}.' if beside else ''}"


def _called(seen: State, key: str, ground: Area) -> Iterator[str]:
    area = seen.map.known[key]
    yield key if area.name == key else f"{key} {area.name}"
    yield area.kind
    if area.ipc:
        yield ipcs_in_words(area.ipc)
    if neutral(seen, key):
        yield "neutral"
    if ground.owner:
        yield f"{power_name(seen, ground.owner)}'s"
    yield from (f"capital of {power.name}" for power in seen.powers.values() if power.capital == key)
    if ground.complex:
        yield "industrial complex"
    if key in seen.game.captured:
        yield "taken this turn"
    yield from _gates(seen, key)


def _gates(seen: State, key: str) -> Iterator[str]:
    """BK 11.6: the borders of a zone that are closed to any power."""
    for border in (border for border in seen.setup.gates if border.split("/")[0] == key):
        closed = [power.name for power in seen.powers.values() if closing_areas(seen, power.id, *border.split("/"))]
        yield f"the way {border} closed to {listed(closed)}" if closed else f"the way {border} open to all"


def _stack(seen: State, key: str, power: str, held: Counts) -> str:
    """``Azure 2 infantry, 1 transport (2 infantry aboard, to land at Marsh), 1 infantry has moved``"""
    cargo = "".join(f" ({_cargo(ship)})" for ship in seen.areas[key].cargo.get(power, ()))
    moved = unit_list(seen.game.moved.get(key, {})) if power == seen.active else ""
    idle = unit_list(seen.game.idle.get(key, {})) if power == seen.active else ""
    force = f"{power_name(seen, power)} {unit_list(held)}{cargo}"
    return f"{force}{f', moved: {moved}' if moved else ''}{f', out of the battle: {idle}' if idle else ''}"


def _cargo(ship: Ship) -> str:
    return f"{unit_list(ship.cargo)} aboard{f', to land at {ship.to}' if ship.to else ''}"


def _enemies(seen: State, key: str, ground: Area) -> list[str]:
    """The adjacent areas with combat units (at sea: ships) that are enemies of the area's owner or of units there."""
    mine = [power for power, held in ground.units.items() if held] or [ground.owner or ""]
    sides = {seen.powers[power].alliance: power for power in mine if power}
    if len(sides) != 1:
        return []
    side = next(iter(sides.values()))
    return [other for other in seen.map.known[key].next if defended(seen, side, other)]
