"""A sandbox in a conversation: each message holds some lines for it, and is answered with what came of them."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.sandbox_words import AFTER_THE_END, LEFT, RESTARTED, undone
from engine.contract import phase_words
from engine.game import turn_text
from engine.language.write import echo
from engine.lookups.odds import OddsQuestion
from engine.sandbox.one_game import NEVER
from engine.sandbox.record import write_record
from engine.sandbox.sandbox import HEAD, KEY, Sandbox
from engine.table import AskAgain, OrdersReply, Refused
from maps.scene.scene import Scene

from .commands import RUNNING
from .verdict_text import verdict_lines

MOST_LINES, MOST_IDEAS = 60, 12
"""Lines of a message that are read, and ideas that are listed."""
HELP = (
    "Lines for a sandbox: an order; commit or done; undo or undo 3; show, map, units, log, ideas C1, odds; restart;"
    " from turn 2 (a new one from there), new (a new one from now); leave."
)


Part = str | OrdersReply
"""A sentence, a block of lines that are shown as they are, or verdicts on orders."""


class SandboxAnswer(NamedTuple):
    """``scene``: the picture that goes with it.  ``odds``: a question that is still to be answered, and its place."""

    parts: tuple[Part, ...]
    scene: Scene | None = None
    odds: tuple[OddsQuestion, str] | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it in lines of plain text."""
        return tuple(line for part in self.parts for line in _lines(part))


def _lines(part: Part) -> Sequence[str]:
    return part.splitlines() if isinstance(part, str) else verdict_lines(part)


