"""Games that begin with a muster: what is secret, what silence means, and whole games that verify."""

from collections.abc import Iterator
from functools import reduce
from itertools import islice
from typing import Any

import pytest

from engine import play
from engine.contract import Concede, Turn, decode, encode
from engine.log.verify import verify
from engine.sandbox.sandbox import KEY as SANDBOX
from engine.scenarios import reader
from engine.systems import rules_of
from engine.table import AskAgain, Table
from engine.toolkit.muster.army_text import read_army
from engine.toolkit.muster.position import MUSTER, MUSTER_EVENTS, Mustered, Mustering
from tests.engine.muster_boards import BOARDS, board, every_board
from tests.engine.table_games import refused
from tests.support import random_games
from tests.support.sampling import share
from tests.support.toy_system import NOW


def steps(stem: str, seed: int, most: int) -> Iterator[random_games.Step]:
    scenario, name = board(stem), f"board of {stem}"
    random_games.OWN[name] = lambda: scenario
    return islice(random_games.game(rules_of(scenario), name, seed), most)


@every_board
def test_who_follows_the_witnessed_events_has_the_view(stem: str) -> None:
    scenario = board(stem)
    rules = rules_of(scenario)
    hidden = 0
    for step in steps(stem, 3, 12):
        for side in (*scenario.sides, ""):
            state = step.before
            for event in step.turn.events:
                after, known = rules.apply(state, event), rules.witness(state, event, side)
                seen = rules.view(state, side)
                follows = rules.apply(seen, known) if known else seen
                if isinstance(event, Mustered):  # makes a whole position, which knows no side
                    follows = rules.view(follows, side)
                assert follows == rules.view(after, side), (side, event)
                assert known is None or "\n" not in rules.tell(seen, known)
                state, hidden = after, hidden + (known is None)
        assert reduce(rules.apply, step.turn.events, step.before) == step.after
    assert hidden


@every_board
def test_nothing_is_told_before_the_deadline_and_the_silent_get_the_army_of_the_board(stem: str, table: Table) -> None:
    game = table.open(stem, "", NOW, 3600, points=BOARDS[stem])
    assert game.points == BOARDS[stem] and game.name.endswith(f", {BOARDS[stem]} points")
    for side in game.sides:
        game = table.seat(game.id, side, side, NOW)
    assert game.phase and game.phase.name == MUSTER and game.phase.sealed
    first, *others = game.sides
    army = table.ideas(game.id, first)[0]
    table.commit(game.id, first, NOW, text=f"{army}\ndone")
    text = army.partition(" ")[2]
    listed = encode(tuple(read_army(text).items())).decode()
    told = (*table.log(game.id), *(line for news in table.news(game.id) for line in news.lines))
    for side in (*others, ""):
        seen = table.text_map(game.id, side), str(table.picture(game.id, side))
        assert text not in " ".join((*told, *seen))
    public = table.export(game.id).decode()
    assert text not in public and listed not in public and "army-listed" not in public
    table.expire(game.id, "2026-01-31T20:00:00Z")
    shown = next(line for line in table.log(game.id) if line.startswith("The armies"))
    assert text in shown and shown.count("the army of the board") == len(others)
    public = table.export(game.id).decode()
    assert listed in public and "army-listed" in public, "the log holds the list in this form"
    again = table.game(game.id)
    assert again.phase and again.phase.name != MUSTER and again.points == BOARDS[stem]
    for day in range(1, 29):
        table.expire(game.id, f"2026-02-{day:02}T20:00:00Z")
    assert verify(table.export(game.id)).holds


@pytest.mark.parametrize("stem", share(tuple(BOARDS), ("lantern-slip", "open-meeting")))
def test_a_random_game_on_a_board_ends(stem: str) -> None:
    assert len(list(steps(stem, 1, random_games.LONGEST))) > 10


@every_board
def test_a_list_that_is_in_is_shown_to_its_owner_alone(stem: str, table: Table) -> None:
    game = table.open(stem, "", NOW, points=BOARDS[stem])
    for side in game.sides:
        assert table.own_army(game.id, side) == "", "the game has not begun"
        table.seat(game.id, side, side, NOW)
    first, *others = game.sides
    assert "You have submitted no army list. Without one" in table.own_army(game.id, first)
    listed = table.ideas(game.id, first)[0].partition(" ")[2]
    table.commit(game.id, first, NOW, text=f"muster {listed}")
    assert f"Your army list is in: {listed}; " in table.own_army(game.id, first)
    assert "A later one replaces it." in table.own_army(game.id, first)
    assert f"{listed}." in table.text_map(game.id, first).splitlines()[1]
    table.done(game.id, first, NOW)
    assert table.own_army(game.id, first).endswith("You are done with the muster.")
    for side in others:
        assert "You have submitted no army list" in table.own_army(game.id, side)
    for side in (*others, ""):
        lines = table.text_map(game.id, side).splitlines()
        assert not any(line.startswith("Army list of") for line in lines)
    for side in others:
        table.commit(game.id, side, NOW, text=f"{table.ideas(game.id, side)[0]}\ndone")
    assert [table.own_army(game.id, side) for side in game.sides] == ["" for _ in game.sides]


