"""Options of Discord's commands in the lines of a mail: terms, battles, absences, the rules on a page, logs."""

import re

import pytest

from bot.correspondence.battle_terms import battle_terms
from bot.correspondence.commands import read_command
from bot.hosting.terms_words import terms_of
from engine.log.check_page.page import check_page
from engine.table import Refused
from tests.mail.loopback.mailroom import text_of
from tests.mail.loopback.office import Office, mail
from tests.mail.test_decisions import KEY, begin
from tests.mail.test_receiving import office
from tests.mail.test_strays import answer

pytestmark = pytest.mark.asyncio
__all__ = ["office"]


async def test_a_friendly_game_is_opened_by_a_word(office: Office) -> None:
    await office.introduce("Ann", "games")
    said = await answer(office, "Ann", "new millers-bridge 3d friendly press public, good luck")
    assert "It is friendly: commits without dice and secrets may be taken back without asking." in said, said
    terms = await office.engine.use_table(lambda table: terms_of(table, KEY))
    assert terms.friendly and terms.press == "public" and not terms.anonymous
    assert "friendly" not in await answer(office, "Ann", "new millers-bridge 3d")


@pytest.mark.long
async def test_a_battle_with_a_deadline_and_one_that_is_fought_to_its_end(office: Office) -> None:
    await office.introduce("Ann", "battle 24h land: 6 inf 2 art vs 5 inf 1 tank")
    await office.introduce("Bob", "games")
    assert "You play" in await answer(office, "Bob", "join battle-1")
    game = await office.engine.use_table(lambda table: table.game("battle-1"))
    assert game.due and not game.over
    said = await answer(office, "Ann", "battle straight land: 6 inf vs 5 inf", subject="another")
    assert "its id is battle-2" in said, said
    for name, line in (("Bob", "join battle-2"), ("Ann", "done"), ("Bob", "done")):
        await answer(office, name, line, subject="[battle-2]")
    assert (await office.engine.use_table(lambda table: table.game("battle-2"))).over
    assert "is no" in (said := await answer(office, "Ann", "battle soon land: 6 inf vs 5 inf", subject="more")), said


async def test_what_stands_before_the_armies() -> None:
    for words, rounds, length in (
        ("land: 6 inf vs 5 inf", "one", 0),
        ("straight land: 6 inf vs 5 inf", "all", 0),
        ("24h, straight land: 6 inf vs 5 inf", "all", 86_400),
        ("Straight 2d naval: 2 sub vs 1 battleship", "all", 172_800),
        ("6 inf vs 5 inf", "one", 0),
    ):
        found = battle_terms(words)
        assert found.rounds == rounds and (found.calendar.length if found.calendar else 0) == length, words
        assert found.armies.endswith(words[-8:]) and "traight" not in found.armies
    with pytest.raises(Refused):
        battle_terms("whenever land: 6 inf vs 5 inf")


async def test_an_absence_that_begins_later(office: Office) -> None:
    await begin(office)
    said = await answer(office, "Ann", "away 2199-12-24 from 2199-12-20")
    assert "You are away from Fri 20 December 00:00 UTC until Tue 24 December 23:59 UTC" in said, said
    for line, says in (
        ("away 2199-12-20 from 2199-12-24", "must end after it begins"),
        ("away 2199-12-24 from Monday", "'Monday' is no day"),
        ("away back", "Welcome back"),
        ("away 10d", "You are away until"),
    ):
        assert says in (said := await answer(office, "Ann", line)), said
    assert read_command("away from here") is None and read_command("away 3d from 2199-12-20 or so") is None


async def test_the_rules_on_one_page(office: Office) -> None:
    await begin(office)
    for line in ("rules zones card", "rules card"):
        (found,) = await office.take(mail("Ann", line))
        pictures = [part.get_filename() for part in found.walk() if part.get_content_type() == "image/png"]
        assert pictures == ["zones-card.png" if "zones" in line else "miniwars-card.png"]
        assert re.search(r"^== .*", text_of(found), re.MULTILINE) and len(text_of(found).splitlines()) > 30


async def test_a_verified_game_comes_with_the_page_that_checks_it(office: Office) -> None:
    await begin(office)
    (found,) = await office.take(mail("Ann", "verify"))
    parts = {part.get_filename(): part.get_payload(decode=True) for part in found.walk() if part.get_filename()}
    assert set(parts) == {f"{KEY}.json", "check-log.html"} and "checks the chain and the dice" in text_of(found)
    log = parts[f"{KEY}.json"]
    assert isinstance(log, bytes) and parts["check-log.html"] == check_page(log, f"{KEY}.json", 10**9).html