class Visit:
    """Some lines typed into a sandbox, one after the other."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox, self.parts, self.left, self.drawn = sandbox, list[Part](), False, False
        self.refused = ""
        self.odds: tuple[OddsQuestion, str] | None = None

    def play(self, text: str) -> None:
        """Behind a line of orders that is refused, commit and done wait: reading stops there."""
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        for line in lines[:MOST_LINES]:
            if self.left:
                return
            if self.refused and _runs(line):
                self.parts.append(
                    f"{wording.clip(line, 40)!r} waits, and so does what is below it: {self.refused!r} was refused."
                )
                return
            try:
                self._line(line)
            except Refused as no:
                self.parts.append(str(no))
        if len(lines) > MOST_LINES:
            self.parts.append(
                f"A message has at most {MOST_LINES} lines; the last {len(lines) - MOST_LINES} are not read."
            )

    def answer(self) -> SandboxAnswer:
        """Everything that was said, and whose orders are next."""
        if self.left:
            return SandboxAnswer(tuple(self.parts))
        parts = (HEAD, *(part for part in self.parts if part != HEAD), *self._next())
        mover = self.sandbox.mover
        draft = self.sandbox.draft(KEY, mover) if mover else ""
        scene = self.sandbox.picture(KEY, mover, draft=draft or None) if self.drawn else None
        return SandboxAnswer(parts, scene, self.odds)

    def _next(self) -> tuple[str, ...]:
        """Whose orders are next, with what is written so far."""
        game, mover = self.sandbox.game(KEY), self.sandbox.mover
        if not mover or not game.phase:
            return (AFTER_THE_END,)
        draft = [f"  written: {line}" for line in self.sandbox.draft(KEY, mover).splitlines()]
        return (f"Next: orders of {game.sides[mover].name}, {phase_words(game.phase)}.", *draft)

    def _line(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = _COMMANDS.get(word.lower())
        if command and not (rest and word.lower() in ("commit", "done", "show", "map", "units", "restart", "leave")):
            command(self, rest.strip())
        elif not self.sandbox.mover:
            raise Refused("game-over", AFTER_THE_END)
        else:
            self._order(line)

    def _order(self, line: str) -> None:
        """Add what is accepted of a line to the draft; run it if the line says so and nothing of it is refused."""
        sandbox, mover = self.sandbox, self.sandbox.mover
        before = sandbox.draft(KEY, mover).splitlines()
        reply = sandbox.check(KEY, mover, "\n".join([*before, line]))
        verdicts = tuple(verdict for verdict in reply.verdicts if verdict.line.number > len(before))
        self.parts.append(OrdersReply(verdicts, reply.echo))
        self.drawn = True
        runs = turn_text.runs_by_itself(verdicts)
        if runs and all(verdict.accepted for verdict in verdicts):
            whole = [*before, echo([verdict.echo for verdict in verdicts])]
            given = sandbox.give(KEY, mover, "\n".join(whole), NEVER)
            self.parts += given.news.lines if given.news else ()
            if given.asks:
                self._run("done" if any(verdict.ends for verdict in verdicts) else "commit")
            return
        if not all(verdict.accepted for verdict in verdicts):
            self.refused = wording.clip(line, 40)
        if runs:
            self.parts.append("Nothing has run, because part of the line was refused.")
        if good := turn_text.without_words([verdict for verdict in verdicts if not verdict.cannot_run]):
            sandbox.write(KEY, mover, "\n".join([*before, echo(good)]), NEVER)

    def _run(self, word: str) -> None:
        """Commit or done; what would be lost is said, and it goes on: it can be undone."""
        sandbox, mover = self.sandbox, self.sandbox.mover
        if not mover:
            raise Refused("game-over", AFTER_THE_END)
        run = sandbox.done if word == "done" else sandbox.commit
        try:
            news = run(KEY, mover, NEVER)
        except AskAgain as ask:
            self.parts.append(str(ask).partition(" Nothing has run.")[0])
            news = run(KEY, mover, NEVER, sure=ask.token)
        self.parts += (*news.lines, *news.luck)
        self.drawn = True

    def _commit(self, rest: str) -> None:
        self._run("commit")

    def _done(self, rest: str) -> None:
        self._run("done")

    def _undo(self, rest: str) -> None:
        if rest and not (rest.isdecimal() and rest.isascii() and 0 < int(rest[:4]) < 1000):
            raise Refused("bad-number", f"{wording.clip(rest, 20)!r} is no number of steps. Write undo, or undo 3.")
        for _ in range(int(rest[:4]) if rest else 1):
            self.parts += undone(self.sandbox.undo())
        self.drawn = True

    def _restart(self, rest: str) -> None:
        self.sandbox.restart()
        self.parts.append(RESTARTED)
        self.drawn = True

    def _map(self, rest: str) -> None:
        self.drawn = True

    def _show(self, rest: str) -> None:
        mover = self.sandbox.mover
        if mover and (draft := self.sandbox.draft(KEY, mover)):
            self.parts.append(self.sandbox.check(KEY, mover, draft))
        self.drawn = True

    def _units(self, rest: str) -> None:
        self.parts.append(self.sandbox.text_map(KEY))

    def _log(self, rest: str) -> None:
        if rest and not (rest.isdecimal() and len(rest) < 6):
            raise Refused("bad-number", f"{wording.clip(rest, 20)!r} is not the number of a turn. Write log 3.")
        self.parts += self.sandbox.log(KEY, int(rest) if rest else None)

    def _ideas(self, rest: str) -> None:
        if not self.sandbox.mover:
            raise Refused("game-over", AFTER_THE_END)
        about = self.sandbox.ideas_about(KEY, self.sandbox.mover, rest)
        ideas = "\n".join(f"  e.g.  {idea}" for idea in about.lines[:MOST_IDEAS])
        self.parts.append(f"Orders that would work now:\n{ideas}" if ideas else about.none)

    def _odds(self, rest: str) -> None:
        self.odds = self.sandbox.odds(KEY, self.sandbox.mover), rest

    def _help(self, rest: str) -> None:
        if rest and self.sandbox.mover:
            self.parts.append(self.sandbox.explain_order(KEY, self.sandbox.mover, rest))
        else:
            self.parts.append(HELP)

    def _leave(self, rest: str) -> None:
        self.left = True
        self.parts.append(LEFT)


def _runs(line: str) -> bool:
    """Whether a line says commit or done."""
    return any(part.strip().lower() in RUNNING for part in line.split(";"))


_COMMANDS: Mapping[str, Callable[[Visit, str], None]] = {
    "commit": Visit._commit,
    "done": Visit._done,
    "undo": Visit._undo,
    "restart": Visit._restart,
    "map": Visit._map,
    "show": Visit._show,
    "units": Visit._units,
    "log": Visit._log,
    "ideas": Visit._ideas,
    "odds": Visit._odds,
    "help": Visit._help,
    "leave": Visit._leave,
    "quit": Visit._leave,
}


async def use_sandbox(
    engine: EngineThread, player: str, game: str, sides: Sequence[str], text: str, now: str
) -> SandboxAnswer:
    """Play these lines in the person's sandbox of the game; one is opened if there is none, or if the first line says
    ``new`` or ``from ...``.  ``sides``: those of the person that may be meant, the likeliest first.  Raises Refused.
    """
    answer = await engine.use_data(lambda data: _visit(data, player, game, sides, text, now))
    if answer.odds is None:
        return answer
    question, place = answer.odds
    try:
        found = await engine.calculate(player, question.answer, place)
    except Refused as no:
        return answer._replace(parts=(*answer.parts, str(no)))
    return answer._replace(parts=(*answer.parts, *found.says))


def _visit(data: EngineData, player: str, game: str, sides: Sequence[str], text: str, now: str) -> SandboxAnswer:
    """On the engine's thread.  A sandbox of a side that the person does not hold any more is replaced."""
    first, _, rest = text.strip().partition("\n")
    word, _, start = first.strip().partition(" ")
    opens = word.lower() == "from" or first.strip().lower() == "new"
    kept = "" if opens else data.sandboxes.find(player, game)
    sandbox = data.table.reopen_sandbox(kept) if kept else None
    if sandbox and sandbox.record.side in sides:
        visit = Visit(sandbox)
        visit.play(text)
        visit.drawn |= not text.strip()
    else:
        welcome = data.table.open_sandbox(game, sides[0], start if opens else "")
        visit = Visit(welcome.sandbox)
        visit.parts += [*welcome.says, HELP]
        visit.drawn = True
        visit.play(rest if opens else text)
    if visit.left:
        data.sandboxes.drop(player, game)
    else:
        data.sandboxes.put(player, game, write_record(visit.sandbox.record), now)
    return visit.answer()
