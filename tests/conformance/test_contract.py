"""Every system fulfils the contract in positions that random games of each of its scenarios reach."""

import re
from collections.abc import Iterator
from functools import cache, reduce
from itertools import islice, pairwise
from typing import Any, Union

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import checking, play
from engine.contract import (
    Concede,
    Condition,
    Draw,
    Event,
    Order,
    System,
    Turn,
    convert,
    decode,
    defaults,
    encode,
    plain,
)
from engine.contract.system import Core, Optional
from engine.language import read, write
from engine.scenarios import reader
from engine.systems import SYSTEMS
from maps.scene.area_units import AreaName, AreaRegion, Caption, CasualtyLine, Link, OwnedLand, Pile, StraitSign
from maps.scene.scene import (
    Counter,
    Crossing,
    Edge,
    HexTile,
    Label,
    Road,
    Scene,
    Shape,
    Spot,
    Strip,
    TableArea,
    TableGrid,
    TableLine,
    Trail,
)
from maps.scene.tabletop_units import ModelUnit
from tests.support import random_games
from tests.support.sampling import share

ALL = tuple(SYSTEMS.values())
TRIED = random_games.scenarios_tried()
GAMES = [
    pytest.param(system, stem, id=stem) for system in ALL for stem in random_games.shipped(system) if stem in TRIED
]
every_game = pytest.mark.parametrize(("system", "scenario"), GAMES, scope="module")
"""All tests of one scenario run one after the other, so that its random game is played once."""
every_system = pytest.mark.parametrize("system", ALL, ids=lambda system: str(system.NAME))
Sys = System[Any]
MESSAGES = share(40, 12)
"""How much of each random game is looked at."""


def positions(system: Sys, scenario: str) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """The positions of a random game, each with everyone who may look at it: the sides, and "" for the public."""
    viewers = (*random_games.written(scenario).sides, "")
    for step in random_games.walked(system, scenario, 3, MESSAGES):
        yield step.after, viewers


def whispered(system: Sys, scenario: str) -> Iterator[random_games.Step]:
    """Steps in which a side gives all standing orders that are offered to it; they are secret."""
    for number, (state, viewers) in enumerate(positions(system, scenario)):
        for side in viewers[:-1] if number % 8 == 0 else ():
            seen = system.view(state, side)
            vocabulary = system.vocabulary(seen, side)
            if wishes := [write(idea, vocabulary) for idea in system.ideas(seen, side) if secret(idea)]:
                yield random_games.said(system, state, side, "\n".join(wishes), random_games.Falling(number))


def secret(order: Order) -> bool:
    """Whether it is a standing order."""
    return order.ANYTIME and not order.ENDS and not isinstance(order, (Concede, Draw))


def points(thing: object) -> list[tuple[float, float]]:
    match thing:
        case (
            HexTile(at=at)
            | Label(at=at)
            | Counter(at=at)
            | Spot(at=at)
            | Strip(at=at)
            | Crossing(at=at)
            | TableGrid(size=at)
            | AreaName(at=at)
            | Pile(at=at)
            | StraitSign(at=at)
            | Caption(at=at)
        ):
            return [at]
        case ModelUnit(discs=discs):
            return [disc.at for disc in discs]
        case Edge(ends=ends) | Link(ends=ends) | CasualtyLine(ends=ends):
            return list(ends)
        case (
            Road(points=along)
            | Trail(points=along)
            | TableLine(points=along)
            | Shape(points=along)
            | TableArea(shape=along)
            | AreaRegion(shape=along)
            | OwnedLand(shape=along)
        ):
            return list(along)
        case _:
            raise AssertionError(f"{type(thing).__name__} has no place")


@every_game
def test_a_shipped_scenario_has_no_faults_and_is_named_as_its_file(system: Sys, scenario: str) -> None:
    loaded = reader.load(scenario)
    assert not list(system.faults(loaded))
    assert loaded.system == system.NAME and loaded.about and len(loaded.sides) >= 2
    assert encode(system.start(loaded)) == encode(system.start(loaded))


