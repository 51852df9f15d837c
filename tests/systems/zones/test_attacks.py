"""Zone Control: shooting and melee, on both sides of every bound and against a second reckoning."""

from random import Random
from typing import Any

import pytest

from engine.contract import Rolled, Tape, Turn, replace
from engine.systems.zones.orders import Melee, Shoot
from engine.systems.zones.rules.combat import attacks
from engine.systems.zones.rules.combat.targeting import FLOOR, aims
from engine.systems.zones.state.apply import apply
from engine.systems.zones.state.events import Attacked, Shock
from engine.systems.zones.state.position import Model, State, Unit
from engine.systems.zones.table_rows import Type, Weapon
from engine.systems.zones.tables import TABLES
from maps.geometry.tabletop import Piece
from tests.support.many_cases import for_each
from tests.support.sampling import share
from tests.systems.zones.support import oracle_attacks
from tests.systems.zones.support.attacks import (
    Verb,
    duel,
    first_code,
    first_refusal,
    random_terrain,
    run_attack,
    terrain_area,
    terrain_belt,
    with_weapons,
    without_wounds,
)
from tests.systems.zones.support.small_boards import small_table, unit


# shooting and melee
@for_each(
    ("verb", "y", "terrain", "expected"),
    [
        (Shoot, 10, (), "too-close"),
        (Shoot, 10.01, (), ""),
        (Melee, 10, (), ""),
        (Melee, 10.01, (), "out-of-range"),
        (Shoot, 20, (terrain_belt("dense", 8, 9),), "no-line-of-sight"),
        (Melee, 10, (terrain_belt("dense", 8, 9),), "no-line-of-sight"),
        (Shoot, 10, (terrain_belt("dense", 8, 9),), "too-close"),
        (Melee, 10.01, (terrain_belt("dense", 8, 9),), "out-of-range"),
    ],
)
def test_six_inches_divide_shooting_from_melee(verb: Verb, y: float, terrain: tuple[Piece, ...], expected: str) -> None:
    state, order = duel(y, *terrain, verb=verb)
    assert first_code(state, order) == expected


def test_the_range_of_a_weapon_and_half_of_it() -> None:
    gun = Weapon(range=10.01, attacks=1, strength=0, ap=0, damage=1)
    for y, expected in ((14, ""), (14.01, ""), (14.02, "out-of-range")):
        state, order = duel(y)
        assert first_code(with_weapons(state, gun=gun), order) == expected
    assert first_refusal(with_weapons(duel(14.02)[0], gun=gun), order) == (
        "out-of-range",
        'R1 is 10.02" away; the range of its gun is 10.01"',
    )
    far = Weapon(range=16.02, attacks=1, strength=0, ap=0, damage=1)
    mods = [aims(with_weapons(duel(y)[0], gun=far), order)[0].mods for y in (12.01, 12.02)]
    assert mods == [(), (("long-range", -1),)]


def test_of_several_reasons_sight_counts_first_then_the_distance() -> None:
    ruin = terrain_area("dense", (5, 8), (7, 8), (7, 9), (5, 9), name="Ruin")

    def state(*foes: tuple[float, float]) -> State:
        return small_table(unit("B1", (6, 4)), unit("R1", *foes), terrain=(ruin,))

    assert first_refusal(state((6, 14), (6, 6)), Shoot("B1", "R1")) == (
        "no-line-of-sight",
        "B1 cannot see R1: Ruin is in the way; nobody can see through dense terrain (ZC 7.3)",
    )
    near = replace(
        state((6, 6), (23, 23)),
        types={**state((6, 6)).types, "man": replace(state((6, 6)).types["man"], weapons=("carbine",))},
    )
    assert first_refusal(near, Shoot("B1", "R1")) == (
        "out-of-range",
        'R1 is 25.5" away; the range of its carbine is 18"',
    )
    assert first_refusal(state((6, 6), (6, 10)), Shoot("B1", "R1")) == (
        "too-close",
        'R1 is within 6" (at 6"): use melee instead',
    )
    assert first_refusal(state((6, 14)), Melee("B1", "R1")) == ("out-of-range", 'R1 is 10" away; melee reaches 6"')


def test_what_is_lasting_is_said_after_what_is_not() -> None:
    waiting = unit("B2", (0, 0), where="ambush")
    state = small_table(
        unit("B1", (6, 4)),
        waiting,
        unit("G1", (8, 4)),
        unit("R1", (6, 20)),
        unit("R2", (0, 0), where="reserve"),
        unit("R3", where="gone", start=1),
    )

    def found(order: Shoot) -> list[tuple[str, bool]]:
        return [(refusal.code, refusal.lasting) for refusal in attacks.objections(state, "blue", order)]

    assert found(Shoot("B2", "B1", "rifle")) == [("off-table", False), ("invalid-target", True)]
    assert found(Shoot("B2", "R1", "bayonet")) == [("off-table", False), ("no-weapon", True)]
    assert found(Shoot("B1", "G1", "bayonet")) == [("invalid-target", True), ("no-weapon", True)]
    assert found(Shoot("B1", "R2")) == [("invalid-target", False)] and found(Shoot("B1", "R3")) == [
        ("no-target", False)
    ]
    assert found(Shoot("B1", "R3", "bayonet")) == [("no-target", False), ("no-weapon", True)]
    assert found(Shoot("B1", "R1", models=(1, 1))) == []


