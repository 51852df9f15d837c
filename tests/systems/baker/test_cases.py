"""Baker: what cases may set and compare."""

from typing import Any

import pytest

from engine import cases
from engine.contract import decode, encode
from engine.scenarios import reader
from engine.systems.baker.setup.case_view import case_view
from engine.systems.baker.setup.cases import case_position
from engine.systems.baker.state.position import Battle, State, Wish
from tests.support.many_cases import for_each
from tests.systems.baker.support.small_war import war, written


# what cases may set
def staged(**changes: Any) -> State:
    return case_position(war(), changes)


@for_each(
    ("changes", "says"),
    [
        ({"units": {}}, "cannot be set"),
        ({"phase": "melee"}, "not a known phase of a campaign"),
        ({"phase": "round"}, "not a known phase of a campaign"),
        ({"phase": "over"}, "has a winner"),
        ({"winner": "axis", "phase": "combat"}, "and only then"),
        ({"winner": "germany"}, "not a known winner"),
        ({"turn": 0}, "from 1 to 1000"),
        ({"turn": True}, "from 1 to 1000"),
        ({"active": "japan"}, "there are germany, ussr, italy"),
        ({"areas": []}, "mapping from areas"),
        ({"areas": {"Narnia": {}}}, "no area Narnia"),
        ({"areas": {"Kiev": 3}}, "must be a mapping"),
        ({"areas": {"Kiev": {"ipc": 3}}}, "not a known fact of an area"),
        ({"areas": {"Kiev": {"owner": "japan"}}}, "not a known power that could own Kiev"),
        ({"areas": {"Kiev": {"owner": None}}}, "None is not a known power that could own"),
        ({"areas": {"Alps": {"owner": "ussr"}}}, "Alps is neutral"),
        ({"areas": {"sz1": {"owner": "ussr"}}}, "sea zone and has no owner"),
        ({"areas": {"sz1": {"complex": True}}}, "complex of sz1"),
        ({"areas": {"Kiev": {"units": {"japan": {}}}}}, "no power japan"),
        ({"areas": {"Kiev": {"units": {"ussr": 3}}}}, "from types to numbers"),
        ({"areas": {"Kiev": {"units": {"ussr": {"sub": 1}}}}}, "no type sub"),
        ({"areas": {"Kiev": {"units": {"ussr": {"carrier": 1}}}}}, "land"),
        ({"areas": {"sz1": {"units": {"ussr": {"tank": 1}}}}}, "cannot be at sea"),
        ({"areas": {"sz2": {"cargo": {"ussr": [{"tank": 1}]}}}}, "but 0"),
        ({"areas": {"sz1": {"cargo": {"germany": [{"tank": 2}]}}}}, "cannot hold 2"),
        ({"areas": {"sz1": {"cargo": {"germany": 3}}}}, "a list"),
        (
            {"areas": {"sz1": {"cargo": {"germany": [{"tank": 1, "to": "Kiev"}]}}}},
            "Kiev is not a known land beside sz1; there are Berlin, Poland, Gotland",
        ),
        ({"areas": {"sz1": {"cargo": {"germany": [{"tank": 1, "moved": 1}]}}}}, "true or false"),
        ({"powers": {"japan": {}}}, "not a known power"),
        ({"powers": {"ussr": {"ipc": -1}}}, "from 0 to 9999, not -1"),
        ({"powers": {"ussr": {"buys": {"guard": 1}}}}, "guard is not a known type"),
        ({"powers": {"ussr": {"capital": "Kiev"}}}, "not a known fact that can be set"),
        ({"powers": {"ussr": {"buys": {"tank": "3"}}}}, "not '3'"),
        ({"game": {"luck": 1}}, "not a known field of game"),
        ({"game": {"captured": ["Narnia"]}}, "not a known area"),
        ({"game": {"draw": ["japan"]}}, "not a known side"),
        ({"game": {"moved": {"Kiev": {"guard": 1}}}}, "not a known type"),
        ({"game": {"flown": {"Kiev": {"fighter": 3}}}}, "Expected"),
        ({"game": {"reason": "luck"}}, "not a known reason"),
        ({"game": {"start_income": {"allies": 3}}}, "not a known alliance"),
        ({"game": {"moves": [{"units": {}, "from": "Kiev", "to": "x"}]}}, "not a known area"),
        ({"game": {"moves": 3}}, "not iterable"),
        ({"game": {"battles": {"sz1": {"kind": "land"}}}}, "not a known kind of a battle at sz1"),
        ({"game": {"battles": {"Kiev": {"odds": 1}}}}, "not a known fact of"),
        ({"game": {"battles": {"Kiev": {"attacker": "japan"}}}}, "not a known side"),
        ({"game": {"battles": {"Kiev": {"result": "fled"}}}}, "Invalid enum"),
        ({"game": {"policies": {"ussr": {"keep": 12}}}}, "keep of ussr is 0 to 9"),
        ({"game": {"policies": {"japan": {}}}}, "not a known side"),
        ({"game": {"policies": {"ussr": {"losses": {"moon": []}}}}}, "not a known scope"),
        ({"game": {"policies": {"ussr": {"losses": {"land": ["aa"]}}}}}, "not a known type"),
        ({"game": {"policies": {"ussr": {"losses": {"land": ["tank", "tank"]}}}}}, "each once"),
        ({"game": {"policies": {"ussr": {"hope": 1}}}}, "policy"),
        ({"game": {"policies": {"ussr": {"retreat": {"land": ["after", 2]}}}}}, "a condition and a place"),
        (
            {"game": {"policies": {"ussr": {"retreat": {"land": [["after"], None]}}}}},
            "after takes a number from 1 to 99, not None",
        ),
        ({"game": {"policies": {"ussr": {"retreat": {"land": [["never", 1], None]}}}}}, "never takes no number"),
        ({"game": {"policies": {"ussr": {"withdraw": {"sea": [["no-land"], None]}}}}}, "not a known condition"),
        (
            {"game": {"policies": {"ussr": {"retreat": {"land": [["defenders", "defenders"], None]}}}}},
            "defenders takes a number",
        ),
    ],
)
def test_what_a_case_cannot_set(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        case_position(war(), changes)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"phase": "combat"}, "not a known phase of a battle"),
        ({"phase": "round"}, "a round needs a battle"),
        ({"active": "blue"}, "can be active now"),
        (
            {"phase": "round", "active": "red", "game": {"battles": {"Field": {}}}},
            "no side is active in the phase round",
        ),
    ],
)
def test_what_a_case_of_a_battle_cannot_set(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        case_position(reader.load("blank-table"), changes)


def test_a_battle_may_be_set_on_a_blank_table() -> None:
    field = {"Field": {"units": {"red": {"tank": 1}, "blue": {"infantry": 2}}}}
    state = case_position(
        reader.load("blank-table"),
        {"phase": "round", "turn": 3, "areas": field, "game": {"battles": {"Field": {"round": 2}}}},
    )
    assert (state.phase, state.active, state.turn, state.game.battles) == (
        "round",
        None,
        3,
        (Battle("Field", "land", "red", 2),),
    )


def test_a_named_powers_units_are_replaced_whole_and_cargo_goes_with_its_ships() -> None:
    state = staged(
        areas={
            "sz1": {"units": {"germany": {"carrier": 1}}},
            "Kiev": {"owner": "germany", "units": {"ussr": {}}},
            "Poland": {"complex": True},
        },
        powers={"ussr": {"ipc": 3, "buys": {"tank": 2, "infantry": 0}}},
        active="ussr",
        turn=4,
    )
    assert (
        state.areas["sz1"].units == {"germany": {"carrier": 1}, "italy": {"submarine": 1}}
        and not state.areas["sz1"].cargo
    )
    assert (state.areas["Kiev"].owner, state.areas["Kiev"].units, state.areas["Poland"].complex) == (
        "germany",
        {},
        True,
    )
    assert (state.powers["ussr"].ipc, state.powers["ussr"].buys, state.active, state.turn, state.phase) == (
        3,
        {"tank": 2},
        "ussr",
        4,
        "purchase",
    )


def test_the_phase_combat_makes_the_battles_of_the_position() -> None:
    state = staged(
        phase="combat",
        areas={
            "Kiev": {"units": {"germany": {"tank": 1, "fighter": 1}}},
            "sz2": {"units": {"germany": {"submarine": 1}, "ussr": {"carrier": 1}}},
            "sz1": {"cargo": {"germany": [{"infantry": 1, "to": "Gotland"}, {"tank": 1}]}},
        },
    )
    assert [(each.area, each.kind, each.attacker, each.round, each.start) for each in state.game.battles] == [
        ("Kiev", "land", "germany", 0, {}),
        ("Gotland", "amphibious", "germany", 0, {}),
        ("sz2", "naval", "germany", 0, {}),
    ]
    assert state.game.moved == {"Kiev": {"tank": 1}, "sz1": {"transport": 1}, "sz2": {"submarine": 1}}
    assert [ship.moved for ship in state.areas["sz1"].cargo["germany"]] == [True, False]
    told = staged(
        phase="combat",
        areas={"Kiev": {"units": {"germany": {"tank": 1}}}},
        game={"battles": {"Kiev": {"from": {"Poland": 1}, "round": 1, "landed": {"tank": 1}}}, "moved": {}},
    )
    assert (
        told.game.battles == (Battle("Kiev", "land", "germany", 1, {"Poland": 1}, {"tank": 1}),) and not told.game.moved
    )


def test_standing_orders_are_set_and_read_alike() -> None:
    given = {
        "losses": {"land": ["tank", "infantry"]},
        "targets": {"Kiev": ["loaded"]},
        "keep": 2,
        "retreat": {
            "all": [["attackers", "defenders"], None],
            "Kiev": [["after", 2], "Poland"],
            "land attack": [["no-land"], None],
        },
        "withdraw": {"sea": [["submarines", 2], "sz1"], "all": [["never"], None]},
    }
    state = staged(game={"policies": {"ussr": given}})
    assert state.game.policies["ussr"].retreat["all"] == Wish("attackers") and case_view(state)["game"]["policies"] == {
        "ussr": given
    }
    assert staged(game={"policies": {"ussr": {"retreat": {"land": [["after", 1]]}}}}).game.policies["ussr"].retreat[
        "land"
    ] == Wish("after", 1)


def test_the_record_has_every_power_in_every_area() -> None:
    facts: dict[str, Any] = {
        "battles": {
            "Kiev": {
                "kind": "land",
                "attacker": "ussr",
                "round": 1,
                "from": {"Gotland": 1},
                "landed": {},
                "launched": {},
                "result": "won",
            }
        },
        "moves": [{"units": {"tank": 1}, "from": "Kiev", "to": "Poland"}],
        "flown": {"Kiev": {"fighter": [1, 2]}},
        "captured": ["Kiev"],
        "supported": {"sz1": 1},
        "draw": ["ussr"],
    }
    told = case_view(
        staged(game=facts, areas={"sz1": {"cargo": {"germany": [{"infantry": 1, "moved": True, "to": "Gotland"}]}}})
    )
    assert told["areas"]["sz2"] == {
        "owner": None,
        "complex": False,
        "units": {"germany": {}, "ussr": {}, "italy": {}},
        "cargo": {"germany": [], "ussr": [], "italy": []},
    }
    assert told["areas"]["sz1"]["cargo"]["germany"] == [{"infantry": 1, "moved": True, "to": "Gotland"}]
    assert (
        told["powers"]["ussr"] == {"ipc": 0, "buys": {}, "alliance": "ussr", "capital": "Kiev"} and told["units"] == {}
    )
    assert decode(encode({key: told["game"][key] for key in facts}), Any) == facts


# cases of area games
@for_each(
    ("expect", "right"),
    [
        ({"areas": {"Kiev": {"units": {"ussr": {"infantry": 2, "aa": 1, "tank": 0}}}}}, True),
        ({"areas": {"Kiev": {"units": {"ussr": {"infantry": 2}}}}}, False),
        ({"areas": {"Kiev": {"units": {"germany": {}}}}}, True),
        ({"areas": {"Kiev": {"units": {"ussr": {}}}}}, False),
        ({"areas": {"sz1": {"cargo": {"germany": [{"infantry": 2}]}}}}, True),
        ({"areas": {"sz1": {"cargo": {"germany": []}}}}, False),
        ({"areas": {"sz1": {"cargo": {"germany": [{"infantry": 2, "moved": False}]}}}}, True),
        ({"areas": {"sz1": {"cargo": {"germany": [{"infantry": 2, "moved": True}]}}}}, False),
        ({"powers": {"ussr": {"buys": {}}}}, True),
        ({"powers": {"italy": {"buys": {"tank": 0}}}}, True),
        ({"powers": {"italy": {"buys": {"tank": 1}}}}, False),
        ({"game": {"supported": {}, "moved": {"Kiev": {"tank": 0}}, "left": {"ussr": {}}}}, True),
        ({"game": {"moved": {"Kiev": {"tank": 1}}}}, False),
        ({"areas": {"Kiev": {"owner": "germany"}}}, False),
        ({"game": {"captured": ["Kiev"]}}, False),
    ],
)
def test_units_cargo_and_buys_are_held_against_the_position_whole(expect: dict[str, Any], right: bool) -> None:
    failed = cases.run({"case": "war", "scenario": written(), "play": [{"expect": expect}]})
    assert (not failed) is right, failed