@every_game
def test_the_events_alone_give_the_position_and_leave_the_old_one_alone(system: Sys, scenario: str) -> None:
    kinds = list[Union[tuple(system.EVENTS)]]  # type: ignore[misc, valid-type]  # noqa: UP007
    happened = messages = 0
    for step in random_games.walked(system, scenario, 3, MESSAGES):
        events: list[Event] = decode(encode(step.turn.events), kinds)
        assert events == step.turn.events
        assert reduce(system.apply, events, step.before) == step.after
        assert encode(step.before) == step.packed, "the rules changed a position in place"
        happened, messages = happened + len(events), messages + 1
    assert happened > min(40, messages), "engine/systems/<name>/rules: hardly anything happens"


@every_game
def test_a_position_survives_json(system: Sys, scenario: str) -> None:
    for state, viewers in positions(system, scenario):
        for value in (state, *(system.view(state, side) for side in viewers)):
            again = decode(encode(value), system.STATE)
            assert again == value and encode(again) == encode(value)


@every_game
def test_a_position_has_what_cases_address(system: Sys, scenario: str) -> None:
    for state, viewers in positions(system, scenario):
        phase = system.phase(state)
        assert (phase is None) == (state.winner is not None) == (state.phase == "over")
        told = system.case_view(state)
        teams = [power["alliance"] for power in told.get("powers", {}).values()]
        assert (
            state.winner in (None, "draw", *viewers, *teams)
            and state.active in (None, *viewers)
            and state.game is not None
        )
        assert state.units or "areas" in told or (phase and phase.sealed), (
            "only an army that is not shown yet has no units"
        )
        assert phase is None or (
            phase.sides and set(phase.sides) <= set(viewers) and phase.turn == state.turn and phase.title
        )
        assert phase is None or phase.sealed == (state.active is None)


@every_game
def test_ideas_are_legal_can_be_written_and_read_and_survive_json(system: Sys, scenario: str) -> None:
    offered = dict[type[Order], int]()
    for state, viewers in islice(positions(system, scenario), 0, None, share(1, 4)):
        for side in viewers[:-1]:
            seen = system.view(state, side)
            vocabulary = system.vocabulary(seen, side)
            for idea in system.ideas(seen, side):
                offered[type(idea)] = offered.get(type(idea), 0) + 1
                text = write(idea, vocabulary)
                (verdict,) = checking.check(system, state, side, text)
                assert verdict.accepted and verdict.echo == text and verdict.line.order == idea, (
                    text,
                    verdict.problems,
                )
                assert not list(system.check(seen, side, idea))
                assert convert(plain(idea), type(idea)) == idea == decode(encode(idea), type(idea))
    assert len(offered) >= min(5, len(system.ORDERS) - 2), (
        f"ideas() offers only {sorted(kind.__name__ for kind in offered)}"
    )


@every_game
def test_a_view_hides_nothing_twice_and_the_public_sees_what_everybody_sees(system: Sys, scenario: str) -> None:
    for state, viewers in positions(system, scenario):
        public = system.view(state, "")
        for side in viewers:
            seen = system.view(state, side)
            assert system.view(seen, side) == seen
            assert system.view(seen, "") == public
            assert system.phase(seen) == system.phase(state)


@every_game
def test_who_follows_the_witnessed_events_has_the_view(system: Sys, scenario: str) -> None:
    """The events that a side may see add up to its view: nothing leaks and nothing is missing."""
    told = hidden = secrets = 0
    for step in (*random_games.walked(system, scenario, 3, MESSAGES), *whispered(system, scenario)):
        for side in (*random_games.written(scenario).sides, ""):
            state = step.before
            for event in step.turn.events:
                after, known = system.apply(state, event), system.witness(state, event, side)
                seen = system.view(state, side)
                assert (system.apply(seen, known) if known else seen) == system.view(after, side), (side, event)
                told, hidden, secrets = (
                    told + (known is not None),
                    hidden + (known is None),
                    secrets + (seen is not state),
                )
                state = after
    assert told and (hidden or not secrets)


