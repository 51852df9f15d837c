"""A sandbox: a game of its own, played on from what one side knows, with dice that are not those of the game."""

import hashlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from engine.contract import replace
from engine.dice.commit_secret import DRAWN, CommitSecret
from engine.errors import Refused
from engine.game import drafts
from engine.game.news import News
from engine.game.order_desk import OrderDesk
from engine.game.order_replies import OrdersReply
from engine.log.commit import Plan
from engine.log.entries import DraftWritten, Opened
from engine.log.fold import Fold
from engine.log.journal import EntryChain
from engine.lookups.odds import OddsQuestion
from engine.lookups.requests import check_length
from engine.luck.game_luck import game_luck
from engine.luck.report import LuckReport, report_of_game
from maps.scene.card import Card
from maps.scene.scene import Scene

from .one_game import NEVER, OneGame, opening_entries
from .record import Draft, Move, SandboxRecord, drafts_of, move_of, plan_of

HEAD = "Sandbox, throwaway dice."
"""Stands over every report and in every picture."""
STAMP = "SANDBOX · THROWAWAY DICE · NOT THE GAME"
KEY = "sandbox"
"""The id of the game in it, for all calls that ask for one."""
MOST_MOVES, MOST_CHARACTERS = 100, 60_000
"""Commits of a sandbox, and characters of the orders in them."""


class Undone(NamedTuple):
    """What was taken back: a line of a draft, or a commit, whose orders are written again and not run."""

    line: str = ""
    rewritten: Mapping[str, str] = {}


