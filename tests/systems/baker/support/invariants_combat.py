"""What holds of Baker's battles, volley by volley, loss by loss (BK 3 to 8)."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.contract import Event, Rolled
from engine.systems.baker.state.battle_events import (
    AntiAircraft,
    BattleBegan,
    BattleEnded,
    Landed,
    Lost,
    Retreated,
    RoundBegan,
    RoundEnded,
    Volley,
    Wasted,
    Withdrew,
)
from engine.systems.baker.state.position import Battle, State
from tests.conformance.moment import Moment
from tests.systems.baker.support.invariants_movement import battle, foe
from tests.systems.baker.support.oracle_battle import (
    AIR,
    ALL,
    ATTACK,
    COST,
    DEFENCE,
    LAND,
    LOSSES,
    ROUNDS,
    SHIPS,
    TARGETS,
)

FREELY = ("artillery", "tank", "fighter", "bomber", "submarine", "battleship")
"""Types that choose on a one whoever rolls them (BK 4)."""
COLOURS = {"attacker": "red", "defender": "blue"}
"""As pencil and paper call them."""


# reckoned anew
def this_round(told: Sequence[Event], area: str) -> list[Event]:
    """What has been told since the round of this battle began."""
    starts = [n for n, event in enumerate(told) if isinstance(event, RoundBegan) and event.area == area]
    return list(told[starts[-1] :]) if starts else []


def last_volley(m: Moment) -> tuple[Volley, list[Lost]]:
    """The volley of which something is told, and the losses it has had."""
    last = max(n for n, event in enumerate(m.told) if isinstance(event, Volley))
    volley = m.told[last]
    assert isinstance(volley, Volley)
    return volley, [event for event in m.told[last + 1 :] if isinstance(event, Lost)]


def sides(state: State, fight: Battle, who: str) -> list[str]:
    return [power for power in state.powers if foe(state, power, fight.attacker) == (who == "defender")]


def standing(state: State, fight: Battle, who: str) -> Counter[str]:
    """Combat units of a side in the area, without aircraft that take no part."""
    found = Counter[str]()
    for power in sides(state, fight, who):
        units = Counter({kind: n for kind, n in state.areas[fight.area].units.get(power, {}).items() if kind in ALL})
        if power == state.active:
            units.subtract(state.game.idle.get(fight.area, {}))
        found.update({kind: n for kind, n in units.items() if n})
    return found


def laden(state: State, area: str, powers: Sequence[str]) -> int:
    return sum(len(state.areas[area].cargo.get(power, ())) for power in powers)


def firing(m: Moment, volley: Volley) -> int:
    """BK 3.3: alive or behind the casualty line; ships off a beach as the round's beginning has them."""
    state, fight = m.before, battle(m.before, volley.area)
    began = this_round(m.told, volley.area)
    fallen = [
        event for event in began if isinstance(event, Lost) and event.when == "at-end" and event.type == volley.type
    ]
    if fight.kind == "amphibious" and volley.type == "battleship":
        ships = next(event.ships for event in began if isinstance(event, RoundBegan))
        if state.setup.mode == "battle":
            return int(state.areas["Sea"].units[fight.attacker]["battleship"])
        return sum(zone.get("battleship", 0) for zone in ships.values())
    mine = sides(state, fight, volley.side)
    number = standing(state, fight, volley.side)[volley.type] + sum(
        event.power in mine and not _barred(volley, event) for event in fallen
    )
    if volley.side == "attacker" and volley.type == "transport":
        number -= laden(state, volley.area, mine)
    return int(number)


def _barred(volley: Volley, fallen: Lost) -> bool:
    """BK 4.8"""
    return volley.side == "attacker" and volley.type == "transport" and fallen.ship is not None


def slots(fight: Battle) -> Iterator[tuple[str, str, str]]:
    """The volleys that there may be in the next round: who, type, when."""
    for step in ROUNDS[fight.kind][min(fight.round, 1)].split(", "):
        colour, *types = step.split()
        for kind in types[:-1]:
            yield ("attacker" if colour == "red" else "defender", kind, "at-once" if types[-1] == "now" else "at-end")


def exposed(m: Moment, volley: Volley, one: bool) -> Counter[str]:
    """BK 4, 7.6, 7.7: from among what the unit must be picked; the first class of those that the type must hit."""
    state, fight = m.before, battle(m.before, volley.area)
    found = standing(state, fight, "defender" if volley.side == "attacker" else "attacker")
    if volley.side == "defender" and fight.kind == "amphibious" and fight.round == 0:
        found += _aboard(m, fight, one, volley.type)
    classes: dict[str, list[tuple[str, ...]]] = {
        "infantry": [("infantry",), ("artillery", "tank"), AIR],
        "tank": [LAND, AIR],
        "submarine": [SHIPS, AIR] if one else [SHIPS],
    }
    ranks = classes.get(volley.type, [ALL])
    for rank in ranks:
        able = Counter({kind: n for kind, n in found.items() if kind in rank and n > 0})
        if able:
            return able
    return Counter()