@every_game
def test_every_event_can_be_told(system: Sys, scenario: str) -> None:
    lines = messages = 0
    for step in random_games.walked(system, scenario, 3, MESSAGES):
        for side in (*random_games.written(scenario).sides, ""):
            state = step.before
            for event in step.turn.events:
                if known := system.witness(state, event, side):
                    line = system.tell(system.view(state, side), known)
                    assert isinstance(line, str) and "\n" not in line and line == line.strip()
                    lines += bool(line)
                state = system.apply(state, event)
        messages += 1
    assert lines > min(60, messages), "tell() says hardly anything"


@every_game
def test_everything_drawn_is_on_the_board(system: Sys, scenario: str) -> None:
    grounds, sizes = set[bytes](), set[tuple[float, float]]()
    for step in random_games.walked(system, scenario, 3, MESSAGES)[:: share(1, 10)]:
        for side in (*random_games.written(scenario).sides, ""):
            seen = system.view(step.after, side)
            scene = system.scene(seen, step.turn.events)
            wishes = [idea for idea in system.ideas(seen, side) if not secret(idea)]
            drafts = system.draft_marks(seen, side, wishes[:20])
            pairs = pairwise(piece.id for piece in scene.pieces[:2])
            studied = [
                mark for one, other in pairs for target in ("", other) for mark in system.overlay(seen, one, target)
            ]
            _on_board(scene, [*scene.ground, *scene.pieces, *scene.area_pieces, *scene.marks, *drafts, *studied])
            pieces, drawn = {piece.id for piece in scene.pieces}, encode(scene.pieces).decode()
            standing = {key for key, unit in seen.units.items() if not unit.gone and unit.at}
            riding = {key for key in standing - pieces if getattr(seen.units[key], "aboard", None)}
            assert pieces == standing - riding and all(re.search(rf"\b{key}\b", drawn) for key in riding)
            assert scene.alt and scene.title.game and scene.title.moment
            grounds.add(encode(scene.ground))
            sizes.add(scene.size)
    assert len(grounds) == len(sizes) == 1 or scenario == "blank-table", (
        "the ground of a game never changes once there is one"
    )


def _on_board(scene: Scene, things: list[Any]) -> None:
    width, height = scene.size
    assert 1 <= width <= 500 and 1 <= height <= 500
    outside = [thing for thing in things for x, y in points(thing) if not (0 <= x <= width and 0 <= y <= height)]
    assert not outside, outside[:3]


@every_game
def test_the_twin_names_every_unit_in_sight(system: Sys, scenario: str) -> None:
    for state, viewers in positions(system, scenario):
        for side in viewers:
            seen = system.view(state, side)
            words = system.text_map(seen)
            missing = [key for key in seen.units if not re.search(rf"\b{re.escape(key)}\b", words)]
            assert not missing, missing
            places = [
                unit.at for unit in seen.units.values() if not unit.gone and unit.at and _place(unit.at) not in words
            ]
            assert not places, places


def _place(at: str | tuple[int, int]) -> str:
    """A hex, or a point of a table as people write it."""
    return at if isinstance(at, str) else f"{at[0] / 100:g},{at[1] / 100:g}"


@every_game
def test_silence_never_blocks_a_game(system: Sys, scenario: str) -> None:
    """Without any orders every phase ends at its deadline and the turns go by; only an empty table waits for its
    battle."""
    state = system.start(reader.load(scenario))
    for number in range(100):
        turn = Turn(state, random_games.Falling(number), system.apply)
        if number == 0:
            system.proceed(turn)
        before = system.phase(turn.state)
        if before is None:
            break
        for side in before.sides:
            play.close(system, turn, side)
        if scenario == "blank-table":
            assert system.phase(turn.state) == before
            return
        assert system.phase(turn.state) != before, f"{before.name} does not end"
        state = turn.state
    assert state.turn >= 8 or state.phase == "over", "close() does not lead to the next turn or the end"


@every_system
def test_every_order_says_what_it_is_and_shows_an_example_that_can_be_read(system: Sys) -> None:
    verbs = dict[str, set[str]]()
    for kind in system.ORDERS:
        verb = str(kind.__struct_config__.tag)
        verbs.setdefault(verb, {verb}).update(kind.ALIASES)
        assert (kind.__doc__ or "").strip() and kind.EXAMPLE and verb in kind.EXAMPLE.split()
        scenario = reader.load(random_games.shipped(system)[-2:][0])
        vocabulary = system.vocabulary(system.start(scenario), next(iter(scenario.sides)))
        (line,) = read(kind.EXAMPLE, system.ORDERS, vocabulary)
        assert line.kind is kind, kind.EXAMPLE
    assert len(set().union(*verbs.values())) == sum(map(len, verbs.values())), "two verbs share a word"
    assert len({event.__struct_config__.tag for event in system.EVENTS}) == len(system.EVENTS)


