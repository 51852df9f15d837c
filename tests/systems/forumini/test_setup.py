"""Faults in scenarios of Forumini Armies: what is refused, where, and with what remedy."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.scenarios import reader
from engine.scenarios.yaml_reader import FaultyFile
from engine.systems.forumini.setup.army_lists import check_army
from engine.systems.forumini.setup.start import known_cards, start
from engine.systems.forumini.tables.rulebook import WRITTEN
from tests.support.many_cases import for_each
from tests.support.sampling import examples
from tests.systems.forumini.support.scenario import FIELD, Change, army, changed


def unit(nth: int, **facts: Any) -> Change:
    return lambda w: w["units"][nth].update(facts)


def card(**facts: Any) -> Change:
    return lambda w: w["types"]["scouts"].update(facts)


def setup(**facts: Any) -> Change:
    return lambda w: w["setup"].update(facts)


@for_each(
    ("change", "path", "expected"),
    [
        (unit(0, id="move"), ("units", 0, "id"), "word of orders"),
        (unit(0, id="possible"), ("units", 0, "id"), "word of orders"),
        (unit(0, id="0101"), ("units", 0, "id"), "cannot be an id"),
        (unit(1, id="b1"), ("units", 1, "id"), "already the name of unit 1"),
        (unit(1, type="cromwel"), ("units", 1, "type"), "did you mean cromwell"),
        (unit(1, at="0909"), ("units", 1, "at"), "not on the map"),
        (unit(1, at="0703", type="cromwell"), None, ""),
        (unit(1, at="0703"), None, ""),
        (unit(0, at="0703"), None, ""),
        (
            lambda w: (w["board"]["hex"].pop("roads"), w["units"][0].update(at="0703")),
            ("units", 0, "at"),
            "may not be in 0703 (pond",
        ),
        (
            lambda w: (w["board"]["hex"].pop("roads"), w["units"][3].update(at="0703")),
            ("units", 3, "at"),
            "no unit may enter pond",
        ),
        (unit(3, type="tank-obstacle", at="0104"), ("units", 1, "at"), "or an obstacle"),
        (unit(1, facing="X"), ("units", 1, "facing"), "N, NE, SE"),
        (unit(0, facing="N"), ("units", 0, "facing"), "which has no facing"),
        (unit(0, hits=4), ("units", 0, "hits"), "0 to 3"),
        (unit(0, pinned="yes"), ("units", 0, "pinned"), "true or false"),
        (unit(1, demoralized=True), ("units", 1, "demoralized"), "which has no demoralized"),
        (unit(3, pinned=True), ("units", 3, "pinned"), "which has no pinned"),
        (unit(0, overwatch="0999"), ("units", 0, "overwatch"), "not on the map"),
        (unit(0, aboard="B7"), ("units", 0, "aboard"), "not another unit"),
        (unit(0, aboard="B2"), ("units", 0, "at"), "no transport of its side"),
        (unit(0, hidden=True), ("units", 0, "hidden"), "not known"),
        (
            lambda w: w["units"].extend(
                {"id": f"C{n}", "type": "scouts", "side": "blue", "at": "0105"} for n in range(3)
            ),
            ("units", 4, "at"),
            "0105 holds 4 units of one side; the limit is 3",
        ),
        (unit(0, type="cromwell", at="0104"), ("units", 1, "at"), "limit is 1 vehicle"),
        (
            lambda w: w["units"].append({"id": "R3", "type": "minefield", "side": "red", "at": "0202"}),
            ("units", 4, "at"),
            "one obstacle",
        ),
        (lambda w: w["units"].__delitem__(slice(2, 4)), ("units",), "red has no unit"),
        (
            lambda w: w["sides"].update(third={"name": "Third", "colour": "#000000"}),
            ("sides",),
            "two sides; here are 3",
        ),
        (
            lambda w: w["board"]["hex"]["legend"].update({"f": "forrest"}),
            ("board", "hex", "legend", "f"),
            "did you mean forest",
        ),
        (
            lambda w: w["board"]["hex"]["legend"].update({"f": {"terrain": "hill", "level": 2}}),
            ("board", "hex", "legend", "f"),
            "no levels",
        ),
        (
            lambda w: w["board"]["hex"].update(sides={"bocages": ["0101/0102"]}),
            ("board", "hex", "sides", "bocages"),
            "mean bocage",
        ),
        (lambda w: w["board"]["hex"].update(labels={"0101": "b1"}), ("board", "hex", "labels", "0101"), "id of a unit"),
        (
            lambda w: w["board"]["hex"].update(labels={"0101": "Overwatch"}),
            ("board", "hex", "labels", "0101"),
            "word of orders",
        ),
        (
            lambda w: w["board"]["hex"].update(labels={"0101": "0202"}),
            ("board", "hex", "labels", "0101"),
            "number of a hex",
        ),
        (card(kind="robot"), ("types", "scouts", "kind"), "robot is not a class"),
        (lambda w: w["types"]["scouts"].pop("cover"), ("types", "scouts"), "has no cover"),
        (card(speed=-1), ("types", "scouts", "speed"), "0 to 20"),
        (card(nation="ruritania"), ("types", "scouts", "nation"), "not a nation"),
        (card(sub=["infantri"]), ("types", "scouts", "sub", 0), "did you mean infantry"),
        (card(sub=["tank"]), ("types", "scouts", "sub", 0), "tank is not a type word of class soldier"),
        (card(defense=[7, 4]), ("types", "scouts", "defense"), "second not below"),
        (card(defense={"front": [1, 2]}), ("types", "scouts", "defense"), "one defense"),
        (card(kind="vehicle", sub=["tank"]), ("types", "scouts", "defense"), "front, side, rear, top"),
        (card(range=[4, 1]), ("types", "scouts", "range"), "rising"),
        (card(av=[1, 1, 1]), ("types", "scouts", "av"), "av has 3 columns, range only 2"),
        (card(af=[1]), ("types", "scouts", "af"), "which has no af"),
        (card(abilities={"snipper": True}), ("types", "scouts", "abilities", "snipper"), "did you mean sniper"),
        (card(abilities={"sniper": 2}), ("types", "scouts", "abilities", "sniper"), "takes no number"),
        (
            card(abilities={"transport": True}),
            ("types", "scouts", "abilities", "transport"),
            "needs a number: soldiers",
        ),
        (card(abilities={"rally": 1}), ("types", "scouts", "abilities", "rally"), "commanders only"),
        (card(initiative=2), ("types", "scouts", "initiative"), "only commanders"),
        (card(bombs={"dice": 1}), ("types", "scouts", "bombs"), "which has no bombs"),
        (card(wings=2), ("types", "scouts", "wings"), "not known"),
        (setup(weather="rain"), ("setup", "weather"), "not known"),
        (setup(objectiv="0101"), ("setup", "objectiv"), "did you mean objective"),
        (setup(objective="0909"), ("setup", "objective"), "not a hex of the map"),
        (setup(points=0), ("setup", "points"), "1 to 100000"),
        (setup(turns={"first": 3}), ("setup", "turns", "first"), "did you mean first_check"),
        (setup(turns={"first_check": 8, "last": 6}), ("setup", "turns"), "later than the last turn, 6"),
        (lambda w: w.update(turns=9, setup={"turns": {"last": 8}}), ("turns",), "write it once"),
        (setup(victory={"mode": "glory"}), ("setup", "victory", "mode"), "objective or points or attack"),
        (setup(victory={"mode": "attack"}), ("setup", "victory"), "needs an attacker"),
        (setup(victory={"attacker": "blue"}), ("setup", "victory", "attacker"), "no attacker in mode objective"),
        (setup(annihilation_ends=1), ("setup", "annihilation_ends"), "true or false"),
        (setup(deployment={"option": 3}), ("setup", "deployment", "option"), "fixed or 1 or 2"),
        (
            setup(deployment={"option": 1, "edges": ["north", "west"]}),
            ("setup", "deployment", "edges"),
            "two opposite ones",
        ),
        (
            setup(deployment={"sides": {"blue": "south", "red": "east"}}),
            ("setup", "deployment", "sides"),
            "south and east are not two",
        ),
        (setup(deployment={"sides": {"blue": "south"}}), ("setup", "deployment", "sides"), "edge to each side"),
        (
            setup(deployment={"option": 1, "sides": {"blue": "south", "red": "north"}}),
            ("setup", "deployment", "sides"),
            "option fixed",
        ),
        (setup(deployment={"depth": 3}), ("setup", "deployment", "depth"), "3 hexes deep overlap on a map of 5"),
        (setup(zones={"blue": ["0101"], "red": ["0101", "0202"]}), ("setup", "zones"), "overlap in 0101"),
        (setup(zones={"blue": ["0101"], "red": ["0999"]}), ("setup", "zones", "red"), "0999 is not on the map"),
        (setup(zones={"blue": ["0101"]}), ("setup", "zones"), "each side"),
        (setup(half_hexes=["0909"]), ("setup", "half_hexes"), "not on the map"),
        (setup(trails=["0101 0102 0104"]), ("setup", "trails", 0), "jumps from 0102 to 0104"),
        (setup(trails=["0101 0199"]), ("setup", "trails", 0), "0199 is not on the map"),
        (setup(environment="fog"), ("setup", "environment"), "dusk"),
        (setup(stacking={"units": 0}), ("setup", "stacking", "units"), "1 to 99"),
        (setup(stacking={"aircraft": 2}), ("setup", "stacking", "aircraft"), "always 1"),
        (setup(overwatch={"reach": "far"}), ("setup", "overwatch", "reach"), "whole number"),
        (
            setup(terrain={"swamp": {"name": "Swamp"}}),
            ("setup", "terrain", "swamp"),
            "written like {name: Clear, soldier: 1",
        ),
        (setup(terrain={"forest": {"roll": 7}}), ("setup", "terrain", "forest", "roll"), "2 to 6, not 7"),
        (setup(terrain={"forest": {"rol": 5}}), ("setup", "terrain", "forest", "rol"), "did you mean roll"),
        (
            setup(terrain={"forest": {"cover": {"soldiers": 1}}}),
            ("setup", "terrain", "forest", "cover"),
            "did you mean soldier",
        ),
        (
            setup(obstacles={"pillbox": {"bars": "cavalry"}}),
            ("setup", "obstacles", "pillbox", "bars"),
            "not one of them",
        ),
        (setup(army={"mode": "sell"}), ("setup", "army", "mode"), "fixed or buy"),
        (army(camps={"blue": "allies"}), ("setup", "army", "camps", "blue"), "allied or axis"),
        (army(camps={"green": "allied"}), ("setup", "army", "camps"), "by side"),
        (army(nations={"blue": ["england"]}), ("setup", "army", "nations", "blue", 0), "not a nation"),
        (army(theatre="mars"), ("setup", "army", "theatre"), "not a theatre"),
        (army(year=1950), ("setup", "army", "year"), "1939 to 1945"),
        (army(prefix={"blue": "A", "red": "A"}), ("setup", "army", "prefix"), "both sides would begin with A"),
        (army(prefix={"blue": "1"}), ("setup", "army", "prefix", "blue"), "capital letters"),
        (army(default={"blue": {"smlee": 2}}), ("setup", "army", "default", "blue", "smlee"), "did you mean smle"),
        (army(default={"blue": {"smle": 0}}), ("setup", "army", "default", "blue", "smle"), "1 to"),
        (army(default={"blue": {"smle": 34}}), ("setup", "army", "default", "blue"), "costs 102 of 100"),
        (
            army(default={"blue": {"tiger-i": 1}}),
            ("setup", "army", "default", "blue", "tiger-i"),
            "card is axis, and this army is allied",
        ),
    ],
)
def test_faults(change: Change, path: tuple[str | int, ...] | None, expected: str) -> None:
    """One planted fault is reported with its place and a remedy; a path of None: no fault is found."""
    try:
        reader.parse(changed(change))
    except FaultyFile as faulty:
        told = [str(spot) for spot in faulty.faults]
        assert path is not None, told
        assert any(says.startswith(".".join(map(str, path)) + ":") and expected in says for says in told), told
    else:
        assert path is None


@for_each(
    ("old", "new", "says"),
    [
        ("type: bren,", "type: brem,", "there is no type brem"),
        ('"h": hill', '"h": hil', "hil is not a terrain"),
        ('objective: "0505"', 'objective: "0595"', "not a hex of the map"),
        ("depth: 2", "depth: 5", "overlap on a map of 9"),
        ("allies: south", "allies: east", "not two opposite"),
        ('side: axis, at: "0502"', 'side: axis, at: "0572"', "0572, where X5 is put"),
        ("last: 6", "last: 3", "later than the last turn"),
        ("points: 25", "point: 25", "point is not known here"),
    ],
)
def test_faults_are_reported_with_line_and_column(old: str, new: str, says: str) -> None:
    good = reader.read_text(reader.find_shipped("first-patrol"))
    bad = good.replace(old, new, 1)
    line = bad[: bad.index(new)].count("\n") + 1
    found = [spot for spot in reader.faults(bad) if says in str(spot)]
    assert reader.faults(good) == () and found
    assert found[0].line == line and found[0].column > 1


@pytest.mark.parametrize(
    "stem", ["airborne-bridge", "first-patrol", "meeting-engagement", "open-meeting", "steel-and-sky", "field"]
)
@pytest.mark.long
def test_any_value_anywhere_is_read_or_refused(stem: str) -> None:
    source = deepcopy(FIELD) if stem == "field" else json.loads(json.dumps(reader.load(stem).source))
    junk: tuple[Any, ...] = (None, -1, True, "x", [], [[1]], ["x"], {}, {"x": {"x": []}}, 10**20, 1.5, "0101")

    def walk(place: Any, keys: list[Any]) -> None:
        for key in keys:
            kept = place[key]
            for value in junk:
                place[key] = value
                try:
                    start(reader.parse(source))
                except FaultyFile as fault:
                    assert fault.faults
            place[key] = kept
            if isinstance(kept, dict):
                walk(kept, list(kept))
            elif isinstance(kept, list):
                walk(kept, list(range(min(2, len(kept)))))

    walk(source, ["setup"])
    walk(source, [key for key in ("units", "sides", "types") if source.get(key)])


@settings(max_examples=examples(150), deadline=None)
@given(
    st.dictionaries(
        st.sampled_from([*WRITTEN["setup"], "x"]),
        st.recursive(
            st.none()
            | st.booleans()
            | st.integers(-3, 2000)
            | st.sampled_from(["0101", "blue", "fixed", "north", "x", "buy", "attack"]),
            lambda inner: (
                st.lists(inner, max_size=2)
                | st.dictionaries(
                    st.sampled_from(
                        [
                            "mode",
                            "attacker",
                            "edges",
                            "depth",
                            "option",
                            "sides",
                            "blue",
                            "red",
                            "units",
                            "last",
                            "first_check",
                            "forest",
                            "default",
                        ]
                    ),
                    inner,
                    max_size=3,
                )
            ),
            max_leaves=8,
        ),
        max_size=3,
    )
)
def test_any_setup_is_read_or_refused(written: dict[str, Any]) -> None:
    try:
        start(reader.parse(changed(lambda w: w.update(setup=written))))
    except FaultyFile as fault:
        assert fault.faults


@pytest.mark.parametrize(
    "limits",
    [{"camps": "martian"}, {"nations": ["narnia"]}, {"nations": "narnia"}, {"theatre": "moon"}],
)
def test_a_word_of_the_limits_that_names_nothing_is_one_fault(limits: dict[str, Any]) -> None:
    army = {key: 1 for key, _ in zip(known_cards(None), range(8), strict=False)}
    (only,) = check_army(None, "blue", army, limits).faults
    assert only.path == tuple(limits)


def test_a_nation_that_is_none_hides_no_other_fault() -> None:
    """Units of Germany in an army of the United States and of nowhere."""
    faults = check_army(None, "blue", {"mauser-98k": 1}, {"nations": ["narnia", "usa"]}).faults
    assert [fault.path for fault in faults] == [("nations",), ("mauser-98k",)]
