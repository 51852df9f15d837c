"""Posts: made from the journal alone, within the limits of Discord, and with what their readers need."""

import pytest

from bot.discord.messages import markup, posts
from bot.discord.messages.address import write_address
from bot.hosting.engine_thread import EngineData
from bot.hosting.post import Post
from engine.contract import Phase, decode, encode
from engine.log.head import heads_in
from engine.table import News
from tests.bot.posted_games import THEN, lay_out_news, start_game, take_deliveries
from tests.support.sampling import share


def test_a_nonce_is_short_stable_and_unique() -> None:
    names = {
        posts.nonce(tag, seq, part)
        for tag in ("cafe0123", "beef4567")
        for seq in (1, 41, 10**9, 10**12)
        for part in range(1, 30)
    }
    assert len(names) == 2 * 4 * 29 and max(map(len, names)) <= 25
    assert posts.nonce("cafe0123", 41, 2) == "cafe0123.41.2"
    assert posts.nonce("cafe0123", 10**18, 2) == posts.nonce("cafe0123", 10**18, 2)


def test_the_same_news_makes_the_same_posts(data: EngineData) -> None:
    game = start_game(data)
    data.table.commit(game.id, game.phase.sides[0] if game.phase else "", THEN, text="choose a")
    now = data.table.game(game.id)
    once = [posts.posts(now, news, "") for news in data.table.news(game.id)]
    again = [posts.posts(now, news, "") for news in data.table.news(game.id)]
    assert once == again and len(once) == 4
    assert decode(encode(once[-1][0]), Post) == once[-1][0]


def test_every_post_is_within_discords_limits_and_names_its_log_entry(data: EngineData) -> None:
    game = start_game(data)
    lay_out_news(data, game)
    for row in take_deliveries(data, game):
        assert 0 < len(row.post.content) <= markup.LIMIT
        assert all(len(button.press) <= 100 and 0 < len(button.label) <= 80 for button in row.post.buttons)
        assert len(list(heads_in(row.post.content))) == 1


def bulletin(count: int, phase: Phase | None = None) -> News:
    return News(
        "report",
        41,
        THEN,
        tuple(f"W{n} attacks M{n}: 3+6 -1 forest = 8, needs 8+: disrupted" for n in range(count)),
        phase,
    )


def test_a_long_report_is_split_and_a_very_long_one_attached(data: EngineData) -> None:
    game = start_game(data)
    lines = bulletin(100).lines
    several = posts.report(game, bulletin(100), "", lines)
    assert 2 <= len(several) <= 4 and [post.picture for post in several] == [None] * (len(several) - 1) + [41]
    assert [line for post in several for line in post.content.split("\n") if " attacks " in line] == [
        markup.escape(line) for line in lines
    ]
    short, picture = posts.report(game, bulletin(900), "", bulletin(900).lines)
    assert (
        len(short.content) <= markup.LIMIT
        and short.attachment.split("\n") == list(bulletin(900).lines)
        and picture.picture == 41
    )
    assert "880 more lines" in short.content and "W0 attacks" in short.content and "W899 attacks" in short.content


@pytest.mark.parametrize("count", share(range(1, 90, 4), range(1, 90, 22)))
def test_a_call_for_orders_is_never_apart_from_its_buttons(data: EngineData, count: int) -> None:
    game, phase = start_game(data), Phase("moves", "moves", 1, ("reeve",), counter="Round")
    made = posts.posts(game, bulletin(count, phase), "", ("BO fire RS",))
    assert all(len(post.content) <= markup.LIMIT and not post.buttons for post in made[:-1])
    assert len(made[-1].buttons) == 4 and len(made[-1].content) <= markup.LIMIT
    for words in ("▶️ **Round 1 · Moves**", "Waiting for <@11>", "For example: `BO fire RS`."):
        assert [words in post.content for post in made] == [False] * (len(made) - 1) + [True]


def test_only_players_whose_turn_has_just_come_are_pinged(data: EngineData) -> None:
    game = start_game(data)
    both = Phase("morale", "morale", 1, ("reeve", "reivers"), True)
    one = Phase("morale", "morale", 1, ("reivers",), True)
    assert posts.phase_post(game, bulletin(1, both), "").pings == ("11", "22")
    assert posts.phase_post(game, bulletin(1, one), posts.called(both)).pings == (), "still awaited, was called before"
    assert posts.phase_post(game, bulletin(1, one), posts.called(Phase("morale", "morale", 2, ("reivers",)))).pings == (
        "22",
    )
    assert posts.phase_post(game, bulletin(1, both), posts.called(one)).pings == ("11",)


