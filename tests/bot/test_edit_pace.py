"""Edits of status messages: few enough for Discord, and every game has its turn."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.discord.messages.pace import EDIT_PAUSE, EditPace


def test_a_game_that_is_alone_edits_at_once_and_then_after_a_pause() -> None:
    pace = EditPace()
    assert pace.reserve(7, "a", 100.0) == 0.0
    assert pace.reserve(7, "a", 101.0) == EDIT_PAUSE - 1
    assert pace.reserve(7, "a", 102.0) == EDIT_PAUSE - 2, "who asks again keeps the turn"
    assert pace.reserve(7, "a", 100.0 + EDIT_PAUSE) == 0.0
    assert pace.reserve(8, "b", 101.0) == 0.0, "another channel has a pace of its own"


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.floats(0, 3)), max_size=60))
def test_no_channel_is_edited_too_often_and_no_game_waits_for_another_twice(asked: list[tuple[str, float]]) -> None:
    pace, now, edits = EditPace(), 0.0, list[tuple[float, str]]()
    waiting = dict[str, float]()
    """Game -> when it may ask again."""
    for game, pause in asked:
        now += pause
        for due in sorted((at, other) for other, at in waiting.items() if at <= now):
            ask(pace, due[1], max(due[0], 0.0), waiting, edits)
        if game not in waiting:
            ask(pace, game, now, waiting, edits)
    times = [at for at, _ in edits]
    assert all(later - earlier >= EDIT_PAUSE - 1e-6 for earlier, later in pairwise(times))
    assert all(at - now <= 4 * EDIT_PAUSE for at in waiting.values()), "at most one turn of each of the others"


def ask(pace: EditPace, game: str, now: float, waiting: dict[str, float], edits: list[tuple[float, str]]) -> None:
    waiting.pop(game, None)
    if wait := pace.reserve(7, game, now):
        waiting[game] = now + wait
    else:
        edits.append((now, game))
