"""How Baker's games end, single battles round by round, and who may know what."""

import pytest

from engine import play
from engine.contract import Balked, Event, Skipped, Tape, Turn, replace
from engine.contract.event import STANDING
from engine.scenarios import reader
from engine.systems import baker
from engine.systems.baker.orders import Concede, Draw, Keep, Losses, Retreat, RetreatWhen
from engine.systems.baker.rules.turn import victory
from engine.systems.baker.setup import start
from engine.systems.baker.state import views
from engine.systems.baker.state.battle_events import Withdrew
from engine.systems.baker.state.events import Conceded, DrawOffered, Finished, GameOver, Kept, PhaseBegan
from engine.systems.baker.state.position import (
    COMBAT,
    COMBAT_MOVEMENT,
    NONCOMBAT,
    OVER,
    PURCHASE,
    ROUND,
    SETUP,
    Battle,
    Policies,
    Wish,
    counts,
)
from tests.support.many_cases import for_each
from tests.systems.baker.support.campaigns import campaign, does, done, duel, game, kinds, owned, stand, war


# the end of a round
def test_an_alliance_needs_more_enemy_capitals_than_the_other() -> None:
    state = war()
    assert victory.by_capitals(state) is None
    assert victory.by_capitals(owned(state, Moscow="germany")) == "axis"
    assert victory.by_capitals(owned(state, Berlin="britain")) == "allies"
    swapped = owned(state, Moscow="germany", Berlin="ussr")
    assert victory.by_capitals(swapped) is None and victory.by_capitals(owned(swapped, London="germany")) == "axis"
    two = replace(state, setup=replace(state.setup, capitals=2))
    assert victory.by_capitals(owned(two, Moscow="germany")) is None
    assert victory.by_capitals(owned(two, Moscow="germany", London="germany")) == "axis"
    assert victory.by_capitals(owned(state, Moscow="britain")) is None


def test_income_wins_for_one_alliance_alone() -> None:
    state = replace(war(), setup=replace(war().setup, wins_income={"axis": 16, "allies": 22}))
    assert (
        victory.territory_growth(state) == {"axis": (13, 0), "allies": (22, 0)} and victory.by_income(state) == "allies"
    )
    assert victory.by_income(owned(state, Kiev="germany")) == "axis"
    level = replace(state, setup=replace(state.setup, wins_income={"axis": 13, "allies": 22}))
    assert victory.by_income(level) is None
    assert victory.by_income(war()) is None


@pytest.mark.parametrize(
    ("turn", "owners", "winner"),
    [
        (5, {"Marsh": "azure"}, None),
        (6, {}, "draw"),
        (6, {"Skerry": "azure"}, "azure"),
        (6, {"Beacon": "amber"}, "amber"),
    ],
)
def test_at_the_turn_limit_what_has_grown_most_wins_if_by_enough(
    turn: int, owners: dict[str, str], winner: str | None
) -> None:
    state = owned(replace(campaign("two-shores", "amber"), turn=turn), **owners)
    assert victory.by_clock(state) == winner
    wider = replace(state, setup=replace(state.setup, margin=3))
    assert victory.by_clock(wider) == (None if turn == 5 else "draw")
    assert victory.by_clock(replace(state, setup=replace(state.setup, turns=None))) is None


def test_the_end_is_looked_for_only_when_the_last_power_is_done_capitals_before_income_and_clock() -> None:
    state = replace(owned(campaign("two-shores", "azure", NONCOMBAT), Fort="azure", Skerry="azure"), turn=6)
    state, events = done(state, "azure")
    assert state.winner is None and (state.active, state.phase) == ("amber", COMBAT_MOVEMENT)
    state, events = done(state, "amber", "amber")
    assert events[-1] == GameOver("azure", "capitals", {"azure": (19, 7), "amber": (5, -7)})
    assert state.phase == OVER and baker.phase(state) is None


# giving up and agreeing
def test_an_alliance_gives_up_when_all_its_powers_have() -> None:
    state, events = does(war(), "ussr", Concede(), Concede())
    assert events == [Conceded("ussr")] and state.winner is None
    state, events = does(state, "britain", Concede())
    assert kinds(events) == ["Conceded", "GameOver"] and (state.winner, state.game.reason) == ("axis", "conceded")


def test_a_draw_needs_every_side_that_has_not_given_up() -> None:
    state, events = does(war(), "germany", Draw(), Draw())
    assert events == [DrawOffered("germany")]
    state, _ = does(state, "ussr", Draw())
    assert state.winner is None
    for order in (Draw(), Concede()):
        ended, events = does(state, "britain", order)
        assert (ended.winner, ended.game.reason, ended.phase) == ("draw", "agreed", OVER)
    state, _ = does(war(), "ussr", Concede())
    assert does(state, "britain", Draw())[0].winner is None


# single battles
def test_a_blank_table_waits_for_its_battle_and_a_written_one_for_both_sides() -> None:
    blank = start.start(reader.load("blank-table"))
    state, events = done(blank, "red")
    assert not events and (state.phase, baker.phase(state).sides) == (SETUP, ("red",))  # type: ignore[union-attr]
    turn = Turn(state, Tape(), baker.apply)
    play.run(
        baker,
        turn,
        "red",
        [play.OrderToRun(1, "battle land: 1 tank vs 1 infantry"), play.OrderToRun(2, "battle sea: 2 subs vs 1 bb")],
    )
    state, events = done(turn.state, "red")
    assert events == [PhaseBegan(ROUND, 1, None)] and [battle.area for battle in state.game.battles] == ["Sea"]
    assert not counts(state, "Field", "red")
    state, events = done(state, "blue")
    assert events == [Finished("blue")] and baker.phase(state).sides == ("red",)  # type: ignore[union-attr]
    state, events = done(state, "blue")
    assert not events
    state, events = done(state, "red", dice=[3, 6, 5])
    assert events[-1] == PhaseBegan(ROUND, 2, None) and not state.done


