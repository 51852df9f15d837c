"""What several processes claim of the same games: one has it at a time, and what a dead one had is free again."""

import os
import random
import secrets
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from threading import Thread

import pytest

from bot.bench.private_postgresql import Server
from bot.hosting.claims import ClaimsOfOne, Others, SharedClaims
from bot.hosting.deadline_clock import run_deadline
from bot.hosting.outbox import Outbox
from engine.database.address import Address
from engine.errors import Refused
from engine.log.deadline import add_seconds
from engine.log.journal import Journal
from engine.log.verify import verify
from engine.table import Table
from tests.engine.table_games import started
from tests.support.sampling import share
from tests.support.toy_system import NOW, entropy

DAY = 86_400
GAMES, ROUNDS = 6, share(400, 60)


@contextmanager
def claims(address: Address, name: str, *shards: int, patience: float = 15) -> Iterator[SharedClaims]:
    """Those of a process with a connection of its own; the database has games."""
    journal = Journal(address)
    outbox = Outbox(journal)
    for number in range(GAMES):
        outbox.set_destination(f"raid-{number}", f"discord:1/2/{number}", "tag")
    try:
        yield SharedClaims(journal.database, name, shards, patience)
    finally:
        journal.close()


def test_one_process_at_a_time(address: Address) -> None:
    with claims(address, "first", 0) as first, claims(address, "second", 1) as second:
        assert first.beat() == Others(1, frozenset({1})) and second.beat() == Others(1, frozenset({0}))
        assert first.claim("raid-1") and first.claim("raid-1") and not second.claim("raid-1")
        assert first.holds("raid-1") and not second.holds("raid-1") and second.claim("raid-2")
        second.release("raid-1")
        assert first.holds("raid-1"), "only who has it can release it"
        first.release("raid-1")
        assert second.claim("raid-1") and not first.claim("raid-1") and not first.claim("no-such-game")


def test_what_a_dead_process_had_is_free(address: Address) -> None:
    with claims(address, "first", 0, patience=1.5) as first, claims(address, "second", 1) as second:
        assert first.claim("raid-1") and not second.claim("raid-1")
        assert not second.claim_shard(0) and first.has_its_shards(), "its process is at work"
        time.sleep(1.6)
        assert second.beat() == Others(0, frozenset()) and not first.holds("raid-1")
        assert second.claim("raid-1") and second.claim_shard(0)
        assert first.beat() == Others(1, frozenset({1}))
        assert not first.holds("raid-1") and not first.has_its_shards(), "it was only asleep, and another has it now"
        second.release_shard(0)
        assert first.has_its_shards()


def test_a_new_process_with_the_same_shards_waits_for_nobody(address: Address) -> None:
    """Its shards are locked, so whoever had them is dead, even if its last sign of life is not old."""
    with claims(address, "first", 0, 1) as first, claims(address, "other", 2) as other:
        assert first.claim("raid-1") and other.claim("raid-2")
        with claims(address, "again", 0, 1) as again:
            assert again.claim("raid-1") and not again.claim("raid-2") and not first.holds("raid-1")
            again.leave()
            assert other.beat() == Others(0, frozenset()) and other.claim("raid-1")


def test_a_process_alone_has_everything() -> None:
    alone = ClaimsOfOne()
    assert alone.claim("raid-1") and alone.holds("raid-1") and alone.has_its_shards() and not alone.claim_shard(1)
    assert alone.beat() == Others(0, frozenset())


@pytest.mark.long
def test_no_two_have_the_same(address: Address) -> None:
    """Four processes claim and release games at random, with pauses as short as SQLite's own while it waits for a lock:
    without any, three of them can keep the fourth waiting for longer than it does.
    """
    with claims(address, "begin"):
        pass
    having, doubled, claimed = dict[str, str](), list[str](), list[str]()

    def work(name: str, shard: int) -> None:
        chance = random.Random(name)
        with claims(address, name, shard) as mine:
            for _ in range(ROUNDS):
                if mine.claim(game := f"raid-{chance.randrange(GAMES)}"):
                    if having.setdefault(game, name) != name:
                        doubled.append(game)
                    claimed.append(name)
                    del having[game]
                    mine.release(game)
                time.sleep(chance.uniform(0, 0.02))

    run_together(*[lambda n=n: work(f"process {n}", n) for n in range(4)])
    assert not doubled and len(set(claimed)) == 4


