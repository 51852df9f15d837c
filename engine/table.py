"""The door: everything the outside may ask of a game.  One Table belongs to one thread; ``now`` is UTC as ``2026-01-31T18:00:00Z``."""

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from engine.contract import Rounds, Scenario, replace
from engine.dice.pledge import CommitSecret
from engine.game import drafts
from engine.game import news as bulletins
from engine.game.game_cache import GameCache
from engine.game.game_info import Game, game_info
from engine.game.news import News
from engine.language import Problem
from engine.log import deadline
from engine.log.commit import Commit, Plan, pledge
from engine.log.deadline import has_passed
from engine.log.entries import DraftWritten, Opened, Rewound, Ruled, Seated
from engine.log.export import export
from engine.log.fold import Fold
from engine.log.journal import EntryChain, Journal
from engine.log.redaction import withheld_entries
from engine.lookups import cards, measurements, odds, requests
from engine.lookups import ideas as hints
from engine.scenarios import open_battles
from engine.systems import SYSTEMS
from maps.scene.card import Card
from maps.scene.scene import Scene

from .errors import Refused
from .play import Verdict

__all__ = ["Game", "News", "OrdersReply", "Refused", "Table"]


class OrdersReply(msgspec.Struct, frozen=True):
    """What the writer alone is told: a verdict for each order, the canonical echo, and a receipt for what is stored.

    ``receipt`` is the first 8 hex digits of the stored entry's digest, ``at`` its time; both empty if nothing was stored.
    """

    verdicts: tuple[Verdict, ...]
    echo: str
    receipt: str = ""
    at: str = ""

    @property
    def problems(self) -> tuple[Problem, ...]:
        return tuple(p for v in self.verdicts for p in v.problems)


