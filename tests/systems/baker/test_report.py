"""Baker's reports: every event has a line, every die is in one; the orders offered are legal and of every kind."""

import re
from random import Random

import pytest

from engine.contract import Event, Order
from engine.language import write
from engine.systems import baker
from engine.systems.baker.advice.ideas import MOST_IDEAS
from engine.systems.baker.orders import ORDERS, Bid, Buy, Concede, Draw, Move
from engine.systems.baker.state.battle_events import (
    AntiAircraft,
    BattleBegan,
    BattleEnded,
    Lost,
    Raided,
    RoundEnded,
    Volley,
)
from engine.systems.baker.state.events import Income, Written
from engine.systems.baker.state.position import State
from tests.support import random_games, report_checks
from tests.support.many_cases import for_each
from tests.systems.baker.support.campaigns import at_kiev, campaign, duel, game, rich, stand, war
from tests.systems.baker.support.random_battles import begun, done

CAMPAIGNS = ("two-shores", "middle-sea")
BATTLES = ("open-field", "convoy-fight", "grey-beach", "blank-table")
SEEDS = (3, 4, 5)


def played(stem: str, seed: int = 3) -> tuple[random_games.Step, ...]:
    return random_games.walked(baker, stem, seed)


def steps() -> tuple[random_games.Step, ...]:
    battles = tuple(step for stem in BATTLES for seed in SEEDS for step in played(stem, seed))
    return (*battles, *(step for stem in CAMPAIGNS for step in played(stem)))


def carried(event: Event) -> list[int]:
    """The dice that an event brings with it."""
    match event:
        case Volley(dice=dice):
            return [*dice]
        case AntiAircraft(dice=by_type):
            return [face for dice in by_type.values() for face in dice]
        case Raided(gun_dice=guns, bomb_dice=bombs):
            return [*guns, *bombs]
        case _:
            return []


# the report
@pytest.mark.usefixtures("rough_expectations")
def test_every_die_is_told_once_and_in_its_place() -> None:
    assert report_checks.dice_told(baker, steps(), carried, r"\(BK .*?\)|\(needs \d\)|Step \d") > 120


def test_a_volley_tells_its_type_its_dice_and_its_need() -> None:
    count = 0
    for step in steps():
        for _, event, line in report_checks.told(baker, step):
            if isinstance(event, Volley):
                assert f" {event.type} {' '.join(map(str, event.dice))} (needs {event.need}): " in line
                count += len(event.dice)
    assert count > 120


def test_lines_fit_a_phone_and_have_no_holes() -> None:
    for step in steps():
        for _, event, line in report_checks.told(baker, step):
            long = isinstance(event, Income | BattleBegan | BattleEnded | Written | RoundEnded)
            assert report_checks.whole(line.replace("<", "under"), 420 if long else 300), (line, event)


def test_what_a_volley_says_falls_is_what_falls() -> None:
    """Its hits are the losses it names and those wasted; the events of the losses that follow it say the same."""
    seen = 0
    for step in steps():
        events = list(step.turn.events)
        for nth, event in enumerate(events):
            if isinstance(event, Volley):
                after = [other for other in events[nth + 1 : nth + 1 + event.hits] if isinstance(other, Lost)]
                told = [
                    (fallen.type, fallen.power, fallen.picked, fallen.list)
                    for fallen in event.fallen
                    for _ in range(fallen.number)
                ]
                assert told == [(loss.type, loss.power, loss.picked, loss.list) for loss in after[: len(told)]]
                assert event.hits == sum(face <= event.need for face in event.dice) >= len(told)
                assert event.ones == event.dice.count(1)
                seen += len(told)
    assert seen > 60


LISTS = (
    "losses land defence: tank > infantry",
    "targets land: infantry > tank",
    "keep land 2",
    "retreat when attackers < 2",
)


