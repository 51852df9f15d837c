"""What whoever runs the bot, or a player, may vary after a secret is drawn does not vary its dice, or is refused."""

import hashlib
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.contract import canonical
from engine.dice.sealed import CommitLock, SealedDice, promise
from engine.log import commit as commits
from engine.log.fold import Fold
from engine.log.verify import Verdict, verify
from engine.play import OrderToRun
from engine.table import AskAgain, Table
from tests.engine.log_forgery import entries, resealed
from tests.engine.table_games import started
from tests.support.sampling import share
from tests.support.table_games import SCENARIOS
from tests.support.toy_system import NOW, entropy

Deed = Callable[[Table, str], object]
SAME: dict[str, Deed] = {
    "blank lines": lambda table, key: table.commit(key, "red", NOW, text="\n\n\nR1 hit B1\n\n\nR1 hit B1"),
    "letters, blanks and comments": lambda table, key: table.commit(
        key, "red", NOW, text="  r1   HIT  b1   # a shot\n# another\nR1 hit b1;"
    ),
    "one line": lambda table, key: table.commit(key, "red", NOW, text="R1 hit B1; hit B1"),
    "commit": lambda table, key: table.give(key, "red", "R1 hit B1\nR1 hit B1\ncommit", NOW),
    "another message": lambda table, key: table.commit(key, "red", NOW, "discord:77", "R1 hit B1\nR1 hit B1"),
    "a later time": lambda table, key: table.commit(key, "red", "2026-02-01T00:00:00Z", text="R1 hit B1\nR1 hit B1"),
    "a note": lambda table, key: (
        table.rule(key, "Hm.", NOW, "ref"),
        table.commit(key, "red", NOW, text="R1 hit B1\nR1 hit B1"),
    ),
    "drafts": lambda table, key: (
        *(table.write(key, "red", text, NOW) for text in ("", "x", "R1 hit R1", "R1 hit B1\nR1 hit B1")),
        table.commit(key, "red", NOW),
    ),
    "the other's draft": lambda table, key: (
        table.write(key, "blue", "B1 hit R1", NOW),
        table.commit(key, "red", NOW, text="R1 hit B1\nR1 hit B1"),
    ),
    "a seat": lambda table, key: (
        table.leave(key, "blue", "bob", NOW),
        table.commit(key, "red", NOW, text="R1 hit B1\nR1 hit B1"),
    ),
    "a refused line": lambda table, key: table.commit(key, "red", NOW, text="R1 hit B1\nR1 sing\nR1 hit B1"),
}


def locks(table: Table, key: str) -> list[dict[str, Any]]:
    return [json.loads(entry.body)["lock"] for entry in table.journal.read(key) if entry.kind == "locked"]


def faces(table: Table, key: str) -> list[list[int]]:
    happened = [entry for entry in table.journal.read(key) if entry.kind == "happened"]
    return [event["faces"] for entry in happened for event in json.loads(entry.body) if event["event"] == "rolled"]


def after(deed: Deed, duel: str) -> tuple[list[dict[str, Any]], list[list[int]]]:
    """The locks and dice of a duel, the same ones up to this deed."""
    table = Table(":memory:", entropy("same"))
    key = started(table, duel)
    deed(table, key)
    audit = verify(table.export(key))
    assert audit.verdict is Verdict.SO_FAR, str(audit)
    return locks(table, key), faces(table, key)


@pytest.mark.parametrize("how", SAME)
def test_what_does_not_change_what_is_run_does_not_change_the_dice(how: str, duel: str) -> None:
    plain = after(lambda table, key: table.commit(key, "red", NOW, text="R1 hit B1\nR1 hit B1"), duel)
    assert after(SAME[how], duel) == plain and len(plain[1]) > 2


@pytest.mark.parametrize("text", ["R1 hit B1", "R1 hit B1\nR1 hit B1\nR1 hit B1", "standing mood wild\nR1 hit B1"])
def test_other_orders_have_other_dice(text: str, duel: str) -> None:
    plain = after(lambda table, key: table.commit(key, "red", NOW, text="R1 hit B1\nR1 hit B1"), duel)
    assert after(lambda table, key: table.commit(key, "red", NOW, text=text), duel)[0] != plain[0]


def test_done_in_the_text_and_beside_it_are_the_same(duel: str) -> None:
    def button(table: Table, key: str) -> None:
        table.write(key, "red", "R1 hit B1", NOW)
        table.done(key, "red", NOW)

    assert after(button, duel) == after(lambda table, key: table.give(key, "red", "R1 hit B1\ndone", NOW), duel)
    assert after(lambda table, key: table.done(key, "red", NOW), duel) == after(
        lambda table, key: table.give(key, "red", "done", NOW), duel
    )


@pytest.mark.parametrize("system", SCENARIOS)
def test_however_orders_are_written_they_have_the_same_dice(system: str) -> None:
    """Two tables with the same past: at one, orders are written in standard form, at the other as people may."""
    chance, past = Random(system), list[str]()
    for _ in range(share(14, 6)):
        neat, sloppy = (Opponents(system, past) for _ in range(2))
        if not (side := neat.side):
            break
        ideas = [idea for idea in neat.table.ideas(neat.key, side) if "concede" not in idea and '"' not in idea]
        lines = chance.sample(ideas, min(len(ideas), 3))
        past.append("\n".join(lines))
        neat.give(past[-1])
        sloppy.give("\n\n".join(_sloppily(line, chance) for line in lines))
        assert locks(neat.table, neat.key) == locks(sloppy.table, sloppy.key)
        assert faces(neat.table, neat.key) == faces(sloppy.table, sloppy.key)
        assert neat.table.text_map(neat.key) == sloppy.table.text_map(sloppy.key)