class Table:
    """``entropy(n)`` gives n unguessable bytes: the engine has no randomness of its own.  ``journal`` is where it is all kept.

    Everything that cannot be done raises Refused with a sentence, and then nothing has been stored.
    """

    def __init__(self, path: str | Path, entropy: Callable[[int], bytes]) -> None:
        self.journal, self._entropy = Journal(path), entropy
        self._cache = GameCache(self.journal)

    def close(self) -> None:
        self.journal.close()

    # seats
    def open(self, scenario: str, name: str, now: str, period: int | None = None) -> Game:
        """A new game of a shipped scenario (its file's stem) or of the scenario file at that path; ``period`` seconds for each phase."""
        return self._opened(*requests.load_scenario(scenario), name, now, period)

    def open_battle(self, words: str, name: str, now: str, period: int | None = None, rounds: Rounds = "one") -> Game:
        """A new game of one open battle from such words as ``land: 6 inf vs 5 inf``, numbered if nobody names it."""
        return self._opened(open_battles.STEM, open_battles.open_battle(words, rounds), name, now, period)

    def _opened(self, stem: str, setup: Scenario, name: str, now: str, period: int | None) -> Game:
        if period is not None and period < 1:
            raise Refused(
                "bad-deadline", f"A phase of {period} seconds is too short; give a time such as 24h, or none."
            )
        with self.journal.transaction():
            chain = EntryChain(self._cache.free_id(stem), 0, "", now, self._entropy)
            number = f" {chain.game.rpartition('-')[2]}" if stem == open_battles.STEM else ""
            title, version = requests.clean_name(name) or f"{setup.name}{number}", SYSTEMS[setup.system].VERSION
            chain.add(
                "opened",
                "",
                Opened(chain.game, title, setup.system, version, stem, requests.scenario_json(setup), period),
            )
            pledge(chain, setup.sides, self._entropy)
            self.journal.append(chain)
        return self.game(chain.game)

    def games(self) -> tuple[Game, ...]:
        """All there are, the oldest first."""
        return self._cache.all()

    def game(self, key: str) -> Game:
        """By id, name, or unambiguous beginning of either."""
        return game_info(self._cache.find(key))

    def seat(self, key: str, side: str, player: str, now: str, nonce: str = "") -> Game:
        """Take a seat ("" = the first free one).  The last one taken starts the game: what begins by itself is run with its dice."""

        def sit(fold: Fold, chain: EntryChain) -> None:
            _played(fold)
            at = (
                requests.find_side(fold, side)
                if side
                else next((free for free, holder in fold.seats.items() if not holder), "")
            )
            if not at or fold.seats[at] not in ("", requests.clean_name(player)):
                raise _taken(fold, at)
            if fold.seats[at]:
                return
            chain.add("seated", at, Seated(requests.clean_name(player) or "somebody"))
            if not fold.started and all(holder for other, holder in fold.seats.items() if other != at):
                self._run_commit(fold, chain, Plan(), at, nonce)

        return game_info(self._append(key, now, sit))

    def leave(self, key: str, side: str, player: str, now: str) -> Game:
        """Give a seat up; somebody else may take it, also in a running game."""

        def rise(fold: Fold, chain: EntryChain) -> None:
            _played(fold)
            at = requests.find_side(fold, side)
            if not requests.clean_name(player) or fold.seats[at] != requests.clean_name(player):
                raise Refused(
                    "not-your-seat", f"{fold.scenario.sides[at].name} is not your seat, so you cannot give it up."
                )
            chain.add("seated", at, Seated("", fold.seats[at]))

        return game_info(self._append(key, now, rise))

    # orders
    def write(self, key: str, side: str, text: str, now: str) -> OrdersReply:
        """Store these orders as the side's draft in place of the one before; "" clears it.  Nothing runs."""
        words = requests.check_length(text)

        def note(fold: Fold, chain: EntryChain) -> None:
            _running(fold)
            if words.strip() or requests.find_side(fold, side) in fold.drafts:
                chain.add("written", requests.find_side(fold, side), DraftWritten(words if words.strip() else ""))

        fold = self._append(key, now, note)
        verdicts = drafts.check_orders(fold, requests.find_side(fold, side), words)
        stored = fold.drafts.get(requests.find_side(fold, side))
        return OrdersReply(
            verdicts, drafts.canonical_text(verdicts), *((stored.digest[:8], stored.at) if stored else ())
        )

    def draft(self, key: str, side: str) -> str:
        fold = self._cache.find(key)
        note = fold.drafts.get(requests.find_side(fold, side))
        return note.text if note else ""

    def check(self, key: str, side: str, text: str) -> OrdersReply:
        """As ``write``, without storing."""
        fold = self._cache.find(key)
        verdicts = drafts.check_orders(fold, requests.find_side(fold, side), requests.check_length(text))
        return OrdersReply(verdicts, drafts.canonical_text(verdicts))

    def commit(self, key: str, side: str, now: str, nonce: str = "", text: str | None = None) -> News:
        """Run the side's draft (or ``text`` instead, leaving the draft): lock, dice, events, reveal, next promise in one transaction.

        What is refused of it is left out.  A ``nonce`` that was used before runs nothing: the bulletin of that commit is given again.
        """

        def plan(fold: Fold, at: str) -> Plan:
            orders = (
                drafts.runnable_drafts(fold, (at,))
                if text is None
                else {at: drafts.runnable_orders(fold, at, requests.check_length(text))}
            )
            if not any(given.lines for given in orders.values()):
                raise drafts.nothing_to_run(fold, at, text)
            return Plan(orders)

        return self._commit(key, side, now, nonce, plan)

    def done(self, key: str, side: str, now: str, nonce: str = "", others: tuple[str, ...] = ()) -> News:
        """Run the side's draft and end its part of the phase; with it that of ``others``, theirs behind it."""

        def plan(fold: Fold, at: str) -> Plan:
            if fold.phase and at not in fold.phase.sides:
                raise Refused("not-your-phase", drafts.not_your_turn(fold, fold.phase))
            return Plan(drafts.runnable_drafts(fold, (at, *others)), (at, *others), "player")

        return self._commit(key, side, now, nonce, plan)

    def expire(self, key: str, now: str) -> News | None:
        """If the deadline has passed: run what is written of every side awaited and let the rules' defaults fill the rest."""
        expired = list[Fold]()

        def late(fold: Fold, chain: EntryChain) -> None:
            due = deadline.deadline_of(fold, fold.transactions[-1], fold.phase)
            expired.clear()
            if fold.phase and due and has_passed(due, now):
                expired.append(fold)
                self._run_commit(
                    fold,
                    chain,
                    Plan(drafts.runnable_drafts(fold, fold.phase.sides), fold.phase.sides, "deadline"),
                    "",
                    "",
                )

        fold = self._append(key, now, late)
        return bulletins.news(fold, fold.transactions[-1]) if expired else None

    def rule(self, key: str, text: str, now: str, by: str) -> News:
        """A referee's note for the record; changes nothing."""
        note = requests.check_length(text).strip()
        if not note:
            raise Refused("nothing-written", "A ruling needs some words.")
        fold = self._append(key, now, lambda _, chain: chain.add("ruled", "", Ruled(requests.clean_name(by), note)))
        return bulletins.news(fold, fold.transactions[-1])

    def rewind(self, key: str, seq: int, now: str, by: str) -> News:
        """Back to the position after the last commit that ends at or before entry ``seq``; adds an entry, erases nothing, drops drafts."""

        def back(fold: Fold, chain: EntryChain) -> None:
            if not fold.started:
                raise _waiting(fold)
            first = next(transaction.seq for transaction in fold.transactions if transaction.started)
            if not first <= seq <= fold.seq:
                raise Refused(
                    "no-such-entry",
                    f"{fold.opened.name} can go back to its entries {first} to {fold.seq}, not to {seq}.",
                )
            chain.add("rewound", "", Rewound(requests.clean_name(by), seq))
            if not fold.promise:
                pledge(chain, fold.scenario.sides, self._entropy)

        fold = self._append(key, now, back)
        return bulletins.news(fold, fold.transactions[-1])

    # looking
    def picture(self, key: str, viewer: str = "", *, at: int | None = None, draft: str | None = None) -> Scene:
        """What the viewer (a side, "" the public) sees after entry ``at`` (default: now), with a draft of orders drawn on top."""
        fold = self._cache.find(key)
        side = requests.find_side(fold, viewer) if viewer else ""
        transaction = fold.transactions[-1] if at is None else fold.after(at)
        seen = fold.system.view(transaction.state, side)
        scene = fold.system.scene(seen, bulletins.witnessed_events(fold, transaction, side))
        scene = replace(scene, title=replace(scene.title, game=fold.opened.name))
        if not draft or not side:
            return scene
        return drafts.draw_draft(fold, side, requests.check_length(draft), seen, scene)

    def text_map(self, key: str, viewer: str = "") -> str:
        """The map in words."""
        fold = self._cache.find(key)
        return fold.system.text_map(fold.system.view(fold.state, requests.find_side(fold, viewer) if viewer else ""))

    def overlay(self, key: str, viewer: str, unit: str, target: str = "") -> Scene:
        """The picture, with where a unit could go drawn on top; with a target, whether it is in sight."""
        fold = self._cache.find(key)
        return hints.overlay(
            fold, requests.find_side(fold, viewer) if viewer else "", self.picture(key, viewer), unit, target
        )

    def line_of_sight(self, key: str, viewer: str, start: str, end: str) -> measurements.SightResult:
        """Whether one hex, place or unit sees another, as the viewer knows the position, and the picture with the line on top."""
        fold = self._cache.find(key)
        found = measurements.line_of_sight(
            fold.system, fold.state, requests.find_side(fold, viewer) if viewer else "", start, end
        )
        return found._replace(scene=replace(found.scene, title=replace(found.scene.title, game=fold.opened.name)))

    def measure(self, key: str, viewer: str, start: str, end: str) -> measurements.MeasureResult:
        """Distance, direction and sight from one hex, place, unit or point to another, and the picture with them on top."""
        fold = self._cache.find(key)
        found = measurements.measure(
            fold.system, fold.state, requests.find_side(fold, viewer) if viewer else "", start, end
        )
        return found._replace(scene=replace(found.scene, title=replace(found.scene.title, game=fold.opened.name)))

    def odds(self, key: str, viewer: str = "") -> Callable[[str, odds.Sampling], odds.BattleOdds]:
        """What reckons the odds of a battle in a place ("" the only one) as the viewer knows the position now, also in another thread."""
        fold = self._cache.find(key)
        side = requests.find_side(fold, viewer) if viewer else ""
        seen, rules, sides = fold.system.view(fold.state, side), fold.system, fold.scenario.sides
        return lambda place, ask: odds.odds_in_game(rules, seen, side, place, ask, sides)

    def cards(self, key: str, viewer: str = "") -> Mapping[str, Card]:
        """The card of every type of unit, those of the game's scenario included that the viewer may know."""
        fold = self._cache.find(key)
        seen = fold.system.view(fold.state, requests.find_side(fold, viewer) if viewer else "")
        return cards.viewer_cards(
            cards.catalogue(fold.system, fold.scenario), fold.scenario, fold.state.units, seen.units
        )

    def card(self, key: str, viewer: str, word: str) -> Card:
        """The card of a unit the viewer knows of, by its id, or of a type.  Refused unknown-card, ambiguous-card."""
        fold = self._cache.find(key)
        seen = fold.system.view(fold.state, requests.find_side(fold, viewer) if viewer else "")
        return cards.card_in_play(self.cards(key, viewer), seen.units, word)

    def units(self, key: str, viewer: str = "") -> Mapping[str, str]:
        """Those in play: id -> full name."""
        fold = self._cache.find(key)
        return hints.units(fold, requests.find_side(fold, viewer) if viewer else "")

    def own_units(self, key: str, side: str) -> tuple[str, ...]:
        """The ids of the units in play that a side commands."""
        fold = self._cache.find(key)
        return hints.own_units(fold, requests.find_side(fold, side))

    def places(self, key: str, viewer: str = "") -> Mapping[str, str]:
        """Those with names of their own: name -> where it is."""
        fold = self._cache.find(key)
        return hints.places(fold, requests.find_side(fold, viewer) if viewer else "")

    def ideas(self, key: str, side: str) -> tuple[str, ...]:
        """Legal orders worth offering, in canonical spelling; none before the start and after the end."""
        fold = self._cache.find(key)
        return hints.ideas(fold, requests.find_side(fold, side))

    def examples(self, key: str, side: str) -> tuple[str, ...]:
        """Two orders the phase is for, as anybody may know the position: they may be said aloud."""
        fold = self._cache.find(key)
        return hints.examples(fold, requests.find_side(fold, side))

    def news(self, key: str, after: int = 0) -> tuple[News, ...]:
        """The public news told by the entries after ``after``, oldest first."""
        fold = self._cache.find(key)
        return tuple(bulletins.news(fold, transaction) for transaction in fold.since(after))

    def log(self, key: str, turn: int | None = None) -> tuple[str, ...]:
        """The public report of one turn, or of all."""
        return bulletins.public_report(self._cache.find(key), turn)

    def export(self, key: str) -> bytes:
        """The whole public log as canonical JSON: ``fieldpost-log/1``."""
        fold = self._cache.find(key)
        return export(fold.id, self.journal.read(fold.id)[: fold.seq], withheld_entries(fold))

    def _append(self, key: str, now: str, fill: Callable[[Fold, EntryChain], object]) -> Fold:
        return self._cache.append(key, now, self._entropy, fill)

    def _commit(self, key: str, side: str, now: str, nonce: str, plan: Callable[[Fold, str], Plan]) -> News:
        def fill(fold: Fold, chain: EntryChain) -> None:
            if not (nonce and nonce in fold.nonces):
                _running(fold)
                at = requests.find_side(fold, side)
                self._run_commit(fold, chain, plan(fold, at), at, nonce)

        fold = self._append(key, now, fill)
        return bulletins.news(fold, fold.nonces[nonce] if nonce else fold.transactions[-1])

    def _run_commit(self, fold: Fold, chain: EntryChain, plan: Plan, side: str, nonce: str) -> None:
        drawn = self.journal.secret(fold.id, fold.promise)
        commit = Commit(fold, chain, CommitSecret(drawn, fold.scenario.sides), plan.orders, side, nonce)
        commit.begin()
        for closing in plan.closing:
            commit.close(closing, plan.by)
        commit.finish(self._entropy)


def _running(fold: Fold) -> None:
    """Refused unless orders can be given."""
    if not fold.started:
        raise _waiting(fold)
    _played(fold)


def _played(fold: Fold) -> None:
    if fold.over:
        raise Refused("game-over", f"{fold.opened.name} is over; its map and its log can still be looked at.")


def _waiting(fold: Fold) -> Refused:
    return Refused("not-started", f"{fold.opened.name} has not begun.{_free(fold)}")


def _taken(fold: Fold, side: str) -> Refused:
    what = (
        f"{fold.scenario.sides[side].name} is taken already" if side else f"All seats of {fold.opened.name} are taken"
    )
    return Refused("seat-taken", f"{what}.{_free(fold)}")


def _free(fold: Fold) -> str:
    names = " and ".join(fold.scenario.sides[side].name for side, holder in fold.seats.items() if not holder)
    return f" Free: {names}." if names else ""