def test_no_standing_order_is_shown_before_it_is_used() -> None:
    """Nothing public has a word of it but the volleys in which a list picks, and the retreat that it orders."""
    shown, expected = set[str](), list[object]()
    for seed in range(12):
        state = begun("land: 4 infantry, 1 artillery vs 3 infantry, 1 tank", "\n".join(LISTS[1:]), LISTS[0])
        for number in range(6):
            turn = done(state, random_games.Falling(seed, number)) if state.phase == "round" else None
            for event in turn.events if turn else ():
                public = baker.witness(state, event, "")
                told = baker.tell(baker.view(state, ""), public) if public else ""
                expected += [event.expected] if isinstance(event, BattleBegan) else []
                used = (
                    {fallen.list for fallen in event.fallen if fallen.type in fallen.list}
                    if isinstance(event, Volley)
                    else {getattr(event, "why", "")}
                )
                assert {order for order in LISTS if order in told} == used & {*LISTS}, told
                shown |= used & {*LISTS}
                state = baker.apply(state, event)
    battle = begun("land: 4 infantry, 1 artillery vs 3 infantry, 1 tank")
    (open_book,) = (
        event.expected for event in done(battle, random_games.Falling(1)).events if isinstance(event, BattleBegan)
    )
    assert shown == {*LISTS} - {"keep land 2"} and expected == [open_book] * 12


# the map in words
def test_the_map_in_words() -> None:
    for step in steps()[::5]:
        words = baker.text_map(step.after)
        assert all(re.search(rf"^- {key}\b", words, re.M) for key in step.after.areas)
        assert not report_checks.HOLES.search(words), words
        assert all(len(line) < 400 for line in words.splitlines())


def test_areas_powers_and_battles_in_words() -> None:
    state = game(
        at_kiev(),
        moved={"Kiev": {"infantry": 3}},
        idle={"Kiev": {"bomber": 1}},
        raids={"Moscow": 2},
        captured=("Ural",),
    )
    lines = baker.text_map(state).splitlines()
    assert lines[0] == "Test war: round 1, Germany's combat."
    assert "Income of territories (and growth since the start): Axis 13 (+0), Allies 22 (+0)." in lines
    assert "Germany, of Axis: 6 IPCs in hand, income 13, capital Berlin; to be placed: 3 infantry, 1 tank." in lines
    assert (
        "Battle of Kiev, land, 0 rounds fought: Germany 3 infantry, 1 tank, 1 fighter against Soviet Union 2 "
        "infantry, 1 tank."
    ) in lines
    assert (
        "Battle of sz3, naval, 2 rounds fought: won by the attacker." in lines and "Raid on Moscow: 2 bombers." in lines
    )
    assert (
        "- Kiev, land, 3 IPCs, Soviet Union's: Soviet Union 2 infantry, 1 tank, 1 aa; Germany 3 infantry, 1 "
        "tank, 1 fighter, "
        "moved: 3 infantry, out of the battle: 1 bomber."
    ) in lines
    assert (
        "- sz1 Inner Sea, sea: Germany 2 transports (2 infantry aboard, to land at Gotland). Enemies beside it "
        "in Gotland." in lines
    )
    assert "- Alps, land, neutral: empty." in lines
    assert any(line.startswith("- Ural, land, 2 IPCs, Soviet Union's, taken this turn") for line in lines)


# ideas and advice
def test_ideas_are_legal_and_the_same_again_and_few() -> None:
    for step in steps()[::4]:
        for side in ("", *step.after.powers):
            report_checks.ideas(baker, step.after, side, MOST_IDEAS + 20)


def test_ideas_know_every_order_in_all_its_forms() -> None:
    thoughts = [
        (step.after, side, order)
        for step in steps()
        for side in step.after.powers
        for order in baker.ideas(baker.view(step.after, side), side)
    ]
    assert {report_checks.tag(kind) for kind in ORDERS} - {report_checks.tag(order) for _, _, order in thoughts} == {
        report_checks.tag(kind) for kind in (Bid, Concede, Draw)
    }
    texts = {write(order, baker.vocabulary(state, side)) for state, side, order in thoughts}
    forms = (
        r"^buy .*fighter",
        r"^buy .*battleship",
        r"^buy 1 complex",
        r"^buy nothing",
        r"^move \d+ bombers?",
        r"^move .*carrier",
        r"^move \d loaded",
        r"^move \d aa",
        r"^fight \w+ 1 round",
        r"^fight all",
        r"^retreat \w+$",
        r"^place .*transport",
        r"^unload",
        r"^ship 2 infantry, 1 tank",
        r"^battle naval",
        r"^losses .*:",
        r"default$",
        r"^keep land",
        r"^withdraw .*never",
    )
    assert not [form for form in forms if not any(re.search(form, text) for text in texts)]