def test_that_orders_are_secret_is_said_once(data: EngineData) -> None:
    game, both = start_game(data), Phase("morale", "morale", 1, ("reeve", "reivers"), True)
    one = bulletin(1, Phase("morale", "morale", 1, ("reivers",), True))
    before = ("", posts.passed(both, ""), posts.called(both))
    assert ["stay secret" in posts.phase_post(game, one, said).content for said in before] == [True, True, False]


def test_a_past_phase_does_not_claim_to_have_no_orders(data: EngineData) -> None:
    game, phase = start_game(data), Phase("moves", "moves", 1, ("reeve",), counter="Round")
    told = [posts.posts(game, bulletin(1, phase), "", examples)[-1] for examples in (("BO fire RS",), (), None)]
    assert ["BO fire RS" in post.content for post in told] == [True, False, False]
    assert ["No legal orders were found" in post.content for post in told] == [False, True, False]
    assert ["▶️ **Round 1 · Moves**" in post.content for post in told] == [True, True, False]
    assert [len(post.buttons) for post in told] == [4, 4, 0], "nobody is called for a phase that is over"


def test_who_was_not_called_for_a_phase_is_called_as_soon_as_it_is_the_newest(data: EngineData) -> None:
    game, both = start_game(data), Phase("morale", "morale", 1, ("reeve", "reivers"), True)
    one = Phase("morale", "morale", 1, ("reivers",), True)
    assert posts.phase_post(game, bulletin(1, one), posts.passed(both, "")).pings == ("22",)
    assert posts.phase_post(game, bulletin(1, one), posts.passed(both, posts.called(both))).pings == ()


def test_a_map_that_shows_nothing_new_is_not_posted(data: EngineData) -> None:
    """Somebody's standing order in another's phase; one side's part of a sealed phase.  The report and the call for
    orders are one post.
    """
    for scenario, order in (("millers-bridge", "standing all advance always"), ("twin-hamlets", "done")):
        game = data.table.open(scenario, "", THEN)
        data.outbox.set_destination(game.id, write_address(1, 7), "cafe0123")
        for player in ("11", "22"):
            game = data.table.seat(game.id, "", player, THEN)
        lay_out_news(data, game)
        take_deliveries(data, game)
        assert game.phase
        other = next((side for side in game.sides if side not in game.phase.sides), game.phase.sides[0])
        data.table.commit(game.id, other, THEN, text=order)
        lay_out_news(data, game)
        (row,) = take_deliveries(data, game)
        assert row.post.picture is None and row.post.pings == () and len(row.post.buttons) == 4
        assert "Waiting for" in row.post.content and len(list(heads_in(row.post.content))) == 1


@pytest.mark.parametrize("scenario", ["millers-bridge", "raid-on-danville"])
def test_how_to_write_orders_is_explained_once_when_a_game_begins(data: EngineData, scenario: str) -> None:
    """Also in a game that starts without dice; not again when a seat changes hands later."""
    game = data.table.open(scenario, "", THEN)
    data.outbox.set_destination(game.id, write_address(1, 7), "cafe0123")
    for player in ("11", "22"):
        game = data.table.seat(game.id, "", player, THEN)
    data.table.leave(game.id, next(iter(game.sides)), "11", THEN)
    data.table.seat(game.id, "", "33", THEN)
    lay_out_news(data, game)
    told = [row.post.content for row in take_deliveries(data, game)]
    assert sum(posts.HOW_TO_ORDER in content and "The game begins" in content for content in told) == 1
    assert "<@33> takes" in told[-1] and "Waiting for " in told[-1], "whoever won the dice"


def test_a_draw_is_announced_to_every_player(data: EngineData) -> None:
    game = start_game(data)
    for side in game.sides:
        data.table.commit(game.id, side, THEN, text="draw")
    lay_out_news(data, game)
    (last,) = [row.post for row in take_deliveries(data, game) if row.post.content.startswith("# ")]
    assert last.content.startswith("# A draw\n<@11> <@22>\n") and last.pings == ("11", "22")
