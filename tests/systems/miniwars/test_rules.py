"""MiniWars beyond its cases: secrets, sentences, alternatives and ideas."""

from random import Random
from typing import Any

import pytest

from engine import checking, play
from engine.contract import Balked, Done, Event, NoDice, Order, Rolled, Tape, Turn, decode, encode, plain
from engine.scenarios import reader
from engine.systems import miniwars
from engine.systems.miniwars.orders import Attack, Deploy, Fire, Move, Rally, Standing
from engine.systems.miniwars.rules.movement import route_taken
from engine.systems.miniwars.state.events import Planned, Revealed, StandingSet
from engine.systems.miniwars.state.position import State
from engine.systems.miniwars.tables import points_text
from tests.support.many_cases import for_each
from tests.support.sampling import share
from tests.systems.miniwars.support.board import (
    FIELD,
    changed,
    closed,
    instead,
    movement,
    ordered,
    report,
    says,
    staged,
)

# secrets


def hidden() -> State:
    return staged({"Z2": {"disrupted": True}, "R1": {"disrupted": True}}, phase="morale")


def test_rally_orders_are_known_to_their_own_side_alone() -> None:
    before = hidden()
    after, events = ordered(before, "zeal", "Z1 rally Z2")
    assert [type(event) for event in events] == [Planned]
    assert miniwars.view(after, "zeal").plans["zeal"][0].target == "Z2"
    assert not miniwars.view(after, "ardour").plans and not miniwars.view(after, "").plans
    assert miniwars.witness(before, events[0], "zeal") == events[0]
    assert miniwars.witness(before, events[0], "ardour") is None and miniwars.witness(before, events[0], "") is None


def test_an_order_not_done_in_a_sealed_phase_is_secret_until_the_phase_is_run() -> None:
    state, events = ordered(hidden(), "zeal", "Z1 rally R1")
    assert [event.code for event in events if isinstance(event, Balked)] == ["invalid-target"]
    assert miniwars.witness(state, events[0], "ardour") is None
    state, _ = ordered(state, "zeal", "Z1 rally Z2\nif R1 alive: Z1 rally Z2")
    state, _ = closed(state, "zeal")
    turn = Turn(state, Tape([6, 6, 1, 2]), miniwars.apply)
    states = [state]
    miniwars.close(turn, "ardour")
    for event in turn.events:
        states.append(miniwars.apply(states[-1], event))
    balked = [
        (event.line, event.code, miniwars.witness(then, event, "ardour") == event)
        for then, event in zip(states, turn.events, strict=False)
        if isinstance(event, Balked)
    ]
    assert balked == [(2, "already-acted", True)]


def test_standing_orders_are_known_to_their_own_side_alone() -> None:
    before = movement()
    after, events = ordered(before, "ardour", "standing all advance always")
    assert [type(event) for event in events] == [StandingSet]
    assert miniwars.view(after, "ardour").game.standing["ardour"].advance == {"all": "always"}
    assert miniwars.view(after, "zeal") == miniwars.view(before, "zeal")
    assert miniwars.witness(before, events[0], "zeal") is None


def sealed() -> State:
    deployment = {"sealed": True, "zones": {"zeal": {"edge": "W", "within": 2}, "ardour": {"edge": "E", "within": 2}}}
    return miniwars.start(reader.parse(changed(lambda w: w.update(setup={"deployment": deployment}))))


def test_a_sealed_set_up_shows_the_ready_made_positions_until_both_are_done() -> None:
    state, events = ordered(sealed(), "zeal", "Z1 deploy 0203\nZ2 swap Z3")
    assert state.units["Z1"].at == "0203"
    assert miniwars.view(state, "zeal").units["Z1"].at == "0203"
    assert miniwars.view(state, "ardour").units == sealed().units == miniwars.view(state, "").units
    assert [miniwars.witness(state, event, "ardour") for event in events] == [None, None]
    state, _ = closed(state, "ardour")
    assert miniwars.view(state, "ardour").units["Z1"].at == "0101"
    state, events = closed(state, "zeal", [2, 5])
    assert plain(events[1]) == {"event": "positions-shown", "places": {"Z1": "0203", "Z2": "0104", "Z3": "0202"}}
    assert miniwars.view(state, "ardour").units["Z1"].at == "0203" and state.phase == "initiative"