@every_board
def test_an_order_of_another_phase_is_refused_with_the_phase_and_a_line_of_it(stem: str, table: Table) -> None:
    game = table.open(stem, "", NOW, points=BOARDS[stem])
    for side in game.sides:
        table.seat(game.id, side, side, NOW)

    def line_told(side: str, wrong: str) -> str:
        (verdict,) = table.check(game.id, side, wrong).verdicts
        told = next(p.message for p in verdict.problems if "an order of this phase" in p.message)
        phase = table.game(game.id).phase
        assert phase and f"this is {phase.title}" in told, told
        return told.rpartition("for example: ")[2]

    first = next(iter(game.sides))
    for wrong in ("I1 move 0304", "deploy rest") if stem != "open-meeting" else ("I1 move 0304",):
        line = line_told(first, wrong)
        assert line.startswith("muster ") and table.check(game.id, first, line).verdicts[0].accepted
    for side in game.sides:
        table.commit(game.id, side, NOW, text=f"{table.ideas(game.id, side)[0]}\ndone")
    game = table.game(game.id)
    assert game.phase and game.phase.name != MUSTER
    line = line_told(mover := game.phase.sides[0], "muster riders: 1")
    assert table.check(game.id, mover, line).verdicts[0].accepted


def test_a_later_list_replaces_an_earlier_one_and_lists_are_wanted_only_then(table: Table) -> None:
    game = table.open("lantern-slip", "", NOW, points=190)
    for side in game.sides:
        table.seat(game.id, side, side, NOW)
    assert "no army list submitted" in refused("left-behind", table.done, game.id, "watch", NOW)
    table.commit(game.id, "watch", NOW, text="muster riders: 1")
    table.commit(game.id, "watch", NOW, text="army knife-gang: 2")
    (verdict,) = table.check(game.id, "watch", "W1 move 3,3").verdicts
    assert not verdict.accepted
    table.done(game.id, "watch", NOW)
    table.commit(game.id, "wreckers", NOW, text="muster riders: 1\ndone")
    assert "The Harbour Watch (132 points): knife-gang: 2" in " ".join(table.log(game.id))
    (late,) = table.check(game.id, "watch", "muster riders: 1").verdicts
    assert [problem.code for problem in late.problems] == ["wrong-phase"]
    refused("no-muster", table.judge_army, game.id, "watch", "riders: 1")


@every_board
def test_giving_up_in_the_muster_ends_or_leaves_the_game(stem: str) -> None:
    scenario = board(stem)
    rules = rules_of(scenario)
    concede = next(kind for kind in rules.ORDERS if issubclass(kind, Concede))()
    turn = Turn(rules.start(scenario), random_games.Falling(stem), rules.apply)
    sides = list(scenario.sides)
    rules.run(turn, sides[0], concede)
    if len(sides) > 2:
        assert isinstance(turn.state, Mustering)
        assert [refusal.code for refusal in rules.check(turn.state, sides[0], concede)] == ["already-acted"]
        for side in sides[1:]:
            play.close(rules, turn, side)
        assert rules.phase(turn.state) is not None
    else:
        assert rules.phase(turn.state) is None and turn.state.winner == rules.group_of(turn.state, sides[1])


@every_board
def test_the_events_of_a_muster_survive_json(stem: str) -> None:
    scenario = board(stem)
    rules = rules_of(scenario)
    turn = Turn(rules.start(scenario), random_games.Falling(stem), rules.apply)
    for side in scenario.sides:
        (order,) = rules.ideas(turn.state, side)
        rules.run(turn, side, order)
        play.close(rules, turn, side)
    assert {type(event) for event in turn.events} & {*MUSTER_EVENTS}
    again = decode(encode(turn.events), list[Any])
    assert [event["event"] for event in again][: 2 * len(scenario.sides) + 1][-1] == "mustered"


def test_a_sandbox_of_a_muster_has_only_what_its_side_knows(table: Table) -> None:
    game = table.open("lantern-slip", "", NOW, points=190)
    for side in game.sides:
        table.seat(game.id, side, side, NOW)
    table.commit(game.id, "wreckers", NOW, text="muster riders: 2\ndone")
    tried = table.open_sandbox(game.id, "watch").sandbox
    tried.commit(SANDBOX, "watch", NOW, text="muster knife-gang: 2\ndone")
    with pytest.raises(AskAgain) as asked:
        tried.done(SANDBOX, "wreckers", NOW)
    tried.done(SANDBOX, "wreckers", NOW, sure=asked.value.token)
    told = " ".join(tried.log(SANDBOX))
    assert "knife-gang: 2" in told and "riders: 2" not in told and "the army of the board" in told


@every_board
def test_a_list_in_a_draft_is_not_submitted_and_shown_as_that(stem: str, table: Table) -> None:
    game = table.open(stem, "", NOW, points=BOARDS[stem])
    for side in game.sides:
        table.seat(game.id, side, side, NOW)
    first, other, *_ = game.sides
    order = table.ideas(game.id, first)[0]
    table.write(game.id, first, order, NOW)
    listed = order.partition(" ")[2]
    assert f"not submitted yet: {listed}. Commit it" in table.own_army(game.id, first)
    assert "You have submitted no army list" in table.own_army(game.id, other)
    table.write(game.id, first, "muster nonsense", NOW)
    assert "You have submitted no army list" in table.own_army(game.id, first), "a refused line is no list"
    table.commit(game.id, first, NOW, text=order)
    assert "not submitted" not in table.own_army(game.id, first)


@every_board
def test_a_board_says_before_its_story_that_the_armies_are_the_players_own(stem: str) -> None:
    assert board(stem).about.startswith(
        f"Before the game each side chooses an army of its own, for up to {BOARDS[stem]} "
    )
    assert board(stem).about.endswith(reader.load(stem).about.split()[-1])
