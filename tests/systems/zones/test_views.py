"""Zone Control: who may know what of positions and events."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.contract import Balked, Event, NoDice, Skipped, Turn, canonical, replace
from engine.scenarios import reader
from engine.systems.zones.advice.ideas import ideas
from engine.systems.zones.orders import Ambush, Arrive, Concede, Done, Strike
from engine.systems.zones.presentation.report import tell
from engine.systems.zones.rules.turn import rounds, sequence, victory
from engine.systems.zones.setup.start import start
from engine.systems.zones.state.apply import apply
from engine.systems.zones.state.events import (
    ArrivalRefused,
    Control,
    Finished,
    ModelPlace,
    Placed,
    StandingSet,
)
from engine.systems.zones.state.position import (
    ACTION,
    COMMAND,
    State,
)
from engine.systems.zones.state.views import view, witness
from maps.geometry.tabletop import Piece
from tests.support.sampling import share
from tests.systems.acw.support.board import Luck
from tests.systems.zones.support.small_boards import small_table, unit
from tests.systems.zones.support.turns import (
    SIDES,
    absent_unit,
    give_order,
    setting_up,
    with_turn_order,
)


def secret(**facts: Any) -> State:
    """Blue has an ambusher, its friend green a reserve with a standing order, red a deep striker; all secret."""
    return small_table(
        unit("B1", (6, 4)),
        replace(unit("B2", (0, 0), kind="scout"), where="ambush"),
        unit("R1", (6, 20)),
        replace(unit("R2", (0, 0)), where="deep-strike"),
        replace(unit("G1", (0, 0), policy="12,4"), where="reserve"),
        hidden="secret",
        terrain=(Piece("sparse", "Grove", ((2, 8), (8, 8), (8, 12), (2, 12))),),
        **facts,
    )


@pytest.mark.parametrize(
    ("side", "known"), [("blue", "B1 B2 R1 G1"), ("green", "B1 B2 R1 G1"), ("red", "B1 R1 R2"), ("", "B1 R1")]
)
def test_secret_units_off_the_table_are_known_to_their_team_alone(side: str, known: str) -> None:
    seen = view(secret(), side)
    assert seen.roster == tuple(seen.units) == tuple(known.split()) and view(seen, side) is seen
    assert side not in ("blue", "green") or seen.units["G1"].policy == "12,4"


def test_where_all_is_public_only_standing_orders_are_not() -> None:
    state = replace(secret(), setup=replace(secret().setup, hidden="public"))
    assert view(state, "blue") is state and view(state, "green") is state
    for side in ("red", ""):
        assert view(state, side).units == {**state.units, "G1": replace(state.units["G1"], policy="ask")}


def test_in_the_deployment_others_stand_as_set_up() -> None:
    state = setting_up()
    assert [view(state, side).units["B1"].at for side in ("blue", "green", "red", "")] == [
        (900, 400),
        (900, 400),
        (600, 400),
        (600, 400),
    ]
    for side in ("blue", "green", "red", ""):
        seen = view(state, side)
        assert view(seen, side) is seen and (seen.units["G1"].policy == "hold") == (side in ("blue", "green"))
        assert seen.ready["G1"].policy == seen.units["G1"].policy and tuple(seen.ready) == seen.roster


def test_a_secret_unit_that_is_given_up_is_never_heard_of() -> None:
    state, events = give_order(with_turn_order(secret(), *SIDES), "blue", Concede())
    assert (
        "B2" not in view(state, "red").units and "B1" in view(state, "red").units and "B2" in view(state, "green").units
    )
    assert [witness(state, event, "red") for event in events] == events


def test_a_secret_unit_that_appears_is_known_from_then_on() -> None:
    state = secret()
    after, (appears,) = give_order(state, "blue", Ambush("B2", ((600, 1000),)))
    assert after.units["B2"].sprung and after.units["B2"].models[0].moved
    for side in ("blue", "green", "red", ""):
        assert witness(state, appears, side) is appears and apply(view(state, side), appears) == view(after, side)
    assert view(after, "red").units["B2"] == after.units["B2"] and view(after, "red").roster == ("B1", "B2", "R1", "R2")


def test_whoever_appears_finds_its_place_among_its_side() -> None:
    state = secret()
    state = replace(
        state,
        roster=("G1", "R2", "B2", "R1", "B1"),
        units={**state.units, "R2": replace(state.units["R2"], policy="hold")},
    )
    seen = view(state, "blue")
    assert seen.roster == ("B2", "B1", "R1", "G1") and view(seen, "blue") is seen
    appearing = {
        "red": Strike("R2", ((1800, 1800),)),
        "blue": Ambush("B2", ((600, 1000),)),
        "green": Arrive("G1", ((1800, 400),)),
    }
    for side, order in appearing.items():
        after, (appears,) = give_order(state, side, order)
        for viewer in ("blue", "green", "red", ""):
            assert apply(view(state, viewer), appears) == view(after, viewer)
        state = after
    assert view(state, "").roster == ("B2", "B1", "R2", "R1", "G1")


def test_what_is_told_of_secret_games_adds_up_to_what_may_be_known() -> None:
    told = hidden = 0
    for seed in range(share(3, 1)):
        for before, event, after in wandered(seed):
            for side in ("colonial", "raiders", ""):
                seen, known = view(before, side), witness(before, event, side)
                assert (apply(seen, known) if known else seen) == view(after, side), (side, event)
                assert view(seen, side) is seen
                told, hidden = told + (known is not None), hidden + (known is None)
                unknown = [key for key in before.units if key not in seen.units]
                words = (
                    f"{canonical(known).decode()} {tell(seen, known)}"
                    if known and not isinstance(known, Placed)
                    else ""
                )
                assert not [key for key in unknown if re.search(rf"\b{key}\b", words)], (side, known)
    assert told > share(200, 60) and hidden > share(10, 3)


def wandered(seed: int) -> Iterator[tuple[State, Event, State]]:
    """What happens in a secret game of three rounds in which the sides do what comes to mind."""
    chance = Random(seed)
    state = start(reader.load("three-wadis"))
    state = replace(state, setup=replace(state.setup, hidden="secret", rounds=3))
    turn = Turn(state, Luck(seed), apply)
    sequence.proceed(turn)
    while side := turn.state.active:
        for _ in range(6):
            seen = view(turn.state, side)
            thoughts = [idea for idea in ideas(seen, side) if not isinstance(idea, Done)]
            if thoughts:
                sequence.run(turn, side, chance.choice(thoughts))
        sequence.close(turn, side)
    for event in turn.events:
        after = apply(state, event)
        yield state, event, after
        state = after


@pytest.mark.parametrize(
    "event", [StandingSet("green", "G1", "hold"), ArrivalRefused("G1", "occupied", "G1.1 would overlap B1.1")]
)
def test_standing_orders_are_for_their_team(event: Event) -> None:
    assert [witness(secret(), event, side) is event for side in ("green", "blue", "red", "")] == [
        True,
        True,
        False,
        False,
    ]
    assert witness(secret(), event, "red") is None is witness(secret(), event, "")


@pytest.mark.parametrize(
    ("text", "says", "heard"),
    [
        ("B1 move 6,5", "it is not", True),
        ("B2 ambush 6,10", "R1.1 is too near", False),
        ("if B2 away: B1 move 6,5", "no", False),
        ("B1 move 6,5", "B2.1 would be there", False),
        ("b2 ambush 6,10", "no", False),
        ("B20 move 3,3", "no", True),
        ("standing G1 arrive 12,4", "no", False),
    ],
)
def test_an_order_not_done_is_silent_if_it_names_a_secret_unit(text: str, says: str, heard: bool) -> None:
    state = secret()
    for event in (Balked("blue", 1, text, "near-enemy", says), Skipped("blue", 1, text)):
        assert witness(state, event, "green") is event is witness(state, event, "blue")
        if isinstance(event, Balked) or heard or says == "no":
            assert [witness(state, event, side) == event for side in ("red", "")] == [heard, heard]
    shown = replace(state, setup=replace(state.setup, hidden="public"))
    assert witness(shown, Balked("blue", 1, text, "near-enemy", says), "red") is not None


def test_what_happens_in_the_deployment_is_for_the_team_until_it_is_over() -> None:
    state, placed = setting_up(), Placed("B1", "deployment", (ModelPlace(1, (900, 400)),))
    for event in (
        placed,
        Balked("blue", 1, "B1 place 9,4", "occupied", "no"),
        Skipped("blue", 1, "if B1 alive: B1 place 9,4"),
    ):
        assert [witness(state, event, side) for side in ("blue", "green", "red", "")] == [event, event, None, None]
        after = replace(state, phase=ACTION, ready={})
        assert [witness(after, event, side) for side in ("red", "")] == [event, event]
    assert witness(state, Finished("blue"), "red") == Finished("blue")


def test_a_balked_standing_order_tells_others_nothing_of_what_it_said() -> None:
    state = replace(secret(), setup=replace(secret().setup, hidden="public"))
    balked = Balked("green", 1, "standing G1 arrive 14,4", "on-table", "G1 is on the table")
    assert witness(state, balked, "blue") is balked
    told = witness(state, balked, "red")
    assert (
        isinstance(told, Balked)
        and "14,4" not in f"{told.order} {told.says}"
        and "G1" not in f"{told.order} {told.says}"
    )


def test_rounds_and_ends_ask_only_what_is_asked_of_them() -> None:
    assert victory.leading_team(small_table()) == "draw" and victory.teams_in_play(small_table()) == ()
    state = small_table(absent_unit("B1"), absent_unit("R1", "ambush"))
    assert victory.teams_in_play(state) == ("allies", "red")
    turn = Turn(replace(state, turn=0, phase=COMMAND, active=None), NoDice(), apply)
    rounds.begin_play(turn)
    assert turn.state.active == "blue" and not any(isinstance(event, Control) for event in turn.events)
