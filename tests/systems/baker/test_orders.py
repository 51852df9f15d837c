"""Baker's orders in a message: standing orders, what is in doubt after dice, what an if asks, who may speak when."""

from collections.abc import Sequence

import pytest

from engine import checking, play
from engine.contract import Balked, Condition, Event, Skipped, Tape, Turn, replace
from engine.systems import baker
from engine.systems.baker.state.position import COMBAT, COMBAT_MOVEMENT, NONCOMBAT, OVER, PURCHASE, Battle, State, Wish
from engine.systems.baker.vocabulary import condition_holds
from tests.support.many_cases import for_each
from tests.systems.baker.support.campaigns import campaign, game, owned, stand, war

Said = list[tuple[int, str, list[str]]]


def judged(state: State, side: str, text: str) -> Said:
    """Line, whether it stands, is in doubt, idle or refused, and its codes."""
    found = checking.check(baker, state, side, text)
    how = ["refused" if v.problems else "idle" if v.idle else "doubt" if v.doubt else "stands" for v in found]
    return [(v.line.number, word, [problem.code for problem in v.problems]) for v, word in zip(found, how, strict=True)]


def codes(state: State, text: str, side: str = "germany") -> list[str]:
    (verdict,) = checking.check(baker, state, side, text)
    return [problem.code for problem in verdict.problems]


