"""The table: everything that can be done with a game.

One Table belongs to one thread; ``now`` is UTC as ``2026-01-31T18:00:00Z``.
"""

from collections.abc import Callable, Iterable, Mapping

from engine.contract import Rounds, Scenario, counted
from engine.database.address import Address
from engine.deadlines.calendar import Calendar
from engine.deadlines.words import write_calendar
from engine.game.game_cache import MEMORY, GameCache
from engine.game.game_ids import free_id
from engine.game.game_info import Game, game_info
from engine.game.luck_cache import LuckCache
from engine.game.news import News
from engine.game.not_now import free_seats, refuse_if_over, refuse_restless
from engine.game.order_replies import Given, OrdersReply
from engine.game.press import PressStore, PressTerm
from engine.game.press_desk import PressDesk
from engine.game.pseudonyms import known_as
from engine.game.seats import check_taker
from engine.game.vote_desk import FRIENDLY
from engine.log.commit import Plan, add_promise
from engine.log.entries import (
    ANONYMOUS,
    DEADLINE,
    FORMAT,
    PRESS,
    SEATS,
    TAKE_BACKS,
    BeaconChoice,
    Opened,
    Seated,
    beacon_field,
    terms_field,
)
from engine.log.fold import Fold
from engine.log.journal import EntryChain, Journal
from engine.log.replies import Replies
from engine.lookups.requests import clean_name, find_side, load_scenario, on_board, parse_scenario, scenario_json
from engine.sandbox.opening import SEED, Welcome, open_sandbox, reopen_sandbox
from engine.sandbox.record import read_record
from engine.sandbox.sandbox import Sandbox
from engine.scenarios import open_battles
from engine.scenarios.reader import OWN
from engine.systems import SYSTEMS

from .errors import AskAgain, Refused

__all__ = ["AskAgain", "Game", "Given", "News", "OrdersReply", "Refused", "Sandbox", "Table", "Welcome"]