def _aboard(m: Moment, fight: Battle, one: bool, kind: str) -> Counter[str]:
    """Troops not yet ashore, and on a one the ships that take part."""
    found, told = Counter[str](), this_round(m.told, fight.area)
    began, state = next(event for event in told if isinstance(event, RoundBegan)), m.before
    if any(isinstance(event, Landed) for event in told):
        return found
    for there in state.areas.values():
        ships = [ship for ship in there.cargo.get(fight.attacker, ()) if ship.to == fight.area]
        for ship in ships:
            found.update(ship.cargo)
        if one:
            found["transport"] += len(ships)
    if one:
        ships_ = {"battleship": 1, "transport": 1} | ({} if kind == "artillery" else {"carrier": 1})
        found.update({ship: n for zone in began.ships.values() for ship, n in zone.items() if ship in ships_})
        if state.setup.mode == "battle":
            found.update(
                {ship: n for ship, n in state.areas["Sea"].units.get(fight.attacker, {}).items() if ship in ships_}
            )
        found["transport"] += sum(isinstance(event, Lost) and event.place == "aboard" for event in told)
    return found


# of every event
def volleys_roll_their_units(m: Moment) -> None:
    """BK 3.1 to 3.4: in the order of the table, a die each, what they hit on, and only if there is something to hit."""
    if not isinstance(m.event, Volley):
        return
    event, fight = m.event, battle(m.before, m.event.area)
    order = list(slots(fight))
    done = [(e.side, e.type, e.when) for e in (*this_round(m.told, event.area), event) if isinstance(e, Volley)]
    assert all(one in order for one in done) and [one for one in order if one in done] == done
    assert len(event.dice) == firing(m, event) > 0, (event, firing(m, event))
    assert event.need == (ATTACK if event.side == "attacker" else DEFENCE)[event.type]
    assert event.ones == event.dice.count(1) and event.hits == sum(die <= event.need for die in event.dice)
    assert exposed(m, event, True) or exposed(m, event, False)
    assert isinstance(m.told[-1], Rolled) and m.told[-1].faces == event.dice
    assert sum(fallen.number for fallen in event.fallen) <= event.hits


def losses_are_due(m: Moment) -> None:
    """BK 3.5 to 3.7, 4: of a hit, from the class that must suffer, picked by whom the rules let pick."""
    if not isinstance(m.event, Lost):
        return
    event, fight, (volley, before) = m.event, battle(m.before, m.event.area), last_volley(m)
    assert volley.area == event.area and len(before) < volley.hits and event.when == volley.when
    one = len(before) < volley.ones
    able = exposed(m, volley, one)
    assert event.type in able, (event, able)
    assert event.power in sides(m.before, fight, "defender" if volley.side == "attacker" else "attacker")
    chooses = one and (volley.type in FREELY or (volley.type == "carrier" and volley.side == "defender"))
    assert event.picked == ("roller" if chooses else "victim")
    assert not event.cargo or event.type == "transport"


def lists_left_alone_are_the_default(m: Moment) -> None:
    """BK 17: with no list of one's own, the first of the published one that is there."""
    if not isinstance(m.event, Lost) or m.event.list:
        return
    event, fight, (volley, before) = m.event, battle(m.before, m.event.area), last_volley(m)
    kept = m.before.game.policies.get(fight.attacker)
    victim = "defender" if volley.side == "attacker" else "attacker"
    chooser, table = (volley.side, TARGETS) if event.picked == "roller" else (victim, LOSSES)
    if chooser == "attacker" and event.picked == "victim" and kept and kept.keep:
        return
    wish = table["naval" if fight.kind == "naval" else "land", COLOURS[chooser]].split()
    able = exposed(m, volley, len(before) < volley.ones)
    others = [wish.index(kind) for kind in able if kind != "transport"]
    name = "loaded" if event.type == "transport" and event.ship is not None else event.type
    assert wish.index(name) <= min(others, default=len(wish)), (event, able)
    ships = ("transport", "loaded") if "transport" in able and event.type != "transport" else ()
    assert not ships or wish.index(name) < max(map(wish.index, ships)), (event, able)


def fallen_at_once_never_fire(m: Moment) -> None:
    """BK 3.6: a volley after that has no more dice than there are units left."""
    if isinstance(m.event, Volley):
        fight, volley = battle(m.before, m.event.area), m.event
        if volley.type != "battleship" or fight.kind != "amphibious":
            mine, now = sides(m.before, fight, volley.side), standing(m.before, fight, volley.side)[volley.type]
            behind = [
                e
                for e in this_round(m.told, volley.area)
                if isinstance(e, Lost) and e.power in mine and e.type == volley.type and e.when == "at-end"
            ]
            assert len(volley.dice) <= now + len(behind)


