"""Who is named in the report of a battle, and to which list a loss is credited."""

import pytest

from engine.contract import replace
from engine.scenarios import reader
from engine.systems import baker
from engine.systems.baker.state.battle_events import BattleBegan, BattleEnded, Lost, RoundEnded, Volley
from engine.systems.baker.state.position import Battle
from tests.support import random_games
from tests.support.sampling import share
from tests.systems.baker.support.random_battles import begun, done


def test_only_powers_that_fought_are_named() -> None:
    """In random campaigns of four powers, in the result of a round and of a battle."""
    named = 0
    for seed in range(3, share(7, 4)):
        fought = dict[str, set[str]]()
        for step in random_games.walked(baker, "middle-sea", seed):
            state, names = step.before, {power.name: key for key, power in step.before.powers.items()}
            for event in step.turn.events:
                line = baker.tell(state, event)
                if isinstance(event, BattleBegan):
                    here = state.areas[event.area].units
                    fought[event.area] = {event.attacker, *(power for power in here if here[power])}
                if isinstance(event, RoundEnded | BattleEnded) and event.area in fought:
                    told = {names[name] for name in names if name in line}
                    assert told <= fought[event.area], line
                    named += len(told)
                state = baker.apply(state, event)
    assert named >= 20


@pytest.mark.parametrize("power", ["britain", "germany", "america", "italy"])
def test_the_fallen_fleet_is_named_by_its_own_power(power: str) -> None:
    """Whichever power defends a sea zone alone and loses all, no other is named."""
    state = baker.start(reader.load("middle-sea"))
    enemy = "germany" if power in ("britain", "america") else "britain"
    zone = next(key for key in state.areas if key.startswith("sz"))
    fleet = {enemy: {"battleship": 2}, power: {"submarine": 1}}
    areas = {**state.areas, zone: replace(state.areas[zone], units=fleet, cargo={})}
    battle = Battle(zone, "naval", enemy, round=1)
    state = replace(state, areas=areas, game=replace(state.game, battles=(battle,)))
    state = baker.apply(state, BattleBegan(zone, "naval", enemy, power, {"attacker": {}, "defender": {}}))
    state = baker.apply(state, Lost(zone, power, "submarine", zone, "at-once", "victim"))
    ended = BattleEnded(zone, "won", {power: 8}, {power: {"submarine": 1}})
    for event in (RoundEnded(zone, 1, {"attacker": {"battleship": 2}}), ended):
        line = baker.tell(state, event)
        assert all((known.name in line) == (key in fleet) for key, known in state.powers.items()), line


@pytest.mark.parametrize("list_", ["losses: infantry > tank", "losses: submarine > infantry"])
def test_a_loss_is_credited_only_to_a_list_that_names_it(list_: str) -> None:
    state = begun("naval: 2 submarine, 1 transport vs 3 submarine, 1 battleship", list_, list_)
    credited = told = 0
    for seed in range(6):
        for event in done(state, random_games.Falling(seed)).events:
            for fallen in event.fallen if isinstance(event, Volley) else ():
                line = baker.tell(state, replace(event, fallen=(fallen,)))
                assert ("losses:" in line) == (fallen.picked == "victim" and fallen.type in list_), line
                credited, told = credited + ("losses:" in line), told + 1
    assert told >= 6 and bool(credited) == ("submarine" in list_)