def test_ideas_of_attacks_have_good_odds() -> None:
    """Nobody is offered to attack a stack on land that is thrice as strong as all who reach it."""
    weak = stand(campaign("two-shores", "azure"), "Marsh", "amber", {"infantry": 12, "artillery": 4, "tank": 4})
    strong = stand(campaign("two-shores", "azure"), "Marsh", "amber", {"infantry": 1})
    into = [
        {order.start for order in baker.ideas(state, "azure") if isinstance(order, Move) and order.to == "Marsh"}
        for state in (weak, strong)
    ]
    assert into[0] == set() and into[1] >= {"Ridge", "Harbour"}


def test_purchases_fit_the_money() -> None:
    for ipc in (0, 2, 3, 7, 24, 60):
        state = rich(campaign("two-shores", "azure", "purchase"), "azure", ipc)
        bought = [order for order in baker.ideas(state, "azure") if isinstance(order, Buy)]
        assert all(report_checks.legal(baker, state, "azure", order) for order in bought) and bool(bought) == (ipc >= 3)
        assert ipc < 24 or {kind for order in bought for _, kind in order.what} >= {
            "tank",
            "fighter",
            "battleship",
            "submarine",
        }


def test_ideas_come_quickly() -> None:
    """All of the large map in the time of a keystroke."""
    for phase in ("purchase", "combat-movement", "noncombat-movement"):
        found, seconds = report_checks.timed_ideas(baker, campaign("middle-sea", "britain", phase), "britain")
        assert len(found) > 20 and seconds < 0.15


def test_what_is_offered_instead_would_do() -> None:
    refused = offered = 0
    for stem in CAMPAIGNS:
        known: list[Order] = [
            order
            for step in played(stem)[::3]
            if (phase := baker.phase(step.after))
            for side in phase.sides
            for order in baker.ideas(baker.view(step.after, side), side)
        ]
        some, good = report_checks.offered_instead(baker, played(stem)[::2], known, Random(7))
        refused, offered = refused + some, offered + good
    assert refused > 120 and offered > refused * 0.7


def proposed(state: State, text: str) -> list[str]:
    return report_checks.proposed(baker, state, state.active or "red", text)


WAR, LATER = war("germany"), war("germany", "noncombat-movement")
LANDED = game(stand(LATER, "Kiev", "germany", {"fighter": 1}), flown={"Kiev": {"fighter": (2,)}})
BOUGHT = rich(war("germany", "placement"), "germany", 0, infantry=2, transport=1)


@for_each(
    ("state", "text", "wanted"),
    [
        (war("germany", "purchase"), "buy 5 tanks", "buy 4 tanks"),
        (war("germany", "purchase"), "buy 2 fighters", "buy 1 fighter"),
        (WAR, "move 5 infantry Poland to Kiev", "move 3 infantry Poland to Kiev"),
        (WAR, "move 1 tank Berlin to Moscow", "move 1 tank Berlin to Kiev"),
        (WAR, "move 1 infantry Berlin to Kiev", "move 1 infantry Berlin to Poland"),
        (WAR, "move 2 infantry Poland to Gotland", "ship 2 infantry Poland to Gotland"),
        (campaign("middle-sea", "germany"), "move all infantry Greece to Crete", "ship 2 infantry Greece to Crete"),
        (WAR, "ship 5 infantry Poland to Gotland", "ship 3 infantry Poland to Gotland"),
        (WAR, "load 2 infantry Berlin onto sz3", "load 2 infantry Berlin onto sz1"),
        (WAR, "bomb 1 bomber Berlin to Kiev", "bomb 1 bomber Berlin to Moscow"),
        (WAR, "move 1 fighter Berlin to Ural", "move 1 fighter Berlin to Kiev"),
        (LATER, "move 1 tank Berlin to Kiev", "move 1 tank Berlin to Poland"),
        (LANDED, "move 1 fighter Kiev to Ural", "move 1 fighter Kiev to Poland"),
        (BOUGHT, "place 3 infantry Berlin", "place 2 infantry Berlin"),
        (BOUGHT, "place 2 infantry Poland", "place 2 infantry Berlin"),
        (BOUGHT, "place 1 transport Berlin", "place 1 transport sz1"),
        (duel("land: 3 infantry vs 2 infantry"), "retreat", "retreat after round 1"),
    ],
)
def test_what_may_do_instead(state: State, text: str, wanted: str) -> None:
    assert wanted in proposed(state, text), proposed(state, text)


def test_nobody_is_offered_what_cannot_be() -> None:
    empty = rich(war("germany", "purchase"), "germany", 2)
    assert proposed(empty, "buy 1 infantry") == []