@pytest.mark.long
@pytest.mark.parametrize("seed", range(share(6, 2)))
def test_deadlines_are_run_once_by_whoever_comes_first(duel: str, address: Address, seed: int) -> None:
    """Three processes run the same deadlines at the same time, and one is killed while it does; in a fourth players
    write.
    """
    table, late = Table(address, entropy(f"games {seed}")), add_seconds(NOW, DAY + 1)
    keys = [started(table, duel, DAY) for _ in range(20)]
    length = len(table.journal.read(keys[0]))
    table.close()
    children = [fork(lambda: run_deadlines(address, late)) for _ in range(3)]
    children.append(fork(lambda: write_orders(address, keys)))
    time.sleep(random.Random(seed).uniform(0.0, 0.15))
    os.kill(children[0], signal.SIGKILL)
    for child in children:
        _, status = os.waitpid(child, 0)
        assert status == 0 or child == children[0]
    with closing(Table(address, entropy())) as table:
        assert table.due(late) == ()
        for key in keys:
            log = table.journal.read(key)
            ended = [entry for entry in log[length:] if '"deadline"' in entry.body]
            assert len(ended) == 1 and verify(table.export(key)).holds, [entry.kind for entry in log]


def run_deadlines(address: Address, late: str) -> None:
    table = Table(address, secrets.token_bytes)
    while due := table.due(late):
        for game in due:
            run_deadline(table, game, late)
    table.close()


def write_orders(address: Address, keys: Sequence[str]) -> None:
    with closing(Table(address, secrets.token_bytes)) as table:
        for number in range(60):
            table.write(keys[number % len(keys)], "red", f"R1 hit B1 # {number}", NOW)


def fork(work: Callable[[], None]) -> int:
    """The number of a process that does this."""
    child = os.fork()
    if not child:
        try:
            work()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return child


def run_together(*work: Callable[[], None]) -> None:
    threads = [Thread(target=one) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.long
def test_one_process_a_shard(postgresql_server: Server) -> None:
    """Whole bots and parts of one keep each other away, and the parts agree how many there are."""
    address = postgresql_server.new_database()
    journals = [Journal(address) for _ in range(4)]
    first, second, third, whole = (journal.database for journal in journals)
    first.serve_shards((0, 1), 4)
    second.serve_shards((2,), 4)
    for shards, count in (((1, 3), 4), ((2,), 3), ((0,), 1)):
        with pytest.raises(Refused, match=f"already serves shard {shards[0]}"):
            third.serve_shards(shards, count)
    with pytest.raises(Refused, match="several processes may share") as caught:
        whole.serve_alone()
    assert caught.value.code == "already-served"
    journals[2].close()
    for other in (Journal(address), Journal(address)):
        with pytest.raises(Refused, match="end FIELDPOST_SHARDS with /4"):
            other.database.serve_shards((7,), 8)
        other.close()
    for journal in (journals[0], journals[1]):
        journal.close()
    whole.serve_alone()
    journals[3].close()


def test_nobody_waits_for_a_deadline_that_another_runs(duel: str, postgresql_server: Server) -> None:
    address = postgresql_server.new_database()
    with closing(Table(address, entropy())) as one, closing(Table(address, entropy("two"))) as other:
        key, late = started(one, duel, DAY), add_seconds(NOW, DAY + 1)
        assert run_deadline(other, key, NOW) is None, "it has not passed"
        with one.journal.transaction():
            assert one.journal.rows.claim_due(key, late) and run_deadline(other, key, late) is None
        with one.journal.transaction():
            one.journal.database.lock(key)
            assert run_deadline(other, key, late) is None, "somebody writes to the game at this moment"
        assert run_deadline(other, key, late) is True and run_deadline(one, key, late) is None
