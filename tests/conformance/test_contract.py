"""Every system fulfils the contract in positions that random games of each of its scenarios reach."""

from functools import reduce
from itertools import islice
from typing import Union

from engine import checking, play
from engine.contract import Condition, Event, Order, Turn, convert, decode, defaults, encode, plain
from engine.contract.system import Core, Optional
from engine.language import read, write
from engine.scenarios import reader
from tests.conformance.every_game import ALL, MESSAGES, Sys, every_game, every_system, positions, whispered
from tests.support import random_games
from tests.support.sampling import share


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
def test_each_side_has_a_score_that_leagues_can_compare(system: Sys, scenario: str) -> None:
    for state, viewers in positions(system, scenario):
        scores = [system.score(state, side) for side in viewers if side]
        assert all(type(score) is int and score >= 0 for score in scores)


@every_game
def test_a_position_has_what_cases_address(system: Sys, scenario: str) -> None:
    for state, viewers in positions(system, scenario):
        phase = system.phase(state)
        assert (phase is None) == (state.winner is not None) == (state.phase == "over")
        told = system.case_view(state)
        teams = [power["alliance"] for power in told.get("powers", {}).values()]
        teams += [system.group_of(state, side) for side in viewers if side]
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
                    hidden + (known != event),
                    secrets + (seen is not state),
                )
                state = after
    known_later = ("apple-toll",)  # its secret is what is in reserve, which nobody reveals in these messages
    assert told and (hidden or not secrets or scenario in known_later)


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
def test_silence_never_blocks_a_game(system: Sys, scenario: str) -> None:
    """Without any orders every phase ends at its deadline and the turns go by; only an empty table waits for its
    battle."""
    state = system.start(reader.load(scenario))
    for number in range(150):
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
        again = before.name == "tie-break"  # equal dice are thrown again
        assert again or system.phase(turn.state) != before, f"{before.name} does not end"
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
    assert len(_names(Core)) == 19 and len(_names(Optional)) <= 32
    assert all(hasattr(defaults, name) for name in _names(Optional))
    assert not [name for name in _names(Core) if hasattr(defaults, name)]


@every_system
def test_a_system_has_every_name_of_the_contract(system: Sys) -> None:
    missing = (_names(Core) | _names(Optional)) - vars(system).keys()
    assert not missing, f"engine/systems/{system.NAME}/__init__.py lacks {', '.join(sorted(missing))}"
