"""Cards, army lists and lines of sight by Discord: private replies with pictures and alt texts, within Discord's
limits.
"""

from collections.abc import Callable

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.screen import File
from bot.bench.loopback.server import Server
from bot.hosting.engine_thread import EngineData
from tests.discord.loopback.games import join_game, open_game, start_game

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]
LIST = "system: miniwars\npoints: 100\narmy:\n  knights: 2\n"


async def test_a_card_is_shown_without_any_game(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    for options in ({"unit": "hobgoblin leader"}, {"unit": "hobgoblin-leader", "system": "miniwars"}):
        answer = await alice.slash("card", **options)
        assert answer.private
        assert "Hobgoblin Leader" in answer
        assert "105 points" in answer
        (card,) = answer.files
        assert card.name == "hobgoblin-leader.png"
        assert card.image().width == 900
        assert "attacks: needs" in card.alt
        assert len(card.alt) <= 1024


async def test_in_a_game_a_card_is_named_by_the_id_on_the_counter(bot: Bot, enter: Enter) -> None:
    alice, carol = enter("Alice"), enter("Carol")
    match = await start_game(alice, enter("Bob"))
    carol.enter(match.room)
    for player in (alice, carol):
        assert (await player.slash("card", unit="bo")).files[0].name == "bowmen.png"
        assert (await player.slash("card", unit="knights")).files[0].name == "knights.png"
    assert (await enter("Dora").slash("card", unit="BO", game=match.id)).files[0].name == "bowmen.png"


async def test_cards_are_offered_while_they_are_typed(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    assert await alice.suggest("card", "unit", "hobgoblin", system="miniwars") == [
        "hobgoblin-leader",
        "hobgoblin-sergeants",
    ]
    assert "knights" in await alice.suggest("card", "unit", "knig")
    match = await start_game(alice, enter("Bob"))
    alice.enter(match.room)
    assert await alice.suggest("card", "unit", "longb") == ["longbowmen"]


async def test_an_unknown_card_is_explained(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    for options in (
        {"unit": "guard", "system": "miniwars"},
        {"unit": "captian", "system": "miniwars"},
        {"unit": "x" * 100},
        {"unit": "`@everyone`"},
        {"unit": "knights", "system": "chess"},
        {"unit": "knights", "game": "nowhere"},
    ):
        answer = await alice.slash("card", **options)
        assert answer.private
        assert not answer.files
        assert len(answer.text) > 20, options
        assert "reference" not in answer


async def test_an_army_is_priced_from_text_and_from_a_file(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    for options in (
        {"list": LIST},
        {"list": "system: miniwars, points: 100, army: {knights: 2}"},
        {"attachment": File("a.yaml", LIST.encode())},
    ):
        answer = await alice.slash("army", **options)
        assert answer.private
        assert "2 units, 72 points of 100: 28 left" in answer
        assert "No problems" in answer
    over = await alice.slash(
        "army", attachment=File("a.yaml", LIST.replace("knights: 2", "knights: 3\n  gaints: 1").encode())
    )
    assert "line 2, column 9: the army costs 108 of 100 points" in over
    assert "line 5, column 3: there is no type gaints: did you mean giants?" in over


async def test_any_file_given_as_an_army_gets_a_sentence(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    handed = {
        "empty.yaml": b"",
        "map.png": b"\x89PNG\r\n\x1a\n\0",
        "deep.yaml": b"[" * 20_000,
        "half.yaml": b"army: {",
        "wide.yaml": b"\xff\xfe\0",
        "big.yaml": b"a" * 60_000,
        "many.yaml": b"system: miniwars\narmy:\n" + b"".join(b"  t%d: 1\n" % n for n in range(900)),
        "host.yaml": b"scenario: /etc/passwd\nside: x\narmy: {a: 1}",
    }
    for name, data in handed.items():
        answer = await alice.slash("army", attachment=File(name, data))
        assert answer.private
        assert len(answer.text) > 20, name
        assert "reference" not in answer, f"{name}: {answer.text}"
    for options in ({}, {"list": LIST, "attachment": File("a.yaml", LIST.encode())}, {"list": "@everyone `"}):
        assert len((await alice.slash("army", **options)).text) > 20


async def test_a_line_of_sight_is_described_and_drawn(bot: Bot, enter: Enter) -> None:
    alice, carol = enter("Alice"), enter("Carol")
    match = await start_game(alice, enter("Bob"))
    carol.enter(match.room)
    bare = (await carol.slash("map")).files[0]
    for player in (alice, carol):
        player.enter(match.room)
        answer = await player.slash("los", **{"from": "BO", "to": "0806"})
        assert answer.private
        assert "MW 7" in answer
        (picture,) = answer.files
        assert picture.image().size == bare.image().size
        assert picture.data != bare.data
        assert "Drawn on top" in picture.alt
    assert "BO" in await carol.suggest("los", "from", "bo")
    for start, end in (("ZZ", "BO"), ("BO", "9999"), ("`x` @here", "0101"), ("0101", "\u202e")):
        refused = await carol.slash("los", **{"from": start, "to": end})
        assert not refused.files
        assert len(refused.text) > 20
        assert "reference" not in refused


async def test_cards_and_lines_of_sight_of_forumini_armies(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await open_game(alice, "first-patrol")
    await join_game(match, allies=alice, axis=bob)
    card = await bob.slash("card", unit="X6")
    assert "Leutnant" in card
    assert "Rally 2 (command)" in card.files[0].alt
    assert (await alice.slash("card", unit="panther")).files[0].name.startswith("panther")
    assert (await alice.slash("card", unit="knights", system="miniwars")).files[0].name == "knights.png"
    blocked = await alice.slash("los", **{"from": "A5", "to": "X5"})
    assert "FA 8" in blocked
    assert len(blocked.files) == 1
    over = await alice.slash("army", list="scenario: open-meeting, side: allies, army: {m4a1-sherman: 9, tiger-i: 1}")
    assert "264 points of 100" in over
    assert "Tiger I cannot be in this army" in over


async def test_a_measurement_is_described_and_drawn(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    match = await start_game(alice, enter("Bob"))
    alice.enter(match.room)
    answer = await alice.slash("measure", a="BO", b="0806")
    assert answer.private
    assert "Distance: " in answer
    assert "MW 7" in answer
    (picture,) = answer.files
    assert "Drawn on top: Distance" in picture.alt
    assert "BO" in await alice.suggest("measure", "a", "bo")
    assert not (await alice.slash("measure", a="ZZ", b="0101")).files


async def test_a_line_of_sight_needs_a_game(server: Server, bot: Bot, enter: Enter) -> None:
    assert "No game is played in this channel" in await enter("Alice").slash("los", **{"from": "0101", "to": "0102"})


async def test_a_report_for_a_forum_is_attached(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    match = await start_game(alice, enter("Bob"))
    alice.enter(match.room)
    answer = await alice.slash("report", format="bbcode", turn=1)
    assert answer.private and "as bbcode" in answer
    text, picture = answer.files
    assert text.data.decode().startswith(f"[b]Fieldpost {match.id}: The Miller's Bridge, turn 1[/b]")
    assert text.name.endswith("-bbcode.txt") and picture.image().width > 300 and "Map of" in picture.alt
    assert (await alice.slash("report")).files[0].data.decode().startswith("FIELDPOST MILLERS")
    assert "There is no turn 9" in await alice.slash("report", turn=9)


async def test_what_waits_for_a_person_is_told_once_after_an_answer(bot: Bot, enter: Enter) -> None:
    """Such as that their mails come back."""
    alice = enter("Alice")
    told = "The last 3 mails to ann@home.example came back."
    data = EngineData(bot.address)
    try:
        data.people.add_notice(alice.id, told, "2026-01-31T18:00:00Z")
        answer = await (await alice.slash("roll", expression="2d6")).more(2)
        assert told in answer.posts[-1].text and answer.posts[-1].private
        again = [await alice.slash("roll", expression="2d6") for _ in range(2)]
        await alice.server.world.until(lambda: not data.people.notices(alice.id))
        assert not any(told in post.text for one in again for post in one.posts)
    finally:
        data.close()
