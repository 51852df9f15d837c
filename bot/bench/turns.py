"""Benchmarks of whole turns, beside those of the library ``diplomacy`` with a picture by cairosvg (extra ``bench``).

A turn: the text is written, run and stored, the position is drawn, and its posts are put into words.  The games differ,
so these are turns of about the same size, not the same rules; where only the rules are compared, the other library is
given as many orders as ours.
"""

import gc
import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from importlib import import_module
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from bot.discord.messages.posts import called, posts
from engine import checking, play
from engine.contract import Turn
from engine.dice.sealed import Lock, SealedDice
from engine.errors import Refused
from engine.game.game_cache import GameCache
from engine.language.kept_lines import forget_lines
from engine.log.fold import Fold
from engine.table import Table
from maps.drawing.draw import draw

from .timing import Figure, Timed, as_in_a_running_bot, at_most

SCENARIOS = {
    "miniwars": ("raid-on-danville", 10),
    "forumini": ("meeting-engagement", 10),
    "acw": ("kesslers-mill", 10),
    "zones": ("the-long-line", 10),
    "baker": ("two-shores", 6),
}
"""By system: the scenario, and how few orders a turn that is measured may have."""
MEASURED, WARM_UP, MOST_PHASES, REPEATED = 13, 2, 300, 8
"""Turns of each game; the first of them are played with cold caches and do not count.  How often the rules of a turn
are measured, each time beside those of the other library and with nothing kept from the time before."""
MOST_ORDERS, TRIED = 12, 45
"""Orders of a turn, and the ideas that are tried to find them."""
UNITS, POSITIONS = 25, 5
"""The fewest units in a position of ``diplomacy``, and how many of its positions are taken in turn: the cost of their
orders differs by a tenth."""
WIDTH = 1600
"""Pixels of its picture."""
NOW = "2026-01-31T18:00:00Z"
OF = "diplomacy + cairosvg"


class Sample(NamedTuple):
    """CPU seconds of one turn; ``rules``: of reading, checking and running alone; ``peer``: those of the other
    library beside it, with orders to all units, or with as many orders where it is the rules alone.
    """

    orders: int
    whole: float
    rules: float
    peer_whole: float
    peer_rules: float


class Peer:
    """Turns of ``diplomacy`` again and again, the same in every process: ``POSITIONS`` of them, each with about
    ``UNITS`` orders in the middle of a game.

    Raises ImportError or OSError if the libraries are not there.
    """

    def __init__(self) -> None:
        self._game, self._svg = import_module("diplomacy").Game, import_module("cairosvg")
        turns = [self._position(Random(seed)) for seed in range(POSITIONS)]
        self._turns, self._lots = cycle(turns), Random(0)
        for _ in turns:
            self.turn()  # so that its caches are warm

    def _position(self, chance: Random) -> tuple[dict[str, Any], dict[str, list[str]]]:
        """A game before a turn of movement, as it is stored, and the orders of that turn."""
        game = self._game()
        while sum(len(power.units) for power in game.powers.values()) < UNITS or game.phase_type != "M":
            self._order(game, self._choose(game, chance))
            game.process()
            game = self._game() if game.is_game_done else game
        return game.to_dict(), self._choose(game, chance)

    @staticmethod
    def _choose(game: Any, chance: Random) -> dict[str, list[str]]:
        able = {at: sorted(orders) for at, orders in game.get_all_possible_orders().items()}
        return {
            power: [chance.choice(able[at]) for at in sorted(game.get_orderable_locations(power)) if able[at]]
            for power in game.powers
        }

    @staticmethod
    def _order(game: Any, orders: Mapping[str, list[str]]) -> None:
        for power, given in orders.items():
            game.set_orders(power, given)

    def rules(self, orders: int) -> float:
        """CPU seconds of so many orders, to units drawn by lot, and the rules alone; the other units hold."""
        return self._ruled(orders)[1]

    def turn(self) -> float:
        """CPU seconds of orders to all units, the rules and the picture."""
        game, spent = self._ruled()
        began = process_time()
        self._svg.svg2png(game.render().encode(), output_width=WIDTH)
        return spent + process_time() - began

    def _ruled(self, most: int | None = None) -> tuple[Any, float]:
        """The game after its next turn, with so many of its orders or with all, and the CPU seconds they took."""
        before, orders = next(self._turns)
        given = orders if most is None else self._drawn(orders, most)
        game = self._game.from_dict(before)
        began = process_time()
        self._order(game, given)
        game.process()
        return game, process_time() - began

    def _drawn(self, orders: Mapping[str, list[str]], most: int) -> dict[str, list[str]]:
        """So many of the orders, those of a power together."""
        every = [(power, order) for power, given in orders.items() for order in given]
        drawn = self._lots.sample(every, min(most, len(every)))
        return {power: [order for who, order in drawn if who == power] for power in dict(drawn)}