def test_rounds_of_all_fight_on_to_the_end_and_the_turn_is_the_last_round() -> None:
    state, events = done(duel("land: 1 tank vs 1 infantry", "all"), "red", "blue", dice=[6, 6, 5, 6, 3, 6])
    assert kinds(events).count("RoundBegan") == 3 and events[-1] == GameOver("red", "battle")
    assert (state.turn, state.phase, state.winner) == (3, OVER, "red")
    state, _ = does(duel("land: 1 tank vs 1 infantry"), "red", Concede())
    assert (state.turn, state.winner, state.game.reason) == (1, "blue", "conceded")


def test_submarines_do_not_follow_the_enemy_s_into_the_only_way_out() -> None:
    fleet = {"transport": 1, "submarine": 1}
    state = stand(stand(war(phase=COMBAT), "sz4", "germany", fleet), "sz4", "britain", fleet)
    leaves = Policies(withdraw={"all": Wish("after", 1)})
    state = game(
        stand(state, "sz3", "britain", {}),
        battles=(Battle("sz4", "naval", "germany", start={"sz3": 2}),),
        policies={"germany": leaves, "britain": leaves},
    )
    state, events = done(state, "germany", dice=[6, 6, 6, 6, 6, 6, 1])
    assert [(event.power, event.submarines, event.to) for event in events if isinstance(event, Withdrew)] == [
        ("germany", 1, "sz3")
    ]
    assert counts(state, "sz3", "germany") == {"submarine": 1} and counts(state, "sz4", "britain") == fleet


# who may know what
def test_standing_orders_are_their_own_side_s() -> None:
    state, events = does(war(), "ussr", Losses("land", ("tank", "infantry")), Keep(2), RetreatWhen("all", "after", 1))
    assert kinds(events) == ["ListSet", "KeepSet", "WishSet"]
    for side, knows in (("ussr", True), ("britain", False), ("germany", False), ("", False)):
        assert bool(baker.view(state, side).game.policies) == knows
        assert all((baker.witness(state, event, side) is event) == knows for event in events)
        assert baker.view(baker.view(state, side), side) == baker.view(state, side)


def test_a_list_of_defaults_leaves_nothing_behind() -> None:
    given = (Losses("land", ("tank",)), Losses("Kiev", ("infantry",)), Losses("all", ("fighter",)))
    state, _ = does(war(), "ussr", *given, Losses("land", ()))
    assert state.game.policies["ussr"].losses == {"Kiev": ("infantry",), "all": ("fighter",)}
    state, _ = does(state, "ussr", Losses("all", ()), Keep(1))
    assert state.game.policies["ussr"] == Policies(keep=1)
    assert not does(state, "ussr", Keep(0))[0].game.policies


def test_what_is_kept_for_a_round_is_secret_until_both_are_done() -> None:
    state, _ = done(duel("land: 3 infantry vs 3 infantry"), "red", "blue", dice=[6] * 6)
    state, events = does(state, "red", Retreat())
    assert events == [Kept("red", "retreat")] and baker.witness(state, events[0], "blue") is None
    assert not baker.view(state, "blue").game.kept and baker.view(state, "red").game.kept
    balked = Balked("red", 1, "withdraw", "wrong-battle", "submarines take no part in a land battle")
    assert baker.witness(state, balked, "blue") is None and baker.witness(state, balked, "red") == balked
    state, _ = done(state, "red")
    assert baker.witness(state, balked, "blue") is None
    assert baker.witness(replace(state, done=("red", "blue")), balked, "blue") == balked
    state, events = done(state, "blue")
    assert kinds(events) == ["Finished", "Retreated", "BattleEnded", "GameOver"] and not state.game.kept


@for_each(
    ("text", "secret"),
    [
        ("losses land: tank > infantry", True),
        ("targets: fighter", True),
        ("keep land 1", True),
        ("retreat when attackers < 3", True),
        ("retreat Kiev never", True),
        ("withdraw sea after round 1", True),
        ("if Kiev won: losses land: tank", True),
        ("if sz2 lost: retreat Kiev when no land to Poland", True),
        ("standing keep land 1", True),
        ("retreat Kiev to Poland", False),
        ("withdraw sz2", False),
        ("if Kiev won: fight Ural", False),
        ("if Kiev won: retreat Ural", False),
        ("move 1 tank Kiev to Ural", False),
    ],
)
def test_of_a_standing_order_that_was_not_done_others_learn_nothing(text: str, secret: bool) -> None:
    state = replace(war(), phase=PURCHASE)
    assert views.is_standing_order(text) == secret
    events: tuple[Event, ...] = (
        Balked("ussr", 1, text, "wrong-battle", "tanks take no part"),
        Skipped("ussr", 1, text),
    )
    for event in events:
        assert baker.witness(state, event, "ussr") == event
        seen = baker.witness(state, event, "germany")
        assert isinstance(seen, (Balked, Skipped)) and (seen != event) == secret == (seen.order == STANDING)
