"""Baker by Discord: open battles with Continue and Retreat, odds, and a campaign of some full turns with its log."""

import re
from collections.abc import Callable, Sequence

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.screen import Post
from engine.log.verify import verify
from engine.table import Game
from tests.discord.loopback.games import (
    Match,
    check_posted_once,
    find_game,
    join_game,
    letters_and_digits,
    open_game,
    open_table,
    wait_for_news,
)
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]
LAND = "land: 30 inf vs 30 inf 1 tank"
"""Not over within two rounds."""
EAGER = ("fight all", "move ", "ship ", "unload ", "bomb ", "buy ", "place ")
"""What our players would rather do, first choice first."""
SECRET = "losses land: tank > infantry"
TURNS = share(5, 2)
SPARED = {"azure": (" to Fort", " to Dale"), "amber": (" to Harbour", " to Orchard")}
"""Where no side of Two Shores lands or marches: without these the other's capital stands and an income stays below the
16 IPCs that win, so that no dice end the campaign before its sixth turn."""


def asks_to_continue(post: Post) -> bool:
    return "Continue" in post.buttons


async def start_battle(host: Player, battle: str, **options: object) -> Match:
    """Open a battle with ``/battle`` and wait for its first post."""
    answer = await host.slash("battle", battle=battle, **options)
    found = re.search(r"id `([^`]+)`", answer.text)
    assert found and answer.private, answer.text
    post = await host.wait_for_post(lambda post: f"id `{found[1]}`" in post.text)
    if isinstance(opponent := options.get("opponent"), Player):
        assert "You fight" in (await opponent.press(post, "Accept")).text
    return Match(found[1], post, host.room)


async def wait_for_call(player: Player, match: Match, after: Post | None = None) -> Post:
    """The newest post that asks whether to continue this battle."""
    return await player.wait_for_post(
        lambda post: asks_to_continue(post) and match.id in str(post.buttons), after=after
    )


async def wait_for_end(bot: Bot, match: Match, player: Player) -> Post:
    await player.wait_for_post(lambda post: "Victory" in post.text or "A draw" in post.text)
    assert find_game(bot, match).over
    check_posted_once(bot, match, player)
    await check_exported_log(match, player)
    return player.posts()[-1]


async def check_exported_log(match: Match, player: Player) -> None:
    """Check that the exported log verifies, and that a changed die in it is found."""
    (log,) = (await player.slash("game export", game=match.id)).files
    found = verify(log.data)
    assert found.holds, found
    verdict = "proved" if b'"kind":"closed"' in log.data else "proved as far as can be known now"
    assert f"**{verdict}**: the log of" in (await player.slash("verify", game=match.id)).text.lower()
    spoilt = re.sub(
        rb'"faces":\[(\d)', lambda die: b'"faces":[' + (b"1" if die[1] == b"6" else b"6"), log.data, count=1
    )
    assert letters_and_digits(log.data.decode()) != letters_and_digits(spoilt.decode()) and not verify(spoilt).holds


def check_picture(post: Post) -> None:
    """Check that the post has one picture with an alt text."""
    (file,) = [file for file in post.files if file.name.endswith(".png")]
    assert min(file.image().size) >= 200 and len(file.data) <= 1_000_000 and 20 <= len(file.alt) <= 1024


