"""What the rolls of a game could have brought, and what they brought (MW 6.4, 10.4, 13.2)."""

from collections.abc import Iterator, Mapping

from engine.contract import Event, LossByDice, TargetRoll, chance_of_total

from .rules.morale import rally_total_needed
from .state.events import Fired, Fought, Mods, Rallied
from .state.position import State, Unit
from .tables import TABLES


def luck(seen: State, event: Event) -> Iterator[TargetRoll | LossByDice]:
    """A unit is lost to dice if it is hit while it is disrupted; its cost counts."""
    match event:
        case Fired(unit=key, target=target, need=need, mods=mods, die=die, hit=hit):
            fails_on = TABLES.missile_modifiers.fails_on
            roll = _roll(
                seen, key, "missile fire", f"{key} fires at {target}", (die,), need - _sum(mods), fails_on, hit
            )
        case Fought(unit=key, target=target, need=need, mods=mods, faces=faces, success=hit):
            roll = _roll(seen, key, "melee attacks", f"{key} attacks {target}", faces, need - _sum(mods), 0, hit)
        case Rallied():
            yield from _rally(seen.units, event)
            return
        case _:
            return
    yield roll
    victim = seen.units.get(target)
    if victim and victim.disrupted:
        yield LossByDice(victim.side, roll.chance * victim.cost, float(hit * victim.cost))


def _rally(units: Mapping[str, Unit], event: Rallied) -> Iterator[TargetRoll]:
    leader, unit = units.get(event.unit), units.get(event.target)
    if leader and unit:
        need = rally_total_needed(leader, unit) - _sum(event.mods)
        chance = chance_of_total(need, fails_on=TABLES.rally_modifiers.fails_on)
        label = f"{event.unit} rallies {event.target}"
        yield TargetRoll(leader.side, "rallies", label, (event.die,), chance, 1, int(event.success))


def _roll(
    seen: State, key: str, kind: str, label: str, faces: tuple[int, ...], need: int, fails_on: int, made: bool
) -> TargetRoll:
    side = seen.units[key].side if key in seen.units else ""
    chance = chance_of_total(need, len(faces), fails_on=fails_on)
    return TargetRoll(side, kind, label, faces, chance, 1, int(made))


def _sum(mods: Mods) -> int:
    return sum(n for _, n in mods)
