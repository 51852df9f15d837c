"""The odds of a battle, of two armies in words or of a pending battle in a game, with both sides' standing orders."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine import checking, play
from engine.checking import Verdict
from engine.contract import NoDice, Odds, Phase, Scenario, Side, System, Turn, Unforeseeable, offers
from engine.contract.odds import seeded_numbers
from engine.errors import Refused
from engine.language.names import NameLookup
from engine.language.words import normalized
from engine.play import OrderToRun
from engine.scenarios import open_battles
from engine.systems import SYSTEMS, rules_of

from .measurements import found_or_refused
from .requests import check_length, clean_name

BATTLES, MOST = 10_000, 100_000
"""Battles simulated where no exact calculation is possible: the default, and the most."""
SEED = "fieldpost"
"""Default seed of a simulation: the same question always gets the same answer."""
WITH_DRAFT = " Your draft is counted."
"""What is said of a position that the asking player's draft has changed."""
STANDING_ORDERS = "losses, targets, keep, retreat when, withdraw when"


class Sampling(NamedTuple):
    """How many battles are simulated, and from which seed, if the odds are not exact."""

    battles: int = BATTLES
    seed: str = SEED


DEFAULT_SAMPLING = Sampling()


class BattleOdds(NamedTuple):
    """The odds of a battle; ``says``: the same in sentences, one a line."""

    odds: Odds
    title: str
    sides: Mapping[str, Side]
    says: tuple[str, ...]


def odds_of_open_battle(
    words: str, attacker: str = "", defender: str = "", ask: Sampling = DEFAULT_SAMPLING, system: str = ""
) -> BattleOdds:
    """The odds of a battle such as ``land: 6 inf vs 5 inf``, with both sides' standing orders as text.

    Refused no-duel, bad-battle, bad-orders, bad-number.
    """
    setup = open_battles.open_battle(words, system=system)
    rules = rules_of(setup)
    state = _opening_position(rules, setup)
    for side, text, who in zip(setup.sides, (attacker, defender), ("attacker", "defender"), strict=True):
        state = _with_standing_orders(rules, state, side, text, who)
    return _calculate(rules, state, "", ask, setup.about, setup.sides)


class OddsQuestion(NamedTuple):
    """The odds of a battle in a game, asked in one moment; ``answer`` may be called later, in another process.

    ``seen``: the position as the viewer knows it; ``words`` are added to the title.
    """

    system: str
    seen: Any
    viewer: str
    sides: Mapping[str, Side]
    words: str = ""

    def answer(self, place: str = "", ask: Sampling = DEFAULT_SAMPLING) -> BattleOdds:
        """The odds of the battle in a place; "": the only one.  Refused unknown-place, no-battle, bad-number."""
        return odds_in_game(SYSTEMS[self.system], self.seen, self.viewer, place, ask, self.sides, self.words)


def no_battles(rules: System[Any]) -> str:
    """The sentence for a game whose attacks are one roll each."""
    return f"{rules.TITLE} has no odds of battles. Write an attack: what its dice can do is shown beside it."


def odds_in_game(
    rules: System[Any],
    seen: Any,
    viewer: str,
    place: str,
    ask: Sampling,
    sides: Mapping[str, Side],
    words: str = "",
) -> BattleOdds:
    """The odds of a pending battle, as ``seen`` by the viewer: secret standing orders of others count as the defaults.

    ``place`` "": the only battle.  ``words`` are added to the title.  Refused unknown-place, no-battle, bad-number.
    """
    if not offers(rules, "odds"):
        raise Refused("no-battle", no_battles(rules))
    at = _place(NameLookup(rules.vocabulary(seen, viewer)), place) if place.strip() else ""
    return _calculate(rules, seen, at, ask, f"{f'The battle at {at}.' if at else 'The battle so far.'}{words}", sides)


def _place(names: NameLookup, said: str) -> str:
    return found_or_refused(names.place(normalized(" ".join(said.split())), f'"{clean_name(said)[:60]}"')).value


# standing orders
def _opening_position(rules: System[Any], setup: Scenario) -> Any:
    turn: Turn[Any] = Turn(rules.start(setup), NoDice(), rules.apply)
    rules.proceed(turn)
    return turn.state