@pytest.mark.long
async def test_a_land_battle_continues_round_by_round_until_the_attacker_retreats(bot: Bot, enter: Enter) -> None:
    alice, bob, carol = enter("Alice"), enter("Bob"), enter("Carol")
    match = await start_battle(alice, LAND, opponent=bob)
    first = await wait_for_call(alice, match)
    check_picture(first)
    assert sorted(first.pings) == ["Alice", "Bob"]
    stranger = await carol.press(first, "Continue")
    assert stranger.private and "not playing" in stranger.text
    early = await alice.press(first, "Retreat")
    assert early.private and "at least one round" in early.text
    await (await bob.press_form(first, "Write orders")).submit(SECRET)
    await alice.press(first, "Continue")
    waiting = await wait_for_call(alice, match, first)
    assert waiting.pings == [] and not waiting.files and bob.id in waiting.text and alice.id not in waiting.text
    assert SECRET not in alice.all_text()
    await bob.press(waiting, "Continue")
    second = await wait_for_call(alice, match, waiting)
    check_picture(second)
    assert second.pings == ["Alice"], "the defender has nothing to decide"
    assert "tank > infantry" in alice.all_text(), "a list is shown when it is used"
    stale = await alice.press(first, "Continue")
    assert "earlier phase" in stale.text
    ready = await bob.press(second, "Continue")
    assert ready.private and find_game(bot, match).phase.turn == 2  # type: ignore[union-attr]
    again = await wait_for_call(alice, match, second)
    await alice.press(again, "Continue")
    third = await wait_for_call(alice, match, again)
    await bot.kill()
    await bot.start()
    await alice.press(third, "Retreat")
    last = await wait_for_end(bot, match, carol)
    check_picture(last)
    assert find_game(bot, match).winner == "blue"


