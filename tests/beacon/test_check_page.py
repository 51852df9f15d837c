"""Games with a beacon in the page that checks logs: their dice are rolled again, and never called proved there."""

from functools import cache
from random import Random
from typing import Any

import pytest

from engine.contract import canonical
from engine.log.entries import FORMAT
from engine.log.verify import Verdict, verify
from tests.engine.log_forgery import entries, resealed
from tests.engine.log_tampering import tampered_logs
from tests.support.chromium import Browser
from tests.support.sampling import share
from tests.support.three_verifiers import by_page, by_second, by_verify

from .games import PATIENCE, beacon_table, played, seated
from .relay import sign

pytestmark = pytest.mark.usefixtures("own_beacon")
UNCHECKED = ("round", "signature", "beacon", "published", "waits")
"""What `fieldpost verify` says where it finds more than the others: whether a round is genuine and the right one."""


@cache
def games(scenario: str) -> list[bytes]:
    """The logs of a game: some while dice are awaited, some after they have fallen, and that of the whole game."""
    table, logs = beacon_table(), list[bytes]()
    for number, key in enumerate(played(table, scenario, 1)):
        if number % 9 == 0:
            logs.append(table.export(key))
    return [*logs, table.export(key)]


def test_they_are_proved_as_far_as_the_page_can_know(page: Browser) -> None:
    logs = games("first-charge")
    for log, judged in zip(logs, by_page(page, logs), strict=True):
        assert judged.verdict is by_second(log).verdict is Verdict.SO_FAR and verify(log).holds, judged
    awaiting = next(log for log in reversed(logs) if entries(log)[-1]["kind"] == "awaited")
    limits = page.apply("async log => (await checkLog(utf8.encode(log))).limits", awaiting.decode())
    assert any("wait for round" in says for says in limits)
    assert any("“fieldpost verify” alone" in says for says in limits)


def test_dice_without_their_beacon_are_listed(page: Browser) -> None:
    table = beacon_table()
    key = seated(table, "twin-hamlets")
    found = table.round_awaited(key)
    assert found and table.draw(key, found.number, "", "2026-02-01T00:00:00Z") and PATIENCE < 86400 // 4
    log = table.export(key)
    assert [judged.verdict for judged in by_page(page, [log])] == [Verdict.SO_FAR] == [by_second(log).verdict]
    limits = page.apply("async log => (await checkLog(utf8.encode(log))).limits", log.decode())
    assert any("1 commit made without the public beacon" in says for says in limits)


def test_dice_by_another_signature_are_found(page: Browser) -> None:
    """Whoever made up a signature would have to make up dice, too."""
    log = games("first-charge")[-1]
    game, shown = str(_opening(log)["game"]), entries(log)
    first = next(n for n, entry in enumerate(shown) if b'"event":"rolled"' in canonical(entry))
    drawn = [entry for entry in shown[:first] if entry["kind"] == "drawn"][-1]
    drawn["body"]["signature"] = sign(7)
    (judged,) = by_page(page, [resealed(shown, game)])
    second = by_second(resealed(shown, game))
    assert judged.verdict is second.verdict is Verdict.NOT_PROVED and judged.entry == second.entry == first + 1
    assert "not the dice that were rolled" in judged.why


@pytest.mark.parametrize("scenario", share(["first-charge", "twin-hamlets", "two-shores"], ["first-charge"]))
def test_what_the_page_finds_in_tampered_logs_is_found_by_all(page: Browser, scenario: str) -> None:
    """`fieldpost verify` finds more only about the beacon."""
    log = games(scenario)[-1]
    made = list(tampered_logs(log, _opening(log)["game"], FORMAT, Random(scenario), share(400, 40)))
    for tampered, judged in zip(made, by_page(page, [one.log for one in made]), strict=True):
        expected, second, how = by_verify(tampered.log), by_second(tampered.log), tampered.how
        assert judged.verdict is second.verdict, (how, judged, second)
        if judged.verdict is Verdict.NOT_PROVED:
            assert expected.verdict is Verdict.NOT_PROVED, (how, judged)
        elif expected.verdict is Verdict.NOT_PROVED:
            assert any(word in expected.why for word in UNCHECKED), (how, expected)


def _opening(log: bytes) -> dict[str, Any]:
    found: dict[str, Any] = entries(log)[0]["body"]
    return found
