"""The page that /verify attaches, where a channel takes files of some size only."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord.commands import views
from bot.discord.commands.context import Context
from engine.log.journal import Journal
from engine.rolls.dice_log import DiceLogs, RollAsked
from tests.support.toy_system import NOW, entropy


def dice_log() -> bytes:
    logs = DiceLogs(Journal(":memory:"), entropy("rolls"))
    logs.roll("rolls-42", RollAsked("2d6", "7", "discord:1"), NOW)
    return logs.export("rolls-42")


class Engine:
    """Calculates at once."""

    async def calculate(self, player: str, function: Callable[..., Any], *values: Any) -> Any:
        return function(*values)


def asked(room: int) -> Context:
    return cast(Context, SimpleNamespace(player="ann", room=room, services=SimpleNamespace(engine=Engine())))


async def test_the_page_holds_the_log_where_it_fits(log: bytes) -> None:
    answer = await views.verify_log(asked(10**7), log, "Dawn")
    (page,) = answer.attachments
    assert b"fieldpost-log/2" in page.data.partition(b'id="log">')[2] and "The log is not in it" not in answer.text


async def test_the_page_comes_without_the_log_where_it_does_not_fit(log: bytes) -> None:
    whole = len((await views.verify_log(asked(10**7), log, "Dawn")).attachments[0].data)
    answer = await views.verify_log(asked(whole - 1), log, "Dawn")
    (page,) = answer.attachments
    assert len(page.data) < whole and b'id="log">null</script>' in page.data
    assert f"The log is not in it, because with the log it would have {whole:,} bytes" in answer.text
    assert "/game export" in answer.text


async def test_a_page_is_never_too_large_to_be_sent(log: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "PAGE_LIMIT", 62_000)
    answer = await views.verify_log(asked(10**7), log, "Dawn")
    assert len(answer.attachments[0].data) < 62_000 and "62,000 are the limit" in answer.text


async def test_a_dice_log_gets_no_page() -> None:
    answer = await views.verify_log(asked(10**7), dice_log(), "rolls of this channel")
    assert not answer.attachments and "roved" in answer.text


async def test_what_is_no_log_gets_no_page() -> None:
    assert not (await views.verify_log(asked(10**7), b"hello", "hello.txt")).attachments
