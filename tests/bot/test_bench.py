"""The benchmarks measure what they claim: the same picture, a running game, baselines timed in the same round."""

import re
from collections import Counter
from contextlib import closing
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from secrets import token_bytes
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.bench import (
    journal,
    many_games,
    movement,
    odds,
    orders,
    pictures,
    played_pictures,
    runs,
    several_processes,
    timing,
    turns,
)
from bot.bench.pictures import naive
from bot.bench.positions import COLUMNS, ROWS, brigades, face_to_face, game, midgame, scenario, skirmish, watched
from bot.bench.private_postgresql import Server
from bot.hosting.database import CommandFailed
from engine.contract import Balked, System
from engine.contract.odds import seeded_numbers
from engine.language import read
from engine.scenarios import open_battles, reader
from engine.systems import acw, forumini, miniwars, zones
from engine.systems.acw.state.combat_events import Charged
from engine.systems.acw.state.events import Joined
from engine.systems.acw.state.events import Moved as Marched
from engine.systems.forumini.state.events import DefensiveFired, Moved
from engine.systems.zones.state.events import Attacked
from engine.systems.zones.state.events import Moved as Stepped
from engine.table import Table
from maps.drawing import background, draw
from maps.scene.scene import Scene
from tests.engine.table_games import present
from tests.support.databases import forge
from tests.support.toy_system import NOW, entropy


def test_the_benchmark_map_has_30_by_20_hexes_and_40_counters() -> None:
    assert not reader.faults(scenario())
    scene = miniwars.scene(*midgame(0))
    assert len(scene.pieces) == 40
    assert len(reader.read(scenario()).hex.cells) == COLUMNS * ROWS == 600  # type: ignore[union-attr]
    moved = {
        piece.id
        for piece, other in zip(scene.pieces, miniwars.scene(*midgame(1)).pieces, strict=True)
        if piece.at != other.at
    }
    assert moved == {"W04", "E17"}


@pytest.mark.long
def test_the_benchmark_tabletop_is_full_size_and_two_regiments_have_moved() -> None:
    scene, other = (acw.scene(*brigades(shift)) for shift in range(2))
    assert scene.size == (48, 48) and len(scene.pieces) == 23
    moved = {piece.id for piece, there in zip(scene.pieces, other.pieces, strict=True) if piece.at != there.at}
    assert moved == {"U4", "C4"} and draw.draw(scene) != draw.draw(other)


@pytest.mark.long
def test_the_benchmark_skirmish_is_full_size_and_two_units_have_moved() -> None:
    (state, moves), (other, _) = (skirmish(shift) for shift in range(2))
    assert sum(len(unit.models) for unit in state.units.values()) >= 50 and len(moves) == 2
    assert {key for key, unit in state.units.items() if unit.models != other.units[key].models} == {"C6", "C7"}
    assert draw.draw(zones.scene(state, moves)) != draw.draw(zones.scene(other, moves))


@pytest.mark.long
def test_the_naive_redraw_is_the_same_picture() -> None:
    scene = miniwars.scene(*midgame(0))
    ours, theirs = draw.draw_in_full_colour(scene), Image.open(BytesIO(naive(scene))).convert("RGB")
    assert ours.size == theirs.size
    apart = ImageChops.difference(ours.reduce(8), theirs.reduce(8)).convert("L")
    assert ImageStat.Stat(apart).mean[0] < 2


def test_the_long_benchmark_game_is_still_running(tmp_path: Path) -> None:
    table, key = game(tmp_path / "game.db", 200)
    told = table.log(key)
    phase = table.game(key).phase
    assert phase and phase.turn >= 4
    assert sum(" moves " in line for line in told) >= 150
    assert not any(
        isinstance(recorded.event, Balked)
        for transaction in table._cache.find(key).transactions
        for recorded in transaction.events
    )
    table.close()


@pytest.mark.long
def test_one_commit_syncs_the_disk_once(tmp_path: Path) -> None:
    """Counted in the write-ahead log, which needs no tracer."""
    few, more = (journal._written(tmp_path / f"{count}.db", count) for count in (2, 7))
    assert more - few == 5


def test_good_benchmark_orders_are_read_and_broken_ones_are_not() -> None:
    state = miniwars.case_position(
        reader.load("raid-on-danville"), {"turn": 2, "phase": "b-movement", "active": "rompot"}
    )
    vocabulary = miniwars.vocabulary(state, "rompot")
    lines = read("\n".join([*orders.GOOD, *orders.TYPED]), miniwars.ORDERS, vocabulary)
    assert len(lines) >= 20
    assert all(line.order for line in lines), [line.text for line in lines if not line.order]
    assert all(read(broken, miniwars.ORDERS, vocabulary)[0].objections for broken in orders.BROKEN)
    assert len(orders.MESSAGE) == 20