def test_who_has_no_wounds_left_is_no_target_and_acts() -> None:
    state = small_table(unit("B1", (12, 4)), unit("R1", (12, 14), (13, 14)))
    hit = replace(state.units["R1"], models=(without_wounds(state.units["R1"].models[0]), state.units["R1"].models[1]))
    own = replace(state.units["B1"], models=(without_wounds(state.units["B1"].models[0]),))
    state = replace(state, units={"B1": own, "R1": hit})
    assert [aim.target_model for aim in aims(state, Shoot("B1", "R1"))] == [2]
    assert first_code(state, Shoot("B1", "R1", target_models=(1, 1))) == "no-target"
    assert first_code(state, Shoot("B1", "R1", target_models=(3, 3))) == "no-target"
    assert run_attack(state, Shoot("B1", "R1"), 1).state.units["B1"].models[0].acted


def test_ammunition_is_spent_by_shooting_and_chooses_the_weapon() -> None:
    pot = Weapon(range=10, attacks=1, strength=0, ap=0, damage=1, close=True, ammo=1)
    state, order = duel(12)
    state = with_weapons(state, pot=pot, rifle=state.weapons["rifle"])
    loaded = tuple(replace(model, ammo={"pot": 1}) for model in state.units["B1"].models)
    state = replace(state, units={**state.units, "B1": replace(state.units["B1"], models=loaded)})
    shot = run_attack(state, order, 1)
    assert shot.all(Attacked)[0].weapon == "pot" and shot.state.units["B1"].models[0].ammo == {"pot": 0}
    rested = replace(shot.state.units["B1"], models=(replace(shot.state.units["B1"].models[0], acted=False),))
    empty = replace(shot.state, units={**shot.state.units, "B1": rested})
    assert run_attack(empty, order, 1).all(Attacked)[0].weapon == "rifle"
    assert first_refusal(empty, Shoot("B1", "R1", "pot")) == (
        "no-ammo",
        "B1 has no ammunition left for its pot; a round without actions in a zone that your team controls refills it",
    )
    near = replace(empty, units={**empty.units, "R1": unit("R1", (12, 9))})
    assert run_attack(near, Melee("B1", "R1"), 1).state.units["B1"].models[0].ammo == {"pot": 0}


def test_bare_hands_fight_for_those_without_a_weapon_for_it() -> None:
    state, order = duel(9, verb=Melee)
    assert run_attack(state, order, 1).all(Attacked)[0].weapon == "bare-hands"
    assert first_refusal(state, Melee("B1", "R1", "rifle")) == (
        "no-weapon",
        "B1 cannot fight with rifle: for melee it has bare-hands",
    )
    assert first_refusal(with_weapons(state, axe=state.weapons["axe"]), Shoot("B1", "R1")) == (
        "no-weapon",
        "B1 cannot shoot: it has no weapon for shooting, only axe",
    )


def test_the_dice_told_add_up_where_modifiers_stop_at_zero() -> None:
    state, order = duel(20)
    weak = replace(state.types["man"], ballistic=1)
    moved = replace(state.units["B1"], models=(replace(state.units["B1"].models[0], moved=True),))
    state = replace(state, types={**state.types, "man": weak}, units={**state.units, "B1": moved})
    shot = run_attack(state, order, 6)
    rolled, attack = shot.all(Rolled)[0], shot.all(Attacked)[0]
    assert rolled.mods == (("ballistic", 1), ("long range", -1), ("moved", -1), (FLOOR, 1)) and rolled.successes == 0
    assert attack.skill + sum(n for _, n in attack.mods) == 0 and attack.hits == 0


def test_switches_change_modifiers_and_shock() -> None:
    switches: dict[str, Any] = {
        "modifiers": {"shoot": {**TABLES.modifiers["shoot"], "long-range": 0, "hunkered": 2}, "melee": {}},
        "shock": {**TABLES.shock, "hurt": 3, "melee": 0},
    }
    units = unit("B1", (12, 4)), unit("R1", (12, 20)), unit("R2", (14, 4), hunkered=True)
    state = small_table(*units, terrain=(terrain_belt("sparse", 10, 12),), **switches)
    shot = run_attack(state, Shoot("B1", "R1"), 5, 1)
    assert shot.all(Attacked)[0].mods == (("cover-sparse", -1),) and shot.all(Shock) == [Shock("R1", "hurt", 3, 3)]
    hidden = replace(state, units={**state.units, "R1": replace(state.units["R1"], hunkered=True)})
    assert aims(hidden, Shoot("B1", "R1"))[0].mods == (("cover-sparse", -1), ("hunkered", -2))
    blow = run_attack(state, Melee("B1", "R2"), 6, 6)
    assert blow.all(Shock) == [Shock("R2", "melee", 0, 0)] and blow.state.units["R2"].marks == ("melee",)
    assert not blow.all(Attacked)[0].mods


