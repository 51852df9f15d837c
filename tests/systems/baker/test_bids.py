"""The bid for balance: secret, opened together, and what it comes to (BK 18)."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from engine import checking, play
from engine.contract import Tape, Turn
from engine.scenarios import reader
from engine.scenarios.yaml_reader import FaultyFile
from engine.systems import baker
from engine.systems.baker.advice.ideas_by_phase import phase_ideas
from engine.systems.baker.orders import Bid
from engine.systems.baker.rules.turn.bidding import given
from engine.systems.baker.setup.start import start
from engine.systems.baker.state.events import BidMade, BidsOpened
from engine.systems.baker.state.position import MOST_BID, State
from tests.bot.command_line import fieldpost
from tests.systems.baker.support.campaigns import does, done, game
from tests.systems.baker.support.small_war import setup, war, written

TERMS = {"power": "ussr", "usual": 7}


def opened(**facts: object) -> State:
    return start(war(setup(bid={**TERMS, **facts})))


def test_the_game_begins_with_a_sealed_phase_for_everybody() -> None:
    state = opened()
    phase = baker.phase(state)
    assert phase and phase.sealed and phase.sides == ("germany", "ussr", "italy") and state.active is None
    assert Bid(7) in baker.ideas(state, "italy")
    turn = Turn(state, Tape(), baker.apply)
    baker.proceed(turn)
    assert turn.state == state and start(war()).phase == "purchase"


@pytest.mark.parametrize(
    ("bids", "ipc"),
    [
        ({"ussr": 4, "germany": 9, "italy": 6}, 5),
        ({"ussr": 6, "germany": 6, "italy": 6}, 6),
        ({"ussr": 8, "germany": 7, "italy": 7}, 7),
        ({"ussr": 30, "germany": 2}, 7),
        ({"ussr": 3}, 5),
        ({"germany": 12}, 9),
        ({}, 7),
        ({"ussr": 0, "germany": 0, "italy": 0}, 0),
    ],
)
def test_what_the_bids_come_to(bids: Mapping[str, int], ipc: int) -> None:
    assert given(game(opened(), bids=bids)) == ipc


def test_they_are_opened_together_and_the_first_turn_begins_with_the_money() -> None:
    state, _ = does(opened(), "ussr", Bid(4))
    state, _ = does(state, "germany", Bid(1))
    state, _ = does(state, "germany", Bid(8))
    state, events = done(state, "germany", "ussr")
    assert not [event for event in events if isinstance(event, BidsOpened)] and state.phase == "bid"
    state, events = done(state, "italy")
    (shown,) = [event for event in events if isinstance(event, BidsOpened)]
    assert shown == BidsOpened({"ussr": 4, "germany": 8}, "ussr", 6)
    assert baker.tell(state, shown) == "The bids: Soviet Union 4, Germany 8. Soviet Union is given 6 IPCs. (BK 18.4)"
    assert (state.phase, state.active, state.powers["ussr"].ipc, state.game.bids) == ("purchase", "germany", 6, {})


def test_the_phase_says_who_is_given_ipcs_and_what_is_usual() -> None:
    title = "bids on what Soviet Union is given, usually 7 IPCs"
    state = opened()
    assert (phase := baker.phase(state)) and phase.title == title
    assert title in baker.text_map(state) and title in baker.scene(state, ()).alt
    (verdict,) = checking.check(baker, state, "germany", "buy 1 infantry")
    told = " ".join(problem.message for problem in verdict.problems)
    assert f"this is {title}" in told and "for example: bid 7" in told
    for text in ("bid", "bid x", "bid 100"):
        (verdict,) = checking.check(baker, state, "germany", text)
        assert "bid 7" in " ".join((verdict.problems[0].message, *verdict.problems[0].suggestions)), text


def test_a_file_with_bids_is_played(tmp_path: Path) -> None:
    text = reader.shipped()["two-shores"].read_text()
    bids = text.replace("  mode: campaign\n", "  mode: campaign\n  bid: {power: amber, usual: 3}\n")
    (tmp_path / "bids.yaml").write_text(bids)
    typed = "help bid\nunits all\nbid 5\ndone\nbid 2\ndone\n"
    code, said, wrong = fieldpost("play", "bids.yaml", cwd=tmp_path, typed=typed)
    words = " ".join(said.split())
    assert code == 0, (said, wrong)
    assert "on what The Amber Crown is given, usually 3 IPCs" in words and "power in this phase's title" in words
    assert "The bids: The Amber Crown 2, The Azure League 5. The Amber Crown is given 3 IPCs. (BK 18.4)" in words
    assert "Round 1 of 6: The Azure League's turn" in words


def test_nobody_else_knows_a_bid_before() -> None:
    before = opened()
    state, (made,) = does(before, "ussr", Bid(4))
    assert isinstance(made, BidMade)
    assert baker.witness(before, made, "ussr") == made
    for side in ("germany", "italy", ""):
        assert baker.witness(before, made, side) is None and baker.view(state, side).game.bids == {}
    assert baker.view(state, "ussr").game.bids == {"ussr": 4}


@pytest.mark.parametrize(
    ("text", "code"), [("bid 100", "bad-number"), ("bid", "missing-argument"), ("bid x", "bad-number")]
)
def test_what_is_no_bid_is_refused(text: str, code: str) -> None:
    (verdict,) = checking.check(baker, opened(), "ussr", text)
    assert [problem.code for problem in verdict.problems] == [code]


def test_bids_are_for_their_phase_only() -> None:
    (verdict,) = checking.check(baker, start(war()), "germany", "bid 3")
    assert verdict.problems[0].code == "wrong-phase"
    (verdict,) = checking.check(baker, opened(), "germany", "bid 3")
    assert verdict.accepted and verdict.echo == "bid 3"


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        ([1], "a bid names the power"),
        ({"usual": 3}, "a bid names the power"),
        ({"power": "france"}, "there is no power france"),
        ({"power": "ussr", "usual": -1}, "usual"),
        ({"power": "ussr", "most": 3}, "most"),
    ],
)
def test_terms_that_cannot_be_used(terms: object, says: str) -> None:
    with pytest.raises(FaultyFile, match=says):
        reader.parse(written(setup(bid=terms)))


def test_a_silent_table_plays_on() -> None:
    turn = Turn(opened(), Tape(), baker.apply)
    for side in ("germany", "ussr", "italy"):
        play.close(baker, turn, side)
    assert turn.state.phase == "purchase" and turn.state.powers["ussr"].ipc == 7


def test_bids_that_are_proposed_can_be_made() -> None:
    for usual in (0, 1, 98, 99):
        seen = opened(usual=usual)
        proposed = [order for order in phase_ideas(seen, "ussr") if isinstance(order, Bid)]
        assert proposed[0].n == usual and all(0 <= bid.n <= MOST_BID for bid in proposed)
        assert len(set(proposed)) == len(proposed)
