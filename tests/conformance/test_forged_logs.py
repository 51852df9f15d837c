"""Whatever is changed in the log of a finished game, it is proved no more; in every system, whoever did it."""

import copy
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.log.verify import Verdict, verify
from tests.engine.log_forgery import entries, remade, resealed
from tests.engine.log_tampering import Path, changed, leaves, withhold
from tests.support.sampling import share
from tests.support.table_games import SCENARIOS, finished_log, play

FREE = frozenset(("salt", "player", "left", "by", "text", "draft", "nonce", "number"))
"""What the last commit of a game does not derive and no later promise binds: the last link alone does, and the dice
depend on none of it."""


@cache
def whole(system: str) -> bytes:
    return finished_log(SCENARIOS[system], 3, share(40, 18))


def is_free(shown: list[dict[str, Any]], n: int, path: Path) -> bool:
    last = max(entry["seq"] for entry in shown if entry["kind"] == "promised")
    name = "number" if path[1:2] == ("lines",) and path[-1] == 0 else path[-1]
    return shown[n]["seq"] >= last and name in FREE


@pytest.mark.parametrize("system", SCENARIOS)
def test_nothing_changed_in_a_log_is_proved(system: str) -> None:
    """Each field of each entry: with the chain made anew, and with every secret, promise and lock made anew."""
    log, chance = whole(system), Random(system)
    shown, game = entries(log), verify(log).game
    assert verify(log).verdict is Verdict.PROVED and resealed(shown, game) == log == remade(copy.deepcopy(shown), game)
    every = [(n, path) for n, entry in enumerate(shown) for path in leaves(entry) if path[0] not in ("seq", "link")]
    kinds = {(shown[n]["kind"], str(path[-1])): (n, path) for n, path in every}
    chosen = {*kinds.values(), *chance.sample(every, min(len(every), share(120, 20)))}
    for n, path in sorted(chosen, key=repr):
        forged = changed(shown, n, path, chance)
        try:
            log_forged = resealed(forged, game)
        except (ValueError, TypeError, KeyError, AttributeError):
            continue  # a salt that is no salt cannot even be hashed
        audit = verify(log_forged)
        assert is_free(shown, n, path) or audit.verdict is not Verdict.PROVED, (n, path, forged[n], str(audit))


@pytest.mark.parametrize("system", SCENARIOS)
def test_nothing_that_is_withheld_is_proved(system: str) -> None:
    """In a finished game each entry, and all events, all orders, or everything, behind digests."""
    log = whole(system)
    game = verify(log).game
    count = len(entries(log))
    groups = [{n} for n in range(0, count, share(3, 7))]
    kinds = ("happened",), ("written",), ("happened", "written"), ("opened",), ("opened", "happened", "written")
    groups += [{n for n, entry in enumerate(entries(log)) if entry["kind"] in some} for some in kinds]
    for group in groups:
        shown = entries(log)
        for n in group:
            withhold(shown[n])
        audit = verify(resealed(shown, game))
        assert audit.verdict is Verdict.NOT_PROVED, str(audit)


@pytest.mark.parametrize("system", SCENARIOS)
def test_entries_left_out_doubled_or_exchanged_are_found(system: str) -> None:
    log, chance = whole(system), Random(f"order {system}")
    game, count = verify(log).game, len(entries(log))
    for _ in range(share(200, 25)):
        shown = entries(log)
        n, other_n = chance.randrange(count), chance.randrange(count)
        match chance.randrange(3):
            case 0:
                del shown[n]
                first = n
            case 1:
                shown.insert(other_n, copy.deepcopy(shown[n]))
                first = other_n
            case _:
                shown[n], shown[other_n] = shown[other_n], shown[n]
                first = min(n, other_n)
        if [{**entry, "seq": 0} for entry in shown] != [{**entry, "seq": 0} for entry in entries(log)]:
            last = max(entry["seq"] for entry in entries(log) if entry["kind"] == "promised")
            audit = verify(resealed(shown, game))
            assert audit.verdict is not Verdict.PROVED or first >= last, (n, other_n, str(audit))


@pytest.mark.parametrize("system", SCENARIOS)
def test_a_game_is_as_far_proved_as_can_be_known_until_it_is_over(system: str) -> None:
    for table, key in play(SCENARIOS[system], 4, share(60, 14)):
        audit = verify(table.export(key))
        over = table.game(key).over
        assert audit.verdict is (Verdict.PROVED if over else Verdict.SO_FAR), str(audit)
        assert not (over and audit.withheld)
