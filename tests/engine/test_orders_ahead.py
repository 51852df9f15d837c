"""A whole turn in one text: what stands below ``done`` is kept for the side's next phase and runs when it opens."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine.log.verify import verify
from engine.table import AskAgain, Table
from tests.engine.table_games import phase_of, refused

NOW, LATER = "2026-03-01T12:00:00Z", "2026-03-09T12:00:00Z"
WHOLE_TURN = """buy 3 infantry
done
move 3 infantry, 1 artillery Ridge to Marsh
done
done
done
place 3 infantry Harbour
done"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "games.db", Random(5).randbytes)
    yield made
    made.close()


def opened(table: Table, scenario: str, period: int | None = None) -> str:
    game = table.open(scenario, "", NOW, period)
    for side, player in zip(game.sides, ("ann", "bob"), strict=True):
        table.seat(game.id, side, player, NOW)
    return game.id


def mover(table: Table, key: str) -> str:
    return phase_of(table, key).sides[0]


def chooser_game(table: Table) -> tuple[str, str, str]:
    """A game of The Miller's Bridge in which the Reeve chooses: its id, the Reeve's men, the reivers."""
    for _ in range(30):
        key = opened(table, "millers-bridge")
        if mover(table, key) == "reeve":
            return key, "reeve", "reivers"
    raise LookupError("the Reeve never wins the roll")


def test_the_turn_of_a_power_fits_one_post(table: Table) -> None:
    key = opened(table, "two-shores")
    given = table.give(key, "azure", WHOLE_TURN, NOW)
    assert given.news and not given.asks and not given.kept
    assert mover(table, key) == "amber" and phase_of(table, key).name == "purchase"
    report = "\n".join(given.news.lines)
    for sentence in (
        "buys 3 infantry",
        "Round 1 at Marsh",
        "places 3 infantry at Harbour",
        "Income of The Azure League",
    ):
        assert sentence in report
    assert verify(table.export(key)).holds


def test_orders_wait_while_another_side_acts(table: Table) -> None:
    """B's turn of MiniWars: missile fire, then movement after A has fired."""
    key, reeve, reivers = chooser_game(table)
    given = table.give(key, reeve, "choose a\ndone\nBO fire RS\ndone\nMA move 0404\ndone", NOW)
    assert given.news and "BO fires at RS" in "\n".join(given.news.lines)
    assert phase_of(table, key).name == "b-movement" and mover(table, key) == reivers
    assert table.draft(key, reeve) == given.kept == "MA move 0404\ndone"
    reply = table.check(key, reeve, given.kept)
    assert reply.ahead and not reply.problems, "it is read, and judged when its phase opens"
    changed = table.write(key, reeve, "SP hold\nZZ hold\ndone", NOW)
    assert changed.ahead and [p.code for p in changed.problems] == ["unknown-unit"], "names are judged at once"
    assert table.write(key, reeve, "SP hold\ndone", NOW).ahead
    table.done(key, reivers, NOW)
    assert not table.draft(key, reeve), "it ran when its phase opened"
    assert phase_of(table, key).name not in ("b-movement", "a-movement")


def test_the_first_order_that_is_no_longer_possible_stops_the_rest(table: Table) -> None:
    key = opened(table, "two-shores")
    text = WHOLE_TURN.replace("3 infantry, 1 artillery Ridge", "9 infantry Ridge")
    given = table.give(key, "azure", text, NOW)
    assert given.news and phase_of(table, key).name == "combat-movement"
    assert table.game(key).stopped == ("azure",)
    why = "Line 1 is refused: Ridge has 3 infantry that can still move; you asked for 9."
    assert given.why == table.why_stopped(key, "azure") == why and table.why_stopped(key, "amber") == ""
    assert given.kept.splitlines()[0] == "move 9 infantry Ridge to Marsh" and given.kept.endswith("Harbour\ndone")
    problems = table.check(key, "azure", given.kept).problems
    assert problems[0].line == 1 and "3 infantry" in problems[0].message, "the writer is told why"
    with pytest.raises(AskAgain) as asked:
        table.done(key, "azure", NOW)
    assert "Line 1 is refused" in str(asked.value) and phase_of(table, key).name == "combat-movement"
    table.done(key, "azure", NOW, sure=asked.value.token)
    assert phase_of(table, key).name == "purchase" and mover(table, key) == "amber", "the rest says done itself"
    assert verify(table.export(key)).holds


def test_without_a_word_of_its_own_it_is_the_draft_of_the_next_phase(table: Table) -> None:
    key = opened(table, "two-shores")
    table.give(key, "azure", "buy 3 infantry\ndone\nmove 3 infantry Ridge to Marsh", NOW)
    assert phase_of(table, key).name == "combat-movement"
    assert table.draft(key, "azure") == "move 3 infantry Ridge to Marsh"
    table.commit(key, "azure", NOW)
    assert not table.draft(key, "azure") and phase_of(table, key).name == "combat-movement"


