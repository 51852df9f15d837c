"""The report of a battle: the forces, each volley with its dice and losses, retreats, losses compared with the odds."""

from collections.abc import Iterator, Sequence

from engine.contract import Event, counted
from engine.toolkit.wording import listed, number_word

from ..advice.evaluation import total_counts
from ..rules.combat.engagement import deciding_defender
from ..state.battle_events import (
    AntiAircraft,
    BattleBegan,
    BattleEnded,
    Fallen,
    Homeless,
    Landed,
    NotRetreated,
    Retreated,
    RoundBegan,
    RoundEnded,
    Volley,
    Withdrew,
)
from ..state.events import Written
from ..state.position import Battle, State, are_friends, battle_at, defending_powers, power_name
from ..table_rows import LOADED, BattleStep
from ..tables import AIR, INFANTRY, TABLES
from ..wording import WORDS, dice_in_words, few_units, ipcs_in_words, low_luck_in_words, some_units, unit_list

ENDS = {
    "won": "{0} wins",
    "lost": "{1} holds",
    "draw": "nobody is left",
    "retreated": "{0} breaks off",
    "called-off": "called off, nobody attacks",
}


def fought(state: State, event: Event) -> str:
    """The line for an event of combat; "" for any other, and for losses, which are in the line of their volley."""
    match event:
        case Written():
            return _declared(state, event)
        case BattleBegan():
            return _began(state, event)
        case AntiAircraft():
            return _guns(event)
        case RoundBegan(area=area, round=number, ships=ships):
            beside = "; ".join(f"{unit_list(fleet)} in {zone}" for zone, fleet in ships.items())
            return f"Round {number} at {area}{f'; off the shore {beside}' if beside else ''}"
        case Volley():
            return _volley(state, event)
        case Landed(area=area, units=ashore):
            landings = "; ".join(f"{unit_list(troops)} from {zone}" for zone, troops in ashore.items())
            return f"Ashore at {area}: {landings}. (BK 7.4)"
        case RoundEnded(area=area, forces=forces):
            left = "; ".join(
                f"{_side(state, area, who)} {some_units(forces.get(who, {}))}" for who in ("attacker", "defender")
            )
            return f"Remaining at {area}: {left}."
        case _:
            return _leaving(state, event)


# sides
def _attacker(state: State, area: str) -> str:
    battle = battle_at(state, area)
    return battle.attacker if battle else ""


def _voice(state: State, area: str) -> str:
    """The power whose standing orders apply to the defence."""
    battle = battle_at(state, area)
    return deciding_defender(state, battle) if battle else ""


def _side(state: State, area: str, who: str) -> str:
    """The attacker, or all powers that defend."""
    if who == "attacker":
        return power_name(state, _attacker(state, area))
    return listed([power_name(state, power) for power in _defenders(state, area) or _fallen_defenders(state, area)])


def _fallen_defenders(state: State, area: str) -> list[str]:
    """The powers that defended here, now that none of them has units left."""
    battle = battle_at(state, area)
    return list(battle.defenders) if battle and battle.defenders else [_voice(state, area)]


def _defenders(state: State, area: str) -> list[str]:
    return defending_powers(state, area, _attacker(state, area))


# before the first round
def _declared(state: State, event: Written) -> str:
    """``Battle at Marsh, amphibious: 2 infantry to land from sz2; against Amber 4 infantry.``"""
    if state.setup.mode == "battle":
        return _table(state, event)
    known = battle_at(state, event.area)
    if known and known.kind == event.kind:
        return ""
    here = event.forces.get(event.area, {})
    theirs = [
        f"{power_name(state, power)} {unit_list(held)}"
        for power, held in here.items()
        if held and not are_friends(state, power, event.attacker)
    ]
    parts = [*_landing(state, event), f"against {listed(theirs) or 'nobody'}"]
    return f"Battle at {event.area}, {'now ' if known else ''}{event.kind}: {'; '.join(parts)}."


def _landing(state: State, event: Written) -> Iterator[str]:
    """The troops and ships that come from the sea."""
    for zone, ground in state.areas.items() if event.kind == "amphibious" else ():
        if lands := [unit_list(ship.cargo) for ship in ground.cargo.get(event.attacker, ()) if ship.to == event.area]:
            yield f"{', '.join(lands)} to land from {zone}"


