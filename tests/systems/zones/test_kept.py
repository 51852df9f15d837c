"""What is kept from position to position is what a position without a past gives."""

from random import Random
from typing import Any

import pytest

from engine.contract import Order, decode, encode
from engine.systems import zones
from engine.systems.zones.advice.evaluation import expected_wounds, most_wanted_zone, wanted_zones
from engine.systems.zones.orders import Attack, Move
from engine.systems.zones.rules.board.bases import models_near, placed_models
from engine.systems.zones.rules.board.terrain import Crossed, stretches, terrain_on_way
from engine.systems.zones.rules.board.zone_control import control, score
from engine.systems.zones.rules.combat.targeting import aims
from engine.systems.zones.rules.movement.planned_moves import planned_move
from engine.systems.zones.state.position import State
from tests.systems.zones.support.shipped_scenarios import SHIPPED, played, staged


def _known(state: State, orders: list[tuple[str, Order]]) -> list[Any]:
    """All that is kept of a position."""
    found: list[Any] = [placed_models(state), control(state), score(state), zones.phase(state)]
    for side in ("", *(side.id for side in state.sides)):
        found += [zones.view(state, side), zones.vocabulary(state, side)]
    for side, order in orders:
        found.append([(refusal.code, refusal.says) for refusal in zones.check(state, side, order)])
        if isinstance(order, Move):
            found.append(planned_move(state, order))
        if isinstance(order, Attack):
            found += [aims(state, order), expected_wounds(state, order)]
    for unit in state.units.values():
        here = unit.models[0].at if unit.models else (0, 0)
        found += [wanted_zones(state, unit, here), most_wanted_zone(state, unit, here)]
    return found


@pytest.mark.parametrize("stem", [*SHIPPED, "secret-wadis"])
def test_what_is_kept_is_what_a_position_without_a_past_gives(stem: str) -> None:
    positions = [step.after for step in played(stem)][::12]
    orders = [
        [(side, order) for side in (side.id for side in state.sides) for order in zones.ideas(state, side)][:12]
        for state in positions
    ]
    once_more = [[*given, *before] for given, before in zip(orders, [[], *orders], strict=False)]
    kept = [_known(state, given) for state, given in zip(positions, once_more, strict=True)]
    for state, given, known in zip(positions, once_more, kept, strict=True):
        assert _known(decode(encode(state), State), given) == known


@pytest.mark.parametrize("stem", SHIPPED)
def test_the_models_near_a_place_are_all_that_a_base_could_touch(stem: str) -> None:
    chance = Random(stem)
    for state in [step.after for step in played(stem)][::20]:
        for _ in range(20):
            at, width = (chance.randrange(6000), chance.randrange(4800)), chance.choice((100, 150, 400))
            box = (at[0], at[1], at[0] + chance.randrange(600), at[1] + chance.randrange(600))
            near = models_near(state, box, width)
            for body in placed_models(state):
                x = min(max(body.at[0], box[0]), box[2])
                y = min(max(body.at[1], box[1]), box[3])
                reach = (width + body.diameter) / 2
                assert body in near or (body.at[0] - x) ** 2 + (body.at[1] - y) ** 2 > reach**2


@pytest.mark.parametrize("stem", SHIPPED)
def test_terrain_that_is_passed_over_is_not_crossed(stem: str) -> None:
    table, chance = staged(stem).table, Random(stem)
    corners = [(round(x * 100), round(y * 100)) for piece in table.pieces for x, y in piece.shape]

    def end() -> tuple[int, int]:
        x, y = chance.choice(corners)
        return chance.choice(((x, y), (x, chance.randrange(4800)), (chance.randrange(6000), y), (x + 1, y - 1)))

    for a, b in ((end(), end()) for _ in range(600)):
        found = [Crossed(piece, parts) for piece in table.pieces if (parts := stretches(a, b, piece.shape))]
        assert terrain_on_way(table).crossed_by(a, b) == tuple(found)
