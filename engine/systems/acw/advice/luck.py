"""What the rolls of a game could have brought, and what they brought (CW 9)."""

from collections.abc import Iterator, Mapping
from itertools import product

from engine.contract import Event, LossByDice, TargetRoll, chance_of_face, total_chances

from ..rules.combat.melee import MELEE_DICE
from ..rules.combat.retreats import FATAL
from ..state.combat_events import LeaderTested, MeleeResult, MeleeRolled
from ..state.length import Mods
from ..state.position import State, Unit
from ..tables import TABLES


def luck(seen: State, event: Event) -> Iterator[TargetRoll | LossByDice]:
    """Each round of melee is a roll of both units for the higher total; bases and leaders that dice cost count by their
    points.
    """
    match event:
        case MeleeRolled():
            yield from _melee(seen, event)
        case MeleeResult(hits=hits):
            for key, bases in hits.items():
                if unit := seen.units.get(key):
                    yield LossByDice(unit.side, 0.0, float(bases * seen.setup.base_points))
        case LeaderTested(unit=key, die=die, lost=lost) if leader := seen.units.get(key):
            label, points = f"{leader.name or key} at risk", seen.setup.leader_points
            safe = 1 - chance_of_face(FATAL)
            yield TargetRoll(leader.side, "escapes of leaders", label, (die,), safe, 1, int(not lost))
            yield LossByDice(leader.side, points * (1 - safe), float(points * lost))


def _melee(seen: State, event: MeleeRolled) -> Iterator[TargetRoll | LossByDice]:
    charger, target = seen.units.get(event.charger), seen.units.get(event.target)
    if not charger or not target:
        return
    leads = lead_chances(_sum(event.charger_mods) - _sum(event.target_mods))
    lead, label = event.charger_total - event.target_total, f"melee of {event.charger} against {event.target}"
    wins, loses = (sum(chance for by, chance in leads.items() if by * sign > 0) for sign in (1, -1))
    kind = "rounds of melee"
    yield TargetRoll(charger.side, kind, f"{label}: {event.charger}", event.charger_dice, wins, 1, int(lead > 0))
    yield TargetRoll(target.side, kind, f"{label}: {event.target}", event.target_dice, loses, 1, int(lead < 0))
    for unit, sign in ((charger, 1), (target, -1)):
        bases = sum(chance * _bases_lost(unit, by * sign) for by, chance in leads.items() if by)
        yield LossByDice(unit.side, bases * seen.setup.base_points, 0.0)


def lead_chances(bonus: int) -> Mapping[int, float]:
    """CW 9.2: by how much one unit's total is the higher -> the chance; ``bonus``: by how much its modifiers are."""
    rolls, found = total_chances(MELEE_DICE), dict[int, float]()
    for (one, chance), (other, share) in product(rolls.items(), repeat=2):
        found[one + bonus - other] = found.get(one + bonus - other, 0.0) + chance * share
    return found


def _bases_lost(unit: Unit, lead: int) -> float:
    """CW 9.4: what a unit that is ahead by so much (or behind, if less than 0) loses on average by the winner's die."""
    who = "winner" if lead > 0 else "loser"
    results = ("less" if die < abs(lead) else "equal" if die == abs(lead) else "more" for die in range(1, 7))
    return sum(min(unit.bases, TABLES.casualties[result][who].hits) for result in results) / 6


def _sum(mods: Mods) -> int:
    return sum(n for _, n in mods)
