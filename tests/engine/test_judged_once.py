"""A text is judged once in a position: kept judgements are those of a fresh look, in random games of every system."""

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import checking, play
from engine.contract import Turn, offers
from engine.language import write
from engine.systems import SYSTEMS
from engine.table import AskAgain, Table
from tests.support import random_games
from tests.support.sampling import share
from tests.support.toy_system import NOW, entropy

PHASES = share(60, 5)
NOTHING_FORESEEN = ("open-field", "grey-beach")
"""Single battles of Baker, in which every order depends on dice."""


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The texts that were judged, one for each look."""
    found, judge = list[str](), checking.Judgement.__init__

    def counted(self: Any, system: Any, state: Any, side: str, text: str, ahead: bool = False) -> None:
        found.append(text)
        judge(self, system, state, side, text, ahead)

    monkeypatch.setattr(checking.Judgement, "__init__", counted)
    yield found


@pytest.mark.parametrize("stem", random_games.scenarios_tried(4))
def test_a_turn_is_judged_once_and_as_if_anew(stem: str, tmp_path: Path, looks: list[str]) -> None:
    chance = Random(stem)
    with closing(Table(tmp_path / "games.db", entropy(stem))) as table:
        game = table.open(stem, "", NOW)
        for side in game.sides:
            table.seat(game.id, side, side, NOW)
        for _ in range(PHASES):
            fold = table._cache.find(game.id)
            if not fold.phase:
                break
            side = fold.phase.sides[0]
            text = random_games.message(SYSTEMS[game.system], fold.state, side, chance)
            looks.clear()
            table.write(game.id, side, text, NOW)
            shown = table.check(game.id, side, text).verdicts
            table.picture(game.id, side, draft=text)
            table.draft(game.id, side)
            assert len(looks) == len(set(looks)), looks
            fresh = checking.check(fold.system, fold.state, side, text)
            assert [(v.echo, v.problems, v.warning, v.ends) for v in shown] == [
                (v.echo, v.problems, v.warning, v.ends) for v in fresh
            ]
            looks.clear()
            finish(table, game.id, side)
            assert text not in looks


def finish(table: Table, key: str, side: str) -> None:
    try:
        table.done(key, side, NOW)
    except AskAgain as ask:
        table.done(key, side, NOW, sure=ask.token)


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_nobody_looks_for_corrections_that_nobody_reads(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phase that is ended with refused lines in its draft, and a deadline."""
    stem = random_games.shipped(SYSTEMS[name])[-1]
    with closing(Table(tmp_path / "games.db", entropy(stem))) as table:
        game = table.open(stem, "", NOW, 60)
        for side in game.sides:
            table.seat(game.id, side, side, NOW)
        phase = table.game(game.id).phase
        assert phase
        table.write(game.id, phase.sides[0], "flibber flobber", NOW)
        monkeypatch.setattr(checking, "Suggestions", None)
        with pytest.raises(TypeError):
            checking.check(SYSTEMS[name], table._cache.find(game.id).state, phase.sides[0], "flibber flobber")
        assert table.expire(game.id, "2027-01-31T18:00:00Z")


@pytest.mark.parametrize("stem", random_games.scenarios_tried(4))
def test_legal_orders_are_found_once_a_position_and_are_those_of_now(
    stem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever asks for them: a letter typed, the list of ideas, examples; a new position is looked at anew."""
    with closing(Table(tmp_path / "games.db", entropy(stem))) as table:
        game = table.open(stem, "", NOW)
        for side in game.sides:
            table.seat(game.id, side, side, NOW)
        system, chance = SYSTEMS[game.system], Random(stem)
        find, asked = system.ideas, list[str]()

        def counted(find: Callable[[Any, str], Iterator[Any]], seen: Any, side: str) -> Iterator[Any]:
            asked.append(side)
            return find(seen, side)

        monkeypatch.setattr(system, "ideas", partial(counted, find))
        if offers(system, "idea_groups"):
            monkeypatch.setattr(system, "idea_groups", partial(counted, system.idea_groups))
        before: Any = None
        for _ in range(share(30, 4)):
            fold = table._cache.find(game.id)
            if not fold.phase:
                break
            side = fold.phase.sides[0]
            once = [] if fold.state is before else [side]
            before = fold.state
            asked.clear()
            shown = table.ideas(game.id, side)
            for typed in ("", shown[0][:1], shown[0][:2]):
                table.completions(game.id, side, typed)
            assert asked == once
            table.examples(game.id, side)
            assert asked == once * 2, "examples for everybody come from what everybody knows"
            seen = system.view(fold.state, side)
            assert shown == tuple(write(order, system.vocabulary(seen, side)) for order in find(seen, side))
            text = random_games.message(system, fold.state, side, chance)
            table.write(game.id, side, text, NOW)
            with suppress(AskAgain):
                table.done(game.id, side, NOW)


@pytest.mark.parametrize("stem", random_games.scenarios_tried(4))
def test_what_is_foreseen_happens_as_if_it_were_judged_again(stem: str) -> None:
    system, foreseen = SYSTEMS[random_games.written(stem).system], 0
    for step in random_games.walked(system, stem, 6, share(40, 14)):
        foreseen += happens_alike(system, step.before, step.side, step.text, stem)
    assert foreseen or stem in NOTHING_FORESEEN


@pytest.mark.parametrize("stem", sorted({*random_games.scenarios_tried(4), "twin-hamlets"}))
def test_what_a_side_shows_by_giving_up_is_what_it_has_hidden(stem: str) -> None:
    """The end of the game shows secrets: what a side foresees without the secrets of the others is not what happens."""
    system = SYSTEMS[random_games.written(stem).system]
    for step in random_games.walked(system, stem, 6, share(40, 14)):
        phase = system.phase(step.after)
        for side in phase.sides if phase else ():
            for text in ("concede", "draw", "draw\nconcede"):
                happens_alike(system, step.after, side, text, stem)


def happens_alike(system: Any, before: Any, side: str, text: str, seed: str) -> bool:
    """Whether anything was foreseen of a message; fails if what happens then is not what happens without."""
    judged = checking.Judgement(system, before, side, text)
    orders = [play.OrderToRun(verdict.line.number, verdict.echo) for verdict in judged.verdicts]
    turns = [Turn(before, random_games.Falling(seed), system.apply) for _ in range(2)]
    known = play.run(system, turns[0], side, orders, judged.foreseen)
    anew = play.run(system, turns[1], side, orders)
    assert (known, turns[0].events, turns[0].state) == (anew, turns[1].events, turns[1].state), text
    assert turns[0].said == turns[1].said
    begins = judged.foreseen.seen if system.SECRETS_DECIDE_NOTHING else before
    return any(steps[0].before is begins for steps in judged.foreseen.transitions.values())
