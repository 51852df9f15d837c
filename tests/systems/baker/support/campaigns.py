"""Campaigns of Baker's game as tests want them: a scenario, the phase and the power to move, and what stands where."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from engine import play
from engine.contract import Event, Order, Tape, Turn, replace
from engine.scenarios import reader
from engine.systems import baker
from engine.systems.baker.setup import start
from engine.systems.baker.state.position import COMBAT_MOVEMENT, Area, Battle, Counts, Ship, State
from engine.systems.baker.tables import AIR, LAND, NAVAL

CASES = Path(__file__).parents[3] / "cases" / "baker.yaml"


@lru_cache(maxsize=4)
def _shipped(name: str) -> State:
    return start.start(reader.load(name))


def campaign(name: str, side: str, phase: str = COMBAT_MOVEMENT) -> State:
    """A scenario that is shipped with the game."""
    return replace(_shipped(name), phase=phase, active=side)


@cache
def _war() -> Mapping[str, Any]:
    written = yaml.load(CASES.read_text("utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    scenario: Mapping[str, Any] = next(case for case in written if case["case"] == "purchase-add-refuse-return")[
        "scenario"
    ]
    return scenario


def war(side: str = "germany", phase: str = COMBAT_MOVEMENT, **switches: object) -> State:
    """The small map of the rulebook's cases: Germany against the Soviet Union and Britain."""
    written = _war()
    return replace(
        start.start(reader.parse({**written, "setup": {**written["setup"], **switches}})), phase=phase, active=side
    )


def stand(state: State, area: str, power: str, units: Counts, cargo: tuple[Ship, ...] = ()) -> State:
    """With exactly these units of a power in an area."""
    ground = state.areas[area]
    now = replace(ground, units={**ground.units, power: units}, cargo={**ground.cargo, power: cargo})
    return replace(state, areas={**state.areas, area: now})


def owned(state: State, **owners: str) -> State:
    return replace(
        state,
        areas={**state.areas, **{area: replace(state.areas[area], owner=power) for area, power in owners.items()}},
    )


def game(state: State, **parts: object) -> State:
    return replace(state, game=replace(state.game, **parts))


def rich(state: State, power: str, ipc: int = 0, **buys: int) -> State:
    """With so many IPCs, and these units in hand."""
    return replace(state, powers={**state.powers, power: replace(state.powers[power], ipc=ipc, buys=buys)})


def duel(words: str, rounds: str = "one") -> State:
    """A single battle as it is written."""
    return start.start(
        reader.parse({**baker.open_battle(words), "setup": {"mode": "battle", "battle": words, "rounds": rounds}})
    )


def done(state: State, *sides: str, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    """The sides are done, one after the other; all dice that are given fall."""
    turn = Turn(state, tape := Tape(dice), baker.apply)
    for side in sides:
        play.close(baker, turn, side)
    assert not tape.left
    return turn.state, turn.events


def does(state: State, side: str, *orders: Order) -> tuple[State, list[Event]]:
    """Orders against which nothing speaks, without dice."""
    turn = Turn(state, Tape(), baker.apply)
    for order in orders:
        assert not list(baker.check(turn.state, side, order))
        baker.run(turn, side, order)
    return turn.state, turn.events


def kinds(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def scattered(state: State, random: Random) -> State:
    """The same map in another war: owners, units and what was captured by lot."""
    areas = {
        area: Area(random.choice(tuple(state.powers)) if state.areas[area].owner else None, _units(state, area, random))
        for area in state.areas
    }
    lands = [area for area, ground in areas.items() if ground.owner]
    gates = {
        f"{a}/{b}": (random.choice(lands),)
        for a in areas
        for b in state.map.known[a].next
        if a < b and not areas[a].owner and not areas[b].owner and random.random() < 0.2
    }
    state = replace(state, areas=areas, setup=replace(state.setup, gates=gates))
    return game(state, captured=tuple(area for area in lands if random.random() < 0.15))


def _units(state: State, area: str, random: Random) -> Mapping[str, Counts]:
    if area in state.setup.neutral:
        return {}
    kinds = (*LAND, *AIR, "aa") if state.map.known[area].kind == "land" else (*NAVAL, "fighter")
    return {
        power: {kind: random.randint(1, 3) for kind in random.sample(kinds, 2)}
        for power in state.powers
        if random.random() < 0.18
    }


def at_kiev() -> State:
    """Germany's combat phase: four land units and a fighter at Kiev against two Soviet infantry, a tank and a gun."""
    state = stand(war("germany", "combat"), "Kiev", "germany", {"infantry": 3, "tank": 1, "fighter": 1})
    state = stand(state, "Kiev", "ussr", {"infantry": 2, "tank": 1, "aa": 1})
    state = stand(state, "sz1", "germany", {"transport": 2}, (Ship({"infantry": 2}, True, "Gotland"),))
    battles = (
        Battle("Kiev", "land", "germany", start={"Poland": 4}),
        Battle("Gotland", "amphibious", "germany", 1),
        Battle("sz3", "naval", "germany", 2, result="won"),
    )
    return rich(game(state, battles=battles), "germany", 6, infantry=3, tank=1)