def _table(state: State, event: Written) -> str:
    """BK 9.1: ``The battle, amphibious: Red 2 infantry, 1 tank aboard, 1 artillery, ...; Blue 3 infantry.``"""
    sides = []
    for side in state.powers:
        aboard = unit_list(total_counts(ship.cargo for ship in event.cargo.get(side, ())))
        here = [unit_list(held[side]) for held in event.forces.values() if held.get(side)]
        sides.append(f"{power_name(state, side)} {', '.join((*here, *([f'{aboard} aboard'] if aboard else [])))}")
    return f"The battle, {event.kind}: {'; '.join(sides)}."


def _began(state: State, event: BattleBegan) -> str:
    """The forces of both sides, and the losses that the odds predict on average."""
    forces = " against ".join(
        f"{_side(state, event.area, who)} {some_units(event.forces.get(who, {}))}" for who in ("attacker", "defender")
    )
    several = len(_defenders(state, event.area)) > 1
    voice = f" {power_name(state, event.defender)} decides for the defence. (BK 13.6)" if several else ""
    return f"Battle of {event.area} ({event.kind}): {forces}.{voice}{_expected_losses(event)}"


def _expected_losses(event: BattleBegan) -> str:
    """`` Expected losses: about 17.2 IPCs and 25.8 IPCs (400 simulated battles).``"""
    if not event.expected:
        return ""
    about, source = ("about ", f" ({event.simulated} simulated battles)") if event.simulated else ("", "")
    attacker, defender = (ipcs_in_words(event.expected[who]) for who in ("attacker", "defender"))
    return f" Expected losses: {about}{attacker} and {defender}{source}."


def _guns(event: AntiAircraft) -> str:
    """``Anti-aircraft fire at Marsh (needs 1): fighters 3 1, bombers 5: one fighter down.``"""
    thrown = ", ".join(f"{WORDS[kind][1]} {dice_in_words(event.dice[kind])}" for kind in AIR if event.dice.get(kind))
    down = listed([few_units(event.lost[kind], kind) for kind in AIR if event.lost.get(kind)])
    return f"Anti-aircraft fire at {event.area} (needs 1): {thrown}: {down or 'nothing'} down. (BK 8.1)"


# volleys
def _volley(state: State, event: Volley) -> str:
    """``Step 1: Red artillery 1 2 5 (needs 2): one picks the tank, one infantry lost. Gone at once.``"""
    fire = low_luck_in_words(event) if event.firing else f"{dice_in_words(event.dice)} (needs {event.need})"
    return f"{_step(state, event)}{power_name(state, event.power)} {event.type} {fire}: {_outcome(state, event)}"


def _step(state: State, event: Volley) -> str:
    """BK 3.1: the number of the step in its round."""
    battle = battle_at(state, event.area)
    if battle is None:
        return ""
    return next(
        (
            f"Step {number}: "
            for number, step in enumerate(steps(battle), 1)
            if step.side == event.side and event.type in step.types
        ),
        "",
    )


def steps(battle: Battle) -> Sequence[BattleStep]:
    """The steps of the round that is being fought."""
    known = TABLES.steps[battle.kind]
    return known.later if battle.round else known.first


def _outcome(state: State, event: Volley) -> str:
    if not event.hits:
        return "miss." if (event.firing or len(event.dice)) == 1 else "all miss."
    falls = [_fall(state, event, fallen) for fallen in event.fallen]
    if idle := event.hits - sum(fallen.number for fallen in event.fallen):
        falls.append(f"{number_word(idle)} wasted")
    gone = "" if not event.fallen else " Gone at once." if event.when == "at-once" else " Behind the line."
    return f"{', '.join(falls)}.{gone}"


def _fall(state: State, event: Volley, fallen: Fallen) -> str:
    """``one picks the tank (targets land: tank)``, ``two infantry lost (Blue's choice)``"""
    victims = _attacker(state, event.area) if event.side == "defender" else _voice(state, event.area)
    several = event.side == "attacker" and len(_defenders(state, event.area)) > 1
    whose = f"{power_name(state, fallen.power)}'s " if several else ""
    if fallen.picked == "roller":
        source = f" ({fallen.list})" if _in_list(fallen) else ""
        aim = (
            f"{whose or 'the '}{_kind(fallen)}"
            if fallen.number == 1
            else f"{whose}{number_word(fallen.number)} {_kind(fallen)}"
        )
        return f"{number_word(fallen.number)} pick{'s' if fallen.number == 1 else ''} {aim}{_aboard(fallen)}{source}"
    free = event.type != INFANTRY or fallen.type != INFANTRY
    source = fallen.list if _in_list(fallen) else f"{power_name(state, victims)}'s choice"
    reason = f" ({source})" if _in_list(fallen) or free else ""
    return f"{whose}{number_word(fallen.number)} {_kind(fallen)}{_aboard(fallen)} lost{reason}"


