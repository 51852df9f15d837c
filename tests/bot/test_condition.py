"""What `fieldpost doctor` says of a database and its computer: each finding has its sentence and what to do."""

import shutil
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.hosting import condition
from bot.hosting.findings import Finding
from bot.hosting.halted_games import FAULT, Halted
from bot.hosting.hosted_table import HostedTable
from bot.hosting.last_backup import note_backup
from engine.log.deadline import add_seconds
from tests.bot.command_line import fieldpost
from tests.engine.table_games import started
from tests.support.toy_system import NOW, entropy

DAY = 86_400
Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def table(tmp_path: Path, duel: str) -> Iterator[HostedTable]:
    made = HostedTable(tmp_path / "fieldpost.db", entropy("condition"))
    started(made, duel, DAY)
    yield made
    made.close()


def test_versions_of_everything_are_named(table: HostedTable) -> None:
    finding = condition.check_versions(table)
    assert finding.kind == "ok" and all(word in finding.text for word in ("Fieldpost 0.", "Python 3.", "SQLite 3."))
    assert "tables of version 1" in finding.text


@pytest.mark.parametrize(
    ("seconds", "kind"), [(0, "ok"), (DAY, "ok"), (-condition.CLOCK_TOLERANCE, "ok"), (-3_600, "wrong")]
)
def test_a_clock_behind_the_journal_is_wrong(table: HostedTable, seconds: int, kind: str) -> None:
    finding = condition.check_clock(table, add_seconds(NOW, seconds))
    assert finding.kind == kind
    assert kind == "ok" or ("2026-01-31 18:00 UTC, 1 hour later" in finding.text and "Set the clock" in finding.advice)


def test_a_clock_without_games_is_not_in_doubt(tmp_path: Path) -> None:
    table = HostedTable(tmp_path / "empty.db", entropy("empty"))
    assert condition.check_clock(table, "1980-01-01T00:00:00Z").kind == "ok"
    table.close()


@pytest.mark.parametrize(
    ("cause", "lasting", "kind", "advice"),
    [
        (FAULT, True, "wrong", "`fieldpost resume duel-1`"),
        ("discord", True, "note", "Play it here"),
        ("discord", False, "note", "Grant the permissions"),
        ("forum", False, "note", "Open its topic again"),
    ],
)
def test_halted_games_are_named_with_what_to_do(
    table: HostedTable, cause: str, lasting: bool, kind: str, advice: str
) -> None:
    assert not list(condition.check_halted(table))
    table.halted.halt(Halted("duel-1", cause, "the reason", "c0ffee", NOW, lasting))
    (finding,) = condition.check_halted(table)
    assert finding.kind == kind and "duel-1, since 2026-01-31 18:00 UTC" in finding.text
    assert "the reason" in finding.text and advice in finding.advice


@pytest.mark.parametrize(("free", "kind"), [(10**12, "ok"), (10**7, "wrong")])
def test_a_disk_that_is_nearly_full_is_wrong(
    tmp_path: Path, table: HostedTable, free: int, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**12, 0, free))
    finding = condition.check_disk(tmp_path / "fieldpost.db")
    assert finding.kind == kind and (kind == "ok" or ("only 10 MB" in finding.text and "Free some" in finding.advice))


def test_the_age_of_the_last_backup(tmp_path: Path, table: HostedTable, duel: str) -> None:
    def found(days: int) -> Finding:
        return condition.check_backup(table, add_seconds(NOW, days * DAY))

    assert found(0).kind == "note" and "none was made" in found(0).text and "daily job" in found(0).advice
    note_backup(table.journal.database, NOW, str(file := tmp_path / "kept.db"))
    assert found(1).kind == "note" and "not there any more" in found(1).text
    file.touch()
    assert found(1).kind == "ok" and "1 day ago" in found(1).text
    assert found(90).kind == "ok", "nothing has happened since"
    table.rule("duel-1", "Well played.", add_seconds(NOW, DAY), "ann")
    assert found(6).kind == "ok" and found(7).kind == "wrong" and "Games have gone on since" in found(7).text


def test_doctor_says_all_of_it(tmp_path: Path, table: HostedTable) -> None:
    table.halted.halt(Halted("duel-1", FAULT, "its deadline: KeyError at run.py:7", "c0ffee", NOW))
    code, out, err = fieldpost("doctor", cwd=tmp_path)
    assert (code, err) == (1, "") and "1 thing is wrong" in out
    found = ("ok     Versions:", "ok     Clock:", "WRONG  Halted game: duel-1", "ok     Disk:", "note   Backup:")
    for beginning in found:
        assert f"\n{beginning}" in out