class Sandbox(OrderDesk):
    """Everything a table can do with a game, whose key is KEY, and ``undo``.

    Its player gives the orders of every side in turn, so pictures and the map in words show all of it, whoever asks.
    """

    def __init__(
        self, opened: Opened, seen: Any, cards: Callable[[], Mapping[str, Card]], record: SandboxRecord
    ) -> None:
        """``seen``: what the record's side knows of the position in which it begins; nothing else of the game is in it
        but its scenario's rules.  ``cards``: those that the side may know.
        """
        self._opening = opening_entries(opened, KEY, f"Sandbox of {opened.name}")
        self._seen, self._cards, self._record = seen, cards, record
        self._moves, self._throws = list[Move](), record.throws
        super().__init__(OneGame(self._first_fold()), bytes)
        self._play(record.moves, record.drafts)

    @property
    def record(self) -> SandboxRecord:
        """What brings this sandbox back."""
        left = drafts_of(self._cache.find(KEY))
        return replace(self._record, throws=self._throws, moves=tuple(self._moves), drafts=left)

    @property
    def mover(self) -> str:
        """The side whose orders are next; "" when the game in it is over."""
        phase = self._cache.find(KEY).phase
        return phase.sides[0] if phase and phase.sides else ""

    def undo(self) -> Undone:
        """Take back the last line written, else the last commit, and write its orders again.  Refused nothing-written
        where nothing is left.
        """
        side = self.mover
        if side and (lines := self.draft(KEY, side).splitlines()):
            self.write(KEY, side, "\n".join(lines[:-1]), NEVER)
            return Undone(line=lines[-1])
        if not self._moves:
            raise Refused("nothing-written", "There is nothing to undo: the sandbox is as it was opened.")
        *kept, last = self._moves
        self._play(kept, last.drafts)
        return Undone(rewritten={writer: draft.text for writer, draft in last.drafts.items()})

    def restart(self) -> None:
        """Back to where it was opened."""
        self._play((), {})

    def write(self, key: str, side: str, text: str, now: str) -> OrdersReply:
        """As for a game.  Refused sandbox-full."""
        self._check_room(len(text))
        return super().write(key, side, text, now)

    # what is shown: all of it, and marked
    def picture(self, key: str, viewer: str = "", *, at: int | None = None, draft: str | None = None) -> Scene:
        fold, side = self._seen_by(key, viewer)
        transaction = fold.transactions[-1] if at is None else fold.after(at)
        events = [recorded.event for recorded in transaction.recent]
        scene = self._titled(fold, fold.system.scene(transaction.state, events))
        if not draft or not side:
            return scene
        return drafts.draw_draft(fold, side, check_length(draft), fold.system.view(transaction.state, side), scene)

    def text_map(self, key: str, viewer: str = "", *, at: int | None = None) -> str:
        fold = self._cache.find(key)
        return f"{HEAD}\n{fold.system.text_map(fold.state if at is None else fold.after(at).state)}"

    def odds(self, key: str, viewer: str = "") -> OddsQuestion:
        asked = super().odds(key, viewer)
        return asked._replace(words=f"{asked.words} {HEAD}")

    def cards(self, key: str, viewer: str = "") -> Mapping[str, Card]:
        return self._cards()

    def news(self, key: str, after: int = 0) -> tuple[News, ...]:
        return tuple(_marked(news) for news in super().news(key, after))

    def log(self, key: str, turn: int | None = None) -> tuple[str, ...]:
        return (HEAD, *super().log(key, turn))

    def luck_report(self, key: str) -> LuckReport:
        fold = self._cache.find(key)
        found = report_of_game(game_luck(fold), fold.scenario.sides)
        return replace(found, title=f"{HEAD} {found.title}")

    def export(self, key: str) -> bytes:
        raise Refused("game-over", "A sandbox has no log to export: its dice are thrown away, and prove nothing.")

    def _titled(self, fold: Fold, scene: Scene) -> Scene:
        details = tuple(replace(part, alt=f"{HEAD} {part.alt}".strip()) for part in scene.details)
        named = replace(scene, stamp=STAMP, details=details, alt=f"{HEAD} {scene.alt}".strip())
        return super()._titled(fold, named)

    # how it is played
    def _commit(self, key: str, side: str, now: str, nonce: str, plan: Callable[[Fold, str], Plan]) -> News:
        return _marked(super()._commit(key, side, now, "", plan))

    def _run_commit(self, fold: Fold, chain: EntryChain, plan: Plan, side: str, nonce: str) -> None:
        self._check_room(0)
        move = move_of(fold, plan, side, nonce, self._throws)
        super()._run_commit(fold, chain, plan, side, nonce)
        self._moves.append(move)
        self._throws += 1

    def _pledge(self, fold: Fold) -> CommitSecret:
        """What the dice of the next commit are made from: the seed of the sandbox, and nothing of the game."""
        return self._throwaway(fold, self._throws)

    def _throwaway(self, fold: Fold, throw: int) -> CommitSecret:
        words = f"throwaway {throw} {self._record.seed}".encode()
        return CommitSecret(hashlib.shake_256(words).digest(DRAWN), fold.scenario.sides, "")

    def _check_room(self, more: int) -> None:
        typed = sum(len(draft.text) for move in self._moves for draft in move.drafts.values())
        if len(self._moves) >= MOST_MOVES or typed + more > MOST_CHARACTERS:
            raise Refused(
                "sandbox-full",
                f"This sandbox holds {len(self._moves)} commits with {typed:,} characters; {MOST_MOVES} and "
                f"{MOST_CHARACTERS:,} are the most. Go back with undo, or begin again with restart.",
            )

    def _first_fold(self) -> Fold:
        opened, *others = self._opening
        fold = Fold(opened)
        fold.extend(others)
        fold.start_from(self._seen)
        return fold

    def _play(self, moves: tuple[Move, ...] | list[Move], drafts_left: Mapping[str, Draft]) -> None:
        """From where it was opened: these commits again, with the dice they had, then these drafts."""
        fold, throws = self._first_fold(), self._throws
        self._cache, self._moves = OneGame(fold), []
        for move in moves:
            self._append(KEY, NEVER, partial(_write_again, move.drafts))
            self._append(KEY, NEVER, partial(self._run_again, move))
        self._append(KEY, NEVER, partial(_write_again, drafts_left))
        self._throws = throws

    def _run_again(self, move: Move, fold: Fold, chain: EntryChain) -> None:
        self._throws = move.throw
        self._run_commit(fold, chain, plan_of(fold, move), move.side, move.nonce)


def _write_again(written: Mapping[str, Draft], fold: Fold, chain: EntryChain) -> None:
    """Make the drafts of all sides what they were."""
    for side in fold.scenario.sides:
        draft, now = written.get(side, Draft("")), drafts_of(fold).get(side, Draft(""))
        if draft != now:
            chain.add("written", side, DraftWritten(draft.text, draft.ahead))


def _marked(news: News) -> News:
    turn = news.turns[:1] or (0,)
    return replace(news, lines=(HEAD, *news.lines), turns=(*turn, *news.turns))
