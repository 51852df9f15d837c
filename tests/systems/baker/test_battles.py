"""Baker's battles: round by round the same dice have the same effect as in the oracle; the cases of battles."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from engine.contract import Tape
from engine.systems.baker.state.position import FIELD, SEA, State
from tests.support.sampling import share
from tests.systems.baker.support.oracle_battle import Sheet, played
from tests.systems.baker.support.random_battles import Duel, done, random_duel

CASES = Path(__file__).parents[2] / "cases" / "baker-battles.yaml"


class Faces(Tape):
    """Dice that fall as pencil and paper had them; each face once."""


def fight_both(duel: Duel, random: Random, rounds: int = 12) -> None:
    """Round by round, until it is decided."""
    state, sheet = duel.begun(), duel.sheet
    for _ in range(rounds):
        faces = played(sheet, lambda: random.randint(1, 6))
        turn = done(state, tape := Tape(faces))
        state = turn.state
        says = f"{duel.words}\n{duel.red}\n{duel.blue}\nround {sheet.round}: {faces}"
        assert not tape.left, f"{says}: {len(tape.left)} dice too many"
        assert standing(state, duel.kind) == on_paper(sheet), says
        assert (state.game.battles[0].result or "") == sheet.result, says
        if sheet.result:
            assert (state.phase, state.turn) == ("over", sheet.round), says
            return


def standing(state: State, kind: str) -> Mapping[str, Counter[str]]:
    """What the position has of each side: in the battle, aboard, ashore, gone home."""
    battle, found = state.game.battles[0], dict[str, Counter[str]]()
    for side in ("red", "blue"):
        here = Counter(state.areas[SEA if kind == "naval" else FIELD].units.get(side, {}))
        off = Counter(state.areas[SEA].units.get(side, {})) if kind == "amphibious" else Counter[str]()
        here.pop("aa", None)
        found[side] = here + off
        found[f"{side} away"] = Counter(state.game.left.get(side, {}))
        found[f"{side} loaded"] = Counter(len(state.areas[SEA].cargo.get(side, ())) * ["loaded"])
    return {**found, "landed": Counter(battle.landed)}


def on_paper(sheet: Sheet) -> Mapping[str, Counter[str]]:
    found = dict[str, Counter[str]]()
    for side in ("red", "blue"):
        found[side] = Counter(unit.type for unit in sheet.units if unit.side == side)
        found[f"{side} away"] = Counter(unit.type for unit in sheet.away if unit.side == side)
        found[f"{side} loaded"] = Counter("loaded" for unit in sheet.units if unit.side == side and unit.cargo)
    return {**found, "landed": Counter(unit.type for unit in sheet.units if unit.at == "landed")}


@pytest.mark.usefixtures("rough_expectations")
@pytest.mark.parametrize("seed", range(share(8, 2)))
@pytest.mark.long
def test_rounds_go_as_with_pencil_and_paper(seed: int) -> None:
    random = Random(seed)
    for _ in range(15):
        fight_both(random_duel(random, 4), random)
