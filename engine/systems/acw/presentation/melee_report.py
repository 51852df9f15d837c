"""The report of melees: contact, both sides' dice with every modifier by name, hits, retreats, leaders, advances."""

from engine.contract import Event, counted
from engine.toolkit.wording import (
    counted_in_words,
    dice_faces,
    heading,
    id_and_name,
    inches,
    listed,
    number_word,
    point_text,
)

from ..state.combat_events import (
    Advanced,
    Contact,
    Destroyed,
    LeaderLost,
    LeaderTested,
    MeleeResult,
    MeleeRolled,
    Retreated,
)
from ..state.length import Mods
from ..state.position import State, Unit, side_name

SIDES = {"front": "in front", "rear": "in the rear", "left": "in the left flank", "right": "in the right flank"}
MODIFIERS = {
    "flank": "flank",
    "rear": "rear",
    "battery-fired": "battery",
    "line-base-in-contact": "base in contact",
    "leader": "leader",
    "small-arms": "small arms",
    "line-attacks-column": "line against column",
    "entrenchment": "entrenchment",
    "fieldworks": "fieldworks",
    "hard-cover": "hard cover",
    "cover": "cover",
}
MANY = {"battery-fired": "batteries", "line-base-in-contact": "bases in contact"}
LOST = {"table": "is lost off the table", "stuck": "cannot retreat and is lost", "shelling": "is lost in the building"}


def tell_combat(state: State, event: Event) -> str:
    """The line about an event of a melee; "" for any other.  ``state`` is the position before the event."""
    match event:
        case Contact():
            return _tell_contact(event)
        case MeleeRolled():
            return _tell_dice(event)
        case MeleeResult():
            return _tell_casualties(state, event)
        case Destroyed(unit=key, why=why):
            unit = state.units[key]
            how = (
                "destroyed in melee"
                if why == "melee"
                else "lost in the building"
                if why == "shelling"
                else "lost off the table"
            )
            return f"Lost: {id_and_name(key, unit.name)}, {how}. {_losses_text(state, unit)}"
        case Retreated():
            return _tell_retreat(state, event)
        case LeaderTested(unit=key, die=die, lost=lost):
            return (
                f"{id_and_name(key, state.units[key].name)} at risk: {die}, {'killed' if lost else 'unhurt'}. (CW 9.11)"
            )
        case LeaderLost(unit=key, why=why):
            rule = "10.2" if why == "shelling" else "9.11"
            return f"{id_and_name(key, state.units[key].name)} {LOST.get(why, 'is lost')}. (CW {rule})"
        case Advanced():
            return _tell_advance(event)
        case _:
            return ""


def _tell_contact(event: Contact) -> str:
    """``Contact: U1 strikes C1 in front and squares up at 15,13.5, facing N. Guns: UB1 and UB2 for U1.``"""
    squared = (
        f"and squares up at {point_text(event.at)}, facing {heading(event.facing)}"
        if event.square
        else "but has no room to square up"
    )
    guns = [
        f"{listed(batteries)} for {key}"
        for key, batteries in ((event.charger, event.guns_charger), (event.target, event.guns_target))
        if batteries
    ]
    firing = f" Guns: {'; '.join(guns)}." if guns else ""
    rules = "CW 7.7, 8.2" if guns else "CW 7.7"
    return f"Contact: {event.charger} strikes {event.target} {SIDES[event.side]} {squared}.{firing} ({rules})"


def _tell_dice(event: MeleeRolled) -> str:
    """``Melee: U1 5 4 +2 batteries +3 bases in contact +1 leader = 15; C1 4 2 +1 battery = 7. (CW 9.2)``"""
    one = (
        f"{event.charger} {dice_faces(event.charger_dice)}{_modifiers_text(event.charger_mods)} = {event.charger_total}"
    )
    other = f"{event.target} {dice_faces(event.target_dice)}{_modifiers_text(event.target_mods)} = {event.target_total}"
    return f"Melee: {one}; {other}. (CW 9.2)"


def _modifiers_text(mods: Mods) -> str:
    return "".join(
        f" {n:+} {MANY.get(name, '') if n > 1 and name in MANY else MODIFIERS.get(name, name)}" for name, n in mods
    )


def _tell_casualties(state: State, event: MeleeResult) -> str:
    """``U1 wins by 4; die 4, equal: C1 loses two bases (one left), U1 loses one base (four left). (CW 9.4)``"""
    if event.winner is None:
        return f"{event.charger} and {event.target} are equal: no hits, both stay. (CW 9.4)"
    hits = ", ".join(_hits_text(state.units[key], count) for key, count in event.hits.items()) or "no hits"
    return f"{event.winner} wins by {event.difference}; die {event.die}, {event.result}: {hits}. (CW 9.4)"


def _hits_text(unit: Unit, count: int) -> str:
    return f"{unit.id} loses {counted_in_words(count, 'base')} ({number_word(unit.bases - count)} left)"


def _tell_retreat(state: State, event: Retreated) -> str:
    """``C1 retreats: 3. Goes 3" to 15,17, facing N. (CW 9.9)``"""
    unit = state.units[event.unit]
    rule = "9.11" if unit.formation is None else "9.9"
    why = f", stopped by {event.limit}" if event.limit else ""
    if event.result == "held":
        return f"{event.unit} retreats: {dice_faces(event.dice)}{why}. Cannot move and stays. (CW {rule})"
    if event.result == "table":
        lost = f" {_losses_text(state, unit)}" if unit.formation else ""
        retreat = f"{event.unit} retreats: {dice_faces(event.dice)}."
        return f"{retreat} Leaves the table and is out of the game.{lost} (CW {rule})"
    went = f"Goes {inches(event.inches)} to {point_text(event.to)}, facing {heading(event.facing)}"
    return f"{event.unit} retreats: {dice_faces(event.dice)}{why}. {went}. (CW {rule})"


def _tell_advance(event: Advanced) -> str:
    into = (
        f", into contact with {event.contact}"
        if event.contact
        else f", stopped by {event.limit}"
        if event.limit
        else ""
    )
    went = (
        f"Goes {inches(event.inches)} to {point_text(event.to)}"
        if event.inches or event.contact
        else "Stays where it is"
    )
    return f"{event.unit} advances: {event.die}{into}. {went}. (CW 9.10)"


def _losses_text(state: State, unit: Unit) -> str:
    """``The Union: 7 bases lost, broken at 14.``, including those of the unit that is lost now."""
    lost = state.game.lost.get(unit.side, 0) + unit.bases
    return f"{side_name(state, unit.side)}: {counted(lost, 'base')} lost, broken at {state.setup.breaks[unit.side]}."