def test_the_benchmark_battle_has_ten_units_against_eight() -> None:
    setup = open_battles.open_battle(odds.BATTLE)
    brought = re.findall(r"\d+", setup.about.partition(" vs ")[0]), re.findall(r"\d+", setup.about.partition(" vs ")[2])
    assert [sum(map(int, numbers)) for numbers in brought] == [10, 8]
    fought, others = odds.sample(seeded_numbers("a"), 400), odds.sample(seeded_numbers("b"), 400)
    assert fought.battles == 400 and fought != others and abs(fought.share("won") - others.share("won")) < 0.15
    assert odds.bare(5) == odds.bare(5) < 1


def test_ratios_are_taken_within_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that is twice as slow in every other round ratios stay what they are."""
    clock, slow = [0.0], [1.0]

    def takes(seconds: float) -> None:
        clock[0] += seconds * slow[0]

    def floor() -> None:
        takes(1)

    def tripled() -> None:
        takes(3)

    def other_speed() -> None:
        slow[0] = 3 - slow[0]

    monkeypatch.setattr(timing, "perf_counter", lambda: clock[0])
    monkeypatch.setattr("gc.collect", other_speed)
    timed = timing.rounds({"floor": floor, "tripled": tripled}, "floor", 9)
    assert timed["tripled"].ratio == 3
    assert timing.at_most("R", "", timed["tripled"], 2.9, "").met is False
    assert timing.at_most("R", "", timed["tripled"], 3, "").met is True


def test_the_benchmark_march_is_under_fire() -> None:
    march = [f"R{row:02} move 13{row:02} 12{row:02} 11{row:02}" for row in range(1, ROWS + 1)]
    events = movement.phase(forumini, watched(), "red", march).events
    moved = {event.unit for event in events if isinstance(event, Moved)}
    assert len(moved) == sum(isinstance(event, DefensiveFired) for event in events) == ROWS
    assert not any(isinstance(event, Balked) for event in events)


def test_the_benchmark_skirmish_follows_its_orders() -> None:
    near = face_to_face(19)
    events = movement.phase(zones, near, "colonial", movement.ACTIONS).events
    moved = {
        step.number for event in events if isinstance(event, Stepped) and event.unit == "C1" for step in event.models
    }
    assert moved == {1, 2, 3, 4, 5, 6} and not any(isinstance(event, Balked) for event in events)
    units = {unit.id for unit in near.units.values() if unit.side == "colonial"}
    assert (
        {e.unit for e in events if isinstance(e, Stepped)}
        == {e.unit for e in events if isinstance(e, Attacked)}
        == units
    )
    assert sum(isinstance(event, Attacked) for event in events) >= 20


def test_the_benchmark_brigade_follows_its_orders() -> None:
    events = movement.phase(acw, movement.drawn_up(), "us", movement.ORDERS, ()).events
    acted = {event.unit for event in events if isinstance(event, (Marched, Charged, Joined))}
    assert acted == {order.split()[0] for order in movement.ORDERS}
    assert any(isinstance(event, Charged) for event in events) and not any(
        isinstance(event, Balked) for event in events
    )


def test_the_benchmark_of_many_games_counts_them(tmp_path: Path) -> None:
    """The games it makes are real: listed, running or over, and one that can be read."""
    many_games.build(tmp_path / "many.db", 23)
    table = Table(tmp_path / "many.db", entropy())
    made = [key for key in table.journal.games() if key.startswith(("run", "end"))]
    assert [row.over for row in table.listed(made)] == [key.startswith("end") for key in made] and len(made) == 23
    assert not table.journal.rows.stale() and table.game("run-0").started and table.game("end-1").over
    table.close()


@pytest.mark.parametrize(("system", "moment", "_"), pictures.OTHERS, ids=lambda part: getattr(part, "NAME", ""))
@pytest.mark.long
def test_the_next_picture_has_another_title_and_two_things_moved(
    system: System[Any], moment: pictures.Moment, _: float
) -> None:
    """The fifth position is drawn again and again, the seventh once after it."""

    def pieces(scene: Scene) -> Counter[str]:
        return Counter(map(repr, (*scene.pieces, *scene.area_pieces)))

    (state, _events), (later, _more) = moment(0), moment(6)
    scene, other = system.scene(state, ()), system.scene(later, ())
    assert scene.title.moment != other.title.moment and draw.draw(scene) != draw.draw(other)
    assert moment(0)[0] == state and (pieces(other) - pieces(scene)).total() >= 2


def test_runs_are_kept_and_a_loss_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "runs.json"
    assert runs.read_runs(file) == []
    good, bad = (runs.row_of(timing.at_most("R", "x", timing.Timed(1, ratio), 2, "floor")) for ratio in (1.5, 2.5))
    runs.write_runs(file, [{"at": "2026-01-31T18:00:00Z", "rows": {"x": good}}])
    (kept,) = runs.read_runs(file)
    assert kept["rows"] == {"x": good} and good["value"] == 1.5
    assert runs.verdict(bad, kept["rows"]["x"]) == "missed, was met"
    assert runs.verdict(bad, None) == "missed" and runs.verdict(good, bad) == "met"
    for damaged in ("{", "7", '{"a": 1}', '[{"at": ""}]', "[1]"):
        file.write_text(damaged)
        with pytest.raises(CommandFailed, match="does not hold runs"):
            runs.read_runs(file)


class Clockwork:
    """In place of the other library: it takes the same time for each turn of 25 orders."""

    def rules(self, orders: int) -> float:
        return 0.001 * orders / 25

    def turn(self) -> float:
        return 0.2


@pytest.mark.long
def test_a_turn_is_measured_from_the_text_to_the_posts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "Peer", Clockwork)
    monkeypatch.setattr(turns, "SCENARIOS", {"miniwars": turns.SCENARIOS["miniwars"]})
    monkeypatch.setattr(turns, "MEASURED", 2)
    monkeypatch.setattr(turns, "WARM_UP", 1)
    whole, rules = turns.figures(tmp_path)
    assert whole.value and rules.value and "written to posted" in whole.what
    assert int(rules.what.split()[1]) >= 10, "orders"
    assert whole.value * 0.2 > rules.value * 0.001 * 10 / 25, "the rules are a part of the turn"


def test_without_the_other_library_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent() -> None:
        raise ImportError("No module named 'diplomacy'")

    monkeypatch.setattr(turns, "Peer", absent)
    (row,) = turns.figures(tmp_path)
    assert row.measured == "not measured: No module named 'diplomacy'" and row.met is None


@pytest.mark.long
@pytest.mark.parametrize("stem", [stem for stem, _ in turns.SCENARIOS.values()])
def test_the_next_pictures_are_those_of_a_game_that_goes_on(stem: str, tmp_path: Path) -> None:
    drawn, draw_one = list[Scene](), draw.draw_by_bands

    def noted(scene: Scene) -> bytes:
        drawn.append(scene)
        return draw_one(scene)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(draw, "draw_by_bands", noted)
        played_pictures.forget_pictures()
        pairs = list(played_pictures.next_pictures(tmp_path, stem, 3, 6, (1, 2, 4, 8)))
    assert len(pairs) >= 3 and all(ours > 0 and floor > 0 for ours, floor in pairs)
    assert len({scene.title.moment for scene in drawn}) >= 3
    assert any(scene.marks for scene in drawn[1:]) or any(
        one.pieces != other.pieces or one.area_pieces != other.area_pieces for one, other in pairwise(drawn)
    )


@pytest.mark.long
def test_a_first_picture_finds_nothing_kept(tmp_path: Path) -> None:
    (whole, ground), *_ = played_pictures.first_pictures(tmp_path, "first-charge")
    assert whole > 0.8 * ground > 0, "beside another process the two measurements differ a little"
    assert len(background._packed) == 1


@pytest.mark.long
def test_commits_by_several_processes_are_counted(postgresql_server: Server) -> None:
    """One is killed while it works, and each commit is stored once; the check sees what is lost and what came twice."""
    address = postgresql_server.new_database()
    keys = several_processes.open_games(address, 12)
    outcome = several_processes.run(address, [several_processes.Commit(key, "discord:1") for key in keys], 3, kill_at=4)
    assert len(outcome.stored) == 12 and several_processes.check(address, keys, outcome.stored) == (0, 0, 0)
    lost = several_processes.Commit(keys[0], "discord:9")
    assert several_processes.check(address, keys, {lost: 9}) == (1, 0, 0)
    with closing(Table(address, token_bytes)) as table:
        one, two = (f'"nonce":"discord:{number}"' for number in (1, 2))
        forged = f"update entry set body = replace(body, '{one}', '{two}') where kind = 'locked'"
        table.commit(keys[1], present(table.game(keys[1]).phase).sides[0], NOW, "discord:2", text="done")
    forge(address, f"{forged} and game = '{keys[1]}'")
    assert several_processes.check(address, keys, {}) == (0, 1, 1)
