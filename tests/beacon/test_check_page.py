"""Games with a beacon in the page that checks logs: their dice are rolled again, and never called proved there."""

import copy
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from bot.hosting.beacon_relays import RELAYS
from engine.beacon.chain import QUICKNET
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
from .test_games import FORGERIES

pytestmark = pytest.mark.usefixtures("own_beacon")
UNCHECKED = (
    "The lock waits for",
    "not the signature",
    "The signature of",
    "was not published yet",
    "fell without",
    "not know",
)
"""What `fieldpost verify` says where it finds more than the others: whether a round is genuine and the right one."""


@cache
def games(scenario: str) -> list[bytes]:
    """The logs of a game: some while dice are awaited, some after they have fallen, and that of the whole game."""
    table, logs = beacon_table(), list[bytes]()
    for number, key in enumerate(played(table, scenario, 1)):
        if number % 9 == 0:
            logs.append(table.export(key))
    return [*logs, table.export(key)]


@pytest.mark.long
def test_they_are_proved_as_far_as_the_page_can_know(page: Browser) -> None:
    logs = games("first-charge")
    for log, judged in zip(logs, by_page(page, logs), strict=True):
        assert judged.verdict is by_second(log).verdict is Verdict.SO_FAR and verify(log).holds, judged
    awaiting = next(log for log in reversed(logs) if entries(log)[-1]["kind"] == "awaited")
    limits = page.apply("async log => (await checkLog(utf8.encode(log))).limits", awaiting.decode())
    assert any("wait for round" in says for says in limits)
    assert any("“fieldpost verify” alone" in says for says in limits)


def test_a_round_can_be_compared_with_public_relays_by_a_press(page: Browser) -> None:
    links = page.apply("n => relayLinks(n, 'abcd').map(part => part.href || '').filter(Boolean)", 42)
    assert links == [f"https://{relay}/{QUICKNET.hash}/public/42" for relay in ("api.drand.sh", "drand.cloudflare.com")]
    assert all(any(address.endswith(link.split("/")[2]) for address in RELAYS) for link in links)


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


def compare(page: Browser, forged: dict[str, bytes]) -> None:
    """That the page and the second verifier agree, and `fieldpost verify` with them, or it finds more of the beacon."""
    for (how, log), judged in zip(forged.items(), by_page(page, list(forged.values())), strict=True):
        expected, second = by_verify(log), by_second(log)
        assert judged.verdict is second.verdict, (how, judged, second)
        if judged[:2] != expected[:2] and expected.verdict is not Verdict.PROVED:
            assert any(words in expected.why for words in UNCHECKED), (how, judged, expected)
            assert expected.entry <= (judged.entry or expected.entry), (how, judged, expected)
        assert expected.verdict is not Verdict.PROVED or judged.verdict is Verdict.SO_FAR, (how, judged)


@pytest.mark.parametrize("scenario", share(["first-charge", "twin-hamlets", "two-shores"], ["first-charge"]))
@pytest.mark.long
def test_the_page_finds_what_was_tampered_with(page: Browser, scenario: str) -> None:
    log = games(scenario)[-1]
    made = tampered_logs(log, _opening(log)["game"], FORMAT, Random(scenario), share(60, 20))
    compare(page, {tampered.how: tampered.log for tampered in made})


def test_the_page_finds_what_is_forged_about_the_order_of_entries(page: Browser) -> None:
    log = games("first-charge")[1]
    forged = dict[str, bytes]()
    for name, forge in {**FORGERIES, **MOVED}.items():
        shown = entries(log)
        forge(shown)
        forged[name] = resealed(shown, _opening(log)["game"])
    compare(page, forged)


Shown = list[dict[str, Any]]


def first(shown: Shown, kind: str) -> int:
    return next(n for n, entry in enumerate(shown) if entry["kind"] == kind)


def again(kind: str, behind: str) -> Callable[[Shown], None]:
    """The first entry of a kind once more, behind the first of another."""

    def doubled(shown: Shown) -> None:
        at = first(shown, behind)
        shown.insert(at + 1, {**copy.deepcopy(shown[first(shown, kind)]), "at": shown[at]["at"]})

    return doubled


def signed(signature: str) -> Callable[[Shown], None]:
    return lambda shown: shown[first(shown, "drawn")]["body"].update(signature=signature)


MOVED: dict[str, Callable[[Shown], None]] = {
    **{
        f"{kind} behind {behind}": again(kind, behind)
        for kind in ("awaited", "drawn", "locked", "happened", "revealed", "promised", "seated")
        for behind in ("promised", "locked", "awaited", "drawn", "happened", "revealed")
    },
    "a signature in capitals": signed("AB" * 48),
    "a short signature": signed("ab" * 47),
    "a signature that is none": signed("zz" * 48),
    "a lock without its beacon": lambda shown: shown[first(shown, "locked")]["body"]["lock"].update(beacon=None),
    "a lock of another beacon": lambda shown: shown[first(shown, "locked")]["body"]["lock"]["beacon"].update(chain="x"),
    "a rewind while dice are awaited": lambda shown: shown.insert(
        first(shown, "awaited") + 1,
        {**shown[first(shown, "awaited")], "kind": "rewound", "body": {"by": "referee", "to": 2}},
    ),
}


def _opening(log: bytes) -> dict[str, Any]:
    found: dict[str, Any] = entries(log)[0]["body"]
    return found
