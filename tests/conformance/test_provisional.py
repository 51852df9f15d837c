"""Orders behind dice: they are warned of whatever would refuse them if the dice changed nothing."""

import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest

from engine import checking
from engine.contract import NoDice, Order, System, Turn, Vocabulary, replace
from engine.expectation import runs_without_dice
from engine.language import write
from engine.scenarios import reader
from engine.systems import SYSTEMS
from engine.systems.baker.state.position import is_land
from engine.systems.miniwars.rules.terrain import terrain_map
from engine.systems.miniwars.state import position as miniwars_position
from engine.verdict import Verdict
from maps.geometry.hexes import distance
from tests.support import random_games
from tests.support.sampling import share

MESSAGES, EVERY, TRIES = share(150, 60), share(2, 10), share(25, 10)


def test_an_attack_across_a_river_behind_another_attack_is_warned_of() -> None:
    """A unit that walks up to the river while another fights would attack across it, without a bridge."""
    played = random_games.game(SYSTEMS["miniwars"], "millers-bridge", 1)
    state = next(step.after for step in played if step.after.phase in miniwars_position.MOVEMENT)
    side = state.active
    board = terrain_map(state.board)
    pairs = [(a, b) for a in board.adjacent for b in board.adjacent[a] if board.barrier(a, b) == "river"]
    pairs = [
        (bank, over) for bank, over in pairs if {state.board.cells[at].terrain for at in (bank, over)} == {"plain"}
    ]
    own = [unit.id for unit in state.units.values() if unit.side == side][:2]
    foes = [unit.id for unit in state.units.values() if unit.side != side][:2]
    tried = 0
    for bank, over in pairs:
        starts = [at for at in board.adjacent[bank] if not board.barrier(at, bank) and at not in board.adjacent[over]]
        away = [a for a in board.adjacent if min(distance(a, at) for at in (bank, over)) > 2]
        front = next((a, b) for a in away for b in board.adjacent[a] if b in away and not board.barrier(a, b))
        for start in starts[:2]:
            spots = dict(zip((*own, *foes), (start, front[0], over, front[1]), strict=True))
            units = {
                key: replace(unit, at=spots.get(key, unit.at), gone=key not in spots, moved=False, attacked=False)
                for key, unit in state.units.items()
            }
            text = f"{own[1]} attack {foes[1]}\n{own[0]} move {bank}; attack {foes[0]}"
            first, move, attack = checking.check(SYSTEMS["miniwars"], replace(state, units=units), side, text)
            if first.accepted and move.accepted and not move.warning:
                assert attack.accepted and attack.doubt and "river without a bridge" in attack.warning, text
                tried += 1
    assert tried


def test_range_that_no_move_can_close_is_warned_of_even_for_a_unit_that_has_rolled() -> None:
    system, found = SYSTEMS["miniwars"], 0
    for state, side in positions("raid-on-danville"):
        seen = system.view(state, side)
        vocabulary = system.vocabulary(seen, side)
        attacks = [write(order, vocabulary) for order in system.ideas(seen, side) if type(order).__name__ == "Attack"]
        for attack in attacks:
            unit = seen.units[attack.split()[0]]
            for foe in (foe for foe in seen.units.values() if foe.side != side and not foe.gone):
                far = max(abs(int(foe.at[:2]) - int(unit.at[:2])), 0)
                if far > unit.move + 2:
                    *_, verdict = checking.check(system, state, side, f"{attack}; attack {foe.id}")
                    assert verdict.accepted and "only an adjacent enemy" in verdict.warning
                    found += 1
    assert found


@pytest.mark.parametrize("stem", random_games.scenarios_tried(4))
@pytest.mark.long
def test_what_is_refused_without_dice_is_warned_of_behind_them(stem: str) -> None:
    """Orders right and wrong: behind another unit's die each that is refused alone is refused, or warned of."""
    system, chance = SYSTEMS[reader.load(stem).system], Random(stem)
    for state, side in positions(stem):
        vocabulary, ideas, dice, samples = orders_at(system, state, side)
        wrong = [write(order, vocabulary) for order in (*ideas, *samples) if subject(order)]
        for _ in range(TRIES if dice and wrong else 0):
            die, line = chance.choice(dice), mixed(chance, chance.choice(wrong), vocabulary.units)
            alone = checking.check(system, state, side, line)
            if subject(die) and not line.startswith(subject(die)) and len(alone) == 1 and alone[0].problems:
                if subject(die) in re.findall(r"\w+", alone[0].problems[0].message):
                    continue  # what stands in the way is the unit that goes first
                (verdict,) = checking.check(system, state, side, f"{write(die, vocabulary)}\n{line}")[1:]
                assert verdict.problems or verdict.warning, (write(die, vocabulary), line, alone[0].problems)


@pytest.mark.parametrize("stem", random_games.scenarios_tried(4))
@pytest.mark.long
def test_what_is_called_hopeless_is_refused_whatever_the_dice_show(stem: str) -> None:
    """Behind an order of the same unit that needs dice, with a few throws of them."""
    system, chance = SYSTEMS[reader.load(stem).system], Random(stem)
    for state, side in positions(stem):
        vocabulary, _, rolling, samples = orders_at(system, state, side)
        dice, others = list(filter(subject, rolling)), [write(one, vocabulary) for one in samples if subject(one)]
        for line in chance.sample(others, min(len(others), 3)) if dice else ():
            die = chance.choice(dice)
            text = " ".join([subject(die), *line.split(" ")[1:]])
            *_, verdict = checking.check(system, state, side, f"{write(die, vocabulary)}\n{text}")
            for seed in range(8 if verdict.accepted and verdict.hopeless else 0):
                turn = Turn(state, random_games.Falling(stem, seed), system.apply)
                system.run(turn, side, die)
                after = system.phase(turn.state)
                if after and side in after.sides:
                    *_, later = checking.check(system, turn.state, side, text)
                    assert not later.accepted, (write(die, vocabulary), text, verdict.warning)