def _in_list(fallen: Fallen) -> bool:
    """Whether the list in force names the type that fell; the default order picks among types that no list names."""
    named = fallen.list.partition(": ")[2].split(" > ")
    return fallen.type in named or (LOADED in named and bool(fallen.cargo))


def _kind(fallen: Fallen) -> str:
    kind = LOADED if fallen.cargo else fallen.type
    name = "loaded transport" if kind == LOADED else WORDS[kind][0]
    return name if fallen.number == 1 else f"{name}s" if kind == LOADED else WORDS[kind][1]


def _aboard(fallen: Fallen) -> str:
    return (
        f" with {unit_list(fallen.cargo)}"
        if fallen.cargo
        else {"aboard": " aboard", "overland": " overland"}.get(fallen.place, "")
    )


# after the rounds
def _leaving(state: State, event: Event) -> str:
    match event:
        case Retreated():
            return _retreat(state, event)
        case Withdrew(area=area, power=power, submarines=count, to=to, why=why):
            where = f" to {to}" if to else ""
            submarines = counted(count, "submarine")
            return f"{power_name(state, power)} withdraws {submarines} from {area}{where}{_policy(why)}. (BK 8.9)"
        case NotRetreated(area=area, power=power, why=why):
            return f"{power_name(state, power)} wants to retreat from {area} but cannot: {why}. (BK 8.6)"
        case BattleEnded():
            return _ended(state, event)
        case Homeless(area=area, power=power, fighters=count, to=to):
            fate = f"to {to}" if to else "no island to land on, lost"
            fighters = f"{power_name(state, power)}'s {counted(count, 'fighter')}"
            return f"{fighters} without a carrier in {area}: {fate}. (BK 13.8)"
        case _:
            return ""


def _policy(why: str) -> str:
    """The standing order that caused it, in brackets."""
    return "" if why == "order" else f" ({why})"


def _retreat(state: State, event: Retreated) -> str:
    """``Red retreats from Kiev (retreat when attackers < 3): 2 infantry to Poland; 1 fighter stays over it ...``"""
    cargo = ", ".join(unit_list(ship.cargo) for ship in event.cargo)
    afloat = f" with {cargo} aboard" if cargo else ""
    gone = f"{unit_list(event.units)}{afloat}{f' to {event.to}' if event.to else ''}" if event.units else ""
    single = state.setup.mode == "battle"
    over = (
        unit_list(event.aircraft)
        if single or not event.aircraft
        else f"{unit_list(event.aircraft)} over it, out of the battle"
    )
    where = "" if single else f" from {event.area}"
    going = ", ".join(filter(None, (gone, over)))
    rule = "8.10" if single else "8.5"
    return f"{power_name(state, event.power)} retreats{where}{_policy(event.why)}: {going}. (BK {rule})"


def _ended(state: State, event: BattleEnded) -> str:
    """``End at Marsh after 2 rounds: Azure wins. Lost: Azure 2 infantry, 6 IPCs (7.3 expected); Amber ...``"""
    battle = battle_at(state, event.area)
    rounds = battle.round if battle else 0
    attacker = _attacker(state, event.area)
    result = ENDS[event.result].format(power_name(state, attacker), _side(state, event.area, "defender"))
    fought_ = f" after {counted(rounds, 'round')}" if rounds else ", without dice"
    losers = _losers(event, attacker) or _defenders(state, event.area) or _fallen_defenders(state, event.area)
    losses = [_cost(state, event, [attacker], "attacker"), _cost(state, event, losers, "defender")]
    end = f"End at {event.area}{fought_}: {result}."
    return f"{end} Lost: {'; '.join(losses)}." if rounds else end


def _losers(event: BattleEnded, attacker: str) -> list[str]:
    return [power for power in event.units if power != attacker]


def _cost(state: State, event: BattleEnded, powers: Sequence[str], who: str) -> str:
    lost = ", ".join(f"{power_name(state, power)} {some_units(event.units.get(power, {}))}" for power in powers)
    paid = sum(event.lost.get(power, 0) for power in powers)
    about = "about " if event.simulated else ""
    return f"{lost}, {ipcs_in_words(paid)}{f' ({about}{event.expected[who]:.1f} expected)' if event.expected else ''}"