class Table(PressDesk):
    """All games of one database.  ``entropy(n)`` gives n unguessable bytes: the engine has no randomness of its own.

    Everything that cannot be done raises Refused with a sentence, and then nothing has been stored.
    """

    def __init__(
        self,
        path: Address,
        entropy: Callable[[int], bytes],
        memory: int = MEMORY,
        beacon: BeaconChoice | None = None,
    ) -> None:
        """``path``: of a file, or ``postgresql://...``.

        ``memory``: megabytes that the games in memory may take; others are read again when they are asked for.
        ``beacon``: what the dice of games that are opened here wait for.
        """
        self.journal = Journal(path)
        super().__init__(GameCache(self.journal, memory), entropy)
        self._lucks, self._beacon = LuckCache(self.journal, self._cache), beacon
        self.press = PressStore(self.journal.database)

    def close(self) -> None:
        self.journal.close()

    # seats
    def open(
        self,
        scenario: str,
        name: str,
        now: str,
        deadline: Calendar | int | None = None,
        *,
        friendly: bool = False,
        anonymous: bool = False,
        press: PressTerm = "private",
        points: int | None = None,
    ) -> Game:
        """A new game of a shipped scenario (its file's stem) or of the scenario file at that path.

        ``points``: with armies of the players' own of so many points, on the scenario's board.
        ``deadline``: when phases end, or the seconds that each lasts at most.  ``friendly``: commits without dice and
        secrets may be taken back without asking.  ``anonymous``: the players' names are withheld until the end.
        ``press``: how sides may write to each other.
        """
        agreed = _agreed(friendly=friendly, anonymous=anonymous, press=press)
        stem, setup = load_scenario(scenario)
        return self._open(stem, on_board(setup, points), name, now, deadline, agreed)

    def open_source(
        self,
        stem: str,
        source: str,
        name: str,
        now: str,
        deadline: Calendar | int | None = None,
        *,
        friendly: bool = False,
        anonymous: bool = False,
        press: PressTerm = "private",
        points: int | None = None,
    ) -> Game:
        """A new game of a scenario as JSON; ``stem``: how its log names it, such as ``own-bridge-1a2b3c4d``."""
        agreed = _agreed(friendly=friendly, anonymous=anonymous, press=press)
        return self._open(stem, on_board(parse_scenario(stem, source), points), name, now, deadline, agreed)

    def open_battle(
        self, words: str, name: str, now: str, deadline: Calendar | int | None = None, rounds: Rounds = "one"
    ) -> Game:
        """A new game of one open battle from words such as ``land: 6 inf vs 5 inf``; without a name it gets a
        number.
        """
        return self._open(open_battles.STEM, open_battles.open_battle(words, rounds), name, now, deadline)

    def replies_if_readable(self, game: str) -> tuple[Replies, ...]:
        """How soon the players of the game with this id replied; none if it cannot be read, or as long as their names
        are withheld.
        """
        try:
            return self._lucks.replies(game)
        except Refused:
            return ()

    def turns(self, key: str) -> int:
        """How many turns have begun."""
        return int(self._cache.find(key).state.turn)

    def _open(
        self,
        stem: str,
        setup: Scenario,
        name: str,
        now: str,
        deadline: Calendar | int | None,
        agreed: Mapping[str, str] | None = None,
    ) -> Game:
        calendar = deadline if isinstance(deadline, Calendar) else Calendar(length=deadline or 0)
        if deadline is not None and not calendar.ends_phases:
            raise Refused(
                "bad-deadline",
                f"A phase cannot last {counted(calendar.length, 'second')}. Give a time such as 24h, or no deadline.",
            )
        plain = calendar.is_plain or not calendar.ends_phases
        terms = {} if plain else {DEADLINE: write_calendar(calendar)}
        terms |= agreed or {}
        with self.journal.transaction():
            self.journal.database.lock("")
            games = *self.journal.games(), *self._ids_elsewhere()
            chain = EntryChain(free_id(stem.removeprefix(OWN), games), 0, "", now, self._entropy)
            number = f" {chain.game.rpartition('-')[2]}" if stem == open_battles.STEM else ""
            number += f", {setup.muster['points']} points" if setup.muster else ""
            title, version = clean_name(name) or f"{setup.name}{number}", SYSTEMS[setup.system].VERSION
            waits = self._beacon if stem != open_battles.STEM else None  # a battle is fought at one go
            source = scenario_json(setup)
            told = chain.game, title, setup.system, version, stem, source, (calendar.length or None) if plain else None
            opened = Opened(*told, FORMAT, beacon_field(waits), terms_field(terms))
            chain.add("opened", "", opened)
            add_promise(chain, opened, setup.sides, self._entropy)
            self.journal.append(chain)
            self._cache.find(chain.game)
            self._cache.refresh(chain.game)
        return self.game(chain.game)

    def _ids_elsewhere(self) -> Iterable[str]:
        """Ids that no new game may have, because a game that is not in the journal has them."""
        return ()

    def seat(self, key: str, side: str, player: str, now: str, nonce: str = "") -> Game:
        """Take a seat ("" = the first free one).

        The last seat taken starts the game and runs its opening, dice included.
        """

        def take_seat(fold: Fold, chain: EntryChain) -> None:
            seat = _seat_for(fold, side, player)
            if fold.seats[seat]:
                return
            taker = self._cache.pseudonyms.add(fold, player)
            chain.add("seated", seat, Seated(taker or "somebody"))
            if not fold.started and all(holder for other, holder in fold.seats.items() if other != seat):
                self._run_commit(fold, chain, Plan(), seat, nonce)

        self.refuse_if_held(key)  # before the transaction: a refusal inside it would undo what is around it too
        _seat_for(self._cache.find(key), side, player)
        with self.journal.transaction():
            return game_info(self._append(key, now, take_seat))

    def leave(self, key: str, side: str, player: str, now: str) -> Game:
        """Give up a seat, even in a running game; somebody else may take it.

        The draft is thrown away.  Secret orders that were committed in a sealed phase stay in force, and end the side's
        part of that phase.
        """

        def leave_seat(fold: Fold, chain: EntryChain) -> None:
            refuse_if_over(fold)
            seat = find_side(fold, side)
            if not clean_name(player) or fold.seats[seat] != known_as(fold, player):
                name = fold.scenario.sides[seat].name
                raise Refused("not-your-seat", f"You do not hold the seat of {name}, so you cannot give it up.")
            self._free_seat(fold, chain, seat)

        left = self._append(key, now, leave_seat)
        self._with_orders_ahead(left, len(left.transactions), now)
        return self.game(key)

    # what if
    def open_sandbox(self, key: str, side: str, start: str = "") -> Welcome:
        """A private copy of what a side knows, with throwaway dice; the game does not learn of it.

        ``start``: ``""`` or ``now``, ``turn 3``, ``turn 3 movement``, ``entry 57``.  Refused no-such-side, not-started,
        game-over, no-such-entry.
        """
        return open_sandbox(self._cache.find(key), side, start, self._entropy(SEED))

    def reopen_sandbox(self, kept: str) -> Sandbox:
        """The sandbox of which this was kept (``write_record``).  Refused damaged."""
        record = read_record(kept)
        return reopen_sandbox(self._cache.find(record.game), record)


def _agreed(*, friendly: bool, anonymous: bool, press: PressTerm) -> dict[str, str]:
    """The terms that are not the usual ones."""
    terms = {TAKE_BACKS: FRIENDLY} if friendly else {}
    terms |= {SEATS: ANONYMOUS} if anonymous else {}
    return terms | ({} if press == "private" else {PRESS: press})


def _seat_for(fold: Fold, side: str, player: str) -> str:
    """The seat that the player may take, or has.  Refused."""
    refuse_if_over(fold)
    first_free = next((free for free, holder in fold.seats.items() if not holder), "")
    seat = find_side(fold, side) if side else first_free
    known = known_as(fold, player)
    if not seat or fold.seats[seat] not in ("", known):
        raise _seat_taken(fold, seat)
    if not fold.seats[seat]:
        check_taker(fold, seat, known)
        refuse_restless(fold, known)
    return seat


def _seat_taken(fold: Fold, side: str) -> Refused:
    taken = (
        f"{fold.scenario.sides[side].name} is already taken" if side else f"All seats of {fold.opened.name} are taken"
    )
    return Refused("seat-taken", f"{taken}.{free_seats(fold)}")
