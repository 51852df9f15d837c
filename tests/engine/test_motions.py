"""What becomes of proposals when seats change hands, and of those that nobody else could vote on."""

import pytest

from bot.hosting.motions import motion_lines, refuse_repeated
from engine.deadlines.words import read_calendar
from engine.log.decisions import Motion
from engine.log.entries import Seated, decode
from engine.log.verify import verify
from engine.table import Table
from tests.engine.log_forgery import entries, resealed
from tests.engine.table_games import present, refused
from tests.support.toy_system import NOW, entropy

MAJORITY: tuple[tuple[Motion, str], ...] = (("extend", "3600"), ("pause", ""))
FOUR = ("ann", "bob", "cid", "dee")


def opened(*players: str, calendar: str = "3d") -> tuple[Table, str, tuple[str, ...]]:
    """A game of four powers with these players, in the order of its sides."""
    table = Table(":memory:", entropy("motions"))
    key = table.open("two-shores" if len(players) == 2 else "middle-sea", "", NOW, read_calendar(calendar)).id
    sides = tuple(table.game(key).sides)
    for side, player in zip(sides, players, strict=True):
        table.seat(key, side, player, NOW)
    return table, key, sides


def open_motions(table: Table, key: str) -> list[int]:
    """After proving the log, and reading it again."""
    assert verify(table.export(key)).holds
    return [made.seq for made in table.game(key).motions]


def vote(table: Table, key: str, side: str, *, yes: bool = True) -> None:
    game = table.game(key)
    table.vote(key, side, game.motions[-1].seq, NOW, game.seats[side], yes=yes)


def test_who_takes_a_seat_votes_in_place_of_whoever_left() -> None:
    table, key, (a, b, c, d) = opened(*FOUR)
    table.propose(key, a, "pause", "", NOW, "ann")
    vote(table, key, b)
    table.leave(key, b, "bob", NOW)
    (made,) = table.game(key).motions
    assert made.count == "1 of 2 needed votes" and made.waiting == ("cid", "dee"), "bob's vote went with him"
    table.seat(key, b, "eve", NOW)
    assert "eve" in table.game(key).motions[0].waiting
    vote(table, key, b)
    vote(table, key, c)
    assert table.game(key).paused and not open_motions(table, key)
    assert d in table.game(key).sides


def test_a_proposal_that_is_settled_when_somebody_leaves_is_closed_with_a_sentence() -> None:
    table, key, (a, b, c, d) = opened(*FOUR)
    table.propose(key, a, "pause", "", NOW, "ann")
    vote(table, key, b)
    vote(table, key, c, yes=False)
    table.leave(key, d, "dee", NOW)
    assert not open_motions(table, key) and not table.game(key).paused
    news = table.news(key)[-1]
    name = table.game(key).sides[a].name
    assert news.kind == "left" and news.lines[1:] == (
        f"The proposal of {name} is closed: to pause the game. No vote that is still missing could decide it; it can"
        " be proposed again.",
    )
    table.propose(key, a, "pause", "", NOW, "ann")
    assert len(open_motions(table, key)) == 1, "proposed again"


def test_an_offer_of_a_draw_is_not_kept_for_a_stranger() -> None:
    table, key, (a, b) = opened("ann", "bob")
    table.propose(key, a, "draw", "", NOW, "ann")
    table.leave(key, b, "bob", NOW)
    assert not open_motions(table, key) and "a draw." in table.news(key)[-1].lines[1]
    assert "nobody to agree with" in refused("no-vote", table.propose, key, a, "draw", "", NOW, "ann")
    table.seat(key, b, "eve", NOW)
    table.propose(key, a, "draw", "", NOW, "ann")
    vote(table, key, b)
    assert table.game(key).reason == "draw-agreed" and verify(table.export(key)).holds


def test_a_draw_that_others_still_vote_on_waits_for_the_free_seat() -> None:
    table, key, (a, b, c, d) = opened(*FOUR)
    table.propose(key, a, "draw", "", NOW, "ann")
    table.leave(key, d, "dee", NOW)
    vote(table, key, b)
    vote(table, key, c)
    (made,) = table.game(key).motions
    assert made.count == "3 of 3 needed votes, and that of whoever takes the free seat" and not made.waiting
    refuse_repeated(table, table.game(key), a, "draw")  # nobody is asked, so it can be proposed anew
    says = refused("no-vote", table.propose, key, a, "draw", "", NOW, "ann")
    assert table.game(key).sides[d].name in says and "Propose it when somebody plays there" in says
    table.seat(key, d, "eve", NOW)
    vote(table, key, d)
    assert table.game(key).reason == "draw-agreed" and verify(table.export(key)).holds


def test_the_new_holder_of_a_seat_can_propose_what_the_old_one_did() -> None:
    table, key, (a, *_) = opened(*FOUR)
    table.propose(key, a, "pause", "", NOW, "ann")
    refused("no-change", refuse_repeated, table, table.game(key), a, "pause")
    table.leave(key, a, "ann", NOW)
    table.seat(key, a, "eve", NOW)
    refuse_repeated(table, table.game(key), a, "pause")
    table.propose(key, a, "pause", "", NOW, "eve")
    (line,) = motion_lines(table.game(key), {"bob": "Bob", "cid": "Cid", "dee": "Dee"})
    assert "1 of 3 needed votes" in line and "Bob, Cid and Dee" in line