def ran(state: State, side: str, text: str, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    turn, accepted = Turn(state, Tape(dice), baker.apply), checking.check(baker, state, side, text)
    play.run(baker, turn, side, [play.OrderToRun(v.line.number, v.echo) for v in accepted if v.accepted])
    return turn.state, turn.events


def battle(*areas: str) -> State:
    """Germany's combat: an infantry of its own against one of the Soviet Union in each of the areas."""
    state = war(phase=COMBAT)
    for area in areas:
        state = stand(stand(state, area, "germany", {"infantry": 1}), area, "ussr", {"infantry": 1})
    return game(state, battles=tuple(Battle(area, "land", "germany", start={"Poland": 1}) for area in areas))


# standing orders
@for_each(
    ("text", "code"),
    [
        ("losses: aa > infantry", "wrong-battle"),
        ("losses land: complex > tank > tank", "wrong-battle"),
        ("losses land: tank > tank > carrier", "syntax"),
        ("losses land: carrier", "wrong-battle"),
        ("losses Kiev: loaded", "wrong-battle"),
        ("losses sea: tank", "wrong-battle"),
        ("targets sz1: infantry", "wrong-battle"),
        ("targets land: carrier > loaded", ""),
        ("targets sea attack: submarine > fighter", ""),
        ("losses: submarine > infantry", ""),
        ("losses sz1: bomber > carrier", ""),
        ("retreat land attack when no land", "syntax"),
        ("withdraw sea defence never", "syntax"),
        ("retreat after round 0", "bad-number"),
        ("retreat when attackers < 0", "bad-number"),
        ("retreat when defenders > 0", ""),
        ("withdraw when submarines < 0", "bad-number"),
        ("keep land 9", ""),
        ("standing retreat Kiev when attackers < defenders to Poland", ""),
    ],
)
def test_what_standing_orders_may_say(text: str, code: str) -> None:
    assert codes(war(phase=PURCHASE), text, "ussr") == ([code] if code else [])


def test_what_a_refused_list_could_be() -> None:
    (verdict,) = checking.check(baker, war(), "germany", "losses land: carrier > tank > aa > tank")
    (problem,) = verdict.problems
    assert problem.suggestions == ("losses land: tank",) and "anti-aircraft guns" in problem.message
    (verdict,) = checking.check(baker, war(), "germany", "losses sea: carrier > tank > infantry")
    assert verdict.problems[0].suggestions == ("losses sea: carrier",) and "naval battle" in verdict.problems[0].message


def test_a_new_one_replaces_the_old_and_default_takes_it_back() -> None:
    lists = "losses land: tank > infantry\nlosses land: artillery\nlosses Kiev: tank\ntargets: bomber"
    state, _ = ran(war(), "ussr", f"{lists}\nretreat Kiev after 2 rounds to Poland\nkeep land 2")
    kept = state.game.policies["ussr"]
    assert (
        kept.losses == {"land": ("artillery",), "Kiev": ("tank",)}
        and kept.targets == {"all": ("bomber",)}
        and kept.keep == 2
    )
    assert kept.retreat == {"Kiev": Wish("after", 2, "Poland")} and not kept.withdraw
    state, _ = ran(state, "ussr", "losses land: default\nretreat Kiev never\nwithdraw sea when submarines < 2")
    kept = state.game.policies["ussr"]
    assert kept.losses == {"Kiev": ("tank",)} and kept.retreat == {"Kiev": Wish("never")}
    assert kept.withdraw == {"sea": Wish("submarines", 2)}
    state, _ = ran(state, "ussr", "losses default")
    assert not state.game.policies["ussr"].losses and state.game.policies["ussr"].targets == {"all": ("bomber",)}


# moments
def test_reading_then_the_side_then_the_phase_then_the_rules() -> None:
    state = war(phase=COMBAT_MOVEMENT)
    assert codes(state, "buy 99 panzers", "ussr") == ["unknown-unit", "not-your-phase"]
    assert codes(state, "buy 99 bombers", "ussr") == ["not-your-phase"]
    assert codes(state, "buy 99 bombers") == ["wrong-phase"]
    assert codes(replace(state, phase=PURCHASE), "buy 99 bombers") == ["not-enough-ipc"]
    assert codes(replace(state, phase=COMBAT), "retreat") == ["missing-argument"] and codes(state, "retreat") == [
        "wrong-phase"
    ]
    assert (
        codes(state, "retreat never", "ussr")
        == codes(state, "concede", "ussr")
        == codes(state, "draw", "britain")
        == []
    )


def test_when_the_game_is_over_words_still_come_first() -> None:
    over = replace(war(), phase=OVER, active=None, winner="draw")
    assert codes(over, "keep land 1") == codes(over, "move 1 tank Berlin to Poland") == ["wrong-phase"]
    assert codes(over, "keep land 1", "ussr") == ["wrong-phase"] and codes(over, "move 1 panzer Berlin to Poland") == [
        "unknown-unit"
    ]


# doubt
def test_after_dice_only_words_and_phase_are_judged_and_the_rest_is_balked() -> None:
    text = (
        "fight Kiev 1 round\nretreat Moscow\nfight Poland\nfight Narnia\nmove 1 tank Kiev to Moscow\n"
        "losses land: tank > tank\nkeep land 1"
    )
    state = battle("Kiev", "Moscow")
    assert judged(state, "germany", text) == [
        (1, "stands", []),
        (2, "doubt", []),
        (3, "doubt", []),
        (4, "refused", ["unknown-place"]),
        (5, "refused", ["wrong-phase"]),
        (6, "doubt", []),
        (7, "doubt", []),
    ]
    after, events = ran(state, "germany", text, [6, 6])
    assert [(e.line, e.code) for e in events if isinstance(e, Balked)] == [
        (2, "must-fight"),
        (3, "no-target"),
        (6, "syntax"),
    ]
    assert after.game.policies["germany"].keep == 1 and after.game.battles[0].round == 1


def test_before_dice_all_is_judged() -> None:
    assert judged(battle("Kiev"), "germany", "retreat Kiev\nfight Poland\nlosses land: tank > tank\nfight Kiev") == [
        (1, "refused", ["must-fight"]),
        (2, "refused", ["no-target"]),
        (3, "refused", ["syntax"]),
        (4, "stands", []),
    ]


def test_an_if_is_judged_at_once_before_dice_and_in_its_turn_after_them() -> None:
    text = (
        "if Kiev won: retreat Kiev\nif Kiev theirs: retreat Kiev\nif Kiev ours: fight Narnia\n"
        "if Berlin ours: keep land 3\nfight Kiev\n"
        "if Kiev won: keep land 1\nif Kiev lost: keep land 2\nif Kiev won: retreat Kiev"
    )
    state = battle("Kiev")
    assert judged(state, "germany", text) == [
        (1, "idle", []),
        (2, "refused", ["must-fight"]),
        (3, "refused", ["unknown-place"]),
        (4, "doubt", []),
        (5, "stands", []),
        (6, "doubt", []),
        (7, "doubt", []),
        (8, "doubt", []),
    ]
    after, events = ran(state, "germany", text, [1, 6])
    assert [e.line for e in events if isinstance(e, Skipped)] == [1, 7]
    assert [(e.line, e.code) for e in events if isinstance(e, Balked)] == [(8, "already-acted")]
    assert after.game.policies["germany"].keep == 1 and after.areas["Kiev"].owner == "germany"


def test_an_if_needs_a_campaign() -> None:
    state = campaign("open-field", "red", "round")
    assert codes(replace(state, active=None), "if Field ours: keep land 1", "red") == ["syntax"]


def test_what_an_if_asks_of_whom() -> None:
    state = game(
        owned(war(phase=NONCOMBAT), Kiev="germany"),
        battles=(
            Battle("Kiev", "land", "germany", 1, result="won"),
            Battle("Moscow", "land", "germany", 1, result="retreated"),
            Battle("sz1", "naval", "germany", 1),
        ),
    )

    def asked(area: str, side: str) -> list[str]:
        return [
            word
            for word in ("won", "lost", "ours", "theirs")
            if condition_holds(state, Condition(area, word, side=side))
        ]

    assert asked("Kiev", "germany") == ["won", "ours"] and asked("Kiev", "ussr") == asked("Kiev", "britain") == [
        "won",
        "theirs",
    ]
    assert asked("Moscow", "germany") == ["lost", "theirs"] and asked("Moscow", "britain") == ["lost", "ours"]
    assert asked("sz1", "germany") == [] and not condition_holds(state, Condition("Narnia", "won", side="ussr"))


@pytest.mark.parametrize("text", ["move {} Poland to Kiev", "ship {} Poland to Kiev", "load {} Poland onto Kiev"])
@pytest.mark.parametrize("what", ["all and all", "1 tank and all"])
def test_all_beside_other_units_is_all(text: str, what: str) -> None:
    state = war(phase=COMBAT_MOVEMENT)
    (whole,), (mixed,) = (checking.check(baker, state, "germany", text.format(said)) for said in ("all", what))
    assert mixed.line.order is None or [p.code for p in mixed.problems] == [p.code for p in whole.problems]


def test_to_return_everything_bought_is_never_suggested() -> None:
    (verdict,) = checking.check(baker, war(phase=PURCHASE), "germany", "buy nothing x")
    (problem,) = verdict.problems
    assert not any("nothing" in line for line in problem.suggestions)