def test_giving_up_during_a_sealed_set_up_shows_the_positions_first() -> None:
    state, _ = ordered(sealed(), "zeal", "Z1 deploy 0203")
    state, events = ordered(state, "ardour", "concede")
    assert isinstance(events[0], Revealed) and state.winner == "zeal"
    assert miniwars.view(state, "ardour").units["Z1"].at == "0203"


def test_looking_ahead_in_a_secret_phase_rolls_nothing() -> None:
    verdicts = checking.check(miniwars, hidden(), "zeal", "Z1 rally Z2\nZ1 rally Z2\ncancel\nZ1 rally Z2")
    assert [[p.code for p in verdict.problems] for verdict in verdicts] == [[], ["already-acted"], [], []]


def test_a_view_seen_again_is_the_same() -> None:
    for state in (hidden(), sealed(), movement()):
        for side in ("zeal", "ardour", ""):
            assert miniwars.view(miniwars.view(state, side), side) == miniwars.view(state, side)


# silence


def test_a_standing_order_given_while_its_decision_is_waited_for_does_not_answer_it() -> None:
    state = staged(phase="initiative", active="zeal")
    state, _ = ordered(state, "zeal", "standing initiative b")
    assert state.phase == "initiative" and state.active == "zeal"
    state, _ = ordered(hidden(), "zeal", "standing all rally none")
    assert miniwars.phase(state).sides == ("zeal", "ardour")  # type: ignore[union-attr]
    state, _ = closed(state, "zeal")
    state, events = closed(state, "ardour", [6, 3, 4])  # Z1 tries nothing, R2 rallies R1, then the next turn's dice
    assert next(event.why for event in events if isinstance(event, Rolled)) == "R2 rallies R1"
    assert state.units["Z2"].disrupted and not state.units["R1"].disrupted


def test_a_morale_phase_set_up_with_nobody_to_wait_for_runs_at_the_next_done() -> None:
    state = staged(phase="morale")
    assert miniwars.phase(state).sides == ("zeal", "ardour")  # type: ignore[union-attr]
    state, _ = closed(state, "ardour", [1, 2])
    assert (state.turn, state.phase, state.active) == (2, "initiative", "ardour")


def test_sides_keep_the_scenario_s_order_and_not_the_alphabet_s() -> None:
    turn = Turn(miniwars.start(reader.parse(FIELD)), Tape([6, 1]), miniwars.apply)
    miniwars.proceed(turn)
    assert turn.state.active == "zeal" and turn.state.game.dice == (6, 1)


# ways


def test_of_equally_short_and_cheap_ways_the_one_with_the_smallest_numbers_is_taken() -> None:
    assert route_taken(movement(Z1={"at": "0102"}), "Z1", ("0304",)) == (6, ("0103", "0203", "0304"))


def test_half_points_are_written_as_players_write_them() -> None:
    assert [points_text(half) for half in (1, 2, 3, 15)] == ["1/2", "1", "1 1/2", "7 1/2"]


# words


