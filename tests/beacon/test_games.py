"""Games whose dice wait for a public beacon: locked before anybody can know them, and proved by its signatures."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.beacon.chain import MARGIN, NotGenuine
from engine.errors import Refused
from engine.log.deadline import add_seconds, to_unix
from engine.log.verify import Verdict, verify
from tests.engine.log_forgery import entries, resealed
from tests.engine.table_games import kinds
from tests.support.sampling import share
from tests.support.toy_system import NOW

from .games import PATIENCE, beacon_table, drawn, played, seated
from .relay import sign

pytestmark = pytest.mark.usefixtures("own_beacon")
SCENARIOS = share(
    ["twin-hamlets", "millers-bridge", "first-charge", "the-long-line", "two-shores"], ["twin-hamlets", "first-charge"]
)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_of_every_system_is_proved_with_its_beacon(scenario: str) -> None:
    table = beacon_table()
    for number, key in enumerate(played(table, scenario, 1)):
        if number % 7 == 0:
            assert verify(table.export(key)).verdict is Verdict.SO_FAR, str(verify(table.export(key)))
    audit = verify(table.export(key))
    locks = kinds(table, key).count("locked")
    assert audit.verdict is Verdict.PROVED and f"{locks} rounds of the public beacon, each genuine" in str(audit)
    shown = entries(table.export(key))
    assert table.round_awaited(key) is None
    locked, awaited, draws = ([e for e in shown if e["kind"] == kind] for kind in ("locked", "awaited", "drawn"))
    for lock, waits, draw in zip(locked, awaited, draws, strict=True):
        assert waits["seq"] == lock["seq"] + 1
        assert to_unix(draw["at"]) >= to_unix(lock["at"]) + MARGIN, "nobody knew the round when it was named"


def test_a_game_begins_when_its_first_dice_have_fallen() -> None:
    table = beacon_table()
    key = seated(table, "millers-bridge")
    game = table.game(key)
    assert not game.started and all(game.seats.values()) and table.news(key)[-1].kind == "seated"
    assert "The game begins with its first dice at 18:00:0" in table.news(key)[-1].lines[-1]
    at = drawn(table, key)
    assert table.game(key).started and table.news(key)[-1].kind == "began" and table.news(key)[-1].at == at


def test_while_dice_are_awaited_nothing_else_runs_and_drafts_are_kept() -> None:
    table = beacon_table()
    key = seated(table, "millers-bridge")
    now = drawn(table, key)
    side = table.game(key).phase.sides[0]  # type: ignore[union-attr]
    news = table.done(key, side, now, "discord:1")
    before = table.game(key)
    assert news.kind == "locked" and news.phase is None and "orders are locked. The dice fall at" in news.lines[0]
    assert table.done(key, side, now, "discord:1") == news, "the same press again"
    again: Callable[[], object]
    for again in (
        lambda: table.done(key, side, now, "discord:2"),
        lambda: table.commit(key, side, now, "discord:3", text="choose a"),
        lambda: table.rewind(key, before.length, now, "referee"),
    ):
        with pytest.raises(Refused) as refused:
            again()
        assert refused.value.code == "dice-awaited" and "when the dice have fallen" in str(refused.value)
    table.write(key, side, "choose b", now)
    assert table.draft(key, side) == "choose b" and table.expire(key, add_seconds(now, 10**6)) is None
    drawn(table, key)
    assert table.done(key, side, now, "discord:1").kind == "report", "the press, after the dice"


def test_orders_stay_secret_until_their_dice_have_fallen() -> None:
    table = beacon_table()
    key = seated(table, "first-charge")
    drawn(table, key)
    while (side := table.game(key).phase.sides[0]) and not (  # type: ignore[union-attr]
        ideas := [idea for idea in table.ideas(key, side) if " move " in idea]
    ):
        table.done(key, side, add_seconds(table.news(key)[-1].at, 1))
        drawn(table, key)
    table.commit(key, side, add_seconds(table.news(key)[-1].at, 1), text=ideas[0])
    assert ideas[0].encode() not in table.export(key) and verify(table.export(key)).holds
    drawn(table, key)
    assert ideas[0].encode() in table.export(key)


def test_a_wrong_signature_lets_no_die_fall() -> None:
    table = beacon_table()
    key = seated(table, "millers-bridge")
    found = table.round_awaited(key)
    assert found
    before = kinds(table, key)
    for signature in (sign(found.number + 1), "00" * 48, "zz" * 48):
        with pytest.raises(NotGenuine):
            table.draw(key, found.number, signature, found.at)
    assert table.draw(key, found.number + 1, sign(found.number + 1), found.at) is None
    assert kinds(table, key) == before


@pytest.mark.parametrize("patience", [PATIENCE, 0])
def test_without_the_beacon_dice_fall_only_where_the_game_was_opened_so(patience: int) -> None:
    table = beacon_table(patience=patience)
    key = seated(table, "millers-bridge")
    found = table.round_awaited(key)
    assert found
    early, late = add_seconds(found.at, PATIENCE - 1), add_seconds(found.at, PATIENCE)
    for now in (early,) if patience else (early, late, add_seconds(found.at, 10**7)):
        with pytest.raises(Refused, match="still wait for round"):
            table.draw(key, found.number, "", now)
    if patience:
        news = table.draw(key, found.number, "", late)
        assert news and "was silent for 600 seconds: these dice fell without it" in news.lines[0]
        audit = verify(table.export(key))
        assert audit.verdict is Verdict.SO_FAR and "1 commit made without the public beacon" in str(audit)


def test_what_waits_goes_on_in_another_process(tmp_path: Any) -> None:
    first = beacon_table(str(tmp_path / "games.db"))
    key = seated(first, "millers-bridge")
    first.close()
    table = beacon_table(str(tmp_path / "games.db"))
    at = drawn(table, key)
    assert table.game(key).started and table.journal.rows.due(at) == ()
    side = table.game(key).phase.sides[0]  # type: ignore[union-attr]
    table.done(key, side, at)
    found = table.round_awaited(key)
    assert found and table.journal.rows.due(found.at) == (key,) and table.journal.rows.due(at) == ()


def test_no_round_is_named_by_a_clock_that_is_behind_the_game() -> None:
    table = beacon_table()
    key = seated(table, "millers-bridge")
    now = drawn(table, key)
    side = table.game(key).phase.sides[0]  # type: ignore[union-attr]
    table.write(key, side, "choose a", add_seconds(now, 86400))
    with pytest.raises(Refused, match="one of them is wrong"):
        table.done(key, side, add_seconds(now, 60))
    assert table.done(key, side, add_seconds(now, 86400)).kind == "locked"


def test_no_die_falls_before_its_round_is_out() -> None:
    table = beacon_table()
    key = seated(table, "millers-bridge")
    found = table.round_awaited(key)
    assert found
    with pytest.raises(Refused, match="still wait"):
        table.draw(key, found.number, sign(found.number), add_seconds(found.at, -1))
    drawn(table, key)
    assert verify(table.export(key)).holds


def test_time_that_dice_took_is_nobodys_loss() -> None:
    table = beacon_table()
    key = table.open("millers-bridge", "", NOW, 3600).id
    for side in table.game(key).sides:
        table.seat(key, side, f"player of {side}", NOW)
    now = drawn(table, key)
    side, due = table.game(key).phase.sides[0], table.game(key).due  # type: ignore[union-attr]
    order = next(idea for idea in table.ideas(key, side) if idea.startswith("standing"))
    table.commit(key, side, now, text=order)
    found = table.round_awaited(key)
    assert found and due
    table.draw(key, found.number, sign(found.number), add_seconds(found.at, 3000))
    waited = to_unix(add_seconds(found.at, 3000)) - to_unix(now)
    assert table.game(key).due == add_seconds(due, waited) and verify(table.export(key)).holds


def test_a_log_that_ends_with_a_lock_says_what_it_waits_for() -> None:
    table = beacon_table()
    key = seated(table, "millers-bridge")
    assert f"the dice of lock 1 wait for round {table.round_awaited(key).number}" in str(verify(table.export(key)))  # type: ignore[union-attr]


def test_a_seat_with_awaited_orders_is_not_for_strangers() -> None:
    table = beacon_table()
    key = seated(table, "twin-hamlets")
    now = drawn(table, key)
    side = table.game(key).phase.sides[0]  # type: ignore[union-attr]
    assert table.game(key).phase.sealed  # type: ignore[union-attr]
    idea = next(idea for idea in table.ideas(key, side) if "deploy" in idea)
    table.commit(key, side, now, text=idea)
    with pytest.raises(Refused):
        table.leave(key, side, f"player of {side}", now)
    drawn(table, key)


@pytest.mark.parametrize("at", ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"])
@pytest.mark.parametrize("number", [0, -1, 2**63, 10**30])
def test_verify_never_raises_about_rounds_and_times(number: int, at: str) -> None:
    table = beacon_table()
    key = seated(table, "millers-bridge")
    drawn(table, key)
    shown = entries(table.export(key))
    for entry in shown:
        entry["at"] = at
        if entry["kind"] == "locked":
            entry["body"]["lock"]["beacon"]["round"] = number
        if entry["kind"] == "drawn":
            entry["body"]["round"] = number
    assert verify(resealed(shown, key)).verdict is Verdict.NOT_PROVED
    opening = shown[0]
    opening["digest"] = "ab" * 32
    del opening["body"], opening["salt"]
    assert verify(resealed(shown, key)).verdict is Verdict.NOT_PROVED


def named_round(shown: list[dict[str, Any]], by: int) -> None:
    lock = next(entry for entry in shown if entry["kind"] == "locked")["body"]["lock"]
    lock["beacon"]["round"] += by


def change(kind: str, field: str, value: Callable[[Any], Any]) -> Callable[[list[dict[str, Any]]], None]:
    def changed(shown: list[dict[str, Any]]) -> None:
        body = [entry for entry in shown if entry["kind"] == kind][-1]["body"]
        body[field] = value(body[field])

    return changed


FORGERIES: dict[str, Callable[[list[dict[str, Any]]], None]] = {
    "another round is named": lambda shown: named_round(shown, 1),
    "an earlier round is named": lambda shown: named_round(shown, -2),
    "another signature": change("drawn", "signature", lambda text: sign(7)),
    "no signature": change("drawn", "signature", lambda text: ""),
    "another number": change("drawn", "round", lambda number: number + 1),
    "drawn early": lambda shown: [e for e in shown if e["kind"] == "drawn"][-1].update(at=NOW),
    "somebody else is to end": change("awaited", "closes", lambda sides: []),
    "by a deadline": change("awaited", "by", lambda by: "deadline"),
    "nothing is awaited": lambda shown: shown.remove(next(e for e in shown if e["kind"] == "awaited")),
    "nothing is drawn": lambda shown: shown.remove(next(e for e in shown if e["kind"] == "drawn")),
    "no beacon at all": lambda shown: shown[0]["body"].pop("beacon"),
    "more patience": lambda shown: shown[0]["body"]["beacon"].update(patience=1),
    "a beacon of one's own": lambda shown: shown[0]["body"]["beacon"].update(chain="mine"),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", FORGERIES)
def test_what_is_forged_about_the_beacon_is_found(name: str) -> None:
    """With all links made anew."""
    table = beacon_table()
    key = seated(table, "millers-bridge")
    drawn(table, key)
    side = table.game(key).phase.sides[0]  # type: ignore[union-attr]
    table.done(key, side, add_seconds(table.news(key)[-1].at, 60), "discord:1")
    drawn(table, key)
    shown = entries(table.export(key))
    assert verify(resealed(shown, key)).holds
    FORGERIES[name](shown)
    audit = verify(resealed(shown, key))
    assert audit.verdict is Verdict.NOT_PROVED, (name, str(audit))
