"""An order that is kept although no dice can make it legal, as each way in says so."""

import pytest

from bot.correspondence.verdict_text import verdict_lines
from bot.discord.messages import order_feedback
from bot.terminal.screen import Screen
from engine.contract import replace
from engine.language import ParsedLine
from engine.table import OrdersReply
from engine.verdict import Verdict

SAYS = "will be refused: none of your attackers came from Paris"
TEXT = "retreat Kiev to Paris"
HOPELESS = Verdict(
    ParsedLine(1, TEXT, (0, len(TEXT))), (), True, False, TEXT, "none of your attackers came from Paris", hopeless=True
)


def test_discord_says_that_it_will_be_refused() -> None:
    told = order_feedback.verdict(HOPELESS)
    assert told.startswith("🚫") and SAYS in told and "currently" not in told


def test_the_keyboard_says_that_it_will_be_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Screen().verdicts([HOPELESS])
    told = capsys.readouterr().out
    assert told.startswith(f"  ✗ {TEXT}  (kept, though no dice can make it legal)\n") and SAYS in told


def test_mails_and_forums_say_that_it_will_be_refused() -> None:
    assert any(SAYS in line for line in verdict_lines(OrdersReply((HOPELESS,), "")))


def test_what_dice_may_still_change_is_told_as_before() -> None:
    doubtful = replace(HOPELESS, hopeless=False)
    assert "currently: none of your attackers" in order_feedback.verdict(doubtful)
    assert any("in doubt: none of your attackers" in line for line in verdict_lines(OrdersReply((doubtful,), "")))