# texts
@cache
def _talk(name: str) -> list[str]:
    """Words of the game: names, places, verbs, signs, and nonsense."""
    system: Sys = SYSTEMS[name]
    state = system.start(reader.load(random_games.shipped(system)[0]))
    verbs = [word for kind in system.ORDERS for word in (str(kind.__struct_config__.tag), *kind.ALIASES)]
    names = [
        text for key, unit in list(state.units.items())[:8] for text in (key, key[:1], f'"{unit.name}"', unit.name)
    ]
    places = ["0507", "507", "0101>0102", "9999", "0000", "0507/0508", "Danville", "at", "99999999999999999999"]
    others = [
        "if",
        "alive",
        "gone:",
        "disrupted:",
        ":",
        ";",
        "#",
        '"',
        "“",
        "standing",
        "all",
        "rally",
        "advance",
        "ask",
        "always",
        "initiative",
        "a",
        "hold",
        "\n",
        "\r\n",
        "```",
        "-",
        "١٢٣",
        "é",
        "🐺",
        "\u00a0",
        "\u200b",
        "\x00",
        "12.5,8",
    ]
    return [*verbs, *names, *places, *others]


@every_system
@settings(max_examples=share(80, 12), deadline=None)
@given(data=st.data())
def test_no_text_breaks_the_reader(system: Sys, data: st.DataObject) -> None:
    steps = random_games.walked(system, random_games.shipped(system)[0], 3)
    state = data.draw(st.sampled_from(steps)).after
    side = data.draw(st.sampled_from(sorted(random_games.written(random_games.shipped(system)[0]).sides)))
    text = data.draw(
        st.one_of(st.text(max_size=60), st.lists(st.sampled_from(_talk(system.NAME)), max_size=14).map(" ".join))
    )
    vocabulary = system.vocabulary(system.view(state, side), side)
    assert all((line.order is not None) or line.objections for line in read(text, system.ORDERS, vocabulary))
    verdicts = checking.check(system, state, side, text)
    for verdict in verdicts:
        _points_at_its_words(verdict)
        for suggestion in (s for problem in verdict.problems for s in problem.suggestions):
            assert (
                suggestion.strip() and suggestion != verdict.line.text and read(suggestion, system.ORDERS, vocabulary)
            )
        if verdict.line.order and verdict.accepted:
            (again,) = read(verdict.echo, system.ORDERS, vocabulary)
            assert (again.order, again.condition) == (verdict.line.order, verdict.line.condition)
            assert write(verdict.line.order, vocabulary, verdict.line.condition) == verdict.echo
    turn = Turn(state, random_games.Falling(text), system.apply)
    play.run(system, turn, side, [play.OrderToRun(v.line.number, v.echo) for v in verdicts if v.accepted])
    assert reduce(system.apply, turn.events, state) == turn.state


def _points_at_its_words(verdict: checking.Verdict) -> None:
    for problem in verdict.problems:
        assert problem.message and re.fullmatch(r"[a-z]+(-[a-z]+)*", problem.code)
        assert 1 <= problem.column <= len(verdict.line.text) + 1 and problem.width >= 1
        assert problem.line == verdict.line.number >= 1
        assert "invalid" not in problem.message.casefold() and "error" not in problem.message.casefold()