@for_each(
    ("units", "order", "expected"),
    [
        ({}, Move("Z1", ("0601",)), "Z1 has 3 MP; 0601 costs 5"),
        ({}, Move("Z2", ("0302",)), "Z2 is cavalry and cannot enter the forest 0302 except by road"),
        (
            {"R1": {"at": "0202"}, "Z2": {"at": "0402"}},
            Move("Z1", ("0102", "0103")),
            "Z1 must stop in 0102, next to R1; it cannot go on to 0103",
        ),
        ({"R1": {"at": "0102"}}, Move("Z1", ("0102",)), "0102 is occupied by R1"),
        ({}, Move("Z1", ("0101",)), "Z1 is already in 0101"),
        ({}, Move("Z1", ("0201", "0401")), "0401 is not next to 0201"),
        ({"Z1": {"moved": True}}, Move("Z1", ("0102",)), "Z1 has already moved this turn"),
        ({}, Attack("Z1", "R1"), "R1 is 7 hexes from Z1; only an adjacent enemy can be attacked"),
        ({}, Attack("Z1", "Z2"), "Z2 is on your own side; choose an enemy"),
        ({}, Attack("Z1", "0505"), "there is no unit in 0505"),
        ({"R1": {"gone": True}}, Attack("Z1", "R1"), "R1 is no longer in play"),
        ({}, Fire("Z1", "R1"), "Z1 has no missile weapons"),
        ({}, Fire("Z3", "R1"), "Z3 (missiles C) has a range of 3 hexes; R1 is 7 away"),
        ({"Z3": {"at": "0604"}, "R1": {"at": "0703"}}, Fire("Z3", "R1"), "Z3 cannot see R1: R1 is in a village"),
        ({"Z3": {"at": "0303"}, "R1": {"at": "0301"}}, Fire("Z3", "R1"), "Z3 cannot see R1: forest in 0302"),
        ({}, Rally("Z3", "Z2"), "Z3 is not a leader"),
        ({}, Rally("Z1", "Z2"), "Z2 is not disrupted"),
        (
            {"Z1": {"disrupted": True}, "Z2": {"disrupted": True}},
            Rally("Z1", "Z2"),
            "Z1 is disrupted and can rally only itself",
        ),
        (
            {"Z2": {"disrupted": True, "at": "0704"}},
            Rally("Z1", "Z2"),
            "Z2 is 6 hexes from Z1, and the best roll, 6, is not greater than 6",
        ),
        ({}, Standing("all", "advance", ("maybe",)), "advance must be ask or always"),
    ],
)
def test_refusals_say_what_is_wrong_with_the_numbers_that_matter(
    units: dict[str, Any], order: Order, expected: str
) -> None:
    assert says(movement(**units), order) == expected


def test_zones_are_described_in_words() -> None:
    assert says(sealed(), Deploy("Z1", "0301")) == "0301 is not within two hexes of the western edge"
    raid = miniwars.start(reader.load("raid-on-danville"))
    assert says(raid, Deploy("G1", "1007"), "danville") == "1007 is not within three hexes of the town"


def test_alternatives_to_refused_orders() -> None:
    state = movement(R1={"at": "0203"})
    assert instead(movement(), Move("Z1", ("0201", "0301", "0401", "0501")))[0] == Move("Z1", ("0201", "0301", "0401"))
    assert instead(movement(), Move("Z1", ("0601",)))[0] == Move("Z1", ("0401",))
    assert instead(movement(R1={"at": "0202"}, Z2={"at": "0402"}), Move("Z1", ("0102", "0103"))) == (
        Move("Z1", ("0102",)),
    )
    crowded = movement(Z2={"at": "0201"}, Z3={"at": "0302"}, Z1={"move": 2})
    assert instead(crowded, Move("Z1", ("0401",)))[0] == Move("Z1", ("0301",)), (
        "the way is cut before the friends in it"
    )
    hemmed = movement(Z2={"at": "0201"}, Z1={"move": 1})
    assert instead(hemmed, Move("Z1", ("0301",))) == (), "nothing is nearer than where it stands"
    assert instead(movement(Z2={"at": "0102"}, Z1={"move": 1}), Move("Z1", ("0403",))) == (Move("Z1", ("0201",)),), (
        "another way nearer"
    )
    assert instead(state, Attack("Z2", "R2")) == (Attack("Z2", "R1"),)
    assert instead(movement(R1={"at": "0302"}), Attack("Z2", "R1", "advance")) == (Attack("Z2", "R1"),)
    assert instead(state, Fire("Z3", "R2")) == (Fire("Z3", "R1"),)
    assert instead(movement(R1={"at": "0203"}), Attack("Z2", "R2", "advance")) == (Attack("Z2", "R1", "advance"),)
    assert instead(movement(R1={"at": "0302"}), Attack("Z2", "R2", "advance")) == (Attack("Z2", "R1"),), (
        "no horse follows into a wood"
    )
    assert instead(state, Standing("all", "advance", ("alwys",))) == tuple(
        Standing("all", "advance", (w,)) for w in ("always", "ask")
    )