def test_at_the_deadline_what_is_written_ahead_stays(table: Table) -> None:
    key = opened(table, "two-shores", 3600)
    table.write(key, "azure", "buy 3 infantry\ndone\nmove 3 infantry Ridge to Marsh", NOW)
    assert table.expire(key, LATER)
    assert phase_of(table, key).name == "combat-movement"
    assert table.draft(key, "azure") == "move 3 infantry Ridge to Marsh"


def test_a_process_that_was_stopped_goes_on(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between the commit and what was written ahead: the next process runs the rest."""
    key = opened(table, "two-shores")
    monkeypatch.setattr(Table, "_with_orders_ahead", lambda self, fold, first, now: table.news(key)[-1])
    table.give(key, "azure", WHOLE_TURN, NOW)
    assert phase_of(table, key).name == "combat-movement"
    monkeypatch.undo()
    again = Table(tmp_path / "games.db", Random(6).randbytes)
    news = again.run_orders_ahead(key, NOW)
    assert news and "Round 1 at Marsh" in "\n".join(news.lines) and mover(again, key) == "amber"
    assert again.run_orders_ahead(key, NOW) is None
    again.close()


def test_nobody_else_sees_what_is_written_ahead(table: Table) -> None:
    key = opened(table, "two-shores")
    table.give(key, "azure", WHOLE_TURN.replace("3 infantry, 1 artillery Ridge", "9 infantry Ridge"), NOW)
    assert b"9 infantry" not in table.export(key) and b"place 3" not in table.export(key)
    assert table.draft(key, "amber") == ""


def test_a_form_for_an_earlier_phase_is_stored_and_runs_nothing(table: Table) -> None:
    key = opened(table, "two-shores")
    shown = table.game(key).phase_key
    table.done(key, "azure", NOW)
    given = table.give(key, "azure", "move 3 infantry Ridge to Marsh\ndone", NOW, phase=shown)
    assert given.news is None and "combat movement" in given.asks
    assert given.kept == table.draft(key, "azure") == "move 3 infantry Ridge to Marsh\ndone"
    refused("earlier-phase", table.commit, key, "azure", NOW, phase=shown)


def test_an_order_behind_a_refused_one_on_its_line_is_marked(table: Table) -> None:
    key, reeve, reivers = chooser_game(table)
    table.give(key, reeve, "choose a\ndone\ndone", NOW)
    assert mover(table, key) == reivers
    reply = table.check(key, reivers, "RS move 1008; hold\nL1 hold")
    assert [(verdict.accepted, verdict.without) for verdict in reply.verdicts] == [
        (False, ""),
        (True, "move"),
        (True, ""),
    ]
    other = table.check(key, reivers, "RS mvoe 0904; L1 hold")
    assert [verdict.without for verdict in other.verdicts] == ["", ""], "another unit's order stands alone"


def test_the_same_order_in_the_next_phase_is_no_second_one(table: Table) -> None:
    key = opened(table, "low-wells")
    reply = table.check(key, "colonial", "C1 shoot R1\nC1 shoot R1\ndone\nC1 shoot R1\nC1 shoot R1")
    told = [verdict.warning for verdict in reply.verdicts]
    assert told[2:] == ["", "", "the same order is given in line 4"] and told[1]


def test_a_second_choice_of_initiative_cannot_run(table: Table) -> None:
    key, reeve, _ = chooser_game(table)
    reply = table.check(key, reeve, "choose a\nchoose b\nchoose a\ndone")
    first = "choose a in line 1 comes first and ends this phase, so this one cannot run"
    why = f"{first}; take that one back to give this one"
    assert [verdict.warning for verdict in reply.verdicts] == ["", why, why, ""]
    assert [verdict.cannot_run for verdict in reply.verdicts] == [False, True, True, False]


def test_a_second_move_in_the_next_phase_runs_only_if_the_first_cannot(table: Table) -> None:
    key, reeve, _ = chooser_game(table)
    told = [v.warning for v in table.check(key, reeve, "choose a\nBO move 0603\nBO move 0604\nMA move 0604").verdicts]
    assert told == ["", "", "BO has this order in line 2: BO move 0603; only the first of the two that can runs", ""]


def test_an_order_that_is_given_twice_behind_a_die_is_said_to_be(table: Table) -> None:
    key = opened(table, "low-wells")
    reply = table.check(key, "colonial", "C1 shoot R1\nC1 shoot R1\nC2 move N 3")
    assert [verdict.warning for verdict in reply.verdicts] == ["", "the same order is given in line 1", ""]


def test_what_stands_below_the_end_of_the_game_is_told_why_nothing_runs(table: Table) -> None:
    game = table.open("millers-bridge", "", NOW)
    for side in game.sides:
        game = table.seat(game.id, side, side, NOW)
    assert game.phase
    reply = table.check(game.id, game.phase.sides[0], "concede\nchoose a")
    assert "concede in line 1 ends the game" in reply.verdicts[1].problems[0].message
