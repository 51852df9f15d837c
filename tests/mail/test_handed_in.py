"""`fieldpost mail receive`: mails that a mail server hands to the program."""

import io
import os
import random
from argparse import Namespace
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.hosting.engine_thread import EngineData
from bot.hosting.settings import BadSetting
from bot.mail import settings
from bot.mail.handed_in import receive, with_envelope
from bot.mail.reading.received_mail import parse, read_mail
from bot.mail.sending import LONGEST_WAIT_FOR_OTHERS, MailSender
from tests.mail.corpus import SHAPES
from tests.mail.loopback.mailroom import ADDRESS, AUTHSERV
from tests.mail.loopback.office import mail
from tests.mail.test_reading import mutated
from tests.support.sampling import share


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, value in {
        "FIELDPOST_MAIL_ADDRESS": ADDRESS,
        "FIELDPOST_MAIL_SMTP": "smtp://127.0.0.1:25",
        "FIELDPOST_MAIL_AUTHSERV": AUTHSERV,
        "FIELDPOST_DB": str(tmp_path / "games.db"),
        "FIELDPOST_WORKERS": "0",
    }.items():
        monkeypatch.setenv(name, value)
    EngineData(tmp_path / "games.db").close()  # as `fieldpost serve` makes it
    return tmp_path / "games.db"


def handed_in(
    monkeypatch: pytest.MonkeyPatch, raw: bytes, db: str | None = None, to: str | None = None, sender: str | None = None
) -> int:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(raw)))
    return receive(Namespace(db=db, to=to, sender=sender))


def queued(database: Path) -> list[tuple[str, str]]:
    data = EngineData(database)
    try:
        return [(str(a), str(k)) for a, k in data.table.journal.database.query("select address, kind from mail_out")]
    finally:
        data.close()


def test_a_mail_is_taken_once(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = mail("Ann", "new millers-bridge 3d")
    assert [handed_in(monkeypatch, raw) for _ in range(2)] == [os.EX_OK, os.EX_OK]
    first, second = capsys.readouterr().out.splitlines()
    assert first == "The mail is taken. Its answer is sent by `fieldpost serve`." and "came before" in second
    assert queued(database) == [("ann@home.example", "welcome")]


def test_the_address_and_the_sender_of_the_envelope_count(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = b"From ann@home.example Tue Nov 24 11:02:00 2026\n" + mail("Ann", "games")
    found = read_mail(with_envelope(raw, "orders+k7q2mnxw4tab3cde@play.example", "<ann@home.example>\n"))
    assert found.recipients[0] == "orders+k7q2mnxw4tab3cde@play.example" and found.sender == "ann@home.example"
    assert found.return_path == "ann@home.example"
    assert handed_in(monkeypatch, mail("Bob", "games"), sender="") == os.EX_OK
    assert queued(database) == [], "a mail that nobody wants back is not answered"


def test_what_cannot_be_stored_now_waits(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert handed_in(monkeypatch, mail("Ann", "games"), db="nowhere/games.db") == os.EX_TEMPFAIL
    assert handed_in(monkeypatch, mail("Ann", "games"), db="new.db") == os.EX_TEMPFAIL
    assert "Start `fieldpost serve`" in capsys.readouterr().err and not (database.parent / "new.db").exists()
    with monkeypatch.context() as closed:
        closed.setattr("sys.stdin", None)
        assert receive(Namespace(db=None, to=None, sender=None)) == os.EX_TEMPFAIL
    database.write_bytes(b"not a database at all, but long enough to look like one" * 30)
    assert handed_in(monkeypatch, mail("Ann", "games")) == os.EX_TEMPFAIL
    monkeypatch.setenv("FIELDPOST_MAIL_ADDRESS", "")
    assert handed_in(monkeypatch, mail("Ann", "games")) == os.EX_TEMPFAIL
    assert capsys.readouterr().err.count("The mail waits:") == 3
    assert handed_in(monkeypatch, b"x", db=str(database)) == os.EX_TEMPFAIL


def test_a_mail_that_is_too_big_is_answered_once(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert handed_in(monkeypatch, mail("Ann", "games")) == os.EX_OK
    big = mail("Ann", "games") + b"x" * 3_000_000
    assert [handed_in(monkeypatch, big) for _ in range(2)] == [os.EX_OK, os.EX_OK]
    said = capsys.readouterr().out.splitlines()
    assert f"The mail has {len(big):,} bytes; at most 1,048,576 are read. Send it again without pictures" in said[1]
    assert "came before" in said[2]


@pytest.mark.parametrize("raw", [b"", b"hello", b"new millers-bridge 3d\n\nFrom: ann@home.example\n", b"x" * 1_100_000])
def test_what_is_not_a_mail_is_sent_back(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], raw: bytes
) -> None:
    assert handed_in(monkeypatch, raw) == os.EX_DATAERR
    assert "no line `From:`" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"From: nobody\n", "it names no sender"),
        (b"Precedence: bulk\nFrom: eve@x.example\n", "it was sent to many people"),
        (b"From: Eve <eve@x.example>\n", "nobody is known by its sender's address"),
    ],
)
def test_it_says_why_a_mail_is_not_answered(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: bytes, says: str
) -> None:
    assert handed_in(monkeypatch, line + b"Message-ID: <1@x.example>\n\ngames\n") == os.EX_OK
    assert f"The mail is taken. It is not answered: {says}" in capsys.readouterr().out


def test_an_engine_that_fails_keeps_the_mail(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("planted")

    with monkeypatch.context() as patched:
        patched.setattr("bot.mail.receiving.Receiver._carry_out", fail)
        assert handed_in(patched, raw := mail("Ann", "games")) == os.EX_TEMPFAIL
    assert queued(database) == []
    assert handed_in(monkeypatch, raw) == os.EX_OK and queued(database)


@pytest.mark.parametrize("seed", range(share(40, 3)))
def test_any_bytes_are_taken(database: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    chance = random.Random(seed)
    raw = mutated(SHAPES[chance.choice(tuple(SHAPES))](("RE move 0402", "done")), chance) if seed else b""
    assert handed_in(monkeypatch, raw) == (
        os.EX_OK if "From" in parse(with_envelope(raw, None, None)) else os.EX_DATAERR
    )


def test_whoever_hands_mails_in_needs_no_mailbox(database: Path) -> None:
    chosen = settings.read({**os.environ, "FIELDPOST_MAIL_PIPE": "yes"})
    assert chosen and chosen.pipe and not chosen.imap and not chosen.lmtp
    assert MailSender(None, chosen, None, None)._longest_wait == LONGEST_WAIT_FOR_OTHERS  # type: ignore[arg-type]
    with pytest.raises(BadSetting, match="fieldpost mail receive"):
        settings.read(os.environ)
    with pytest.raises(BadSetting, match="write yes or no"):
        settings.read({**os.environ, "FIELDPOST_MAIL_PIPE": "perhaps"})