def test_every_alternative_is_legal() -> None:
    state = movement(R1={"at": "0302"}, R2={"at": "0303"})
    for key in ("Z1", "Z2", "Z3"):
        for order in (
            *(Move(key, (at,)) for at in state.board.cells),
            Attack(key, "R1", "advance"),
            Attack(key, "R2"),
            Fire(key, "R1"),
        ):
            for refusal in miniwars.check(state, "zeal", order):
                assert not [other for other in refusal.instead if list(miniwars.check(state, "zeal", other))]


def test_the_report_shows_every_die_and_says_nothing_twice() -> None:
    state = movement(Z1={"at": "0303"}, R1={"at": "0302", "disrupted": True}, Z2={"at": "0402"})
    _, events = ordered(state, "zeal", "Z1 attack R1 advance\nZ2 move 0502", [4, 4])
    assert report(state, events) == [
        "Z1 attacks R1: 4+4 -1 forest = 7, needs 7+: destroyed",
        "Lost: R1. Ardour: 1 of 2 units left.",
        "Army broken: Ardour, 1 of 2 units left, all of them disrupted.",
        "Doubles: Z1 is disrupted.",
        "Z1 advances into 0302.",
        "Z2 moves 0502, 1 of 4 MP.",
    ]
    state = staged({"R1": {"at": "0304"}}, phase="a-missile", active="zeal")
    _, events = ordered(state, "zeal", "Z3 fire R1\nZ3 fire R1", [5])
    assert report(state, events) == [
        "Z3 fires at R1: 5, needs 5+: disrupted",
        "Not done: Z3 fire R1 (already-acted): Z3 has already fired this turn.",
    ]


def test_orders_left_over_when_the_game_ends_are_not_listed_one_by_one() -> None:
    state = movement(R1={"gone": True}, R2={"at": "0201", "disrupted": True})
    after, events = ordered(state, "zeal", "Z2 attack R2\nZ1 move 0102\nZ3 move 0103", [6, 5])
    assert after.winner == "zeal" and [event.code for event in events if isinstance(event, Balked)] == [
        "wrong-phase",
        "wrong-phase",
    ]
    assert report(state, events)[-1].startswith("The winner: Zeal.")


def test_the_report_explains_a_one_that_would_have_been_enough() -> None:
    units = {"Z3": {"missile": "A", "at": "0303"}, "R1": {"morale": "-", "at": "0304"}}
    state = staged(units, phase="a-missile", active="zeal")
    _, events = ordered(state, "zeal", "Z3 fire R1", [1])
    assert report(state, events) == ["Z3 fires at R1: 1 +1 poor morale = 2, needs 2+ (a 1 always fails): missed"]


def test_the_map_in_words_names_places_marks_and_neighbours() -> None:
    words = miniwars.text_map(movement(R1={"at": "0302", "disrupted": True}))
    assert words.splitlines()[0] == "Field: turn 1, movement and combat of B, orders by Zeal."
    assert "- Z2 in 0202 (plain): next to R1. Move 4, cavalry, CS 2, average morale" in words.splitlines()
    assert "- R1 in 0302 (forest): disrupted, next to Z2. Move 3, CS 2, average morale" in words.splitlines()


