"""Neutral land at a price: who may enter it, what it costs, and what it is afterwards (BK 11.11)."""

import pytest

from engine import checking
from engine.contract import replace
from engine.systems import baker
from engine.systems.baker.orders import Move
from engine.systems.baker.rules.board.area_control import neutral
from engine.systems.baker.setup.start import start
from engine.systems.baker.state.events import Captured
from engine.systems.baker.state.position import COMBAT_MOVEMENT, NONCOMBAT, Ship, State
from tests.systems.baker.support.campaigns import does, rich, stand
from tests.systems.baker.support.small_war import area, setup, war


def at_the_alps(phase: str = COMBAT_MOVEMENT, **switches: object) -> State:
    """Italy's turn in Poland, beside the Alps, which lie between it and Gotland; entering them costs 4 IPCs."""
    state = start(war(setup(**{"neutral_price": 4, **switches}), area("Alps", ipc=2, next=["Gotland", "sz1"])))
    state = stand(state, "Poland", "italy", {"infantry": 2, "tank": 1, "fighter": 1})
    return rich(replace(state, phase=phase, active="italy"), "italy", 5)


def refused(state: State, text: str) -> tuple[str, str]:
    (verdict,) = checking.check(baker, state, "italy", text)
    assert not verdict.accepted, text
    return verdict.problems[0].code, verdict.problems[0].message


def test_land_units_enter_for_the_price_and_it_is_theirs() -> None:
    state = at_the_alps()
    assert neutral(state, "Alps")
    after, events = does(state, "italy", Move(((1, "infantry"),), "Poland", "Alps"))
    (taken,) = [event for event in events if isinstance(event, Captured)]
    assert (taken.by, taken.start, taken.price) == ("italy", None, 4)
    assert after.powers["italy"].ipc == 1 and after.areas["Alps"].owner == "italy" and not neutral(after, "Alps")
    assert "enters neutral Alps, worth 2 for 4 IPCs. (BK 11.11)" in baker.tell(after, taken)
    again, events = does(after, "italy", Move(((1, "infantry"),), "Poland", "Alps"))
    assert again.powers["italy"].ipc == 1 and not [event for event in events if isinstance(event, Captured)]


@pytest.mark.parametrize(
    ("ipc", "phase", "text", "code", "words"),
    [
        (3, COMBAT_MOVEMENT, "move 1 tank Poland to Alps", "not-enough-ipc", "costs 4 IPCs; you have 3"),
        (5, COMBAT_MOVEMENT, "move 1 tank Poland to Gotland via Alps", "blocked", "units that enter it stop there"),
        (5, COMBAT_MOVEMENT, "move 1 fighter Poland to Alps", "impassable", "no one may fly over it"),
        (5, NONCOMBAT, "move 1 tank Poland to Alps", "impassable", "overland and in combat movement, for 4 IPCs"),
        (5, COMBAT_MOVEMENT, "unload 2 infantry sz1 to Alps", "impassable", "only land units enter it, overland"),
        (5, COMBAT_MOVEMENT, "ship 2 infantry Poland to Alps", "impassable", "only land units enter it, overland"),
    ],
)
def test_everything_else_is_refused(ipc: int, phase: str, text: str, code: str, words: str) -> None:
    state = rich(at_the_alps(phase), "italy", ipc)
    state = stand(state, "sz1", "italy", {"transport": 1}, (Ship({"infantry": 2}),))
    assert refused(state, text)[0] == code and words in refused(state, text)[1]


def test_without_a_price_it_stays_closed() -> None:
    code, says = refused(at_the_alps(neutral_price=None), "move 1 infantry Poland to Alps")
    assert (code, says) == ("impassable", "Alps is neutral: no one may enter")


def test_no_route_and_no_suggestion_crosses_it() -> None:
    state = at_the_alps()
    assert refused(state, "move 1 tank Poland to Gotland")[0] == "blocked"
    moves = [order for order in baker.ideas(state, "italy") if isinstance(order, Move)]
    assert moves and not [order for order in moves if "Alps" in (order.to, *order.via)]


def test_once_entered_it_is_land_like_any_other() -> None:
    state, _ = does(at_the_alps(), "italy", Move(((1, "infantry"),), "Poland", "Alps"))
    state = replace(state, game=replace(state.game, captured=(), moved={}, moves=()))
    after, _ = does(state, "italy", Move(((1, "tank"),), "Poland", "Gotland", ("Alps",)))
    assert after.areas["Gotland"].owner == "italy" and after.areas["Alps"].owner == "italy"
