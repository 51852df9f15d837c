"""The chances stated of attacks: those that the dice have when the orders run, told of each accepted order and of no
other."""

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from io import StringIO
from itertools import islice
from math import sqrt
from random import Random
from typing import Any

import pytest
from rich.console import Console

from bot.discord.messages import order_feedback
from bot.terminal.screen import Screen
from engine import checking, play
from engine.chances import PROVISIONAL, with_chances
from engine.checking import Verdict
from engine.contract import Event, NoDice, Order, Turn
from engine.expectation import next_phase, runs_without_dice
from engine.language import ParsedLine, write
from engine.scenarios import reader
from engine.systems import SYSTEMS, acw, baker, forumini, miniwars, zones
from engine.systems.acw import orders as acw_orders
from engine.systems.acw.state.combat_events import Charged as ChargeEnded
from engine.systems.acw.state.combat_events import MeleeRolled
from engine.systems.baker import orders as baker_orders
from engine.systems.baker.rules.combat.battles import fight, raid
from engine.systems.baker.rules.combat.odds import forecast_at
from engine.systems.baker.state.events import Raided
from engine.systems.forumini import orders as forumini_orders
from engine.systems.forumini.state.events import AntiairAttacked
from engine.systems.forumini.state.events import Attacked as Hit
from engine.systems.forumini.state.position import DESTROYED
from engine.systems.miniwars import orders as miniwars_orders
from engine.systems.miniwars.state.events import Fired, Fought
from engine.systems.zones import orders as zones_orders
from engine.systems.zones.state.events import Attacked as ModelAttacked
from tests.support import random_games
from tests.support.dice_ways import Way, every_way, sampled, sampled_ways
from tests.support.sampling import share

Attack = tuple[Any, str, Order]
MESSAGES, SEEDS = 200, 60
SAMPLE = share(1_600, 400)
SIGMAS = 5
NEVER = ("acw", "zones")
"""Systems in which dice or another side come between any two phases of a side."""
KINDS: dict[str, tuple[type[Order], ...]] = {
    "miniwars": (miniwars_orders.Fire, miniwars_orders.Attack),
    "forumini": (
        forumini_orders.Attack,
        forumini_orders.Bomb,
        forumini_orders.Strafe,
        forumini_orders.Indirect,
        forumini_orders.Charge,
    ),
    "zones": (zones_orders.Attack,),
    "acw": (acw_orders.Charge, acw_orders.Fight),
    "baker": (baker_orders.Move, baker_orders.ShipOver, baker_orders.Bomb),
}
"""The orders that attack."""


def attacks(stem: str, seed: int = 1) -> Iterator[Attack]:
    """Attacks in the positions of a random game: up to two of each kind in each."""
    system, chance = SYSTEMS[reader.load(stem).system], Random(f"{stem} {seed}")
    for step in islice(random_games.game(system, stem, seed), MESSAGES):
        phase = system.phase(step.after)
        if not phase:
            return
        side = phase.sides[0]
        ideas = list(system.ideas(system.view(step.after, side), side))
        for kind in KINDS[system.NAME]:
            found = [order for order in ideas if isinstance(order, kind)]
            yield from ((step.after, side, order) for order in chance.sample(found, min(2, len(found))))