def hits_without_a_victim_are_wasted(m: Moment) -> None:
    """BK 3.5"""
    if isinstance(m.event, Wasted):
        volley, before = last_volley(m)
        assert (volley.type, m.event.hits) == (m.event.type, volley.hits - len(before)) and m.event.hits > 0
        assert not exposed(m, volley, len(before) < volley.ones)


def guns_shoot_at_every_aircraft(m: Moment) -> None:
    """BK 8.1"""
    if isinstance(m.event, AntiAircraft):
        state, fight = m.before, battle(m.before, m.event.area)
        flying = standing(state, fight, "attacker")
        assert {kind: len(dice) for kind, dice in m.event.dice.items()} == {
            kind: flying[kind] for kind in AIR if flying[kind]
        }
        ones = {kind: dice.count(1) for kind, dice in m.event.dice.items()}
        assert dict(m.event.lost) == {kind: n for kind, n in ones.items() if n}
        assert fight.round == 0 and fight.kind != "naval"
        assert any(state.areas[fight.area].units.get(power, {}).get("aa") for power in sides(state, fight, "defender"))


def rounds_follow_one_another(m: Moment) -> None:
    """BK 3.1, 8.2: at least one unit on both sides before, what is left told after; nobody fights on who is done."""
    match m.event:
        case RoundBegan(area=area, round=number) | RoundEnded(area=area, round=number):
            fight = battle(m.before, area)
            assert number == fight.round + 1 and fight.result is None
            assert isinstance(m.event, RoundEnded) == bool(this_round(m.told, area)) or _over(m.told, area)
            if isinstance(m.event, RoundEnded):
                for who, left in m.event.forces.items():
                    assert _shown(left) == standing(m.before, fight, who), (who, left)


def _over(told: Sequence[Event], area: str) -> bool:
    """Whether the last round of the battle has ended."""
    return any(isinstance(event, RoundEnded) for event in this_round(told, area))


def _shown(forces: Mapping[str, int]) -> Counter[str]:
    shown = Counter({kind: n for kind, n in forces.items() if kind != "loaded"})
    shown["transport"] += forces.get("loaded", 0)
    return +shown


def battles_end_as_they_stand(m: Moment) -> None:
    """BK 8.3, 8.9, 13.3; what it cost is what was lost."""
    if not isinstance(m.event, BattleEnded):
        return
    event, fight = m.event, battle(m.before, m.event.area)
    red, blue = (bool(standing(m.before, fight, who)) for who in ("attacker", "defender"))
    left = any(isinstance(e, (Retreated, Withdrew)) and e.area == event.area for e in m.told)
    assert event.result in (
        ("won",) if red else ("draw", "called-off", "retreated") if not blue else ("lost", "retreated", "called-off")
    )
    assert (
        not (red and blue)
        and (event.result != "retreated" or left)
        and (event.result != "called-off" or not fight.round)
    )
    cost: dict[str, Counter[str]] = {power: Counter() for power in event.units}
    for e in m.told:
        if isinstance(e, Lost) and e.area == event.area:
            cost[e.power].update({e.type: 1})
            cost[e.power].update(e.cargo)
        if isinstance(e, AntiAircraft) and e.area == event.area:
            cost[fight.attacker].update(e.lost)
    assert {power: dict(units) for power, units in event.units.items()} == {
        power: dict(units) for power, units in cost.items()
    }
    assert dict(event.lost) == {
        power: sum(COST.get(kind, 5) * n for kind, n in units.items()) for power, units in cost.items()
    }


def battles_begin_with_all_that_is_there(m: Moment) -> None:
    """BK 13.4: the order of battle names every unit in the area of both sides."""
    if isinstance(m.event, BattleBegan):
        fight = battle(m.before, m.event.area)
        assert fight.round == 0 and m.event.kind == fight.kind and m.event.attacker == fight.attacker
        for who in ("attacker", "defender"):
            told, there = _shown(m.event.forces[who]), standing(m.before, fight, who)
            assert not there - told and (fight.kind == "amphibious" or told == there), (who, told)


FIGHTS: tuple[Callable[[Moment], None], ...] = (
    volleys_roll_their_units,
    losses_are_due,
    lists_left_alone_are_the_default,
    fallen_at_once_never_fire,
    hits_without_a_victim_are_wasted,
    guns_shoot_at_every_aircraft,
    rounds_follow_one_another,
    battles_end_as_they_stand,
    battles_begin_with_all_that_is_there,
)
