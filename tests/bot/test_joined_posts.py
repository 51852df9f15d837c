"""One deed, one post: what a deed sets off by itself is told with it."""

from bot.discord.messages.address import write_address
from bot.hosting.engine_thread import EngineData
from bot.hosting.post import Post
from engine.contract import Phase
from engine.table import Game
from tests.bot.posted_games import THEN, lay_out_news, take_deliveries

DAY = 86_400


def at(second: int) -> str:
    return f"2026-01-01T12:00:{second:02}Z"


def begin(data: EngineData, winner: str = "") -> Game:
    """A game of the Miller's Bridge with a deadline, all of its news posted; ``winner`` chooses who is A."""
    for _ in range(40):
        game = data.table.open("millers-bridge", "", THEN, 3 * DAY)
        data.outbox.set_destination(game.id, write_address(1, 7, 70), "cafe0123")
        for player in ("11", "22"):
            game = data.table.seat(game.id, "", player, THEN)
        if not winner or phase_of(game).sides == (winner,):
            new_posts(data, game)
            return game
    raise LookupError(f"{winner} never wins the roll")


def phase_of(game: Game) -> Phase:
    assert game.phase
    return game.phase


def new_posts(data: EngineData, game: Game) -> list[Post]:
    lay_out_news(data, game)
    return [row.post for row in take_deliveries(data, game)]


def agree(data: EngineData, game: Game, motion: str, value: str = "") -> list[Post]:
    """The posts of the ballot that carries a motion of the Reivers."""
    data.table.propose(game.id, "reivers", motion, value, at(1), "22")  # type: ignore[arg-type]
    new_posts(data, game)
    data.table.vote(game.id, "reeve", data.table.game(game.id).motions[0].seq, at(2), "11", yes=True)
    return new_posts(data, game)


def test_the_last_ballot_and_what_it_decides_are_one_post(data: EngineData) -> None:
    game = begin(data)
    (post,) = agree(data, game, "extend", str(DAY))
    assert "It is agreed." in post.content and "The deadline is put off by vote." in post.content
    assert "Deadline: <t:1767614400:F>" in post.content and not post.buttons
    (post,) = agree(data, game, "draw")[:1]
    assert post.content.startswith("# A draw") and post.content.count("It is agreed.") == 1
    assert set(post.pings) == {"11", "22"}


def test_a_take_back_that_is_granted_is_one_post_with_its_call(data: EngineData) -> None:
    game = begin(data, "reivers")
    data.table.commit(game.id, "reivers", at(0), text="choose a")
    new_posts(data, game)
    data.table.take_back(game.id, "reivers", at(1), "22")
    (asked,) = new_posts(data, game)
    assert asked.pings == ("11",) and [button.label for button in asked.buttons] == ["Agree", "Disagree"]
    data.table.vote(game.id, "reeve", data.table.game(game.id).motions[0].seq, at(2), "11", yes=True)
    (post,) = new_posts(data, game)
    assert "has been rewound" in post.content.split("\n")[0] and "It is agreed." in post.content
    assert post.pings == ("22",) and len(post.buttons) == 4


def test_what_another_side_wrote_ahead_is_told_with_the_deed_that_set_it_off(data: EngineData) -> None:
    game = begin(data, "reivers")
    data.table.give(game.id, "reivers", "choose a\ndone\nL1 move 0702\ndone", at(1))
    new_posts(data, game)
    for second in range(2, 6):
        if phase_of(data.table.game(game.id)).name != "b-movement":
            data.table.done(game.id, "reeve", at(second))
            new_posts(data, game)
    data.table.give(game.id, "reeve", "MI move 0304\ndone", at(7))
    (post,) = new_posts(data, game)
    lines = post.content.split("\n")
    heading, moved, ahead = lines[0], "MI moves", "The Reivers, as written ahead:"
    assert heading.startswith("**The Reeve's Men** · Turn 1 · Movement and combat of B")
    assert [line for line in lines if line.startswith((moved, ahead, "L1 moves"))][1] == ahead
    assert lines.index(ahead) < next(n for n, line in enumerate(lines) if line.startswith("L1 moves"))
    assert "Waiting for" in post.content and post.pings and post.picture


def test_a_map_is_no_news_where_only_who_has_acted_differs(data: EngineData) -> None:
    """Whoever has fired has a mark until the turn ends; only a hit changes the position."""
    for _ in range(40):
        game = begin(data, "reeve")
        data.table.commit(game.id, "reeve", at(1), text="choose a")
        new_posts(data, game)
        data.table.give(game.id, "reeve", "BO fire RS\ndone", at(2))
        (post,) = new_posts(data, game)
        missed = "BO fires at RS: " in post.content and ": missed" in post.content
        assert (post.picture is None) == missed, post.content
        if missed:
            return
    raise LookupError("the bowmen never miss")


def test_one_deed_in_the_same_second_as_another_stays_a_post_of_its_own(data: EngineData) -> None:
    game = begin(data, "reivers")
    data.table.commit(game.id, "reivers", at(1), text="choose a")
    data.table.done(game.id, "reeve", at(1))
    assert len(new_posts(data, game)) == 2


def test_a_phase_that_the_referee_ends_is_one_post(data: EngineData) -> None:
    game = begin(data, "reivers")
    data.table.force_done(game.id, "reivers", at(1), "Ref", "They are away.")
    (post,) = new_posts(data, game)
    assert "The Reivers: the referee ends their part of the phase. They are away." in post.content
    assert "Waiting for" in post.content and len(post.buttons) == 4


def test_a_seat_freed_by_silence_is_told_with_the_deadline_and_in_the_channel_above(data: EngineData) -> None:
    game = begin(data, "reeve")
    data.table.expire(game.id, "2026-02-01T12:00:00Z")
    for number in range(9):
        now_on = data.table.game(game.id)
        if now_on.seats["reeve"] and phase_of(now_on).sides == ("reivers",):
            data.table.done(game.id, "reivers", f"2026-02-{2 + 3 * number:02}T12:00:00Z")
        if now_on.seats["reeve"]:
            data.table.expire(game.id, f"2026-02-{4 + 3 * number:02}T13:00:00Z")
    assert not data.table.game(game.id).seats["reeve"], "three deadlines passed without a word"
    posts = new_posts(data, game)
    assert any("is in civil disorder" in post.content and "Time is up" in post.content for post in posts)
    freed = next(post for post in posts if "the seat is free again" in post.content)
    assert "Time is up for The Reeve's Men" in freed.content
    assert [post.content for post in posts if post.above] == [
        "🪑 **The Miller's Bridge** needs a player for **The Reeve's Men**: `/game join` in <#70>"
    ]


def test_a_game_that_goes_on_calls_again(data: EngineData) -> None:
    game = begin(data, "reivers")
    data.table.pause(game.id, at(1), "referee", "Ref", "A question.", freeze=True)
    (frozen,) = new_posts(data, game)
    assert not frozen.pings and not frozen.buttons
    data.table.resume(game.id, at(2), "referee", "Ref", "Answered.")
    (post,) = new_posts(data, game)
    assert post.pings == ("22",) and len(post.buttons) == 4 and "▶️ **Turn 1 · Initiative**" in post.content
    assert "Deadline:" not in post.content, "the call has it"