async def test_a_naval_battle_is_fought_straight_to_its_end(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_battle(alice, "naval: 3 sub 1 bb vs 2 sub 1 trn", opponent=bob, straight=True)
    post = await wait_for_call(alice, match)
    await bob.press(post, "Continue")
    await alice.press(await wait_for_call(alice, match, post), "Continue")
    last = await wait_for_end(bot, match, alice)
    check_picture(last)
    assert len([post for post in alice.posts() if post.files]) == 2, "the lines at the beginning and at the end"


async def invite(host: Player, guest: Player) -> tuple[str, Post]:
    """The id of a battle that waits for the guest, and its post."""
    answer = await host.slash("battle", battle="land: 3 inf vs 2 inf", opponent=guest)
    assert "accepts" in answer.text
    found = re.search(r"id `([^`]+)`", answer.text)
    assert found
    post = await host.wait_for_post(lambda post: "Accept" in post.buttons and found[1] in str(post.buttons))
    return found[1], post


@pytest.mark.long
async def test_a_battle_waits_for_the_invited_player_and_notifies_nobody_before(bot: Bot, enter: Enter) -> None:
    alice, bob, carol = enter("Alice"), enter("Bob"), enter("Carol")
    key, post = await invite(alice, bob)
    assert f"<@{bob.id}>" in post.text and "3 infantry" in post.text
    for stranger in (alice, carol):
        assert f"kept for <@{bob.id}>" in (await stranger.press(post, "Accept")).text
        assert f"kept for <@{bob.id}>" in (await stranger.press(post, "Decline")).text
    assert "kept for" in (await carol.slash("game join", game=key)).text
    await bot.kill()
    await bot.start()
    assert not [shown.pings for shown in alice.posts() if shown.pings]
    assert "You fight" in (await bob.press(post, "Accept")).text
    call = await alice.wait_for_post(lambda shown: asks_to_continue(shown) and key in str(shown.buttons))
    assert set(call.pings) == {"Alice", "Bob"}
    assert "answered already" in (await bob.press(post, "Decline")).text


async def test_a_declined_battle_is_open_to_anybody(bot: Bot, enter: Enter) -> None:
    alice, bob, carol = enter("Alice"), enter("Bob"), enter("Carol")
    key, post = await invite(alice, bob)
    assert "declined" in (await bob.press(post, "Decline")).text
    told = await alice.wait_for_post("has declined")
    assert not told.pings and "/game join" in told.text
    assert "answered already" in (await bob.press(post, "Accept")).text
    assert "You play" in (await carol.slash("game join", game=key)).text
    await alice.wait_for_post(lambda shown: asks_to_continue(shown) and key in str(shown.buttons))


async def test_a_player_of_both_sides_is_asked_nothing(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    match = await start_battle(alice, "land: 9 arm vs 1 inf", straight=True)
    last = await alice.wait_for_post(lambda post: "Victory" in post.text or "A draw" in post.text)
    await wait_for_news(bot, match, alice)
    assert find_game(bot, match).over and [post.id for post in alice.posts()] == [last.id], "one post tells it all"
    await check_exported_log(match, alice)
    assert not last.buttons and "9 tanks" in last.text and last.files


@pytest.mark.long
async def test_a_side_whose_submarines_can_withdraw_is_asked(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_battle(alice, "naval: 40 trn vs 40 sub", opponent=bob)
    post = await wait_for_call(alice, match)
    for player in (alice, bob):
        await player.press(post, "Continue")
    second = await alice.wait_for_post(
        lambda post: asks_to_continue(post) and len(post.pings) == 2 and bool(post.files), after=post
    )
    kept = await bob.press(second, "Retreat")
    assert "withdraw" in kept.text and not find_game(bot, match).over
    await alice.press(await wait_for_call(alice, match, second), "Continue")
    await wait_for_end(bot, match, alice)
    assert find_game(bot, match).winner == "red"


@pytest.mark.long
async def test_an_assault_runs_beside_another_battle_in_the_same_channel(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    other = await start_battle(bob, LAND, opponent=alice)
    match = await start_battle(alice, "amphibious: 4 inf 2 trn 1 battleship + 1 art overland vs 2 inf 1 art")
    assert other.id != match.id
    confused = await alice.slash("units")
    assert other.id in confused.text and match.id in confused.text
    odds = await alice.slash("odds", game=match.id)
    assert odds.private and "Attacker wins" in odds.text
    post = await wait_for_call(alice, match)
    for _ in range(30):
        if find_game(bot, match).over:
            break
        await alice.press(post, "Continue")
        await alice.wait_for_post(f"{match.id} log entry", after=post)  # a map only if somebody was lost
        if not find_game(bot, match).over:
            post = await wait_for_call(alice, match, post)
    assert find_game(bot, match).over and not find_game(bot, other).over
    await check_exported_log(match, alice)


async def test_text_that_is_not_a_battle_is_explained(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    for options in (
        {"battle": "chess"},
        {"battle": "land: 6 inf"},
        {"battle": "land: 6 sub vs 1 inf"},
        {"battle": "`@everyone` vs \u202e"},
        {"battle": LAND, "deadline": "soon"},
    ):
        answer = await alice.slash("battle", **options)
        assert answer.private and len(answer.text) > 20 and "reference" not in answer, answer.text
    assert not alice.posts()


async def test_odds_of_a_battle_described_in_words(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    answer = await alice.slash("odds", battle="land: 4 tank vs 4 inf")
    assert answer.private and "wins 73.50 %" in answer.text and "Exact" in answer.text
    kept = await alice.slash("odds", battle="land: 4 tank vs 4 inf", attacker="keep land 1; retreat when attackers < 3")
    assert "retreats" in kept.text
    for options in (
        {},
        {"battle": LAND, "place": "Kiev"},
        {"battle": LAND, "attacker": "done"},
        {"attacker": SECRET},
        {"place": "Kiev"},
    ):
        refused = await alice.slash("odds", **options)
        assert refused.private and len(refused.text) > 20 and "reference" not in refused, refused.text


# a campaign
def draft(ideas: Sequence[str], side: str) -> list[str]:
    """A few preferred orders of each kind; the bot leaves out those that are not valid after the others."""
    kept = [idea for idea in ideas if not idea.endswith(SPARED[side])]
    chosen = [idea for wish in EAGER for idea in kept if idea.startswith(wish)]
    return list(dict.fromkeys(chosen))[:12]


async def play_turns(bot: Bot, match: Match, players: dict[str, Player], turns: int) -> Game:
    """Play until so many turns, or the game, are over; each side writes its preferred orders and is done."""
    with open_table(bot) as table:
        for _ in range(100):
            game = table.game(match.id)
            if game.phase is None or game.phase.turn > turns:
                return game
            (side,) = game.phase.sides
            if orders := draft(table.ideas(match.id, side), side):
                assert (await (await players[side].form("orders write", side=side)).submit("\n".join(orders))).private
            await players[side].done(side=side)
    raise AssertionError("the turns do not end")


async def everything_known_to(player: Player, match: Match) -> str:
    """Everything a player can find out: the room, private replies, and the exported log."""
    asked = [(await player.slash(command)).text for command in ("orders show", "log", "units", "game info", "map")]
    (log,) = (await player.slash("game export")).files
    papers = [
        file.data.decode() for post in player.posts(match.room) for file in post.files if file.name.endswith(".txt")
    ]
    return "\n".join([player.all_text(match.room), *asked, *papers, log.data.decode()])


async def start_campaign(alice: Player, bob: Player) -> Match:
    """Start a campaign in which one side has a secret list that the other cannot find."""
    match = await open_game(alice, "two-shores")
    await join_game(match, azure=alice, amber=bob)
    await (await bob.form("orders write", side="amber")).submit(
        f"{SECRET.replace('tank', 'artillery')}; targets sea: transport"
    )
    await bob.slash("commit", side="amber")
    assert "artillery > infantry" not in await everything_known_to(alice, match)
    assert "There is no battle to be fought here" in (await alice.slash("odds")).text
    return match


@pytest.mark.long
async def test_odds_count_the_own_draft(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    await join_game(await open_game(alice, "two-shores"), azure=alice, amber=bob)
    await alice.done(side="azure")
    written = "move 3 infantry, 1 artillery Ridge to Marsh"
    answer = await (await alice.form("orders write", side="azure")).submit(written)
    assert answer.private and "Ridge to Marsh` · battle of Marsh: wins 13 %" in answer.text
    mine = await alice.slash("odds", place="Marsh")
    assert mine.private and "The battle at Marsh. Your draft is counted." in mine.text
    assert "There is no battle at Marsh" in (await bob.slash("odds", place="Marsh")).text
    assert "There is no battle at Marsh" in (await enter("Carol").slash("odds", place="Marsh")).text


async def test_orders_written_ahead_that_stop_say_why(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    await join_game(await open_game(alice, "two-shores"), azure=alice, amber=bob)
    ahead = "buy 3 infantry\ndone\nmove 9 infantry Ridge to Marsh\ndone"
    answer = await (await alice.form("orders write", side="azure")).submit(ahead)
    assert "Kept, and not run yet: Line 1 is refused: Ridge has 3 infantry" in answer.text, answer.text
    post = await bob.wait_for_post("wrote ahead")
    assert "What The Azure League wrote ahead has not run and is the draft now" in post.text, post.text


@pytest.mark.long
async def test_a_campaign_of_full_turns_is_reported_drawn_and_exported(bot: Bot, enter: Enter) -> None:
    """Five whole turns in the long tests, else two."""
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_campaign(alice, bob)
    game = await play_turns(bot, match, {"azure": alice, "amber": bob}, TURNS)
    assert game.phase and game.phase.turn == TURNS + 1
    await wait_for_news(bot, match, bob)
    check_posted_once(bot, match, bob)
    posts = [match.announcement, *bob.posts(match.room)]
    assert all(len(post.text) <= 2000 and len(post.files) <= 10 for post in posts)
    drawn = [file for post in posts for file in post.files if file.name.endswith(".png")]
    assert len(drawn) >= 4 * TURNS
    for file in drawn[:: max(1, len(drawn) // 8)]:
        image = file.image()
        assert (
            min(image.size) >= 200
            and max(image.size) <= 2000
            and len(file.data) <= 1_000_000
            and 20 <= len(file.alt) <= 1024
        )
    everything = await everything_known_to(alice, match)
    for word in (
        "Round 1 · The Azure League's purchase",
        "Battle at",
        "Round 2 at",
        "Expected losses",
        "Income of",
        "wins. Lost:",
    ):
        assert word in everything, word
    await check_exported_log(match, alice)