@pytest.mark.parametrize("stem", random_games.scenarios_tried(4))
def test_a_second_deed_that_no_dice_of_the_first_allow_is_warned_of(stem: str) -> None:
    """``U1 forward`` and then ``U1 charge C1``: a unit that has moved, whatever the dice show, does nothing more."""
    system, chance, spent, told = SYSTEMS[reader.load(stem).system], Random(stem), 0, 0
    for state, side in positions(stem):
        vocabulary, ideas, rolling, _ = orders_at(system, state, side)
        own = [(die, order) for die in rolling for order in ideas if subject(die) and subject(die) == subject(order)]
        for die, order in chance.sample(own, min(len(own), 4)):
            text, throws = write(order, vocabulary), list[Verdict]()
            for seed in range(8):
                turn = Turn(state, random_games.Falling(stem, seed), system.apply)
                system.run(turn, side, die)
                throws += checking.check(system, turn.state, side, text)[-1:]
            if all(one.problems and one.problems[0].code == "already-acted" for one in throws):
                *_, verdict = checking.check(system, state, side, f"{write(die, vocabulary)}\n{text}")
                spent, told = spent + 1, told + bool(verdict.warning or verdict.problems)
    assert told >= 0.5 * spent - 1, "others are allowed by some dice that were not thrown here"


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_standing_order_that_no_die_can_mend_is_refused_behind_dice_too(name: str) -> None:
    system, tried = SYSTEMS[name], 0
    for state, side in (one for stem in random_games.shipped(system)[:4] for one in positions(stem)):
        seen = system.view(state, side)
        vocabulary = system.vocabulary(seen, side)
        fit = (one for one in system.ideas(seen, side) if not one.ANYTIME and needs_dice(system, seen, side, one))
        first = next((write(one, vocabulary) for one in fit), "")
        for policy in (*vocabulary.policies, "banana") if first and not tried else ():
            for subject in ("all", next(iter(vocabulary.mine), "all")):
                line = f"standing {subject} {policy} banana"
                *_, last = checking.check(system, state, side, f"{first}\n{line}")
                assert not last.accepted or last.hopeless, (first, line)
                tried += 1
    assert tried or name == "baker", "whose movements need no dice"


class OrdersAt(NamedTuple):
    """What a side may write in a position: names, legal orders, those of them that need dice, and samples."""

    vocabulary: Vocabulary
    ideas: list[Order]
    dice: list[Order]
    samples: list[Order]


def orders_at(system: System[Any], state: Any, side: str) -> OrdersAt:
    seen = system.view(state, side)
    ideas = list(system.ideas(seen, side))
    dice = [order for order in ideas if needs_dice(system, seen, side, order)]
    return OrdersAt(system.vocabulary(seen, side), ideas, dice, list(system.sample_orders(seen, side)))


def mixed(chance: Random, line: str, units: Any) -> str:
    """The line with another unit as its target or its subject, or as it is."""
    words = line.split(" ")
    places = [at for at, word in enumerate(words) if word in units]
    if places and chance.random() < 0.8:
        words[chance.choice(places)] = chance.choice(list(units))
    return " ".join(words)


def subject(order: Order) -> str:
    return str(getattr(order, "unit", ""))


def needs_dice(system: System[Any], seen: Any, side: str, order: Order) -> bool:
    return not order.ENDS and not runs_without_dice(system, Turn(seen, NoDice(), system.apply), side, order)


def positions(stem: str) -> Iterator[tuple[Any, str]]:
    """Some positions of a random game, each with a side whose turn it is."""
    system = SYSTEMS[reader.load(stem).system]
    for number, step in enumerate(islice(random_games.game(system, stem, 1), MESSAGES)):
        phase = system.phase(step.after)
        if phase and phase.sides and number % EVERY == 0:
            yield step.after, phase.sides[0]


@pytest.mark.long
def test_a_retreat_that_no_outcome_of_the_fight_allows_is_warned_of() -> None:
    """Behind the fight it is kept, but its writer is told; where attackers came from beside the battle, nothing is."""
    system, found = SYSTEMS["baker"], {True: 0, False: 0}
    for step in islice(random_games.game(system, "two-shores", 1), share(300, 60)):
        state, phase = step.after, system.phase(step.after)
        side = phase.sides[0] if phase and phase.name == "combat" else ""
        seen = system.view(state, side) if side else state
        for battle in (one for one in seen.game.battles if side and not one.round and not one.result):
            for to in sorted(seen.areas):
                beside = to in seen.map.known[battle.area].next and is_land(seen, to) == is_land(seen, battle.area)
                possible = beside and bool(battle.start.get(to))
                text = f"fight {battle.area} 1\nretreat {battle.area} to {to}"
                fight, retreat = checking.check(system, state, side, text)
                if not fight.accepted:  # a battle at sea comes first
                    continue
                assert retreat.accepted and retreat.doubt, (text, retreat.problems)
                told = "came from" in retreat.warning or "does not touch" in retreat.warning
                assert told != possible, (text, retreat.warning)
                assert retreat.hopeless == told, (text, retreat.warning)
                how = "will be refused: " if told else "currently: " if retreat.warning else ""
                assert retreat.remark("currently") == how + retreat.warning
                found[possible] += 1
    assert found[True] and found[False]