# against a second reckoning
def battlefield(dice: Random) -> State:
    """Two units of any size near one another, in any condition, with any weapons."""

    def arm() -> Weapon:
        shots, strength, ap, damage = dice.randint(1, 3), dice.randint(0, 4), dice.randint(0, 3), dice.randint(1, 3)
        return Weapon(
            dice.choice((6, 6, 8, 12, 20)),
            shots,
            strength,
            ap,
            damage,
            dice.random() < 0.3,
            dice.choice((None, None, 1)),
        )

    arms = {f"arm{nth}": arm() for nth in range(dice.randint(0, 3))}

    def kind() -> Type:
        return Type(
            6,
            dice.randint(0, 6),
            dice.randint(0, 6),
            dice.randint(0, 5),
            dice.randint(0, 4),
            4,
            wounds=3,
            weapons=tuple(name for name in arms if dice.random() < 0.8),
        )

    def band(key: str) -> Unit:
        return unit(
            key,
            kind=key,
            where=dice.choice(("table",) * 12 + ("reserve", "gone")),
            start=4,
            sprung=dice.random() < 0.3,
            hunkered=dice.random() < 0.3,
            marks=tuple(mark for mark in ("melee", "surprise") if dice.random() < 0.2),
            shock=dice.randint(0, 2),
            models=tuple(model(nth) for nth in range(1, 5) if dice.random() < 0.8) or (model(1),),
        )

    def model(number: int) -> Model:
        ammo = {name: dice.randint(0, 1) for name, arm in arms.items() if arm.ammo}
        return Model(
            number,
            near(dice),
            dice.choice((0, 1, 1, 2, 3)),
            dice.random() < 0.3,
            dice.random() < 0.2,
            dice.random() < 0.3,
            ammo,
        )

    state = small_table(band("B1"), band("R1"), terrain=random_terrain(dice))
    return replace(state, weapons={**state.weapons, **arms}, types={**state.types, "B1": kind(), "R1": kind()})


def near(dice: Random) -> tuple[int, int]:
    step = dice.choice((1, 50, 100))
    return dice.randint(400 // step, 1500 // step) * step, dice.randint(400 // step, 1500 // step) * step


def run(dice: Random) -> tuple[int, int] | None:
    return dice.choice((None, None, (1, 1), (1, 2), (2, 4), (3, 3)))


@pytest.mark.parametrize("seed", range(share(60, 12)))
@pytest.mark.long
def test_an_attack_is_what_its_paragraphs_say_word_for_word(seed: int) -> None:
    dice, codes = Random(seed), set[str | None]()
    for _ in range(60):
        state, verb = battlefield(dice), dice.choice(("shoot", "melee"))
        carried = dice.choice((None, None, *state.types["B1"].weapons))
        order = (Shoot if verb == "shoot" else Melee)("B1", "R1", carried, run(dice), run(dice))
        if not reckoned_units(state, order):
            continue
        expected = oracle_attacks.first_code(state, verb, order)
        codes.add(expected)
        assert (first_code(state, order) or None) == expected, (order, state)
        if expected is None:
            faces = [dice.randint(1, 6) for _ in range(60)]
            compare(state, order, oracle_attacks.fight_out(state, verb, order, iter(faces)), faces)
    assert None in codes and len(codes) > 2


def reckoned_units(state: State, order: Shoot | Melee) -> bool:
    """Models removed are refused before the rules of attacks are asked."""
    return bool(oracle_attacks.run_of(state.units["B1"].models, order.models))


def compare(state: State, order: Shoot | Melee, expected: oracle_attacks.Battle, faces: list[int]) -> None:
    foreseen = aims(state, order)
    turn = Turn(state, Tape(faces), apply)
    attacks.run(turn, order)
    found = [event for event in turn.events if isinstance(event, Attacked)]
    told = [
        (
            one.model,
            one.target_model,
            one.distance,
            one.skill + sum(n for _, n in one.mods),
            one.dice,
            one.save,
            one.saves,
            one.wounds,
        )
        for one in found
    ]
    target = turn.state.units["R1"]
    assert told == expected.blows
    assert [event.source for event in turn.events if isinstance(event, Shock)] == expected.sources
    assert target.shock == expected.shock + len(expected.sources) and set(target.marks) == expected.marks
    assert all(
        (model.wounds, model.hurt) == (expected.foes[model.number].wounds, expected.foes[model.number].hurt)
        for model in target.models
        if model.number in expected.foes
    )
    for before, after in zip(state.units["B1"].models, turn.state.units["B1"].models, strict=True):
        name = expected.spent.get(before.number)
        shots = 1 if name and isinstance(order, Shoot) and state.weapons[name].ammo else 0
        assert after.acted == (before.acted or name is not None)
        assert sum(before.ammo.values()) - sum(after.ammo.values()) == shots
    rolls = [event for event in turn.events if isinstance(event, Rolled)]
    assert all(roll.successes == sum(face + sum(n for _, n in roll.mods) >= 7 for face in roll.faces) for roll in rolls)
    assert [aim.model for aim in foreseen][:1] == [one.model for one in found][:1] and foreseen[
        0
    ].bonus == expected.blows[0][3]
