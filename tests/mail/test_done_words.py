"""Words that run orders by mail: what several of them do, and that none ends a phase by accident."""

from collections.abc import AsyncIterator
from email.message import EmailMessage
from pathlib import Path

import pytest
import pytest_asyncio

from bot.hosting.engine_thread import EngineThread
from tests.mail.loopback.mailroom import text_of
from tests.mail.loopback.office import Office, answer
from tests.support.databases import new_database
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio
GAME = "two-1"


class Campaign:
    """Two Shores between Ann, who is first, and Bob; ``call``: the newest that calls for each."""

    def __init__(self, office: Office) -> None:
        self.office, self.calls = office, dict[str, EmailMessage]()

    async def begin(self) -> None:
        await self.office.introduce("Ann", "new two-shores 3d\njoin two-1 azure")
        self.note(await self.office.introduce("Bob", "join two-1 amber"))

    def note(self, mails: list[EmailMessage]) -> None:
        for mail in mails:
            if "It is your turn" in text_of(mail):
                self.calls[str(mail["To"]).partition("@")[0].strip("<").capitalize()] = mail

    async def say(self, name: str, text: str, to: EmailMessage | None = None) -> str:
        """What the answer says."""
        mails = await self.office.take(answer(name, to or self.calls[name], text))
        self.note(mails)
        return next(" ".join(text_of(mail).split()) for mail in mails if str(mail["Subject"]).startswith("Re:"))

    async def phase(self) -> str:
        phase = await self.office.engine.use_table(lambda table: table.game(GAME).phase)
        return f"{phase.sides[0]} {phase.name}" if phase else ""

    async def draft(self) -> str:
        return await self.office.engine.use_table(lambda table: table.draft(GAME, "azure"))

    async def log(self) -> str:
        return "\n".join(await self.office.engine.use_table(lambda table: table.log(GAME)))


@pytest_asyncio.fixture
async def campaign(tmp_path: Path) -> AsyncIterator[Campaign]:
    engine = EngineThread(new_database(tmp_path / "games.db"))
    made = Campaign(Office(engine))
    await made.begin()
    yield made
    engine.close()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("words", ["done", "Done.", "done # at last", "whole turn\ndone"])
async def test_one_word_runs_the_draft(campaign: Campaign, words: str) -> None:
    await campaign.say("Ann", "buy 3 infantry")
    assert "YOUR ORDERS RAN" in await campaign.say("Ann", words)
    assert await campaign.phase() == "azure combat-movement" and "buys 3 infantry" in await campaign.log()


TWICE = ("done\ndone", "done; done", "done, done", "done done", "Done.\nDone.", "> done\n\ndone\ndone")


@pytest.mark.parametrize("words", share(TWICE, TWICE[:2]))
async def test_two_words_run_the_draft_and_end_two_phases(campaign: Campaign, words: str) -> None:
    await campaign.say("Ann", "buy 3 infantry")
    assert "YOUR ORDERS RAN" in await campaign.say("Ann", words)
    assert await campaign.phase() == "azure noncombat-movement" and "buys 3 infantry" in await campaign.log()


async def test_a_heading_makes_no_prose_of_the_words_below_it(campaign: Campaign) -> None:
    told = await campaign.say("Ann", "buy 3 infantry\nwhole turn\ndone\nmove 2 infantry Orchard to Harbour\ndone")
    assert "not read" not in told and await campaign.phase() == "azure noncombat-movement", told


async def test_words_said_again_are_not_added_to_those_of_the_draft(campaign: Campaign) -> None:
    whole = "buy 3 infantri\ndone\nmove 2 infantry Orchard to Harbour\ndone\ndone"
    assert "NOTHING HAS RUN YET" in await campaign.say("Ann", whole)
    asked = await campaign.say("Ann", "done\ndone\ndone")
    assert "Line 1 is refused" in asked and await campaign.draft() == whole
    await campaign.say("Ann", f"yes done {asked.partition('yes done ')[2][:8]}")
    assert await campaign.phase() == "amber purchase" and await campaign.draft() == ""


@pytest.mark.sampled(1)
@pytest.mark.parametrize("nothing", ["buy 3 infantri", "done and done", "move 9 infantry Ridge to Marsh"])
async def test_lines_that_are_all_refused_do_not_replace_the_draft(campaign: Campaign, nothing: str) -> None:
    await campaign.say("Ann", "buy 3 infantry")
    told = await campaign.say("Ann", nothing)
    assert "YOUR ORDERS RAN" not in told and await campaign.draft() == "buy 3 infantry", told


@pytest.mark.long
async def test_clear_above_done_throws_the_draft_away_first(campaign: Campaign) -> None:
    await campaign.say("Ann", "buy 3 infantry")
    told = await campaign.say("Ann", "clear\ndone")
    assert "Your draft is empty now." in told and "YOUR ORDERS RAN" in told
    assert "buys" not in await campaign.log() and await campaign.phase() == "azure combat-movement"


async def test_done_in_an_answer_to_an_earlier_call_ends_nothing(campaign: Campaign) -> None:
    first = campaign.calls["Ann"]
    await campaign.say("Ann", "buy 3 infantry\ndone")
    for words in ("done", "done\ndone", "commit"):
        told = await campaign.say("Ann", words, first)
        assert "That was for an earlier phase, so nothing was run" in told and "NOTHING HAS RUN YET" in told, told
        assert await campaign.phase() == "azure combat-movement"
    mails = await campaign.office.take(answer("Ann", first, "status"))
    assert "combat movement" in text_of(mails[0])
    told = await campaign.say("Ann", "move 2 infantry Orchard to Harbour\ndone", first)
    assert "YOUR ORDERS RAN" in told, "orders are judged by the phase that is open"


async def test_nobody_is_called_for_a_phase_that_has_passed(campaign: Campaign) -> None:
    """Ann has written her next purchase and marches ahead when Bob ends his turn: one mail tells her all of it."""
    await campaign.say("Ann", "done\ndone\ndone\nbuy 3 infantry\ndone\ndone")
    assert await campaign.phase() == "amber purchase"
    mails = await campaign.office.take(answer("Bob", campaign.calls["Bob"], "done\ndone\ndone"))
    assert await campaign.phase() == "azure noncombat-movement"
    hers = [mail for mail in mails if "ann@" in str(mail["To"])]
    called = [mail for mail in hers if "It is your turn" in text_of(mail)]
    assert called == hers and len(hers) == 1, [str(mail["Subject"]) for mail in hers]
    told = " ".join(text_of(hers[0]).split())
    assert "The Azure League, as written ahead:" in told and "buys 3 infantry" in told


async def test_a_done_written_ahead_ends_no_phase_of_a_later_turn(campaign: Campaign) -> None:
    await campaign.say("Ann", "done\ndone\ndone\ndone\ndone")
    assert await campaign.phase() == "amber purchase" and await campaign.draft() == "done\ndone"
    await campaign.say("Bob", "done\ndone\ndone")
    assert await campaign.phase() == "azure purchase"
    told = " ".join(text_of(campaign.calls["Ann"]).split())
    assert "has not run: Its first done was written in round 1, with no order for this phase above it." in told, told


async def test_help_for_an_order_leaves_the_draft_alone(campaign: Campaign) -> None:
    await campaign.say("Ann", "buy 3 infantry")
    assert (
        "example: buy 4 infantry" in await campaign.say("Ann", "help buy")
        and await campaign.draft() == "buy 3 infantry"
    )
