"""A damaged database ends in a sentence, whatever is damaged and whatever is asked: never in another exception."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.discord.messages.address import find_place, list_places, write_address
from bot.hosting.database import CommandFailed, open_database
from bot.hosting.outbox import Outbox
from bot.hosting.post import Post
from engine.contract import Phase, Turn
from engine.log.verify import verify
from engine.table import Game, News, Refused, Table
from tests.bot.command_line import fieldpost
from tests.support.damaged_databases import damage
from tests.support.databases import sqlite_connection
from tests.support.sampling import share

NOW, LATER = "2026-01-31T18:00:00Z", "2026-02-11T18:00:00Z"
SCENARIOS = ("millers-bridge", "two-shores", "first-charge", "low-wells", "first-patrol")
DAMAGES, PARTS, COMMAND_LINES = share(200, 16), share(4, 1), share(80, 3)


class OnePost:
    """A layout that makes one post of each item of news."""

    def posts(self, game: Game, news: News, before: str, examples: object = (), deciding: object = ()) -> tuple[Post]:
        return (Post("\n".join(news.lines)[:500] or game.name),)

    def called(self, phase: Phase | None) -> str:
        return phase.title if phase else ""

    def passed(self, phase: Phase | None, before: str) -> str:
        return self.called(phase)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a game of each system, some phases old, posted in part."""
    path = tmp_path_factory.mktemp("whole") / "games.db"
    table = Table(path, Random("damaged databases").randbytes)
    outbox = Outbox(table.journal)
    for stem in SCENARIOS:
        game = table.open(stem, "", NOW, 86_400)
        outbox.set_destination(game.id, write_address(1, 2), "ab")
        for side in game.sides:
            table.seat(game.id, side, side, NOW)
        for _ in range(4):
            play_a_phase(table, game.id)
        outbox.add_news(OnePost(), table.game(game.id), table.news(game.id))
        delivery = outbox.next_delivery(game.id)
        assert delivery
        outbox.mark_tried(delivery, NOW)
        outbox.mark_delivered(delivery, "5")
    table.rule("millers", "A note.", NOW, "referee")
    table.rewind("millers", table.game("millers").length - 3, NOW, "referee")
    table.close()
    return path


def play_a_phase(table: Table, key: str) -> None:
    phase = table.game(key).phase
    if phase is None:
        return  # the damage took its last entries, or it is over
    side = phase.sides[0]
    table.write(key, side, "\n".join(table.ideas(key, side)[:1]), NOW)
    try:
        table.done(key, side, NOW)
    except Refused:
        table.write(key, side, "", NOW)
        table.done(key, side, NOW)


def questions(table: Table, key: str) -> Iterator[Callable[[], object]]:
    """Everything that a way in asks about a game, and then does with it."""
    outbox = Outbox(table.journal)
    yield lambda: find_place(outbox, key)
    yield lambda: (outbox.next_delivery(key), outbox.last_message(key), outbox.announcement(key))
    yield lambda: outbox.add_news(OnePost(), table.game(key), table.news(key))
    yield lambda: str(verify(table.export(key)))
    side = next(iter(table.game(key).sides))
    yield lambda: (table.picture(key, side), table.text_map(key), table.units(key, side), table.cards(key))
    yield lambda: (table.log(key), table.draft(key, side), table.ideas(key, side), table.examples(key, side))
    yield lambda: table.write(key, side, "done", NOW)
    yield lambda: table.expire(key, LATER)
    yield lambda: play_a_phase(table, key)
    yield lambda: table.rewind(key, table.game(key).length - 4, NOW, "referee")


def use(path: Path) -> int:
    """How many questions were answered; the others were refused with a sentence."""
    answered = 0
    try:
        with open_database(path) as table:
            list_places(Outbox(table.journal))
            keys = [game.id for game in table.games()]
            for key in keys:
                for question in questions(table, key):
                    try:
                        question()
                        answered += 1
                    except Refused as refused:
                        assert len(str(refused)) > 20, refused
    except CommandFailed as failed:
        assert len(str(failed)) > 20, failed
    return answered


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.long
def test_every_damage_ends_in_a_sentence(whole: Path, tmp_path: Path, part: int) -> None:
    """Opened, listed, looked at, played, posted, exported, verified."""
    copy, answered = tmp_path / "copy.db", 0
    for seed in range(part, DAMAGES, PARTS):
        what = damage(whole, copy, Random(f"damage {seed}"))
        try:
            answered += use(copy)
        except Exception as fault:
            raise AssertionError(f"seed {seed}: {what}") from fault
    assert answered > 10, "a damage rarely takes all of a database"


def test_commands_say_so_too(whole: Path, tmp_path: Path) -> None:
    """`fieldpost` ends with 0, or with a sentence; never with an internal error."""
    copy = tmp_path / "copy.db"
    for seed in range(COMMAND_LINES):
        what = damage(whole, copy, Random(f"command {seed}"))
        for words in (
            ("map", "first-1", "--db", str(copy), "--out", str(tmp_path / "map.png")),
            ("export", "two-1", str(tmp_path / "log.json"), "--db", str(copy)),
            ("play", "low-1", "--db", str(copy)),
        ):
            code, out, err = fieldpost(*words, cwd=tmp_path, typed="status\n")
            assert "Internal error" not in err, (seed, what, words, err)
            assert code == 0 or out or err, (seed, what, words)


def test_a_secret_that_was_changed_throws_no_dice(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice from another secret than the one promised would make a log that does not hold."""
    copy, rolled, roll = tmp_path / "copy.db", list[str](), Turn.roll

    def counted(turn: Turn[Any], why: str, *more: Any, **named: Any) -> Any:
        found = roll(turn, why, *more, **named)
        rolled.append(why)
        return found

    monkeypatch.setattr(Turn, "roll", counted)
    copy.write_bytes(whole.read_bytes())
    table = Table(copy, Random("the next secret").randbytes)
    play_a_phase(table, "first-1")
    table.close()
    assert rolled, "the phase has dice while nothing is damaged"
    rolled.clear()
    copy.write_bytes(whole.read_bytes())
    table = Table(copy, Random("the next secret").randbytes)
    sqlite_connection(table.journal).execute("update secret set secret = ?", [b"\x01" * 64])
    with pytest.raises(Refused, match="secret for the next dice"):
        play_a_phase(table, "first-1")
    table.close()
    assert not rolled