def test_a_proposal_is_closed_by_whatever_frees_the_seat() -> None:
    for way in ("referee", "vote", "silence"):
        table, key, (a, b, c, d) = opened(*FOUR, calendar="1d")
        table.propose(key, a, "abandon", "", NOW, "ann")
        for side in (b, c):
            vote(table, key, side)
        if way == "referee":
            table.unseat(key, d, NOW, "rea", "He has left.")
        elif way == "vote":
            table.propose(key, a, "replace", d, NOW, "ann")
            vote(table, key, b)
        else:
            while table.game(key).seats[d]:
                for side in present(table.game(key).phase).sides:
                    if side != d:
                        table.done(key, side, NOW)
                table.expire(key, present(table.game(key).due))
        assert not table.game(key).seats[d] and not open_motions(table, key), way
        assert any("is closed: to give the game up" in line for line in table.log(key)), way


def test_a_vote_against_can_be_the_one_that_settles_it() -> None:
    """In a log of an earlier program, which closed nothing: a majority that somebody's leaving has made."""
    table, key, (a, b, c, d) = opened(*FOUR)
    table.propose(key, a, "pause", "", NOW, "ann")
    vote(table, key, b)
    made = table._cache.find(key).motions.open[table.game(key).motions[0].seq]
    assert made.with_vote("cid", yes=False).is_carried({a: "ann", b: "bob", c: "cid", d: ""})


def test_a_log_that_closes_what_was_open_is_refused() -> None:
    table, key, (a, *_, d) = opened(*FOUR)
    table.propose(key, a, "pause", "", NOW, "ann")
    on = table.game(key).motions[0].seq
    table.leave(key, d, "dee", NOW)
    shown = entries(table.export(key))
    left = next(entry for entry in shown if entry["kind"] == "seated" and entry["body"]["left"])
    assert verify(resealed(shown, key)).holds and "closes" not in left["body"]
    left["body"]["closes"] = [on]
    audit = verify(resealed(shown, key))
    assert not audit.holds and "open to votes" in str(audit)


def test_what_is_closed_is_in_the_entry_of_the_seat() -> None:
    table, key, (a, b) = opened("ann", "bob")
    table.propose(key, a, "draw", "", NOW, "ann")
    on = table.game(key).motions[0].seq
    table.leave(key, b, "bob", NOW)
    bodies = [decode(entry) for entry in table.journal.read(key) if entry.kind == "seated"]
    assert bodies[-1] == Seated("", "bob", closes=(on,))


# alone
@pytest.mark.parametrize("seats", ["all", "one"])
@pytest.mark.parametrize(
    ("motion", "value", "becomes"),
    [
        ("draw", "", "nobody to agree with"),
        ("concede", "azure", "nobody to agree with"),
        ("concede", "amber", "nobody to agree with"),
        ("replace", "amber", "nobody can be replaced"),
        ("extend", "3600", ""),
        ("pause", "", ""),
        ("abandon", "", ""),
    ],
)
def test_alone_only_what_concerns_nobody_else_is_carried(motion: Motion, value: str, becomes: str, seats: str) -> None:
    """A player of all sides, and one whose opponent has left."""
    table, key, (a, b) = opened("ann", "ann" if seats == "all" else "bob")
    if seats == "one":
        table.leave(key, b, "bob", NOW)
    before = table.game(key)
    if becomes:
        assert becomes in refused("no-vote", table.propose, key, a, motion, value, NOW, "ann")
        refused("no-vote", table.check_proposal, key, a, motion, value)
        assert table.game(key) == before
        return
    news = table.propose(key, a, motion, value, NOW, "ann")
    after = table.game(key)
    assert "It is agreed." in news.lines[0] and not after.motions
    assert after.paused is (motion == "pause") and after.over is (motion == "abandon")
    assert (after.due == before.due) is (motion not in ("extend", "pause", "abandon"))
    if motion == "pause":
        table.propose(key, a, "resume", "", NOW, "ann")
        assert not table.game(key).paused
    assert verify(table.export(key)).holds


def test_alone_with_a_free_seat_no_commit_is_taken_back() -> None:
    table, key, (a, b) = opened("ann", "bob")
    mover = present(table.game(key).phase).sides[0]
    table.done(key, mover, NOW)
    other = b if mover == a else a
    table.leave(key, other, table.game(key).seats[other], NOW)
    says = refused("no-vote", table.take_back, key, mover, NOW, table.game(key).seats[mover])
    assert table.game(key).sides[other].name in says


def test_before_the_start_whoever_sits_there_can_give_it_up() -> None:
    table = Table(":memory:", entropy("early"))
    key = table.open("two-shores", "", NOW).id
    table.seat(key, "azure", "ann", NOW)
    refused("no-vote", table.propose, key, "azure", "draw", "", NOW, "ann")
    table.propose(key, "azure", "abandon", "", NOW, "ann")
    assert table.game(key).over