class Opponents:
    """A game in which these orders were given and each phase was ended, always with the same secrets."""

    def __init__(self, system: str, past: list[str]) -> None:
        self.table = Table(":memory:", entropy(f"twice {system}"))
        self.key = self.table.open(SCENARIOS[system], "", NOW).id
        for side in self.table.game(self.key).sides:
            self.table.seat(self.key, side, side, NOW)
        for text in past:
            self.give(text)

    @property
    def side(self) -> str:
        """Whose turn it is, "" after the end."""
        phase = self.table.game(self.key).phase
        return phase.sides[0] if phase else ""

    def give(self, text: str) -> None:
        side = self.side
        self.table.write(self.key, side, text, NOW)
        try:
            self.table.done(self.key, side, NOW)
        except AskAgain as asked:
            self.table.done(self.key, side, NOW, sure=asked.token)


def _sloppily(line: str, chance: Random) -> str:
    """The same order with other letters, more blanks, and a comment."""
    words = [chance.choice((word, word.lower(), word.upper())) for word in line.split(" ")]
    return chance.choice(("", "  ")) + chance.choice((" ", "   ")).join(words) + chance.choice(("", "  # why", " "))


@pytest.mark.parametrize("ground", ["phase ", "phase\u200b", "PHASE"])
def test_a_phase_with_blanks_in_it_is_refused(ground: str, duel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole game is honest but for that: its dice, its events and its chain follow from the locks it shows."""
    table = Table(":memory:", entropy("ground"))
    original = commits.lock_phase
    monkeypatch.setattr(
        commits,
        "lock_phase",
        lambda fold: original(fold).upper() if ground == "PHASE" else original(fold) + ground[len("phase") :],
    )
    key = started(table, duel)
    table.commit(key, "red", NOW, text="concede")
    audit = verify(table.export(key))
    assert audit.verdict is Verdict.NOT_PROVED and "names the phase" in audit.fault


@pytest.mark.parametrize("given", [{}, {"red": commits.SideOrders(())}])
def test_a_commit_of_nothing_would_draw_another_secret_and_is_refused(
    duel: str, given: dict[str, commits.SideOrders]
) -> None:
    """Whoever does not like the next dice could use them up."""
    table = Table(":memory:", entropy("empty"))
    key = started(table, duel)

    def use_up(fold: Fold, chain: Any) -> None:
        table._run_commit(fold, chain, commits.Plan(given), "red", "keyboard")

    table._append(key, NOW, use_up)
    audit = verify(table.export(key))
    assert audit.verdict is Verdict.NOT_PROVED and "runs no orders" in audit.fault


@pytest.mark.parametrize("text", ["r1 hit b1", "R1  hit B1", "R1 hit B1 ", "R1 hit B1 # x", "R1 hit B1; R1 hit B1", ""])
def test_orders_that_are_not_in_standard_form_are_refused(text: str, duel: str) -> None:
    table = Table(":memory:", entropy("words"))
    key = started(table, duel)

    def run(fold: Fold, chain: Any) -> None:
        orders = commits.SideOrders((OrderToRun(1, text),))
        table._run_commit(fold, chain, commits.Plan({"red": orders}), "red", "keyboard")

    table._append(key, NOW, run)
    audit = verify(table.export(key))
    assert audit.verdict is Verdict.NOT_PROVED and "not written as the game writes it" in audit.fault


def test_events_invented_for_rules_that_nobody_has(log: bytes) -> None:
    shown = entries(log)
    shown[0]["body"]["version"] = "toy/99"
    last = [entry for entry in shown if entry["kind"] == "happened"][-1]
    last["body"][-1]["event"] = "invented"
    shown[-1]["body"]["winner"] = "red"
    audit = verify(resealed(shown))
    assert audit.verdict is Verdict.NOT_PROVED


@pytest.mark.parametrize("digest", ["soon", "AB" * 32, "ab" * 31, "ab" * 33, " " + "ab" * 32])
def test_a_draft_behind_a_text_that_is_no_digest(played: list[bytes], digest: str) -> None:
    log = next(log for log in played if verify(log).withheld)
    shown = entries(log)
    hidden = next(entry for entry in shown if "digest" in entry)
    hidden["digest"] = digest
    audit = verify(resealed(shown))
    assert audit.entry == hidden["seq"] and "no sha256" in audit.fault


@pytest.mark.parametrize("by", ["", "Player", "the weather", "deadline"])
def test_a_side_that_is_done_by_something_else(log: bytes, by: str) -> None:
    shown = entries(log)
    done = next(entry for entry in shown if entry["kind"] == "done" and entry["body"]["by"] == "player")
    done["body"]["by"] = by
    audit = verify(resealed(shown))
    assert audit.entry == done["seq"], str(audit)


def test_the_dice_of_version_2_never_change() -> None:
    secret = bytes(range(32))
    lock = CommitLock("raid-1", 3, "2 b-movement", {"rompot": "ab" * 32}, "cd" * 32, promise(secret))
    assert canonical(lock) == (
        b'{"beacon":null,"game":"raid-1","lock":3,"orders":{"rompot":"'
        + b"ab" * 32
        + b'"},"phase":"2 b-movement","previous":"'
        + b"cd" * 32
        + b'","promise":"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd","v":"fieldpost-dice/2"}'
    )
    dice, beacon = SealedDice(secret, lock), SealedDice(secret, lock, hashlib.sha256(b"beacon").digest())
    assert dice.roll("W1 attacks M1", 1, 8, 6) == (6, 6, 2, 5, 1, 1, 4, 6)
    assert beacon.roll("W1 attacks M1", 1, 8, 6) == (3, 4, 3, 1, 5, 2, 2, 3)