@pytest.mark.parametrize(
    ("phase", "said"), [("initiative", "fired last turn, moved last turn"), ("b-movement", "has fired, has moved")]
)
def test_until_the_turn_has_begun_what_was_done_is_of_the_last_one(phase: str, said: str) -> None:
    """MW 4.5: the marks go at the end of the initiative phase."""
    words = miniwars.text_map(staged({"Z2": {"fired": True, "moved": True}}, phase=phase, active="zeal"))
    assert f"- Z2 in 0202 (plain): {said}. " in words or f"- Z2 in 0202 (plain): {said}, next to" in words, words


def test_whatever_stands_between_neighbours_is_said() -> None:
    written = changed(lambda w: w["board"]["hex"].update(sides={"river": ["0202/0203"]}))
    words = miniwars.text_map(staged({"R1": {"at": "0203"}}, written, phase="b-movement", active="zeal"))
    assert "next to R1 across the river" in words


@pytest.mark.parametrize(
    ("winner", "said"), [("zeal", "the game is over, won by Zeal"), ("draw", "the game is over, drawn")]
)
def test_the_map_in_words_says_how_a_game_ended(winner: str, said: str) -> None:
    state = staged(phase="over", winner=winner, turn=3)
    assert miniwars.text_map(state).startswith(f"Field: turn 3, {said}.\n")
    assert f"turn 3, {said}; " in miniwars.scene(state, ()).alt


def test_before_the_first_dice_nobody_is_said_to_give_orders() -> None:
    alt = miniwars.scene(miniwars.start(reader.parse(FIELD)), ()).alt
    assert alt.startswith("Map of Field: turn 1, initiative; Zeal: 3 of 3 units;")


def test_ideas_are_legal_and_hold_the_attacks() -> None:
    state = movement(R1={"at": "0302"})
    found = list(miniwars.ideas(state, "zeal"))
    assert Attack("Z2", "R1") in found and Attack("Z2", "R1", "advance") not in found
    assert all(not list(miniwars.check(state, "zeal", order)) for order in found)
    assert all(isinstance(order, Standing) for order in miniwars.ideas(state, "ardour"))


def test_an_order_that_rolls_changes_nothing_where_dice_are_not_allowed() -> None:
    state = movement(R1={"at": "0302"})
    turn = Turn(state, NoDice(), miniwars.apply)
    with pytest.raises(Exception, match="Z2 attacks R1"):
        miniwars.run(turn, "zeal", Attack("Z2", "R1"))
    assert turn.state == state


class Seeded:
    """Dice from a seed, by their label: whoever asks gets the same."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def roll(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        chance = Random(f"{self.seed} {why} {nth}")
        return tuple(chance.randint(1, sides) for _ in range(count))


@pytest.mark.parametrize("stem", ["twin-hamlets", "danville-vanguard"])
@pytest.mark.long
def test_a_position_read_back_plays_and_speaks_as_the_one_it_was_written_from(stem: str) -> None:
    chance, state = Random(stem), miniwars.start(reader.load(stem))
    for step in range(share(120, 40)):
        phase, copy = miniwars.phase(state), decode(encode(state), State)
        if phase is None:
            break
        side = phase.sides[0] if phase.sides else ""
        ideas = list(miniwars.ideas(miniwars.view(state, side), side))
        assert ideas == list(miniwars.ideas(miniwars.view(copy, side), side))
        order = chance.choice(ideas) if ideas and chance.random() < 0.9 else Done()
        events = list[list[Event]]()
        for position in (state, copy):
            turn = Turn(position, Seeded(step), miniwars.apply)
            if not side:
                miniwars.proceed(turn)
            elif isinstance(order, Done):
                miniwars.close(turn, side)
            else:
                miniwars.run(turn, side, order)
            events.append(turn.events)
        assert events[0] == events[1] and report(state, events[0]) == report(copy, events[1])
        for wish in (
            Move(key, (at,)) for key in state.roster[step % 5 :: 9] for at in list(state.board.cells)[step % 7 :: 41]
        ):
            owner = state.units[wish.unit].side
            assert list(miniwars.check(state, owner, wish)) == list(miniwars.check(copy, owner, wish))
        state = play.replay(miniwars, state, events[0])
