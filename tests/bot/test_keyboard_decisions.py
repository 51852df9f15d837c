"""Take-backs and a referee's lines at the keyboard, and what verify counts of them."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.hosting.database import KEYBOARD, CommandFailed
from bot.hosting.referee import USAGES
from bot.hosting.utc_now import utc_now
from bot.terminal.prompt import Leave
from bot.terminal.resume import find_or_open
from engine.log.verify import verify
from engine.table import Table
from tests.bot.test_hot_seat import Typist


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with closing(Table(tmp_path / "games.db", Random("decisions").randbytes)) as opened:
        yield opened


@pytest.fixture
def millers(table: Table, tmp_path: Path) -> Typist:
    return Typist(table, "millers-bridge", tmp_path)


def checked(millers: Typist) -> str:
    audit = verify(millers.table.export(millers.key))
    assert audit.holds, str(audit)
    return str(audit)


def test_every_commit_can_be_taken_back_one_after_the_other(millers: Typist) -> None:
    assert "has committed nothing" in millers.types("takeback")
    phases = [millers.seat.game.phase_key]
    for line in ("choose a; done", "done"):
        millers.types(line)
        phases.append(millers.seat.game.phase_key)
    phase = millers.seat.game.phase
    assert len(set(phases)) == 3
    assert "1 take-back in this game." in millers.types("takeback")
    assert "2 take-backs in this game." in millers.types("takeback")
    assert millers.seat.game.phase != phase and "has committed nothing" in millers.types("takeback")
    assert "2 take-backs in this game." in millers.types("log")
    assert "- 2 take-backs: what was taken back stays on record" in checked(millers)
    millers.types("choose b; done")
    assert "3 take-backs" in millers.types("takeback"), "also what was committed after one"


def test_undo_without_a_draft_asks_about_the_last_commit(millers: Typist) -> None:
    millers.types("choose a; done")
    after = millers.seat.game.phase_key
    assert "Nothing to undo" in millers.types("undo"), "a file of orders is not asked"
    asked = list[str]()

    def say(answer: str) -> None:
        def answers(question: str) -> str:
            asked.append(question)
            return answer

        millers.seat.at_keyboard = True
        millers.seat.prompt.answer = answers  # type: ignore[method-assign]

    for answer in ("", "n", "no"):
        say(answer)
        assert "Nothing was taken back" in millers.types("undo") and millers.seat.game.phase_key == after
    say("y")
    assert "Taken back." in millers.types("undo") and millers.seat.game.take_backs == 1
    assert asked[0].strip() == "Take back the last commit? It stays on record. [y/N]"
    assert "removed: choose a" in millers.types("undo"), "its orders are written again"
    assert "Nothing to undo" in millers.types("undo") and len(asked) == 4


def test_a_line_that_is_no_answer_is_typed_next(millers: Typist) -> None:
    """Nobody loses an order because a question was open."""
    millers.types("choose a; done")
    millers.seat.at_keyboard = True
    millers.seat.prompt.answer = lambda _: "MA move 0304"  # type: ignore[method-assign, assignment]
    assert "Nothing was taken back" in millers.types("undo") and not millers.seat.game.take_backs
    assert millers.seat.prompt.line("") == "MA move 0304"


def test_leaving_the_question_takes_nothing_back(millers: Typist) -> None:
    millers.types("choose a; done")
    millers.seat.at_keyboard = True

    def leave(question: str) -> str:
        raise Leave

    millers.seat.prompt.answer = leave  # type: ignore[method-assign]
    assert "Nothing was taken back" in millers.types("undo") and not millers.seat.game.take_backs


def test_a_referee_rules_at_the_keyboard(millers: Typist) -> None:
    side = millers.seat.side
    assert "The ford is closed." in millers.types("referee note The ford is closed.")
    assert "the game is frozen" in millers.types("referee freeze because of a question")
    assert "nothing runs until it goes on" in millers.types("choose a; done")
    assert "the game goes on, and no deadline runs" in millers.types("referee thaw it is answered")
    millers.types("undo all")
    assert "becomes true" in millers.types("referee set units RE disrupted true because a die was misread")
    assert "the referee ends their part of the phase" in millers.types(f"referee done {side} for a test")
    assert "We start again." in millers.types("referee rewind turn 1, we start again")
    assert "has had no turn 9" in millers.types("referee rewind turn 9 because it was")
    says = checked(millers)
    for count in ("- 1 rewind:", "- 3 rulings:", "- 1 value of the position", "- 1 freeze", "- 1 end of a freeze"):
        assert count in says, count


def test_nothing_is_counted_in_a_game_without_decisions(millers: Typist) -> None:
    millers.types("choose a; done")
    assert "on record" not in checked(millers)


def test_a_question_is_no_ruling(millers: Typist) -> None:
    length = millers.seat.game.length
    for line in ("referee freeze?", "referee rewind turn 1 again?", "takeback?", "referee note why?"):
        assert "question" in millers.types(line), line
    assert millers.seat.game.length == length


def test_nonsense_behind_the_words_ends_no_phase(millers: Typist) -> None:
    chance, words = (
        Random(16),
        ["2d", "reeve", "because", "turn", "0", "🐌", "null", "[[", "-1", "x" * 99, "units", "RE"],
    )
    before = millers.seat.game.phase_key
    for word in (
        "takeback x",
        *(f"referee {one}" for one in USAGES if one not in ("done", "unseat", "rewind")),
        "referee",
    ):
        for _ in range(8):
            assert millers.types(f"{word} {' '.join(chance.choices(words, k=chance.randint(1, 5)))}").strip(), word
    assert millers.seat.game.phase_key == before and all(millers.seat.game.seats.values())
    checked(millers)


@pytest.mark.parametrize(("typed", "meant"), [("takebak", "takeback"), ("refree note x", "referee note x")])
def test_misspelled_words_are_answered_with_the_right_ones(millers: Typist, typed: str, meant: str) -> None:
    assert f"did you mean `{meant}`?" in millers.types(typed)


def test_no_seat_is_freed_at_the_keyboard(millers: Typist) -> None:
    for line in ("referee unseat reeve because of a move", "referee UNSEAT nobody", "referee unseat"):
        assert "every seat is yours" in millers.types(line)
    assert all(millers.seat.game.seats.values())


def test_a_game_with_a_free_seat_is_resumed_and_the_seat_taken_again(table: Table) -> None:
    game, _ = find_or_open(table, "millers-bridge", "last")
    free = next(iter(game.sides))
    table.unseat(game.id, free, utc_now(), "ref", "a mistake")
    again, notice = find_or_open(table, "millers-bridge", "last")
    assert again.id == game.id and "Resuming" in notice and set(again.seats.values()) == {KEYBOARD}
    for side in game.sides:
        table.unseat(game.id, side, utc_now(), "ref", "a mistake")
    again, _ = find_or_open(table, game.id, "last")
    assert set(again.seats.values()) == {KEYBOARD}


def test_a_free_seat_of_somebody_elses_game_is_not_taken(table: Table) -> None:
    game = table.open("millers-bridge", "", utc_now())
    first, second = game.sides
    table.seat(game.id, first, KEYBOARD, utc_now())
    table.seat(game.id, second, "ann", utc_now())
    table.unseat(game.id, second, utc_now(), "ref", "a mistake")
    unplayed = table.open("millers-bridge", "Empty", utc_now())
    for key in (game.id, unplayed.id):
        with pytest.raises(CommandFailed, match="not played at this keyboard"):
            find_or_open(table, key, "last")
    assert find_or_open(table, "millers-bridge", "last")[0].id not in (game.id, unplayed.id)


def test_clear_never_asks_about_the_last_commit(millers: Typist) -> None:
    millers.types("choose a; done")
    millers.seat.at_keyboard = True

    def fail(question: str) -> str:
        raise AssertionError(question)

    millers.seat.prompt.answer = fail  # type: ignore[method-assign]
    assert "No orders written yet." in millers.types("clear")
    millers.types("sandbox")
    assert "No orders written yet." in millers.types("clear")
    assert "nothing to undo" in millers.types("undo all"), "nor does a sandbox"


@pytest.mark.parametrize("typed", ["extend 2d", "vote draw", "propose extend 5d"])
def test_votes_are_for_games_with_several_players(millers: Typist, typed: str) -> None:
    assert "votes are for games with several players" in millers.types(typed)


@pytest.mark.parametrize("line", ["undo", "clear", "rules no-such-thing", "log x", "note", "note delete 9", "card Q9"])
def test_done_does_not_wait_for_a_look_up_that_failed(millers: Typist, line: str) -> None:
    phase = millers.seat.game.phase_key
    millers.seat.play_file((line, "choose a", "done"))
    assert millers.seat.game.phase_key != phase


@pytest.mark.parametrize("line", ["undo 3", "choose z", "takeback", "referee freeze", "nonsense"])
def test_done_waits_behind_a_line_that_should_have_changed_something(millers: Typist, line: str) -> None:
    phase = millers.seat.game.phase_key
    assert millers.seat.play_file((line, "choose a", "done")) == 1
    assert millers.seat.game.phase_key == phase