@every_game
@pytest.mark.long
def test_what_a_refusal_proposes_is_accepted(system: Sys, scenario: str) -> None:
    """Orders that are wrong on purpose: a proposed line can always be read, and is legal if the order was refused by
    the rules."""
    proposals = 0
    reached = list(positions(system, scenario))
    for state, _ in reached[:: max(1, len(reached) // share(10, 1))]:
        phase = system.phase(state)
        for side in phase.sides if phase else ():
            for text in _wrong(system, state, side):
                for verdict in checking.check(system, state, side, text):
                    for suggestion in (s for problem in verdict.problems for s in problem.suggestions):
                        (proposed, *_) = checking.check(system, state, side, suggestion)
                        by_the_rules = not verdict.line.objections and verdict.problems[0].code not in (
                            "wrong-phase",
                            "not-your-phase",
                        )
                        assert proposed.line.order and (proposed.accepted or not by_the_rules), (
                            text,
                            suggestion,
                            proposed.problems,
                        )
                        proposals += by_the_rules
    assert proposals > min(10, len(reached) // 10), "check() proposes hardly anything instead"


def _wrong(system: Sys, state: Any, side: str) -> Iterator[str]:
    if hasattr(state, "areas"):
        yield from _wrong_of_areas(state)
        return
    mine = [key for key, unit in state.units.items() if unit.side == side][:4]
    others = [key for key, unit in state.units.items() if unit.side != side][:3]
    cells = state.board.cells if hasattr(state, "board") else {"0505": None}
    along = any("path" in kind.__struct_fields__ for kind in system.ORDERS)
    at = "0505" if "0505" in cells else max(cells)
    for key in mine:
        for verb in ("fire", "attack", "rally", "move", "deploy", "swap", "advance", "frie", "atack"):
            yield f"{key} {verb} {others[0]}"
            yield f"{key} {verb} {at}"
        yield f"{key} attack {others[-1]} advance"
        yield f"{key} melee {others[-1]}"
        yield f"{key} move N 40" if along or not hasattr(state, "board") else f"{key} move {at} 40"
        yield f"standing {key} ralley auto"


def _wrong_of_areas(state: Any) -> Iterator[str]:
    yield from (
        "losses land: infantry > aa",
        "losses sea: tank > submarine",
        "targets: tank > tank",
        "losses land: tank > carrier > sub",
    )
    areas = list(state.areas)
    for start, to in zip(areas, areas[1:] + areas[:1], strict=True):
        yield from (
            f"move 1 infantry {start} to {to}",
            f"move 9 tanks {start} to {to}",
            f"bomb 1 bomber {start} to {to}",
            f"fight {to}",
            f"fihgt {to}",
            f"retreat {to} to {start}",
            f"place 1 tank {to}",
        )


def test_the_witness_check_would_catch_a_leak() -> None:
    """The test of witnessed events can fail: it would if the public saw a hidden event, or its effect."""
    system = ALL[0]
    step = next(
        step
        for stem in random_games.shipped(system)
        for step in random_games.walked(system, stem, 3)
        if any(system.witness(step.before, event, "") is None for event in step.turn.events)
    )
    state = step.before
    for event in step.turn.events:
        if system.witness(state, event, "") is None:
            public = system.view(state, "")
            assert system.apply(public, event) != public, "a hidden event that shows nothing would prove nothing"
            return
        state = system.apply(state, event)


@every_system
def test_conditions_are_all_understood(system: Sys) -> None:
    loaded = reader.load(random_games.shipped(system)[-1])
    state, side = system.start(loaded), next(iter(loaded.sides))
    vocabulary = system.vocabulary(state, side)
    asked = [
        Condition(key, word, side=side)
        for word in vocabulary.conditions
        for key in (vocabulary.places.values() if word in vocabulary.forces.place_conditions else vocabulary.units)
    ]
    assert {system.condition_holds(state, one) for one in asked} == ({True, False} if asked else set())


# the two parts of the contract
def _names(protocol: type) -> set[str]:
    return {name for name in vars(protocol) if not name.startswith("_")}


def test_what_every_game_has_has_no_default_and_the_rest_has_one() -> None:
    assert len(_names(Core)) == 19 and len(_names(Optional)) <= 25
    assert all(hasattr(defaults, name) for name in _names(Optional))
    assert not [name for name in _names(Core) if hasattr(defaults, name)]


@every_system
def test_a_system_has_every_name_of_the_contract(system: Sys) -> None:
    missing = (_names(Core) | _names(Optional)) - vars(system).keys()
    assert not missing, f"engine/systems/{system.NAME}/__init__.py lacks {', '.join(sorted(missing))}"