def _with_standing_orders(rules: System[Any], state: Any, side: str, text: str, who: str) -> Any:
    """The position with a side's standing orders in it.  Refused bad-orders if one is not valid."""
    verdicts = checking.check(rules, state, side, check_length(text))
    for verdict in verdicts:
        if verdict.problems:
            raise Refused("bad-orders", _first_problem(verdict, who))
        if verdict.line.kind is None or verdict.line.kind.ENDS or not verdict.line.kind.ANYTIME:
            raise Refused(
                "bad-orders",
                f"The {who}'s {verdict.echo!r} is not a standing order."
                f" Only these can be used here: {STANDING_ORDERS}.",
            )
    turn: Turn[Any] = Turn(state, NoDice(), rules.apply)
    before = rules.phase(state)
    try:
        play.run(rules, turn, side, [OrderToRun(verdict.line.number, verdict.echo) for verdict in verdicts])
    except Unforeseeable:
        raise Refused("bad-orders", _ends_too_early(who)) from None
    if _moment(rules.phase(turn.state)) != _moment(before):
        raise Refused("bad-orders", _ends_too_early(who))
    return turn.state


def _moment(phase: Phase | None) -> tuple[int, str, tuple[str, ...]] | None:
    return (phase.turn, phase.name, phase.sides) if phase else None


def _ends_too_early(who: str) -> str:
    return f"The {who}'s orders end the battle before it begins. Only these can be used here: {STANDING_ORDERS}."


def _first_problem(verdict: Verdict, who: str) -> str:
    problem = verdict.problems[0]
    instead = f" Write for example: {problem.suggestions[0]}" if problem.suggestions else ""
    line = verdict.line.text.strip()[:80]
    return f"The {who}'s orders, {line!r}: {problem.message} ({problem.code}).{instead}"


# sentences
def _calculate(
    rules: System[Any], seen: Any, at: str, ask: Sampling, about: str, sides: Mapping[str, Side]
) -> BattleOdds:
    if not 1 <= ask.battles <= MOST:
        raise Refused("bad-number", f"{ask.battles:,} battles cannot be simulated. Choose from 1 to {MOST:,}.")
    places = rules.battle_places(seen)
    if places and (at not in places if at else len(places) > 1):
        raise Refused("no-battle", _which_battle(at, places))
    found = rules.odds(seen, at, seeded_numbers(ask.seed), ask.battles)
    if found is None:
        raise Refused("no-battle", f"There is no battle {f'at {at}' if at else 'to be fought here'}.")
    return BattleOdds(
        found, about, sides, (about, *_lines(found, {key: side.name for key, side in sides.items()}, ask))
    )


def _which_battle(at: str, places: Sequence[str]) -> str:
    """A sentence that names the battles that are waiting."""
    waiting = f"{', '.join(places[:-1])} and {places[-1]}" if len(places) > 1 else places[0]
    if not at:
        return f"{len(places)} battles are waiting, at {waiting}. Name one: odds {places[0]}"
    return f"There is no battle at {at}. There {'is one' if len(places) == 1 else 'are battles'} at {waiting}."


def _lines(found: Odds, names: Mapping[str, str], ask: Sampling) -> Iterator[str]:
    first, second = names[found.attacker], names[found.defender]
    ends = (
        (f"{first} wins", found.win),
        ("draw", found.draw),
        (f"{first} retreats", found.retreat),
        (f"{second} wins", found.loss),
    )
    shown = [(what, share) for what, share in ends if share or not what.endswith("retreats")]
    if at := found.after:
        yield f"The battle at {at} comes first (odds {at}): if it is not won, nobody lands from there."
    yield f"{', '.join(f'{what} {_percent(found, share)}' for what, share in shown)}."
    for side, name in ((found.attacker, first), (found.defender, second)):
        yield f"{name} keeps on average {_units_kept(found, side)}; loses {found.lost[side]:.1f} {found.counted}."
    ahead, much = (first if found.swing >= 0 else second), abs(found.swing)
    sure = f" ± {found.margin:.1f}" if found.battles else ""
    yield f"Swing: {much:.1f}{sure} {found.counted} for {ahead}."
    yield (
        f"From {found.battles:,} simulated battles (seed {ask.seed})."
        " In brackets and after ±: the 95 % confidence interval."
        if found.battles
        else "Exact."
    )


def _percent(found: Odds, share: float) -> str:
    low, high = found.interval(share)
    return f"{100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f})" if found.battles else f"{100 * share:.2f} %"


def _units_kept(found: Odds, side: str) -> str:
    return (
        ", ".join(f"{kind} {found.left[side][kind]:.2f} of {number}" for kind, number in found.forces[side].items())
        or "nothing"
    )