def some(number: int, *stems: str) -> list[Attack]:
    """So many attacks of random games, as many of each scenario; there must be as many."""
    found = list[Attack]()
    for nth, stem in enumerate(stems, 1):
        games = (attack for seed in range(SEEDS) for attack in attacks(stem, seed))
        found += islice(games, number * nth // len(stems) - len(found))
    assert len(found) == number, f"only {len(found)} attacks"
    return found


def stated(attack: Attack) -> str:
    """The chances that the side is told."""
    state, side, order = attack
    system = SYSTEMS[type(state).__module__.split(".")[2]]
    text = write(order, system.vocabulary(system.view(state, side), side))
    (verdict,) = with_chances(system, side, checking.check(system, state, side, text))
    assert verdict.accepted, (text, verdict.problems)
    return verdict.chances


def check_share(text: str, words: str, found: float, spread: float = 0.0) -> None:
    """The per cent before ``words`` is the share that was found, to the nearest; ``spread``: of a sample."""
    said = re.search(rf"(under |over )?(\d+) %{words}", text)
    assert said, (text, words)
    limit, number = said.groups()
    low, high = {"under ": (0.0, 0.01), "over ": (0.99, 1.0)}.get(limit, (int(number) / 100,) * 2)
    rounding = 0.0 if limit else 0.0050001
    assert low - rounding - spread <= found <= high + rounding + spread, (text, words, found)


def sample_spread(found: float, number: int = SAMPLE) -> float:
    return SIGMAS * sqrt(max(found * (1 - found), 1 / number) / number)


def total(ways: Sequence[Way], good: Callable[[Event], bool], *kinds: type[Event]) -> float:
    """The share of the ways whose last event of these kinds is a good one."""
    return float(
        sum((way.share for way in ways for event in way.events if isinstance(event, kinds) and good(event)), Fraction())
    )


# system by system
def test_miniwars_shots_and_attacks() -> None:
    for attack in some(share(80, 16), "millers-bridge", "raid-on-danville"):
        text = stated(attack)
        ways = list(every_way(miniwars, *attack, Fired, Fought))
        hit = total(ways, lambda event: event.success if isinstance(event, Fought) else event.hit, Fired, Fought)  # type: ignore[attr-defined]
        check_share(text, "", hit)
        disrupted = attack[0].units[_target(attack)].disrupted
        assert not hit or text.endswith("destroyed" if disrupted else "disrupted"), text


def _target(attack: Attack) -> str:
    state, _, order = attack
    named = str(getattr(order, "target", ""))
    return (
        named
        if named in state.units
        else next(unit.id for unit in state.units.values() if unit.at == named and not unit.gone)
    )


@pytest.mark.long
def test_forumini_attacks() -> None:
    kinds = set[type[Order]]()
    for attack in some(share(60, 24), "steel-and-sky", "airborne-bridge", "open-meeting"):
        state, side, order = attack
        text = stated(attack)
        if isinstance(order, forumini_orders.Indirect):
            continue
        ways = sampled_ways(forumini, state, side, order, SAMPLE)
        hits = [event for way in ways for event in way.events if isinstance(event, Hit | AntiairAttacked)]
        if not hits:
            assert text == "" or text.startswith("if it arrives"), text
            continue
        kinds.add(type(order))
        before = state.units[hits[0].shot.target].hits
        hit = sum(event.now > before for event in hits) / len(hits)
        destroyed = sum(event.now >= DESTROYED > before for event in hits) / len(hits)
        check_share(text, " hit", hit, sample_spread(hit, len(hits)))
        if "destroyed" in text:
            check_share(text, " destroyed", destroyed, sample_spread(destroyed, len(hits)))
        else:
            assert not destroyed, text
    assert len(kinds) > 1


@pytest.mark.long
def test_forumini_indirect_fire() -> None:
    """FA 13: each unit in the hex by itself."""
    found = [one for stem in ("zoo", "airborne-bridge") for one in indirect_attacks(stem)]
    for state, side, order in found[: share(12, 3)]:
        text = stated((state, side, order))
        ways = sampled_ways(forumini, state, side, order, SAMPLE)
        shot = {event.shot.target for way in ways for event in way.events if isinstance(event, Hit)}
        assert shot == {part.partition(":")[0] for part in text.split("; ") if part}, text
        for part in text.split("; ") if text else ():
            key = part.partition(":")[0]
            shots = (event for way in ways for event in way.events if isinstance(event, Hit))
            hit = sum(event.shot.target == key and event.now > state.units[key].hits for event in shots) / SAMPLE
            check_share(part, " hit", hit, sample_spread(hit))
    assert found


def indirect_attacks(stem: str) -> Iterator[Attack]:
    for step in islice(random_games.game(forumini, stem, 2), share(200, 150)):
        if phase := forumini.phase(step.after):
            ideas = forumini.ideas(forumini.view(step.after, phase.sides[0]), phase.sides[0])
            found = (order for order in ideas if isinstance(order, forumini_orders.Indirect))
            yield from ((step.after, phase.sides[0], order) for order in islice(found, 1))


def test_zones_shooting_and_melee() -> None:
    for state, side, order in some(share(24, 6), "low-wells", "the-long-line", "three-wadis"):
        text = stated((state, side, order))
        number = share(600, 300)
        ways = sampled_ways(zones, state, side, order, number)
        for word, field in (("hits?", "hits"), ("wounds?", "wounds")):
            counts = [sum(getattr(e, field) for e in way.events if isinstance(e, ModelAttacked)) for way in ways]
            mean = sum(counts) / number
            spread = SIGMAS * sqrt(max(sum((n - mean) ** 2 for n in counts) / number, 1 / number) / number)
            said = re.search(rf"([\d.]+) {word}", text)
            assert said and abs(float(said[1]) - mean) <= spread + 0.05, (text, mean, spread)


def test_zones_single_attack_dice_are_exact() -> None:
    found = 0
    for state, side, order in (attack for seed in (1, 2) for attack in attacks("three-wadis", seed)):
        if found >= share(100, 4):
            break
        text = stated((state, side, order))
        if not text.startswith("1 die"):
            continue
        found += 1
        ways = list(every_way(zones, state, side, order))
        for word, field in (("hits?", "hits"), ("wounds?", "wounds")):
            mean = sum(
                way.share * sum(getattr(e, field) for e in way.events if isinstance(e, ModelAttacked)) for way in ways
            )
            said = re.search(rf"([\d.]+) {word}", text)
            assert said and abs(float(said[1]) - mean) <= 0.0500001, (text, mean)
    assert found


@pytest.mark.long
def test_acw_charges_and_melees() -> None:
    found = some(share(32, 8), "kesslers-mill", "first-charge")
    assert {type(order) for _, _, order in found} == set(KINDS["acw"])
    for state, side, order in found:
        text, ways = stated((state, side, order)), list(every_way(acw, state, side, order, ChargeEnded, MeleeRolled))
        if isinstance(order, acw_orders.Charge):
            check_share(text, "", total(ways, lambda event: event.reached, ChargeEnded))  # type: ignore[attr-defined]
            continue
        sign = {order.unit: 1, order.target: -1}  # type: ignore[attr-defined]
        leads = [
            (way.share, (event.charger_total - event.target_total) * sign[event.charger])
            for way in ways
            for event in way.events
            if isinstance(event, MeleeRolled)
        ]
        wins, ties = (
            float(sum(part for part, lead in leads if lead > 0)),
            float(sum(p for p, lead in leads if not lead)),
        )
        assert "wins" in text and "ties" in text
        check_share(text.partition("wins ")[2], ",", wins)
        check_share(text.partition("ties ")[2], "", ties)


@pytest.mark.long
def test_baker_attacks_by_the_battles_that_follow() -> None:
    """Exact ones agree with battles fought out; each with the forecast of the battle that the move makes."""
    tried = set[type[Order]]()
    for state, side, order in some(share(60, 12), "two-shores", "middle-sea"):
        text, seen = stated((state, side, order)), baker.view(state, side)
        turn = Turn(seen, NoDice(), baker.apply)
        play.carry_out(baker, turn, side, order)
        after, area = turn.state, order.to  # type: ignore[attr-defined]
        if isinstance(order, baker_orders.Bomb):
            ways = sampled(baker, after, partial(raid, area=area), SAMPLE)
            worth = [event.ipc for way in ways for event in way.events if isinstance(event, Raided)]
            said = re.search(r"([\d.]+) IPCs", text)
            assert said and abs(float(said[1]) - sum(worth) / len(worth)) < 0.8, text
        elif all(battle.area != area or battle.result for battle in after.game.battles):
            assert text == ""
            continue
        elif not text.startswith(f"battle of {area}: wins about"):
            won = forecast_at(after, area).share("won")
            check_share(text.rpartition("; if they land, ")[2], "", won)
            fought = [fight_out(after, area, seed) for seed in range(share(120, 40))]
            assert abs(sum(fought) / len(fought) - won) <= sample_spread(won, len(fought)), text
        tried.add(type(order))
    assert len(tried) > 1


def fight_out(state: Any, area: str, seed: int) -> bool:
    """Whether the attacker wins the battle, fought by the rules after combat movement."""
    turn = Turn(state, random_games.Falling("fight", seed), baker.apply)
    fight(turn, area)
    return any(battle.area == area and battle.result == "won" for battle in turn.state.game.battles)


# who is told what
@pytest.mark.parametrize("stem", ["millers-bridge", "two-shores"])
def test_moves_before_an_attack_are_counted(stem: str) -> None:
    """An attack behind moves without dice has the chances of the position that they leave."""
    system, found, chance = SYSTEMS[reader.load(stem).system], 0, Random(stem)
    for step in (step for seed in range(SEEDS) for step in islice(random_games.game(system, stem, seed), MESSAGES)):
        phase = system.phase(step.after)
        if found >= share(24, 6):
            break
        if not phase:
            continue
        side = phase.sides[0]
        seen = system.view(step.after, side)
        moves = [order for order in system.ideas(seen, side) if type(order).__name__ == "Move"]
        for move in chance.sample(moves, min(6, len(moves))):
            turn = Turn(seen, NoDice(), system.apply)
            if not runs_without_dice(system, turn, side, move):
                continue
            kinds = KINDS[system.NAME]
            attack = next((order for order in system.ideas(turn.state, side) if isinstance(order, kinds)), None)
            if attack and (words := system.chances(turn.state, side, attack)):
                text = "\n".join(write(order, system.vocabulary(seen, side)) for order in (move, attack))
                *_, verdict = with_chances(system, side, checking.check(system, step.after, side, text))
                assert verdict.chances == words, text
                found += 1
    assert found


def test_chances_are_shown_behind_the_order() -> None:
    """At the keyboard and in Discord, after the remark that an order is provisional."""
    line = ParsedLine(2, "BO fire RS", (0, 10))
    verdict = Verdict(
        line, (), True, False, "BO fire RS", chances="1d6 needs 6+: 17 % disrupted, if nothing before it changes that"
    )
    assert (
        order_feedback.verdict(verdict)
        == "⚠️ 2. `BO fire RS` · 1d6 needs 6+: 17 % disrupted, if nothing before it changes that"
    )
    written, screen = StringIO(), Screen()
    screen.console = Console(file=written, width=80)
    screen.verdicts([verdict])
    assert written.getvalue() == f"  ✓ BO fire RS  (provisional: depends on dice)  {verdict.chances}\n"


@pytest.mark.parametrize("stem", ["millers-bridge", "open-meeting", "low-wells", "first-charge", "two-shores"])
@pytest.mark.long
def test_provisional_orders_say_so_and_refused_ones_nothing(stem: str) -> None:
    system, doubtful = SYSTEMS[reader.load(stem).system], 0
    for state, side, order in islice(attacks(stem), share(80, 16)):
        vocabulary = system.vocabulary(system.view(state, side), side)
        text = write(order, vocabulary)
        others = [write(o, vocabulary) for o in system.ideas(system.view(state, side), side) if not o.ENDS][:4]
        for other in others:
            verdicts = with_chances(system, side, checking.check(system, state, side, f"{other}\nflibber\n{text}"))
            for verdict in verdicts:
                assert verdict.accepted or not verdict.chances
                assert not verdict.warning or not verdict.chances
                assert not verdict.chances or verdict.doubt == verdict.chances.endswith(PROVISIONAL)
                assert verdict.seen is None or system.view(verdict.seen, side) == verdict.seen, (
                    "only what the side sees"
                )
                doubtful += bool(verdict.doubt and (verdict.chances or verdict.repeats))
        if doubtful > share(40, 8):
            return
    assert doubtful or system.NAME == "baker"


@pytest.mark.parametrize("name", sorted(KINDS))
@pytest.mark.long
def test_attacks_below_the_end_of_a_phase_have_the_chances_of_the_next(name: str) -> None:
    """Wherever neither dice nor another side come between the two phases of a side."""
    system, found = SYSTEMS[name], 0
    games = ((stem, seed) for seed in range(SEEDS) for stem in random_games.shipped(system))
    for step in (step for stem, seed in games for step in islice(random_games.game(system, stem, seed), MESSAGES)):
        if found >= share(8, 2):
            break
        phase = system.phase(step.after)
        if not phase:
            continue
        side = phase.sides[0]
        seen = system.view(step.after, side)
        ahead = next_phase(system, seen, side)
        attack = ahead and next((o for o in system.ideas(ahead.seen, side) if isinstance(o, KINDS[name])), None)
        if ahead and attack and (words := system.chances(ahead.seen, side, attack)):
            text = f"done\n{write(attack, system.vocabulary(seen, side))}"
            judgement = checking.Judgement(system, step.after, side, text)
            *_, verdict = with_chances(system, side, judgement.verdicts)
            assert verdict.chances == words + PROVISIONAL, text
            assert system.view(judgement.position_ahead, side) == judgement.position_ahead != seen
            found += 1
    print(name, found)
    assert found or name in NEVER