def figures(folder: Path) -> Iterator[Figure]:
    try:
        peer = Peer()
    except (ImportError, OSError) as missing:
        yield Figure("R11", "whole turns of every system", f"not measured: {missing}", f"<= 0.12x {OF}")
        return
    for name, (stem, fewest) in SCENARIOS.items():
        samples = list(_samples(folder / f"turns-{name}.db", stem, fewest, peer))[WARM_UP:]
        orders = round(median(sample.orders for sample in samples))
        whole = _timed(samples, lambda one: one.whole, lambda one: one.peer_whole)
        rules = _timed(samples, lambda one: one.rules, lambda one: one.peer_rules)
        yield at_most("R11", f"{name}: a turn of {orders} orders, written to posted", whole, 0.12, OF)
        yield at_most("R11", f"{name}: {orders} orders read, checked and run", rules, 1.0, f"diplomacy's {orders}")


def _timed(samples: list[Sample], ours: Callable[[Sample], float], theirs: Callable[[Sample], float]) -> Timed:
    return Timed(median(map(ours, samples)), median(ours(sample) / theirs(sample) for sample in samples))


def _samples(path: Path, stem: str, fewest: int, peer: Peer) -> Iterator[Sample]:
    """Turns of a game, each beside some of the peer's."""
    chance, found = Random(3), 0
    table = Table(path, Random(stem).randbytes)
    key = table.open(stem, "", NOW).id
    for side in table.game(key).sides:
        table.seat(key, side, side, NOW)
    with as_in_a_running_bot(), closing(table):
        for _ in range(MOST_PHASES):
            game = table.game(key)
            if found == WARM_UP + MEASURED or not game.phase or not game.phase.sides:
                break
            side = game.phase.sides[0]
            lines = choose_lines(table, key, side, chance)
            if len(lines) < fewest:
                play_on(table, key, side, lines)
                continue
            found += 1
            yield _sample(table, key, side, lines, peer)
            gc.collect()


def choose_lines(table: Table, key: str, side: str, chance: Random) -> list[str]:
    """Orders that are legal together, one a unit."""
    lines, units, ideas = list[str](), set[str](), list(table.ideas(key, side))
    chance.shuffle(ideas)
    for idea in ideas[:TRIED]:
        unit = idea.split()[0]
        ends = unit in ("done", "commit", "draw") or "concede" in idea
        if len(lines) == MOST_ORDERS or unit in units or ends:
            continue
        if table.accepts(key, side, "\n".join([*lines, idea])):
            lines.append(idea)
            units.add(unit)
    return lines


def play_on(table: Table, key: str, side: str, lines: list[str]) -> None:
    """A phase that is not measured."""
    table.write(key, side, "\n".join(lines), NOW)
    try:
        table.done(key, side, NOW)
    except Refused as asked:
        table.done(key, side, NOW, sure=getattr(asked, "token", ""))


def _sample(table: Table, key: str, side: str, lines: list[str], peer: Peer) -> Sample:
    rules, peer_rules = _beside(table, key, side, lines, peer)
    peer_whole = peer.turn()
    seen = table.news(key)[-1].seq
    began = process_time()
    play_on(table, key, side, lines)
    game = table.game(key)
    draw(table.picture(key))
    examples = table.examples(key, game.phase.sides[0]) if game.phase and game.phase.sides else ()
    before = ""
    for news in table.news(key, after=seen):
        posts(game, news, before, examples)
        before = called(news.phase)
    return Sample(len(lines), process_time() - began, rules, peer_whole, peer_rules)


def _beside(table: Table, key: str, side: str, lines: list[str], peer: Peer) -> tuple[float, float]:
    """CPU seconds of the rules of the turn and of the peer's: medians of several rounds.

    In each round both begin with a game read anew, the one first that was second in the round before: whoever is first
    finds the processor's caches emptied by the collection of what is no longer used.
    """
    ours, theirs = list[float](), list[float]()
    for nth in range(REPEATED):
        gc.collect()
        if nth % 2:
            theirs.append(peer.rules(len(lines)))
        ours.append(_rules(GameCache(table.journal).find(key), side, "\n".join(lines)))
        if not nth % 2:
            theirs.append(peer.rules(len(lines)))
    return median(ours), median(theirs)


def _rules(game: Fold, side: str, text: str) -> float:
    """CPU seconds of reading, checking and running the orders, in a game as another process reads it from the journal:
    of its position nothing is kept from elsewhere.
    """
    system, state = game.system, game.state
    dice = SealedDice(bytes(32), Lock(game.id, 1, "1 bench", {}, "", hashlib.sha256(bytes(32)).hexdigest()))
    forget_lines()
    began = process_time()
    judged = checking.Judgement(system, state, side, text)
    orders = [play.OrderToRun(one.line.number, one.echo) for one in judged.corrected if one.accepted]
    play.run(system, Turn(state, dice, system.apply), side, orders, judged.foreseen)
    return process_time() - began
